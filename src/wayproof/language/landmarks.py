"""What in a scene can be named on the way, what it is called, and from where it is seen.

A name is given only if a hearer who stands there can tell what is meant: no other thing in view that
answers to it is as near. An adjective is used if it helps, and only one that is true of the thing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.ray_tree import closest_hit
from wayproof.language.track import Floats, heading_between, side_of, turned
from wayproof.scenes.furniture import FURNITURE, home_categories
from wayproof.scenes.scene import Instance
from wayproof.simulator.world import World
from wayproof.spec import read_toml

FILE = Path(__file__).with_name("landmark_words.toml")
FURTHEST_M = 7.0  # beyond it nobody is expected to recognise a thing
SEEN_SHARE = 0.25  # of the rays to a thing that must reach it
LEAST_GAP_M = 0.3  # nearer things count as this far
CLEARLY_NEARER = 1.3  # how much further another thing of the same name must be
_SHARES = (0.2, 0.5, 0.8)


class Words(msgspec.Struct, frozen=True):
    """How one kind of thing is called."""

    category: str
    words: tuple[str, ...]
    also: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    weight: float = 1.0
    front: bool = False
    tint: bool = False
    flat: bool = False
    uncoloured: bool = False


class WordFile(msgspec.Struct, frozen=True):
    things: tuple[Words, ...]
    rooms: dict[str, tuple[str, ...]]
    more_rooms: dict[str, tuple[str, ...]]
    mistaken: dict[str, tuple[str, ...]]
    adjectives: dict[str, dict[str, str]]


@dataclass(frozen=True)
class LandmarkWords:
    """The words by category, by room type, and for what may be mistaken."""

    things: Mapping[str, Words]
    rooms: Mapping[str, tuple[str, ...]]
    more_rooms: Mapping[str, tuple[str, ...]]
    mistaken: Mapping[str, tuple[str, ...]]
    adjectives: Mapping[str, Mapping[str, str]]


@cache
def landmark_words() -> LandmarkWords:
    """The words, read on first use."""
    content = read_toml(FILE, WordFile)
    things = MappingProxyType({entry.category: entry for entry in content.things})
    return LandmarkWords(things, content.rooms, content.more_rooms, content.mistaken, content.adjectives)


@cache
def heard_as(category: str) -> frozenset[str]:
    """All words that a hearer might take for a thing of this category."""
    table = landmark_words()
    known = table.things.get(category)
    words = (*known.words, *known.also, *known.more) if known is not None else ()
    synonyms = FURNITURE[category].synonyms if category in home_categories() else ()
    return frozenset((*words, *table.mistaken.get(category, ()), *synonyms, category.replace("_", " ")))


def adjectives_of(thing: Instance) -> tuple[str, ...]:
    """True adjectives for a thing, the one that people would use first."""
    table = landmark_words().adjectives
    values = {name: getattr(thing.attributes, name) for name in ("colour", "size", "pattern", "material")}
    known = landmark_words().things.get(thing.category)
    if known is not None and known.uncoloured:
        del values["colour"]
    return tuple(table[name][value] for name, value in values.items() if value in table.get(name, {}))


@dataclass(frozen=True, eq=False)
class Landmarks:
    """The things of a world that have names or may be mistaken for what has; boxes (n, 2, 3) around them."""

    world: World
    things: tuple[Instance, ...]
    boxes_m: Floats
    carried: NDArray[np.int64]  # (instances + 1,): an instance's own id, or that of the thing that carries it

    @property
    def eye_m(self) -> float:
        """The height of the camera over the floor."""
        floor_m = self.world.scene.rooms[0].floor_m if self.world.scene.rooms else 0.0
        return floor_m + self.world.body.cameras[0].height_m

    def gap_m(self, points: Floats) -> Floats:
        """Metres (n, p) on the plan from each thing's box to each point (p, 2)."""
        low, high = self.boxes_m[:, None, 0][..., [0, 2]], self.boxes_m[:, None, 1][..., [0, 2]]
        outside = np.maximum(np.maximum(low - points[None], points[None] - high), 0.0)
        return np.asarray(np.linalg.norm(outside, axis=-1))

    def seen_from(self, points: Floats) -> NDArray[np.bool_]:
        """Which things (p, n) are in sight from plan points (p, 2), in whatever direction but level ahead."""
        near = (self.gap_m(points).T < FURTHEST_M) & self._level(points)
        eye, thing = np.nonzero(near)
        seen = np.zeros(near.shape, bool)
        if not len(eye):
            return seen
        origin = np.stack([points[eye, 0], np.full(len(eye), self.eye_m), points[eye, 1]], axis=1)
        hits = np.zeros(len(eye))
        for target in _targets(self.boxes_m[thing]):
            triangle, _ = closest_hit(self.world.ray_tree, origin, target - origin, max_distance=1.05)
            met = np.where(triangle >= 0, self.world.scene.face_instance[triangle], 0)
            hits += (met == self.ids[thing]) | (self.carried[met] == self.ids[thing])
        seen[eye, thing] = hits >= SEEN_SHARE * len(_SHARES) ** 2
        return seen

    def _level(self, points: Floats) -> NDArray[np.bool_]:
        """Whether the middle of each thing (p, n) is in a level picture, neither too high nor too low."""
        camera = self.world.body.cameras[0]
        steepest = math.tan(camera.hfov_rad / 2) * camera.height_px / camera.width_px
        middles = self.boxes_m.mean(axis=1)
        away_m = np.linalg.norm(points[:, None] - middles[None, :, [0, 2]], axis=-1)
        return np.asarray(np.abs(middles[None, :, 1] - self.eye_m) <= steepest * away_m)

    @cached_property
    def ids(self) -> NDArray[np.int64]:
        return np.array([thing.id for thing in self.things])

    def place_of(self, instance: int) -> int | None:
        """The index of an instance among the things, if it is one."""
        return next((k for k, thing in enumerate(self.things) if thing.id == instance), None)


