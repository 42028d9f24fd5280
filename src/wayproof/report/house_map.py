"""The house from above, one drawing for each floor, in few calm tones that suit light and dark pages."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec
import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from wayproof.scenes.plan import drawing
from wayproof.scenes.plan.shapes import Area, Drawing, Label, Line, PlanPoint, Shape
from wayproof.scenes.scene import Scene

UNITS_PER_M = 100
MARGIN_M = 1.5  # around what must be seen
SMALLEST_M = 6.5
NARROWEST, WIDEST = 1.15, 1.5  # width over height
SAME_FLOOR_M = 1.0  # rooms whose floors differ by less are on one floor (ours)
AWAY_M = 1e6
ROOM_FILLS = {*drawing.ROOM_COLOURS.values(), drawing.OTHER_ROOM}
CLASSES = {drawing.WALL_COLOUR: "wall", drawing.FURNITURE: "thing", drawing.RUG: "rug"}


@dataclass(frozen=True)
class Floor:
    """A floor at a height, drawn if its house is known; `ceiling_m` is where the next one begins."""

    height_m: float
    ceiling_m: float
    drawing: Drawing | None = None


EVERY_HEIGHT = Floor(-AWAY_M, AWAY_M)


@dataclass(frozen=True)
class Frame:
    """The part of the plan that a map shows, in metres, and how it is written: in centimetres."""

    x0: float
    z0: float
    x1: float
    z1: float

    @property
    def size_m(self) -> float:
        return max(self.x1 - self.x0, self.z1 - self.z0)

    @property
    def view_box(self) -> str:
        return f"0 0 {(self.x1 - self.x0) * UNITS_PER_M:.0f} {(self.z1 - self.z0) * UNITS_PER_M:.0f}"

    def at(self, point: PlanPoint) -> tuple[float, float]:
        return (point[0] - self.x0) * UNITS_PER_M, (point[1] - self.z0) * UNITS_PER_M

    def path(self, points: list[PlanPoint] | tuple[PlanPoint, ...]) -> str:
        return " ".join(f"{x:.0f},{y:.0f}" for x, y in map(self.at, points))


def floors_of(scene: Scene) -> list[Floor]:
    """All floors from below; a scene without rooms is one empty floor."""
    heights: list[float] = []
    for height in sorted({room.floor_m for room in scene.rooms}):
        if not heights or height - heights[-1] > SAME_FLOOR_M:
            heights.append(height)
    if not heights:
        return [EVERY_HEIGHT]
    tops = [*heights[1:], AWAY_M]
    return [
        Floor(low, top, drawing.draw_plan(_only(scene, low, top)))
        for low, top in zip(heights, tops, strict=True)
    ]


def framed(points: NDArray[np.float64], floor: Floor) -> Frame:
    """What a map shows: the points (n, 2) with a margin, in a shape that suits a page, within the house."""
    low, high = points.min(axis=0) - MARGIN_M, points.max(axis=0) + MARGIN_M
    size = np.maximum(high - low, SMALLEST_M)
    size = np.maximum(size, [size[1] * NARROWEST, size[0] / WIDEST])
    corner = (low + high - size) / 2
    if floor.drawing is not None:
        house = np.array(floor.drawing.bounds_m)
        last = house[2:] - size
        # Shifted to show house instead of emptiness; centred on it where it is smaller than the map.
        corner = np.where(last < house[:2], (house[:2] + last) / 2, np.clip(corner, house[:2], last))
        corner = np.clip(corner, high - MARGIN_M - size, low + MARGIN_M)
    x0, z0 = corner.tolist()
    return Frame(x0, z0, x0 + float(size[0]), z0 + float(size[1]))


def _only(scene: Scene, low_m: float, top_m: float) -> Scene:
    """The scene with the rooms of one floor; its things stand at height 0, those of others out of sight."""
    if low_m == 0.0 and top_m == AWAY_M:
        return scene
    rooms = tuple(room for room in scene.rooms if low_m - 0.01 <= room.floor_m < top_m - 0.01)
    ids = {room.id for room in rooms}
    things = []
    for thing in scene.instances:
        here = thing.room in ids if thing.room is not None else low_m - 0.1 <= thing.low_m[1] < top_m - 0.1
        move_m = -low_m if here else AWAY_M
        ends = ((x, y + move_m, z) for x, y, z in (thing.low_m, thing.high_m))
        things.append(msgspec.structs.replace(thing, **dict(zip(("low_m", "high_m"), ends, strict=True))))
    return replace(
        scene,
        rooms=rooms,
        instances=tuple(things),
        doors=tuple(door for door in scene.doors if ids & set(door.rooms)),
        windows=tuple(window for window in scene.windows if window.room in ids),
    )


def plan_svg(drawing: Drawing, frame: Frame) -> Markup:
    """The shapes of a plan without names; small things are left out, so that paths stand out."""
    return Markup("").join(_element(shape, frame) for shape in drawing.shapes)


def names_svg(drawing: Drawing, frame: Frame, paths: NDArray[np.float64]) -> Markup:
    """The names of rooms, but those that lie on one of the points of `paths` (n, 2)."""
    rooms = (shape for shape in drawing.shapes if isinstance(shape, Label) and shape.bold)
    return Markup("").join(_name(label, frame, paths) for label in rooms)


def within_rooms(layer: Markup, drawing: Drawing, frame: Frame, key: str) -> Markup:
    """A layer cut off where the rooms end, so that it does not lie on walls; `key` is unique on its page."""
    rooms = [shape for shape in drawing.shapes if isinstance(shape, Area) and shape.fill in ROOM_FILLS]
    outlines = Markup("").join(Markup('<polygon points="{}"/>').format(frame.path(r.points_m)) for r in rooms)
    return Markup('<clipPath id="rooms-{}">{}</clipPath><g clip-path="url(#rooms-{})">{}</g>').format(
        key, outlines, key, layer
    )


def _element(shape: Shape, frame: Frame) -> Markup:
    if isinstance(shape, Area):
        kind = "room" if shape.fill in ROOM_FILLS else CLASSES.get(shape.fill, "closed")
        if shape.fill == drawing.DOOR_COLOUR and shape.stroke is None:
            kind = "door"
        points = frame.path(shape.points_m)
        if kind == "wall":
            width = f"{shape.width_m * UNITS_PER_M:.0f}"
            return Markup('<polygon class="p-wall" stroke-width="{}" points="{}"/>').format(width, points)
        return Markup('<polygon class="p-{}" points="{}"/>').format(kind, points)
    if isinstance(shape, Line):
        (x1, y1), (x2, y2) = (frame.at(point) for point in (shape.points_m[0], shape.points_m[-1]))
        numbers = (f"{value:.0f}" for value in (x1, y1, x2, y2))
        return Markup('<line class="p-window" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(*numbers)
    return Markup("")


def _name(label: Label, frame: Frame, paths: NDArray[np.float64]) -> Markup:
    """The name of a room, unless a path or the edge of the map runs through it."""
    words, size_m = label.text.split("\n")[0], frame.size_m / 42
    reach = np.array([0.3 * len(words) * size_m + 0.2, size_m + 0.2])
    low, high = (np.array(label.centre_m) + side * reach for side in (-1, 1))
    inside = np.all((low > (frame.x0, frame.z0)) & (high < (frame.x1, frame.z1)))
    crossed = np.any(np.all((paths > low) & (paths < high), axis=1))
    if crossed or not inside:
        return Markup("")
    x, y = frame.at(label.centre_m)
    size = size_m * UNITS_PER_M
    return Markup('<text class="p-name" x="{}" y="{}" font-size="{}">{}</text>').format(
        f"{x:.0f}", f"{y + size * 0.35:.0f}", f"{size:.0f}", words
    )
