"""The house from above, one drawing for each floor, in few calm tones that follow the page's light or dark."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec
from markupsafe import Markup

from wayproof.scenes.plan import draw
from wayproof.scenes.plan.shapes import Area, Drawing, Label, Line, PlanPoint, Shape
from wayproof.scenes.scene import Scene

UNITS_PER_M = 100
SAME_FLOOR_M = 1.0  # rooms whose floors differ by less are on one floor (ours)
AWAY_M = 1e6
ROOM_FILLS = {*draw.ROOM_COLOURS.values(), draw.OTHER_ROOM}
CLASSES = {
    draw.WALL_COLOUR: "wall",
    draw.DOOR_COLOUR: "door",
    draw.FURNITURE: "thing",
    draw.RUG: "rug",
    draw.WINDOW_COLOUR: "window",
}


@dataclass(frozen=True)
class Floor:
    """A floor at a height, drawn; `ceiling_m` is where the next one begins."""

    height_m: float
    ceiling_m: float
    drawing: Drawing


@dataclass(frozen=True)
class Frame:
    """The part of the plan that a map shows, in metres, and how it is written: centimetres from its corner."""

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
        return [Floor(-AWAY_M, AWAY_M, Drawing((), draw.plan_bounds(scene)))]
    tops = [*heights[1:], AWAY_M]
    return [
        Floor(low, top, draw.draw_plan(_only(scene, low, top))) for low, top in zip(heights, tops, strict=True)
    ]


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
    """The shapes of a plan; small things and their names are left out, so that ways stand out."""
    return Markup("").join(_element(shape, frame) for shape in drawing.shapes)


def _element(shape: Shape, frame: Frame) -> Markup:
    if isinstance(shape, Area):
        kind = "room" if shape.fill in ROOM_FILLS else CLASSES.get(shape.fill, "door")
        points = frame.path(shape.points_m)
        if kind == "wall":
            width = f"{shape.width_m * UNITS_PER_M:.0f}"
            return Markup('<polygon class="p-wall" stroke-width="{}" points="{}"/>').format(width, points)
        return Markup('<polygon class="p-{}" points="{}"/>').format(kind, points)
    if isinstance(shape, Line):
        (x1, y1), (x2, y2) = (frame.at(point) for point in (shape.points_m[0], shape.points_m[-1]))
        numbers = (f"{value:.0f}" for value in (x1, y1, x2, y2))
        return Markup('<line class="p-window" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(*numbers)
    if isinstance(shape, Label) and shape.bold:
        x, y = frame.at(shape.centre_m)
        size = frame.size_m * UNITS_PER_M / 42
        words = shape.text.split("  ")[0]
        return Markup('<text class="p-name" x="{}" y="{}" font-size="{}">{}</text>').format(
            f"{x:.0f}", f"{y + size * 0.35:.0f}", f"{size:.0f}", words
        )
    return Markup("")
