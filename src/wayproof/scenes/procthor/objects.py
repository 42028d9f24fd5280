"""The objects of a house as placed things: each with its model, its room, its place and what carries it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from wayproof.geometry.solid import Floats, Point, move
from wayproof.scenes.assembly import Placed, to_world
from wayproof.scenes.furniture import Model
from wayproof.scenes.houses.plan_data import FloorPlan, PlannedRoom
from wayproof.scenes.houses.room_walls import Rectangle, sides_of
from wayproof.scenes.procthor.asset_kinds import HAS_ITS_TAP
from wayproof.scenes.procthor.asset_models import Made, Models
from wayproof.scenes.procthor.house_file import FileObject, HouseFile
from wayproof.scenes.procthor.procthor_plan import room_at
from wayproof.scenes.procthor.resting_places import Body, rest_on
from wayproof.scenes.procthor.stand_ins import extent
from wayproof.scenes.procthor.unity_frame import heading_of, place_in_world, tilted

MOST_PUSH_M = 0.15  # what is further inside a wall than this belongs to the next room
LEVEL_DEG = 1.0  # less is rounding
ON_FLOOR_M = 0.05  # what the file has this near to the floor stands on it
STRUCTURE_TYPES = ("Doorway", "Doorframe", "Window")


@dataclass(frozen=True)
class Thing:
    """One object in the house; `carrier` is the index of the thing that carries it."""

    placed: Placed
    carrier: int | None
    low_m: Point
    high_m: Point
    moved_m: tuple[float, float]  # along x and z, out of a wall

    @property
    def rectangle(self) -> Rectangle:
        return (self.low_m[0], self.low_m[2], self.high_m[0], self.high_m[2])


def furnish(house: HouseFile, plan: FloorPlan, models: Models) -> tuple[list[Thing], list[str]]:
    """All objects in the order of the file, carriers first; and notes on what was left out."""
    things: list[Thing] = []
    index: dict[int, int] = {}  # of an entry of the file among the things
    taps, outside = 0, []
    for k, entry in enumerate(house.objects):
        made = models.of(house, entry)
        on = None if entry.parent is None else index.get(entry.parent)
        x, _, z = place_in_world(entry.object.position.x, 0.0, entry.object.position.z)
        room = room_at(plan, x, z)
        if made.asset.type in STRUCTURE_TYPES:
            continue
        if made.asset.type == "Faucet" and on is not None and things[on].placed.category in HAS_ITS_TAP:
            taps += 1
        elif room is None or (entry.parent is not None and on is None):
            outside.append(entry.object.id or entry.object.asset_id)
        else:
            index[k] = len(things)
            models.count(made)
            things.append(_stood(entry.object, made, room, on, things))
    notes = [f"faucets that are part of their basins: {taps}"] if taps else []
    if outside:
        shown = ", ".join(outside[:5]) + (" ..." if len(outside) > 5 else "")
        notes.append(f"{len(outside)} objects outside all rooms were left out: {shown}")
    return things, notes


def _stood(one: FileObject, made: Made, room: PlannedRoom, on: int | None, things: list[Thing]) -> Thing:
    """At its place: out of the walls, with its foot on what carries it."""
    heading = heading_of(one.rotation.y)
    x, y, z = place_in_world(one.position.x, one.position.y, one.position.z)
    before = (0.0, 0.0) if on is None else things[on].moved_m
    model = _laid(made.model, one)
    points = np.concatenate([part.solid.vertices_m for part in model.parts])
    turned = to_world(points, (x + before[0], 0.0, z + before[1]), heading)
    low, high = turned.min(axis=0), turned.max(axis=0)
    push = _out_of_walls(low, high, room)
    shift = np.array([push[0], 0.0, push[1]])
    low, high = low + shift, high + shift
    bottom, relation = _foot(low, high, y, None if on is None else things[on].placed)
    placed = Placed(
        category=made.kind.category,
        shape=made.shape,
        attributes=model.attributes,
        parts=model.parts,
        position_m=(x + before[0] + push[0], bottom - float(low[1]), z + before[1] + push[1]),
        heading_rad=heading,
        room=room.id,
        relation=relation,
        glow=model.glow,
    )
    lift = np.array([0.0, bottom - float(low[1]), 0.0])
    moved = (before[0] + push[0], before[1] + push[1])
    return Thing(_grounded(placed), on if relation else None, _point(low + lift), _point(high + lift), moved)


def _foot(low: Floats, high: Floats, middle_m: float, carrier: Placed | None) -> tuple[float, str | None]:
    """The height of the underside, and how it relates to the carrier; low and high are about the middle."""
    bottom, top = middle_m + float(low[1]), middle_m + float(high[1])
    if carrier is None:
        return (0.0 if abs(bottom) < ON_FLOOR_M else bottom), None
    centre = (float(low[0] + high[0]) / 2, float(low[2] + high[2]) / 2)
    half = (float(high[0] - low[0]) / 2, float(high[2] - low[2]) / 2)
    rest = rest_on(_body(carrier), centre, half, (bottom, top))
    return rest.bottom_m, rest.relation


def _laid(model: Model, one: FileObject) -> Model:
    """The model about the middle of its box, tipped over where the file says so."""
    low, high = extent(model)
    half = float(high[1] - low[1]) / 2
    angles = [(angle + 180.0) % 360.0 - 180.0 for angle in (one.rotation.x, one.rotation.z)]
    model = _raised(model, -half)
    if max(map(abs, angles)) <= LEVEL_DEG:
        return model
    return replace(
        model, parts=tuple(replace(part, solid=tilted(part.solid, *angles)) for part in model.parts)
    )


def _raised(model: Model, by_m: float) -> Model:
    parts = tuple(replace(part, solid=move(part.solid, (0.0, by_m, 0.0))) for part in model.parts)
    glow = model.glow and replace(
        model.glow, positions_m=tuple((x, y + by_m, z) for x, y, z in model.glow.positions_m)
    )
    return replace(model, parts=parts, glow=glow)


def _grounded(placed: Placed) -> Placed:
    """The same thing with its origin at the height of its underside."""
    low = min(float(part.solid.vertices_m[:, 1].min()) for part in placed.parts)
    lifted = _raised(Model(placed.parts, placed.attributes, (), placed.glow), -low)
    x, y, z = placed.position_m
    return replace(placed, parts=lifted.parts, glow=lifted.glow, position_m=(x, y + low, z))


def _out_of_walls(low: Floats, high: Floats, room: PlannedRoom) -> tuple[float, float]:
    """How far a thing must move to stand in front of the faces of its room's walls."""
    push = [0.0, 0.0]
    for side in sides_of(room):
        run, across = (0, 2) if side.along_x else (2, 0)
        beside = high[run] <= side.span_m[0] or low[run] >= side.span_m[1]
        edge = low[across] if side.inward > 0 else high[across]
        depth = float(side.face_m - edge) * side.inward
        if not beside and 0.0 < depth <= MOST_PUSH_M:
            push[0 if across == 0 else 1] = depth * side.inward
    return push[0], push[1]


def _body(placed: Placed) -> Body:
    return Body(
        np.concatenate(
            [
                to_world(part.solid.vertices_m, placed.position_m, placed.heading_rad)[part.solid.faces]
                for part in placed.parts
            ]
        )
    )


def _point(values: Floats) -> Point:
    x, y, z = (float(value) for value in values)
    return (x, y, z)
