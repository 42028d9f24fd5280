"""Verbs of furnishing that workplaces add: lamps in rows, things lined up, counters before a wall."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from wayproof.geometry.solids import Floats
from wayproof.scenes.furniture import Surface
from wayproof.scenes.houses.candidate_places import covers_opening, inward, relative_to, wall_stand
from wayproof.scenes.houses.draft import Draft, Stand, Thing, plan_rectangle
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.occupancy import Rectangle
from wayproof.scenes.houses.room_space import WallRun
from wayproof.scenes.houses.things_on_surfaces import SETTLE_M

SLIDE_M = 0.1


def bounds_of(room: Furnisher) -> tuple[Floats, Floats]:
    """The least and greatest (x, z) of a room; rooms of workplaces are rectangles."""
    outline = np.asarray(room.room.polygon_m, float)
    return outline.min(axis=0), outline.max(axis=0)


def lamps_over(room: Furnisher, name: str, pitch_m: float) -> None:
    """Equal lamps in rows under the ceiling, each about `pitch_m` from the next."""
    low, high = bounds_of(room)
    size = high - low
    draft = room.draft(name)
    across = [max(1, round(float(length) / pitch_m)) for length in size]
    turn = 0.0 if size[0] >= size[1] else np.pi / 2
    for i in range(across[0]):
        for k in range(across[1]):
            x, z = low + size * ((i + 0.5) / across[0], (k + 0.5) / across[1])
            room.place(draft, Stand(float(x), room.room.height_m, float(z), turn), on_floor=False)


def set_on(
    room: Furnisher,
    support: Thing,
    draft: Draft,
    right_m: float,
    front_m: float,
    *,
    surface: int = 0,
    turn_rad: float = 0.0,
) -> Thing | None:
    """A thing at one place on a surface of another, given from the surface's middle."""
    board = support.draft.model.surfaces[surface]
    cos, sin = abs(float(np.cos(turn_rad))), abs(float(np.sin(turn_rad)))
    wide = cos * draft.width_m + sin * draft.depth_m
    deep = sin * draft.width_m + cos * draft.depth_m
    if draft.height_m > board.clearance_m or wide > board.width_m or deep > board.depth_m:
        return None
    right = float(np.clip(right_m, (wide - board.width_m) / 2, (board.width_m - wide) / 2))
    front = float(np.clip(front_m, (deep - board.depth_m) / 2, (board.depth_m - deep) / 2))
    x, y, z = board.centre_m
    at = support.stand.point(x + right, z + front, y - SETTLE_M)
    return room.put_on(support, draft, Stand(*at, support.stand.heading_rad + turn_rad), board.relation)


def line_up(room: Furnisher, support: Thing, surface: int, draft: Draft, most: int) -> None:
    """Several of the same thing side by side on a surface, as shops show them."""
    board: Surface = support.draft.model.surfaces[surface]
    count = min(most, int(board.width_m / (draft.width_m + 0.04)))
    if count < 1:
        return
    share = board.width_m / count
    turn = 0.0 if board.centre_m[2] >= -0.02 else np.pi  # the back of a double shelf looks the other way
    for k in range(count):
        set_on(room, support, draft, (k - (count - 1) / 2) * share, 0.0, surface=surface, turn_rad=turn)


def seat_at(room: Furnisher, desk: Thing, chair: Draft, *, tuck_m: float = 0.14) -> Thing | None:
    """A chair before a desk, pushed in or pulled out, turned a little."""
    turn = np.pi + float(room.rng.normal(0.0, 0.25))
    for out in (-tuck_m, 0.05, 0.15):
        stand = relative_to(desk, 0.0, desk.draft.high_m[2] + chair.high_m[2] + out, turn_rad=turn)
        seat = room.place(chair, stand, on_reserved=True)
        if seat:
            return seat
    return None


def before_wall(
    room: Furnisher,
    draft: Draft,
    runs: Iterable[WallRun],
    gap_m: float,
    *,
    near: tuple[float, float] | None = None,
) -> Thing | None:
    """A counter some way off a wall, its back to it, so that somebody can stand behind it."""
    stands: list[tuple[float, int, Stand]] = []
    for run in runs:
        span = run.length_m - draft.width_m
        for position in np.arange(0.0, max(span, 0.0) + 1e-6, 0.25):
            stand = wall_stand(run, float(position) + draft.width_m / 2, draft, 0.0)
            dx, dz = inward(run) * gap_m
            place = Stand(stand.x_m + float(dx), 0.0, stand.z_m + float(dz), stand.heading_rad)
            away = 0.0 if near is None else float(np.hypot(place.x_m - near[0], place.z_m - near[1]))
            stands.append((away + float(room.rng.random()), len(stands), place))
    for _, _, place in sorted(stands, key=lambda entry: entry[:2])[:40]:
        thing = room.place(draft, place)
        if thing:
            return thing
    return None


def behind_zone(thing: Thing, depth_m: float) -> Rectangle:
    """The floor behind a counter."""
    margin = np.array([0.1, 0.0, depth_m])
    low, high = thing.draft.low_m - margin, thing.draft.high_m * (1.0, 1.0, 0.0) + (0.1, 0.0, 0.0)
    return plan_rectangle(low, high, thing.stand)


def line_wall(room: Furnisher, run: WallRun, drafts: Sequence[Draft], *, share: float = 1.0) -> list[Thing]:
    """Things side by side along a wall from end to end, wherever no door or window is in the way."""
    placed: list[Thing] = []
    position, k = 0.01, 0
    while True:
        draft = drafts[k % len(drafts)]
        if position + draft.width_m > run.length_m - 0.01:
            return placed
        reach = (position, position + draft.width_m)
        free = not covers_opening(run, reach, 0.0, draft.height_m)
        thing = room.place(draft, wall_stand(run, sum(reach) / 2, draft, 0.0)) if free else None
        if thing:
            placed.append(thing)
            position, k = position + draft.width_m + 0.004, k + 1
            if not room.chance(share):
                position += 0.8
        else:
            position += SLIDE_M
