"""The floor of a mesh: where a body can stand at all, and the outlines of rooms."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.geometry.height_spans import HeightSpans, height_spans
from wayproof.geometry.standing_room import StandingRoom, standing_room
from wayproof.scenes.scene import PlanPoint, Room, Scene

Floats = NDArray[np.float64]

# The slimmest body that tasks use (Habitat's cylinder); where even that cannot stand, nothing can be done.
RADIUS_M, HEIGHT_M, STEP_M = 0.18, 0.88, 0.2
LEAST_FLOOR_M2 = 1.0
OUTLINE_CELL_M, OUTLINE_TOLERANCE_M = 0.1, 0.12
LEAST_ROOM_M2 = 0.5
SECOND_FLOOR_M2 = 8.0  # another piece of floor counts as a room of its own from this size on: beds do not
USUAL_HEIGHT_M = 2.5
# Ours: rooms are lower than the first, halls lower than the second. Units that people draw buildings in.
HALL_M, HIGHEST_M = 6.0, 30.0
_UNITS = (
    (0.3048, "feet"),
    (0.1, "decimetres"),
    (0.0254, "inches"),
    (0.01, "centimetres"),
    (0.001, "millimetres"),
)


@dataclass(frozen=True)
class FloorArea:
    """One piece of floor that hangs together: points (n, 2) on the plan, height, area.

    headroom_m: how far above most of it the next surface hangs; infinity under the open sky.
    """

    points_m: Floats
    floor_m: float
    area_m2: float
    headroom_m: float


def walkable_floors(scene: Scene, file: Path) -> list[FloorArea]:
    """Pieces of floor from the main one down; raises where there is none worth the name."""
    spans = height_spans(scene.vertices_m, scene.faces, two_sided=scene.two_sided)
    places = standing_room(spans, radius_m=RADIUS_M, height_m=HEIGHT_M, step_height_m=STEP_M)
    if not len(places.island_area_m2) or float(places.island_area_m2.max()) < LEAST_FLOOR_M2:
        raise InvalidInput(
            f"{file} has no floor on which a body of {RADIUS_M} m radius could walk; is its up axis right "
            "(--up y or z), is its unit right (--unit), does the mesh have a floor?"
        )
    middles = (places.cell_of + 0.5) * spans.cell_m + np.asarray(spans.origin_m)
    covered = _share_covered(spans, places)
    floors = []
    for island, area in enumerate(places.island_area_m2):
        if island == 0 or (area >= SECOND_FLOOR_M2 and covered[island] >= min(0.5, covered[0])):
            here = places.island == island
            level = float(np.median(places.floor_m[here]))
            headroom = float(np.median(_headroom(spans, places, here)))
            floors.append(FloorArea(middles[here], level, float(area), headroom))
    return floors


def check_headroom(floor: FloorArea, file: Path, unit_m: float) -> list[str]:
    """Refuse a ceiling that no building has; note one that only halls have. Both mean a wrong unit."""
    headroom = floor.headroom_m
    if not math.isfinite(headroom) or headroom <= HALL_M:
        return []
    scale, unit = min(_UNITS, key=lambda entry: abs(math.log(headroom * entry[0] / USUAL_HEIGHT_M)))
    likely = f"if the file is in {unit}: --unit {unit_m * scale:g}"
    said = f"most of the ceiling hangs {headroom:.1f} m above the floor with a unit of {unit_m:g} m"
    if headroom > HIGHEST_M:
        raise InvalidInput(f"{file}: {said}; no building is like that. Give its unit, {likely}")
    return [f"{said}; right for a hall; {likely}"]


def _headroom(spans: HeightSpans, places: StandingRoom, here: NDArray[np.bool_]) -> Floats:
    """Distance from each chosen place to the next surface above it."""
    cell = places.cell_of[here, 0].astype(np.int64) * spans.shape[1] + places.cell_of[here, 1]
    first, end = spans.first[cell].astype(np.int64), spans.first[cell + 1].astype(np.int64)
    floor = places.floor_m[here]
    above = np.full(len(cell), np.inf)
    for step in range(int((end - first).max(initial=0))):  # a cell has few spans
        at = np.minimum(first + step, end - 1)
        gap = spans.low_m[at] - floor
        above = np.where((first + step < end) & (gap > HEIGHT_M), np.minimum(above, gap), above)
    return above


def _share_covered(spans: HeightSpans, places: StandingRoom) -> Floats:
    """How much of each island lies under something: a roof does not."""
    cell = places.cell_of[:, 0].astype(np.int64) * spans.shape[1] + places.cell_of[:, 1]
    topmost = spans.high_m[spans.first[cell + 1] - 1]
    under = np.bincount(places.island, topmost > places.floor_m + HEIGHT_M, len(places.island_area_m2))
    return np.asarray(under / np.bincount(places.island, minlength=len(under)))


def rooms_of_floors(floors: list[FloorArea], top_m: float) -> tuple[Room, ...]:
    """One room of unknown type for each piece of floor; the outline grows by the radius kept away."""
    rooms: list[Room] = []
    for floor in floors:
        outline = outline_of(floor.points_m, grow_m=RADIUS_M)
        if outline is not None:
            height = min(max(top_m - floor.floor_m, USUAL_HEIGHT_M), 2 * USUAL_HEIGHT_M)
            rooms.append(Room(len(rooms) + 1, "room", outline, round(height, 3), round(floor.floor_m, 3)))
    return tuple(rooms)


def outline_of(points_m: Floats, *, grow_m: float = 0.0) -> tuple[PlanPoint, ...] | None:
    """The outline of the largest patch that points (n, 2) cover, counter-clockwise seen from above.

    None if they cover less than half a square metre.
    """
    if len(points_m) < 3:
        return None
    pad = 3 + int(grow_m / OUTLINE_CELL_M)
    low = np.floor(points_m.min(axis=0) / OUTLINE_CELL_M).astype(int) - pad
    cells = np.floor(points_m / OUTLINE_CELL_M).astype(int) - low
    width, height = (cells.max(axis=0) + pad + 1).tolist()
    mask = np.zeros((height, width), np.uint8)
    mask[cells[:, 1], cells[:, 0]] = 1
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    if grow_m > 0.0:
        reach = 2 * round(grow_m / OUTLINE_CELL_M) + 1
        mask = np.asarray(cv2.dilate(mask, np.ones((reach, reach), np.uint8)), np.uint8)
    found, _ = cv2.findContours(
        np.repeat(np.repeat(mask, 2, 0), 2, 1), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    largest = max(found, key=cv2.contourArea)
    if cv2.contourArea(largest) * (OUTLINE_CELL_M / 2) ** 2 < LEAST_ROOM_M2:
        return None
    simple = cv2.approxPolyDP(largest, OUTLINE_TOLERANCE_M / (OUTLINE_CELL_M / 2), closed=True).reshape(-1, 2)
    corners = (simple + 0.5) * (OUTLINE_CELL_M / 2) + low * OUTLINE_CELL_M
    x, z = corners.T
    if float((x * np.roll(z, -1) - np.roll(x, -1) * z).sum()) > 0.0:
        corners = corners[::-1]
    return tuple((round(float(x), 3), round(float(z), 3)) for x, z in corners)
