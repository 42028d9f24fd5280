"""A fitted kitchen: base modules side by side along a wall, cupboards and a hood above them."""

from __future__ import annotations

from collections.abc import Sequence

from wayproof.scenes.finishes import Finish
from wayproof.scenes.houses.candidate_places import SLIDE_M, covers_opening, wall_stand
from wayproof.scenes.houses.draft import Draft
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.room_space import WallRun

Look = dict[object, Finish]

WORKTOP_M = 0.9
LOW_M = 1.2  # what is lower may stand before a window
CUPBOARD_M = 1.45  # lower edge of what hangs above the worktop
ESSENTIAL = ("kitchen_sink", "stove", "refrigerator")
EXTRA = ("kitchen_counter", "kitchen_counter", "dishwasher", "kitchen_counter", "kitchen_counter")


def kitchen_row(room: Furnisher, order: Sequence[str] = ()) -> None:
    """Fill the longest free stretch of wall; further walls take what did not fit.

    The modules are drawn, unless an `order` says which.
    """
    rest = list(order) or _order(room)
    look: Look = {}
    for run, begin, end in sorted(_stretches(room.runs), key=lambda s: (s[1] - s[2], s[0].start_m))[:3]:
        rest, position = _fill(room, run, begin + 0.01, end, rest, look)
        rest, _ = _fill(
            room, run, position, end, rest, look
        )  # past the window there may be room for the tall ones
    for name in rest:
        if name in ESSENTIAL:
            room.against_wall(name, prefer="corner")


def _order(room: Furnisher) -> list[str]:
    """The modules in a row: the tall refrigerator at an end, a counter between sink and stove."""
    extra = list(EXTRA[: int(room.rng.integers(1, len(EXTRA) + 1))])
    middle = ["kitchen_sink", *extra[:1], "stove", *extra[1:]]
    if room.chance(0.5):
        middle.reverse()
    return ["refrigerator", *middle]


def _stretches(runs: list[WallRun]) -> list[tuple[WallRun, float, float]]:
    """Pieces of wall without a door: (run, from, to)."""
    stretches = []
    for run in runs:
        edges = [0.0]
        for begin, end, sill in sorted(run.openings_m):
            if sill < WORKTOP_M - 0.06:
                edges += [begin - 0.1, end + 0.1]
        edges.append(run.length_m)
        stretches += [(run, a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 0.6]
    return stretches


def _fill(
    room: Furnisher, run: WallRun, position: float, end: float, order: list[str], look: Look
) -> tuple[list[str], float]:
    """Place modules one after another from a position on; returns those left over and where the row ends.

    `look` gives all modules of a kitchen the same fronts and worktops.
    """
    rest = []
    for name in order:
        draft = room.draft(name, matching=look)
        placed_at = _first_place(room, run, position, end, draft)
        if placed_at is None:
            rest.append(name)
            continue
        position = placed_at + draft.width_m
        if draft.height_m < LOW_M:
            middle = placed_at + draft.width_m / 2
            _hang_above(room, run, middle, "range_hood" if name == "stove" else "wall_cupboard", look)
    return rest, position


def _first_place(room: Furnisher, run: WallRun, begin: float, end: float, draft: Draft) -> float | None:
    """Slide a module along the wall until it fits; None if it would hide a window."""
    position = begin
    while position + draft.width_m <= end:
        reach = (position, position + draft.width_m)
        if draft.height_m > LOW_M and covers_opening(run, reach, 0.0, draft.height_m):
            return None
        if room.place(draft, wall_stand(run, position + draft.width_m / 2, draft, 0.0)):
            return position
        position += SLIDE_M
    return None


def _hang_above(room: Furnisher, run: WallRun, middle: float, name: str, look: Look) -> None:
    draft = room.draft(name, matching=look)
    reach = (middle - draft.width_m / 2, middle + draft.width_m / 2)
    if not covers_opening(run, reach, CUPBOARD_M, CUPBOARD_M + draft.height_m):
        room.place(draft, wall_stand(run, middle, draft, CUPBOARD_M), on_floor=False)
