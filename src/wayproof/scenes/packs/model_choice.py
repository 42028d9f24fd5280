"""Which model takes the place of which thing: drawn from those that fit, alike for alike things of a room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.solids import ORIGIN
from wayproof.scenes.assembly import to_world
from wayproof.scenes.furniture import FURNITURE, home_categories
from wayproof.scenes.packs.category_table import PERSON
from wayproof.scenes.packs.model_fit import Fit, Load, Place, carries, fits, main_level_m
from wayproof.scenes.packs.pack import PackModel
from wayproof.scenes.packs.pack_files import InstalledPack, load_shape
from wayproof.scenes.packs.surface_overlap import common_box, shared_cells
from wayproof.scenes.scene import Instance, Scene, things
from wayproof.seeding import generator_for

Floats = NDArray[np.float64]

LEVEL_SPREAD_M = 0.01  # things at more than one height stand in a shelf, and no other shelf will do
LEVELLED = frozenset(("kitchen_sink", "kitchen_counter", "stove"))  # their tops meet those of neighbours
SCREENS = frozenset(("television", "monitor", "laptop"))  # a lit one shows a picture, which models do not
FLAMES = frozenset(("candle", "fireplace"))
MORE_CELLS = 4  # that a model may share with a neighbour than what stood there before did
FLAT_M = 0.03  # rugs and mats: things stand on them


@dataclass(frozen=True)
class Candidate:
    pack: InstalledPack
    index: int

    @property
    def model(self) -> PackModel:
        return self.pack.pack.models[self.index]

    @property
    def path(self) -> str:
        return f"{self.pack.pack.key}/{self.model.key}"


@dataclass(frozen=True)
class Choice:
    candidate: Candidate
    fit: Fit


def candidates_of(packs: Iterable[InstalledPack]) -> dict[str, list[Candidate]]:
    """All models by category, in an order that does not depend on when packs were added."""
    found: dict[str, list[Candidate]] = defaultdict(list)
    for pack in packs:
        for index, model in enumerate(pack.pack.models):
            if model.category != PERSON:
                found[model.category].append(Candidate(pack, index))
    return {name: sorted(known, key=lambda entry: entry.path) for name, known in found.items()}


def choose(scene: Scene, known: Mapping[str, Sequence[Candidate]], seed: int) -> dict[int, Choice]:
    """A model for each thing that has a fitting one, by instance id; large things choose first."""
    work = _Work(scene)
    orders: dict[tuple[int | None, str], list[Candidate]] = {}
    choices: dict[int, Choice] = {}
    for thing in sorted(things(scene), key=lambda entry: (-_volume(entry), entry.id)):
        if thing.category not in known or thing.category not in home_categories():
            continue
        group = (thing.room, thing.category)
        if group not in orders:
            rng = generator_for(seed, scene.name, "packs", thing.room or 0, thing.category)
            orders[group] = [known[thing.category][k] for k in rng.permutation(len(known[thing.category]))]
        choice = work.first_fit(thing, orders[group])
        if choice is not None:
            choices[thing.id] = choice
    return choices


def placed_points(points: Floats, thing: Instance, fit: Fit) -> Floats:
    """Points of a model where it stands in the world."""
    return to_world(points * fit.scale + fit.offset_m, thing.position_m, thing.heading_rad)


class _Work:
    """The triangles of all things as they stand now, while models are being chosen."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        order = np.argsort(scene.face_instance, kind="stable")
        starts = np.searchsorted(scene.face_instance[order], np.arange(len(scene.instances) + 2))
        self._solid: dict[int, Floats] = {}
        for thing in things(scene):
            faces = scene.faces[order[starts[thing.id] : starts[thing.id + 1]]]
            self._solid[thing.id] = scene.vertices_m[faces].astype(np.float64)
        self._loads: dict[int, list[Instance]] = defaultdict(list)
        for thing in things(scene):
            if thing.support is not None:
                self._loads[thing.support].append(thing)

    def first_fit(self, thing: Instance, candidates: Sequence[Candidate]) -> Choice | None:
        """The first of the candidates that fits, which then stands in the room."""
        if not len(self._solid[thing.id]):
            return None
        place = self._place(thing)
        if place is None:
            return None
        for candidate in candidates:
            if not self._shines_alike(thing, candidate.model):
                continue
            levels = [] if place.level_m is None else _levels(candidate)
            for fit in fits(candidate.model, place, levels):
                if self._stands(thing, place, candidate, fit):
                    return Choice(candidate, fit)
        return None

    def _shines_alike(self, thing: Instance, model: PackModel) -> bool:
        glows = any(part.glows for part in model.parts)
        if thing.category in FLAMES:
            return glows == (thing.lamp is not None)
        if thing.lamp is None:
            return True
        return glows and not (thing.category in SCREENS and self._scene.lamps[thing.lamp].on)

    def _place(self, thing: Instance) -> Place | None:
        """What a model must fit; None if things stand at several heights."""
        own = _own_frame(self._solid[thing.id].reshape(-1, 3), thing)
        low, high = own.min(axis=0), own.max(axis=0)
        loads = []
        for load in self._loads[thing.id]:
            box = _own_frame(self._solid[load.id].reshape(-1, 3), thing)
            loads.append(Load(box.min(axis=0), box.max(axis=0)))
        bottoms = [float(load.low_m[1] - low[1]) for load in loads]
        level = float(np.mean(bottoms)) if bottoms else None
        if bottoms and max(bottoms) - min(bottoms) > LEVEL_SPREAD_M:
            return None
        if level is None and thing.category in LEVELLED:
            level = main_level_m(own.reshape(-1, 3, 3))
        stands = FURNITURE[thing.category].stands
        return Place(thing.category, stands, low, high, tuple(loads), level)

    def _stands(self, thing: Instance, place: Place, candidate: Candidate, fit: Fit) -> bool:
        shape = load_shape(candidate.pack.file, candidate.index)
        corners = shape.vertices_m[shape.faces].astype(np.float64)
        if place.loads and not carries(corners * fit.scale + fit.offset_m, place.loads):
            return False
        new = placed_points(corners.reshape(-1, 3), thing, fit).reshape(-1, 3, 3)
        if not self._is_free(thing, new):
            return False
        self._solid[thing.id] = new
        return True

    def _is_free(self, thing: Instance, new: Floats) -> bool:
        """Whether the model passes through neighbours no more than the old thing did."""
        old = self._solid[thing.id]
        box = _box(new)
        for other in things(self._scene):
            related = thing.id in (other.id, other.support) or thing.support == other.id
            flat = other.high_m[1] - other.low_m[1] < FLAT_M
            if related or flat or other.room != thing.room or not len(self._solid[other.id]):
                continue
            standing = self._solid[other.id]
            common = common_box(box, _box(standing))
            if common is not None:
                before = shared_cells(old, standing, *common)
                if shared_cells(new, standing, *common) > before + MORE_CELLS:
                    return False
        return True


def _levels(candidate: Candidate) -> list[float]:
    """Heights at which a model may carry things: as the catalogue says, its widest level surface, its top."""
    shape = load_shape(candidate.pack.file, candidate.index)
    model = candidate.model
    widest = main_level_m(shape.vertices_m[shape.faces].astype(np.float64))
    found = [level for level in (widest, model.rest_m, model.height_m) if level is not None]
    return list(dict.fromkeys(round(level, 4) for level in found))


def _own_frame(points: Floats, thing: Instance) -> Floats:
    return to_world(points - np.asarray(thing.position_m), ORIGIN, -thing.heading_rad)


def _box(triangles: Floats) -> Floats:
    points = triangles.reshape(-1, 3)
    return np.stack([points.min(axis=0), points.max(axis=0)])


def _volume(thing: Instance) -> float:
    return float(np.prod(np.array(thing.high_m) - np.array(thing.low_m)))
