"""Sales floors: shelves along the walls and in rows, a counter near the entrance, a display in the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wayproof.scenes.finishes import Finish
from wayproof.scenes.houses.candidate_places import inward, wall_stand
from wayproof.scenes.houses.draft import Draft, Stand, Thing, footprint_at, plan_rectangle
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.occupancy import overlap
from wayproof.scenes.houses.room_space import WallRun
from wayproof.scenes.workplaces.arrangements import (
    before_wall,
    behind_zone,
    bounds_of,
    lamps_over,
    line_up,
    line_wall,
    set_on,
)

Look = dict[object, Finish]

AISLE_M, LEAST_AISLE_M = 1.3, 1.0  # more than the widest body, also beside a counter
FROM_WALLS_M, BETWEEN_M = 1.45, 1.0  # of tables and racks in the middle of the floor
FRONT_M = 2.5  # kept free of rows behind the entrance
LONGEST_ROW = 4  # shelves without a way through
RACK_M = 0.46  # depth of the shelves along the walls
BEHIND_COUNTER_M = 1.05
STREET_SILL_M = 0.5  # windows that reach lower lie on the street


@dataclass(frozen=True)
class Floor:
    """A sales floor as one walks in from the street: the wall one comes through and the three others."""

    room: Furnisher
    street: WallRun
    others: tuple[WallRun, ...]
    entrance: tuple[float, float]  # on the plan
    width_m: float  # along the street
    depth_m: float

    def stand(self, along_m: float, in_m: float, *, turn_rad: float = 0.0) -> Stand:
        """A place so far along the street wall and so far from it; heading 0 looks away from the street."""
        start, end = np.asarray(self.street.start_m), np.asarray(self.street.end_m)
        x, z = start + (end - start) * (along_m / self.street.length_m) + inward(self.street) * in_m
        return Stand(float(x), 0.0, float(z), self.street.heading_rad + turn_rad)


def floor_of(room: Furnisher) -> Floor:
    """Find the street: the wall with the lowest and widest windows."""

    def panes_m(run: WallRun) -> float:
        return sum(end - begin for begin, end, sill in run.openings_m if 0 < sill < STREET_SILL_M)

    street = max(room.runs, key=panes_m)
    doors = [(begin + end) / 2 for begin, end, sill in street.openings_m if sill == 0]
    at = doors[0] if doors else street.length_m / 2
    start, end = np.asarray(street.start_m), np.asarray(street.end_m)
    x, z = start + (end - start) * (at / street.length_m) + inward(street) * 1.0
    low, high = bounds_of(room)
    depth = float(np.abs((high - low) @ inward(street)))
    others = tuple(run for run in room.runs if run is not street)
    return Floor(room, street, others, (float(x), float(z)), street.length_m, depth)


def light_up(floor: Floor) -> None:
    """Lamps over the whole floor."""
    lamps_over(floor.room, "shop_lamp", 2.5)


def till(floor: Floor) -> Thing | None:
    """A counter near the entrance with a till on it and a sign on the wall behind."""
    room = floor.room
    sides = [run for run in floor.others if abs(np.cos(run.heading_rad - floor.street.heading_rad)) < 0.5]
    counter = before_wall(room, room.draft("counter"), sides, BEHIND_COUNTER_M, near=floor.entrance)
    if counter is None:
        return None
    set_on(room, counter, room.draft("cash_register"), 0.3, -0.05, turn_rad=np.pi)
    if room.chance(0.5):
        set_on(room, counter, room.draft("vase" if room.chance(0.5) else "pen_holder"), -0.6, 0.1)
    room.on_wall("wall_sign", height_m=1.6, near=counter)
    if room.chance(0.5):
        room.place(room.draft("stool"), _behind(counter))
    room.keep_free(behind_zone(counter, BEHIND_COUNTER_M))
    return counter


def _behind(counter: Thing) -> Stand:
    x, _, z = counter.stand.point(0.0, float(counter.draft.low_m[2]) - 0.45)
    return Stand(x, 0.0, z, counter.stand.heading_rad)


def platforms(floor: Floor) -> list[Thing]:
    """Low stages behind the panes of the street."""
    room, placed = floor.room, []
    draft = room.draft("display_platform")
    for begin, end, sill in floor.street.openings_m:
        if 0 < sill < STREET_SILL_M and end - begin > draft.width_m * 0.8:
            stage = room.place(draft, wall_stand(floor.street, (begin + end) / 2, draft, 0.0))
            if stage:
                placed.append(stage)
    return placed


def rows(floor: Floor, drafts: Sequence[Draft], *, back_m: float) -> list[Thing]:
    """Double shelves end to end in rows with aisles between them, the way that has room for more.

    Rows lead from the street to the back or, in a shallow shop, along the street. `back_m` stays free of
    them at the back.
    """
    size = (max(d.width_m for d in drafts) + 0.003, max(d.depth_m for d in drafts))
    inwards = floor.depth_m - FRONT_M - back_m
    stands = max(_lengthwise(floor, size, inwards), _crosswise(floor, size, inwards), key=len)
    before = [thing for thing in floor.room.things if thing.stand.y_m == 0.0]
    placed: list[Thing] = []
    for k, stand in enumerate(stands):
        draft = drafts[k % len(drafts)]
        shelf = floor.room.place(draft, stand) if _is_clear(draft, stand, before) else None
        if shelf:
            placed.append(shelf)
    return placed


def _lengthwise(floor: Floor, size: tuple[float, float], inwards_m: float) -> list[Stand]:
    """Rows from the street to the back."""
    wide, deep = size
    side = RACK_M + AISLE_M / 2
    across = floor.width_m - 2 * side
    count, each = int(across / (deep + AISLE_M)), min(int(inwards_m / wide), LONGEST_ROW)
    middle = FRONT_M + inwards_m / 2
    return [
        floor.stand(
            side + (row + 0.5) * across / count, middle + (k - (each - 1) / 2) * wide, turn_rad=np.pi / 2
        )
        for row in range(count)
        for k in range(each)
    ]


def _crosswise(floor: Floor, size: tuple[float, float], inwards_m: float) -> list[Stand]:
    """Rows along the street; a long one has an aisle in its middle to pass through."""
    wide, deep = size
    across = floor.width_m - 2 * (RACK_M + AISLE_M)
    count = int((inwards_m + AISLE_M) / (deep + AISLE_M))
    each = int(across / wide)
    aisle = AISLE_M if each > LONGEST_ROW else 0.0
    each = min(int((across - aisle) / wide), 2 * LONGEST_ROW)
    # The first row at the front and the last at the back: what is left over widens the aisles.
    pitch = (inwards_m - deep) / (count - 1) if count > 1 else 0.0
    return [
        floor.stand(
            floor.width_m / 2 + (k - (each - 1) / 2) * wide + (aisle / 2 if 2 * k >= each else -aisle / 2),
            FRONT_M + deep / 2 + row * pitch,
        )
        for row in range(count)
        for k in range(each)
    ]


def _is_clear(draft: Draft, stand: Stand, things: Sequence[Thing]) -> bool:
    """Whether there is an aisle all round a shelf, as far as other things go."""
    margin = np.array([LEAST_AISLE_M, 0.0, LEAST_AISLE_M])
    zone = plan_rectangle(draft.low_m - margin, draft.high_m + margin, stand)
    return not any(overlap(zone, footprint_at(thing.draft, thing.stand)) for thing in things)


def islands(floor: Floor, drafts: Sequence[Draft], *, chance: float = 0.9) -> list[Thing]:
    """Tables and racks spread over the middle of the floor, each with room to walk round it."""
    wide, deep = max(d.width_m for d in drafts), max(d.depth_m for d in drafts)
    width, depth = floor.width_m - 2 * FROM_WALLS_M, floor.depth_m - FRONT_M + 0.4 - FROM_WALLS_M
    columns = max(1, int((width + BETWEEN_M) / (wide + BETWEEN_M)))
    lines = max(1, int((depth + BETWEEN_M) / (deep + BETWEEN_M)))
    placed = []
    for line in range(lines):
        for column in range(columns):
            if not floor.room.chance(chance):
                continue
            along = FROM_WALLS_M + width * (column + 0.5) / columns
            place = FRONT_M - 0.4 + depth * (line + 0.5) / lines
            draft = drafts[int(floor.room.rng.integers(len(drafts)))]
            thing = floor.room.place(draft, floor.stand(along, place))
            if thing:
                placed.append(thing)
    return placed


def line_walls(floor: Floor, drafts: Sequence[Draft], *, share: float = 1.0) -> list[Thing]:
    """Shelves along all walls but the street's."""
    return [thing for run in floor.others for thing in line_wall(floor.room, run, drafts, share=share)]


def stock(floor: Floor, shelves: Sequence[Thing], names: Sequence[str], *, most: int = 4) -> None:
    """On the boards that were kept free: a few of one thing side by side."""
    room = floor.room
    drafts = [room.draft(name) for name in names]
    for shelf in shelves:
        for surface in range(len(shelf.draft.model.surfaces)):
            line_up(room, shelf, surface, drafts[int(room.rng.integers(len(drafts)))], most)
