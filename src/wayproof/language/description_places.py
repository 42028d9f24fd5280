"""How one thing stands to another: next to it, opposite, behind, to its left or right, under or above it.

Each answer is yes, no, or None where people could disagree; descriptions use a word only if the answer is
clear for everything that they could mean.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from wayproof.scenes.scene import Instance

Answer = bool | None
CLEAR_GAP_M, FAR_GAP_M = 0.5, 1.3  # next to it; certainly not
CLEAR_ASIDE_M, FAR_ASIDE_M = 0.8, 1.8  # to a side of it
CLEAR_OFF_M, FAR_OFF_M = 0.3, 1.2  # beyond its edge the other way
CLEAR_OPPOSITE_M, FAR_OPPOSITE_M = 0.6, 1.5  # from the line that its front looks along
HANGING_M, REACH_M = 0.9, 0.3  # above the floor; how far from a wall what stands below a picture may reach
CLEAR_SHARE, FAR_SHARE = 0.6, 0.05  # of the smaller plan that is below the larger one
UNDER_SHARE = 0.6  # of the height of a table that fits under it
ALIGNED_RAD = 0.05
SEATS = frozenset({"couch", "easy_chair", "office_chair", "chair"})
TABLES = frozenset({"dining_table", "coffee_table", "desk", "bed", "console_table", "side_table"})
FACED = frozenset(
    "wardrobe cabinet dresser bookshelf tv_stand refrigerator fireplace bed desk couch television".split()
)
HUNG = frozenset({"picture", "mirror", "wall_shelf", "wall_cupboard", "clock"})


class Span(NamedTuple):
    """How far something reaches along a line."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2.0


def stands(relation: str, thing: Instance, anchor: Instance) -> Answer:
    """Whether a thing stands so to another."""
    if thing.id == anchor.id:
        return False
    if anchor.id == thing.support or thing.id == anchor.support:
        return None
    if thing.room != anchor.room:
        near = _gap_m(thing, anchor) <= FAR_ASIDE_M and None in (thing.room, anchor.room)
        return None if near else False
    return _RELATIONS[relation](thing, anchor)


def may_be_anchor(relation: str, anchor: Instance) -> bool:
    """Whether the relation has a meaning for this anchor at all."""
    if relation == "next to":
        return anchor.support is None
    if relation == "under":
        return anchor.category in TABLES or (anchor.category in HUNG and anchor.low_m[1] >= HANGING_M)
    if relation == "above":
        return anchor.support is None and anchor.low_m[1] < HANGING_M
    turned = math.remainder(anchor.heading_rad, math.pi / 2)
    return abs(turned) <= ALIGNED_RAD and anchor.category in (SEATS if relation == "behind" else FACED)


def may_stand(relation: str, thing: Instance) -> bool:
    """Whether it can be said of the thing."""
    if relation == "opposite":
        return thing.category in FACED
    if relation == "above":
        return thing.category in HUNG and thing.low_m[1] >= HANGING_M
    return True


def _next_to(thing: Instance, anchor: Instance) -> Answer:
    gap_m = _gap_m(thing, anchor)
    if gap_m > FAR_GAP_M:
        return False
    return True if gap_m <= CLEAR_GAP_M and _level(thing, anchor) else None


def _aside(sign: float) -> Callable[[Instance, Instance], Answer]:
    """To the right (1) or left (-1) of whoever stands before it and faces it."""

    def answer(thing: Instance, anchor: Instance) -> Answer:
        across, along = _seen_from_front(anchor, thing)
        own_across, own_along = _seen_from_front(anchor, anchor)
        gap_m = across.low - own_across.high if sign > 0 else own_across.low - across.high
        off_m = abs(along.middle) - own_along.high
        if across.middle * sign <= 0.0 or gap_m > FAR_ASIDE_M or off_m > FAR_OFF_M:
            return False
        clear = -0.05 <= gap_m <= CLEAR_ASIDE_M and off_m <= CLEAR_OFF_M and _level(thing, anchor)
        return True if clear else None

    return answer


