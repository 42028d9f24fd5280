"""Whether a drawn layout is plausible: sizes and proportions of its rooms, and the shape of the house."""

from __future__ import annotations

from collections.abc import Sequence

from wayproof.scenes.houses.grid_rectangles import STEP_M, Corner, Rect, area, bounds, outline
from wayproof.scenes.houses.room_programme import KINDS, LEAST_SIDE_M

LEAST_HALL_M, WIDEST_HALL_M = 1.25, 1.8
LONGEST_HOUSE, LONGEST_SMALL_HOUSE = 1.9, 2.4  # length to width
MOST_HALLWAY = 0.19  # of the floor of the house
MARGIN_M = 1e-6


def is_plausible(types: Sequence[str], cells: Sequence[Sequence[Rect]], wall_m: float) -> bool:
    """Every room within the measures of its kind, and a footprint that is a rectangle or an L."""
    if any(rect[2] - rect[0] < 2 or rect[3] - rect[1] < 2 for rects in cells for rect in rects):
        return False
    if not all(room_fits(name, rects, wall_m) for name, rects in zip(types, cells, strict=True)):
        return False
    rects = [rect for room in cells for rect in room]
    footprint = outline(rects)
    return footprint is not None and len(footprint) <= 6 and _is_compact(types, cells, rects)


def _is_compact(types: Sequence[str], cells: Sequence[Sequence[Rect]], rects: Sequence[Rect]) -> bool:
    """No house like a train, and not too much of it spent on the hallway."""
    x0, z0, x1, z1 = bounds(rects)
    short, long = sorted((x1 - x0, z1 - z0))
    if long > short * (LONGEST_SMALL_HOUSE if len(types) <= 3 else LONGEST_HOUSE):
        return False
    halls = sum(
        area(rect) for name, room in zip(types, cells, strict=True) for rect in room if name == "hallway"
    )
    return halls <= MOST_HALLWAY * sum(map(area, rects))


def room_fits(name: str, rects: Sequence[Rect], wall_m: float) -> bool:
    """Whether a room has the area, width and proportion of its kind."""
    ring = outline(rects)
    if ring is None or len(ring) > 6:
        return False
    kind = KINDS[name]
    if not kind.least_m2 <= net_area_m2(rects, ring, wall_m) <= kind.most_m2:
        return False
    x0, z0, x1, z1 = bounds(rects)
    width, depth = sorted(((x1 - x0) * STEP_M - wall_m, (z1 - z0) * STEP_M - wall_m))
    if name == "hallway":
        return all(LEAST_HALL_M <= arm + MARGIN_M <= WIDEST_HALL_M for arm in _arms_m(rects, ring, wall_m))
    if depth > kind.longest * width:
        return False
    if len(ring) == 4:
        return width + MARGIN_M >= kind.least_side_m
    return _l_shape_fits(kind.least_side_m, rects, ring, wall_m)


def _l_shape_fits(least_side_m: float, rects: Sequence[Rect], ring: Sequence[Corner], wall_m: float) -> bool:
    """Both arms can be walked, and one of them alone would do as a room."""
    arms = _arms_m(rects, ring, wall_m)
    return min(arms) + MARGIN_M >= LEAST_SIDE_M and max(arms) + MARGIN_M >= least_side_m


def _arms_m(rects: Sequence[Rect], ring: Sequence[Corner], wall_m: float) -> tuple[float, ...]:
    """Clear widths of the arms: of the two arms of an L, or of the narrower way through a rectangle."""
    x0, z0, x1, z1 = bounds(rects)
    if len(ring) == 4:
        return (min(x1 - x0, z1 - z0) * STEP_M - wall_m,)
    notch_x, notch_z = next((x, z) for x, z in ring if x not in (x0, x1) and z not in (z0, z1))
    missing = next((x, z) for x in (x0, x1) for z in (z0, z1) if (x, z) not in ring)
    across = x1 - x0 - abs(missing[0] - notch_x)
    deep = z1 - z0 - abs(missing[1] - notch_z)
    return (across * STEP_M - wall_m, deep * STEP_M - wall_m)


def net_area_m2(rects: Sequence[Rect], ring: Sequence[Corner], wall_m: float) -> float:
    """Floor between the faces of the walls; a rectilinear ring loses a strip along its sides."""
    around = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
    # Four more outward than inward corners, each a square of half a wall that the strips count twice.
    return sum(map(area, rects)) * STEP_M**2 - around * STEP_M * wall_m / 2 + wall_m**2
