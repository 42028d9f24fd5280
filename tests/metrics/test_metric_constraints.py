"""Constraints kept: judged from the positions of a walk alone."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon

from wayproof.metrics.kept_constraints import broken_for_good, kept
from wayproof.vocabulary import Constraint

SQUARE = ((2.0, -1.0), (2.0, 1.0), (4.0, 1.0), (4.0, -1.0))
FAR_SQUARE = ((6.0, -1.0), (6.0, 1.0), (8.0, 1.0), (8.0, -1.0))
SHELF = Constraint("pass_by", positions_m=((3.0, 0.0, 2.0),), distance_m=1.0)


def _walk(*plan: tuple[float, float]) -> np.ndarray:
    """Poses (n, 4) as logs have them: x, y, z, heading."""
    return np.array([(x, 0.0, z, 0.3) for x, z in plan])


@pytest.mark.parametrize(
    ("walk", "expected"),
    [
        (((0, 0), (6, 0)), False),  # 2 m away
        (((0, 1.1), (6, 1.1)), True),  # 0.9 m away, between two poses far apart
        (((0, 1.0), (6, 1.0)), True),  # the border itself counts
        (((3, 2),), True),
        (((0, 0),), False),
    ],
)
def test_a_thing_is_passed_by_whoever_comes_near_it(
    walk: tuple[tuple[float, float], ...], expected: bool
) -> None:
    assert kept(SHELF, _walk(*walk)) is expected
    assert kept(msgspec.structs.replace(SHELF, kind="avoid"), _walk(*walk)) is not expected


def test_every_thing_that_is_to_be_passed_must_be_passed() -> None:
    both = msgspec.structs.replace(SHELF, positions_m=((3.0, 0.0, 2.0), (9.0, 0.0, 2.0)))
    assert kept(both, _walk((3, 2), (6, 2))) is False
    assert kept(both, _walk((3, 2), (9, 2))) is True


def test_a_room_is_avoided_by_whoever_stays_outside_its_outline() -> None:
    room = Constraint("avoid", outlines_m=(SQUARE,))
    assert kept(room, _walk((0, 0), (1.9, 0))) is True
    assert kept(room, _walk((0, 0), (6, 0))) is False  # through it in one stride
    assert kept(room, _walk((0, 1.5), (6, 1.5))) is True


def test_a_thing_behind_a_wall_is_not_passed() -> None:
    inside = msgspec.structs.replace(SHELF, outlines_m=(((2.0, 1.5), (2.0, 4.0), (4.0, 4.0), (4.0, 1.5)),))
    assert kept(inside, _walk((0, 1.2), (6, 1.2))) is False  # near, but in the room next door
    assert kept(inside, _walk((0, 1.2), (3, 1.2), (3, 1.6))) is True
    avoid = msgspec.structs.replace(inside, kind="avoid")
    assert kept(avoid, _walk((0, 1.2), (6, 1.2))) is True


def test_an_order_wants_all_targets_each_first_reached_after_the_one_before() -> None:
    rooms = Constraint("order", outlines_m=(SQUARE, FAR_SQUARE))
    assert kept(rooms, _walk((0, 0), (7, 0))) is True
    assert kept(rooms, _walk((9, 0), (0, 0))) is False
    assert kept(rooms, _walk((0, 0), (3, 0))) is False  # the second is never reached
    assert kept(rooms, _walk((9, 0), (7, 0), (3, 0), (7, 0))) is False  # too late


def test_in_an_order_things_come_before_rooms() -> None:
    shelf_then_room = Constraint(
        "order", positions_m=((3.0, 0.0, 0.0),), outlines_m=(FAR_SQUARE,), distance_m=0.5
    )
    assert kept(shelf_then_room, _walk((0, 0), (7, 0))) is True
    assert kept(shelf_then_room, _walk((7, 0), (3, 0))) is False


@pytest.mark.parametrize(
    ("constraint", "walk"),
    [
        (Constraint("keep_distance", distance_m=1.2), ((0, 0), (1, 0))),
        (Constraint("pass_by", instances=(3,)), ((0, 0), (1, 0))),
        (Constraint("pass_by", positions_m=((0.0, 0.0, 0.0),)), ((0, 0), (1, 0))),
        (Constraint("avoid", rooms=(2,)), ((0, 0), (1, 0))),
        (SHELF, ()),
        (SHELF, ((math.nan, 0.0),)),
    ],
)
def test_what_positions_cannot_tell_is_neither_kept_nor_broken(
    constraint: Constraint, walk: tuple[tuple[float, float], ...]
) -> None:
    assert kept(constraint, _walk(*walk) if walk else np.zeros((0, 4))) is None


plans = st.lists(st.tuples(st.floats(-6, 6), st.floats(-6, 6)), min_size=2, max_size=8)


@given(plans, st.floats(0.1, 3.0))
def test_nearness_is_that_of_the_line_walked(plan: list[tuple[float, float]], distance_m: float) -> None:
    gap = LineString(plan).distance(Point(1.0, -2.0))
    if abs(gap - distance_m) > 0.03:  # the walk is looked at every 5 cm
        constraint = Constraint("pass_by", positions_m=((1.0, 0.0, -2.0),), distance_m=distance_m)
        assert kept(constraint, _walk(*plan)) is (gap < distance_m)


@given(plans)
def test_a_room_is_entered_if_the_line_walked_reaches_well_into_it(plan: list[tuple[float, float]]) -> None:
    line, room = LineString(plan), Polygon(SQUARE)
    inside = kept(Constraint("pass_by", outlines_m=(SQUARE,)), _walk(*plan))
    if line.intersection(room.buffer(-0.05)).length > 0.1:
        assert inside is True
    elif not line.intersects(room.buffer(0.01)):
        assert inside is False


@given(plans)
def test_to_avoid_is_the_opposite_of_passing_one_target(plan: list[tuple[float, float]]) -> None:
    for targets in ({"outlines_m": (SQUARE,)}, {"positions_m": ((1.0, 0.0, 1.0),), "distance_m": 1.5}):
        one, other = Constraint("avoid", **targets), Constraint("pass_by", **targets)
        assert kept(one, _walk(*plan)) is not kept(other, _walk(*plan))


def test_only_what_nothing_mends_is_broken_for_good() -> None:
    avoid, pass_by = Constraint("avoid", outlines_m=(SQUARE,)), Constraint("pass_by", outlines_m=(SQUARE,))
    order = Constraint("order", outlines_m=(SQUARE, FAR_SQUARE))
    inside, far = (centre(SQUARE), centre(FAR_SQUARE))
    outside = (-50.0, -50.0)
    assert broken_for_good(avoid, _walk(outside, inside)) and not broken_for_good(avoid, _walk(outside))
    assert not broken_for_good(pass_by, _walk(outside)) and kept(pass_by, _walk(outside)) is False
    assert not broken_for_good(order, _walk(inside)) and not broken_for_good(order, _walk(inside, far))
    assert broken_for_good(order, _walk(far)) and kept(order, _walk(inside)) is False
    assert not broken_for_good(Constraint("keep_distance", distance_m=1.2), _walk(outside))


def centre(outline) -> tuple[float, float]:
    xs, zs = zip(*outline, strict=True)
    return sum(xs) / len(xs), sum(zs) / len(zs)