def _behind(thing: Instance, anchor: Instance) -> Answer:
    across, along = _seen_from_front(anchor, thing)
    own_across, own_along = _seen_from_front(anchor, anchor)
    gap_m, off_m = own_along.low - along.high, abs(across.middle) - own_across.high
    if along.middle >= own_along.low or gap_m > FAR_ASIDE_M or off_m > FAR_OFF_M:
        return False
    clear = -0.2 <= gap_m <= CLEAR_ASIDE_M and off_m <= 0.2 and _level(thing, anchor)
    return True if clear else None


def _opposite(thing: Instance, anchor: Instance) -> Answer:
    facing = math.cos(thing.heading_rad - anchor.heading_rad)
    across, along = _seen_from_front(anchor, thing)
    off_m, ahead_m = abs(across.middle), along.low - _seen_from_front(anchor, anchor)[1].high
    if facing > -0.5 or off_m > FAR_OPPOSITE_M or ahead_m < 0.0:
        return False
    clear = facing < -0.95 and off_m <= CLEAR_OPPOSITE_M and 0.8 <= ahead_m <= 5.0
    return True if clear else None


def _under(thing: Instance, anchor: Instance) -> Answer:
    if anchor.category in HUNG:
        return _below_on_wall(thing, anchor)
    share = _shared(thing, anchor, 0.0)
    if share <= FAR_SHARE:
        return False
    fits = thing.support is None and thing.high_m[1] <= UNDER_SHARE * anchor.high_m[1]
    return True if share >= CLEAR_SHARE and fits else None


def _above(thing: Instance, anchor: Instance) -> Answer:
    return _below_on_wall(anchor, thing)


def _below_on_wall(thing: Instance, hung: Instance) -> Answer:
    share = _shared(thing, hung, REACH_M)
    if share <= FAR_SHARE or thing.low_m[1] >= hung.high_m[1]:
        return False
    clear = share >= CLEAR_SHARE and thing.support is None and thing.high_m[1] <= hung.low_m[1] + 0.02
    return True if clear else None


_RELATIONS: dict[str, Callable[[Instance, Instance], Answer]] = {
    "next to": _next_to,
    "opposite": _opposite,
    "behind": _behind,
    "left": _aside(-1.0),
    "right": _aside(1.0),
    "under": _under,
    "above": _above,
}


def _level(thing: Instance, anchor: Instance) -> bool:
    """Whether both are at the same height, on the floor or on the same thing."""
    overlap_m = min(thing.high_m[1], anchor.high_m[1]) - max(thing.low_m[1], anchor.low_m[1])
    return thing.support == anchor.support and overlap_m > 0.05


def _gap_m(one: Instance, other: Instance) -> float:
    """Between two boxes in the plan."""
    gaps = (max(one.low_m[k] - other.high_m[k], other.low_m[k] - one.high_m[k], 0.0) for k in (0, 2))
    return math.hypot(*gaps)


def _shared(one: Instance, other: Instance, reach_m: float) -> float:
    """The share of the smaller plan that lies within the other one, both widened."""
    sides = []
    for k in (0, 2):
        low, high = max(one.low_m[k], other.low_m[k]) - reach_m, min(one.high_m[k], other.high_m[k]) + reach_m
        sides.append(max(high - low, 0.0))
    areas = [
        math.prod(item.high_m[k] - item.low_m[k] + 2.0 * reach_m for k in (0, 2)) for item in (one, other)
    ]
    return sides[0] * sides[1] / min(areas)


def _seen_from_front(anchor: Instance, thing: Instance) -> tuple[Span, Span]:
    """How far a thing reaches across (right is positive) and towards somebody who faces the anchor."""
    sine, cosine = math.sin(anchor.heading_rad), math.cos(anchor.heading_rad)
    middle = [(anchor.low_m[k] + anchor.high_m[k]) / 2.0 for k in (0, 2)]
    corners = [
        (x - middle[0], z - middle[1])
        for x in (thing.low_m[0], thing.high_m[0])
        for z in (thing.low_m[2], thing.high_m[2])
    ]
    across = [x * cosine - z * sine for x, z in corners]
    along = [x * sine + z * cosine for x, z in corners]
    return Span(min(across), max(across)), Span(min(along), max(along))
