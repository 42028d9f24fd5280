"""Open leaves for the doors of a ProcTHOR house, where they are in nobody's way.

In the file a door's leaf stands open by its `openness` or is shut; a body could then not pass. Here every
inner doorway is free: a leaf is folded back against the wall beside it if neither furniture nor a corner nor
another opening is there, and left out otherwise. Bare frames and double doors have no leaf.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wayproof.scenes.houses.door_places import LEAF_REACH_M, door_zones, side_of
from wayproof.scenes.houses.plan_data import DOORWAY, FloorPlan, Leaf, PlannedDoor
from wayproof.scenes.houses.room_walls import (
    Rectangle,
    leaf_span,
    pierces,
    rectangles_meet,
    window_span,
    zone_before,
)
from wayproof.scenes.procthor.house_file import Opening

FROM_CORNER_M = 0.04
BARE = "doorframe"


def with_leaves(plan: FloorPlan, openings: Sequence[Opening], taken: Sequence[Rectangle]) -> FloorPlan:
    """The plan with leaves hung; `openings` are the doors of the file, `taken` floor under furniture."""
    doors = list(plan.doors)
    for k, opening in enumerate(openings):
        door = doors[k]
        if door.kind != DOORWAY or BARE in opening.asset_id.lower():
            continue
        options = [
            msgspec.structs.replace(door, leaf=Leaf(room, side))
            for room in door.rooms
            for side in (1, -1)
            if room is not None
        ]
        doors[k] = next((one for one in options if _fits(one, plan, doors, taken)), door)
    return msgspec.structs.replace(plan, doors=tuple(doors))


def _fits(
    door: PlannedDoor, plan: FloorPlan, doors: Sequence[PlannedDoor], taken: Sequence[Rectangle]
) -> bool:
    assert door.leaf is not None
    room = plan.room(door.leaf.room)
    side = side_of(door, room)
    low, high = leaf_span(door)
    if low < side.span_m[0] + FROM_CORNER_M or high > side.span_m[1] - FROM_CORNER_M:
        return False
    zone = zone_before(side, (low, high), LEAF_REACH_M)
    others = [other for other in doors if other.centre_m != door.centre_m and room.id in other.rooms]
    ways = [way for other in others for way in door_zones(other, room)]
    windows = [window_span(window) for window in plan.windows if pierces(window, side, 0.3)]
    covers = any(low < end and start < high for start, end in windows)
    return not covers and not any(rectangles_meet(zone, other) for other in (*ways, *taken))