def _targets(boxes: Floats) -> list[Floats]:
    """Points (n, 3) inside boxes (n, 2, 3) to look at: on the planes through the middle of each."""
    low, size = boxes[:, 0], boxes[:, 1] - boxes[:, 0]
    wide_along_x = size[:, 0] >= size[:, 2]
    found = []
    for up in _SHARES:
        for along in _SHARES:
            share_x = np.where(wide_along_x, along, 0.5)
            share_z = np.where(wide_along_x, 0.5, along)
            found.append(low + size * np.stack([share_x, np.full(len(low), up), share_z], axis=1))
    return found


@lru_cache(maxsize=4)
def landmarks_of(world: World) -> Landmarks:
    """The landmarks of a world."""
    scene, table = world.scene, landmark_words()
    called = frozenset(word for entry in table.things.values() for word in entry.words)
    things = tuple(
        instance
        for instance in scene.instances
        if instance.category in table.things or heard_as(instance.category) & called
    )
    boxes = np.array([(thing.low_m, thing.high_m) for thing in things], float).reshape(-1, 2, 3)
    carried = np.arange(max((instance.id for instance in scene.instances), default=0) + 1)
    for instance in scene.instances:
        if instance.support is not None:
            carried[instance.id] = instance.support
    return Landmarks(world, things, boxes, carried)


@dataclass(frozen=True)
class Wording:
    """The words that one route uses: one for each kind of thing and each kind of room."""

    things: Mapping[str, str]
    rooms: Mapping[str, str]


def draw_wording(rng: np.random.Generator, *, rich: bool = False) -> Wording:
    """A choice among the words, so that one route says couch and another sofa, but none says both.

    A `rich` one has more words to choose from.
    """
    table = landmark_words()

    def one(words: tuple[str, ...], more: tuple[str, ...]) -> str:
        known = (*words, *more) if rich else words
        return known[int(rng.integers(len(known)))]

    things = {kind: one(entry.words, entry.more) for kind, entry in table.things.items()}
    rooms = {kind: one(words, table.more_rooms.get(kind, ())) for kind, words in table.rooms.items()}
    return Wording(things, rooms)


@dataclass(frozen=True, eq=False)
class Outlook:
    """The view from one place when looking ahead: where one stands, the heading, the things in sight."""

    landmarks: Landmarks
    place_m: Floats
    heading_rad: float
    seen: NDArray[np.bool_]  # (n,), in whatever direction

    def bearing(self, thing: int) -> float:
        """The angle to the middle of a thing, positive to the left."""
        middle = self.landmarks.boxes_m[thing].mean(axis=0)[[0, 2]]
        return turned(self.heading_rad, heading_between(self.place_m, middle))

    def distance_m(self, thing: int) -> float:
        box = self.landmarks.boxes_m[thing][:, [0, 2]]
        return float(
            np.linalg.norm(np.maximum(np.maximum(box[0] - self.place_m, self.place_m - box[1]), 0.0))
        )

    def rivals(self, thing: int, word: str, side: str) -> list[Instance]:
        """What else answers to a word, is in sight, and not clearly further away."""
        limit_m = CLEARLY_NEARER * max(self.distance_m(thing), LEAST_GAP_M)
        found = []
        for other in np.flatnonzero(self.seen).tolist():
            instance = self.landmarks.things[other]
            if other == thing or word not in heard_as(instance.category):
                continue
            elsewhere = side and side_of(self.bearing(other)) != side
            if not elsewhere and self.distance_m(other) < limit_m:
                found.append(instance)
        return found


def name_of(
    outlooks: Sequence[Outlook], thing: int, word: str, *, side: str = "", adorned: bool = False
) -> str | None:
    """What to call a thing so that nothing else can be meant from any of the places; None if nothing will do.

    `side` is said beside the name, so that things on the other side do not count; `adorned` asks for an
    adjective where one suits.
    """
    instance = outlooks[0].landmarks.things[thing]
    rivals = [rival for outlook in outlooks for rival in outlook.rivals(thing, word, side)]
    adjectives = adjectives_of(instance)
    is_tinted = adorned and landmark_words().things[instance.category].tint
    options = (*adjectives[:1], "", *adjectives) if is_tinted else ("", *adjectives)
    for adjective in options:
        if not any(adjective == "" or adjective in adjectives_of(rival) for rival in rivals):
            return f"{adjective} {word}".strip()
    return None
