"""A scene as an architect would draw it: rooms by type, walls, doors, windows, furniture from above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from wayproof.scenes.plan.shapes import Area, Dot, Drawing, Label, Line, PlanPoint, Shape, rectangle
from wayproof.scenes.scene import Door, Instance, Room, Scene, Window, things

WALL_COLOUR = "#3d3a38"
ROOM_COLOURS = {
    "living_room": "#f3e3c8",
    "kitchen": "#f6d5c0",
    "bedroom": "#d7e1f2",
    "children_room": "#e6dcf3",
    "bathroom": "#cdebe9",
    "dining_room": "#f5e9b8",
    "office": "#dbe7d3",
    "hallway": "#ece8e1",
    "laundry": "#d9e6ea",
    "storage": "#e3dcd3",
    "open_office": "#d3e4d9",
    "meeting_room": "#d5dcef",
    "reception": "#f1dfd0",
    "copy_room": "#e2e2ea",
    "sales_floor": "#f7edcf",
    "fitting_room": "#ecd9e4",
}
OTHER_ROOM = "#eeeeee"
FURNITURE, FURNITURE_EDGE, SMALL, RUG = "#ffffff", "#8a8178", "#b3541e", "#e8d9d2"
DOOR_COLOUR, WINDOW_COLOUR = "#ffffff", "#6fa8dc"
OUTER_WALL_M = 0.25
MARGIN_M = 0.6
LABEL_GRID_M = 0.1
SMALL_BELOW_M2 = 0.12
RUG_BELOW_M = 0.03  # what is lower lies flat on the floor
SMALLEST_LABEL_M, LARGEST_LABEL_M = 0.085, 0.16  # heights of letters; smaller ones cannot be read
LETTER_WIDTH, LINE_HEIGHT = 0.52, 1.15  # of an average letter and a line, in heights of letters
DOOR_CLEARANCE_M = 0.6


def draw_plan(scene: Scene, *, labels: bool = True) -> Drawing:
    """The whole scene from above; things on walls and ceilings are left out."""
    shapes: list[Shape] = []
    shapes += [Area(room.polygon_m, WALL_COLOUR, WALL_COLOUR, 2 * OUTER_WALL_M) for room in scene.rooms]
    shapes += [Area(room.polygon_m, ROOM_COLOURS.get(room.type, OTHER_ROOM)) for room in scene.rooms]
    shapes += [_window(window) for window in scene.windows]
    shapes += [_door(door, scene) for door in scene.doors]
    standing = sorted((thing for thing in things(scene) if _stands(thing, scene)), key=lambda t: t.high_m[1])
    shapes += [_thing(thing) for thing in standing]
    if labels:
        shapes += [label for thing in standing for label in _thing_label(thing)]
        shapes += [_room_label(room, standing, scene.doors) for room in scene.rooms]
    return Drawing(tuple(shapes), plan_bounds(scene))


def plan_bounds(scene: Scene) -> tuple[float, float, float, float]:
    """The ground that a plan shows: all rooms (or all vertices where there are none) and a margin."""
    if scene.rooms:
        points = np.concatenate([np.asarray(room.polygon_m, float) for room in scene.rooms])
    else:
        points = scene.vertices_m[:, [0, 2]].astype(float)
    (x0, z0), (x1, z1) = points.min(axis=0) - MARGIN_M, points.max(axis=0) + MARGIN_M
    return (float(x0), float(z0), float(x1), float(z1))


def _stands(thing: Instance, scene: Scene) -> bool:
    """On the floor or on something that is; not hung on a wall or from the ceiling."""
    if thing.support is not None:
        return _stands(scene.instances[thing.support - 1], scene)
    return thing.low_m[1] < 0.05


def _thing(thing: Instance) -> Shape:
    (x0, _, z0), (x1, height, z1) = thing.low_m, thing.high_m
    if _is_small(thing):
        return Dot(((x0 + x1) / 2, (z0 + z1) / 2), 0.05, SMALL)
    return Area(rectangle(x0, z0, x1, z1), RUG if height < RUG_BELOW_M else FURNITURE, FURNITURE_EDGE)


def _is_small(thing: Instance) -> bool:
    """Drawn as a dot: what stands on something, or is hardly larger than a dot."""
    (x0, _, z0), (x1, _, z1) = thing.low_m, thing.high_m
    return thing.support is not None or (x1 - x0) * (z1 - z0) < SMALL_BELOW_M2


def _thing_label(thing: Instance) -> Iterator[Label]:
    """The name of a piece of furniture in one or two lines, as large as it fits; none where it does not."""
    (x0, _, z0), (x1, height, z1) = thing.low_m, thing.high_m
    if _is_small(thing) or height < RUG_BELOW_M:
        return
    words = thing.category.split("_")
    sizes = {text: _largest(text, x1 - x0, z1 - z0) for text in _layouts(words)}
    text = max(sizes, key=lambda one: sizes[one])
    if sizes[text] >= SMALLEST_LABEL_M:
        yield Label(((x0 + x1) / 2, (z0 + z1) / 2), text, sizes[text], "#4c4741")


def _layouts(words: list[str]) -> list[str]:
    """A name in one line, and broken after each of its words."""
    broken = [f"{' '.join(words[:at])}\n{' '.join(words[at:])}" for at in range(1, len(words))]
    return [" ".join(words), *broken]


def _largest(text: str, width_m: float, depth_m: float) -> float:
    """The height of letters at which a text fits into a rectangle."""
    lines = text.split("\n")
    across = 0.92 * width_m / (LETTER_WIDTH * max(map(len, lines)))
    down = 0.9 * depth_m / (LINE_HEIGHT * len(lines))
    return min(LARGEST_LABEL_M, across, down)


def _room_label(room: Room, standing: list[Instance], doors: Sequence[Door]) -> Label:
    """Name and area, where the least furniture is and no door."""
    outline = np.asarray(room.polygon_m, float)
    low = outline.min(axis=0)
    columns, rows = np.ceil((outline.max(axis=0) - low) / LABEL_GRID_M).astype(int).tolist()
    free = np.zeros((rows + 2, columns + 2), np.uint8)
    cv2.fillPoly(free, [np.round((outline - low) / LABEL_GRID_M + 1).astype(np.int32)], 1)
    for thing in standing:
        if thing.room == room.id:
            box = np.array([[thing.low_m[0], thing.low_m[2]], [thing.high_m[0], thing.high_m[2]]])
            (x0, z0), (x1, z1) = np.maximum(np.round((box - low) / LABEL_GRID_M + 1).astype(int), 0).tolist()
            free[z0:z1, x0:x1] = 0
    for door in doors:
        if room.id in door.rooms:
            x, z = np.round((np.array(door.centre_m) - low) / LABEL_GRID_M + 1).astype(int).tolist()
            reach = round(DOOR_CLEARANCE_M / LABEL_GRID_M)
            free[max(z - reach, 0) : z + reach, max(x - reach, 0) : x + reach] = 0
    # Text is wide: a spot counts as open by its room to the left and right more than above and below.
    squeezed = cv2.resize(free, (max(free.shape[1] // 3, 3), free.shape[0]), interpolation=cv2.INTER_NEAREST)
    openness = cv2.distanceTransform(np.pad(squeezed, 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    row, column = np.unravel_index(int(openness.argmax()), openness.shape)
    x = low[0] + ((column + 0.5) * free.shape[1] / squeezed.shape[1] - 1) * LABEL_GRID_M
    z = low[1] + (row - 0.5) * LABEL_GRID_M
    text = f"{room.type.replace('_', ' ')}\n{polygon_area(outline):.0f} m²"
    return Label((float(x), float(z)), text, 0.2, "#1f1c1a", bold=True)


def polygon_area(points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """Area of a simple polygon (n, 2)."""
    x, z = points[:, 0], points[:, 1]
    return float(abs(np.dot(x, np.roll(z, -1)) - np.dot(z, np.roll(x, -1))) / 2)


def _door(door: Door, scene: Scene) -> Shape:
    outside = None in door.rooms
    half, thick = door.clear_width_m / 2, 0.16 if not outside else 0.14
    x, z = door.centre_m
    along, across = (half, thick) if door.along_x else (thick, half)
    closed = scene.instances[door.instance - 1].attributes.state == "closed"
    return Area(rectangle(x - along, z - across, x + along, z + across), "#a9733f" if closed else DOOR_COLOUR)


def _window(window: Window) -> Shape:
    x, _, z = window.centre_m
    half = window.width_m / 2
    ends: tuple[PlanPoint, PlanPoint] = (
        ((x - half, z), (x + half, z)) if window.along_x else ((x, z - half), (x, z + half))
    )
    return Line(ends, WINDOW_COLOUR, 0.14)
