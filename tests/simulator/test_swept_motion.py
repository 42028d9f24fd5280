"""Motions through free space: where they end, what they touch, how sliding goes, and that walls hold."""

from __future__ import annotations

import math

import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st
from random_walks import distance_to_free
from scipy.integrate import solve_ivp

from wayproof.errors import InvalidInput
from wayproof.geometry.height_spans import height_spans
from wayproof.navigation.free_space import FreeSpace, free_space_of_plan, free_space_of_spans
from wayproof.simulator.motion import Motion, advance, carry_out
from wayproof.vocabulary import Pose

CELL_M = 0.05


def _room(size: int = 40) -> FreeSpace:
    """A square room of free cells, 2 m wide unless said otherwise, from the origin on."""
    return free_space_of_plan(np.ones((size, size), bool))


@st.composite
def grids(draw: st.DrawFn) -> tuple[np.ndarray, FreeSpace, tuple[float, float, float]]:
    """A plan with random blocked cells, its free space, and a point in one of its free cells."""
    seed = draw(st.integers(0, 10_000))
    rng = np.random.default_rng(seed)
    plan = rng.random((24, 24)) > draw(st.sampled_from([0.05, 0.15, 0.35]))
    plan[12, 12] = True
    cell = np.argwhere(plan)[rng.integers(plan.sum())]
    x, z = (cell + rng.uniform(0.01, 0.99, 2)) * CELL_M
    return plan, free_space_of_plan(plan), (float(x), 0.0, float(z))


angles = st.floats(-math.pi, math.pi)
lengths = st.floats(0.0, 1.2)


def _reach_by_small_steps(plan: np.ndarray, point: tuple[float, float, float], dx: float, dz: float) -> float:
    """How far one gets by trying every tenth of a millimetre; None of the code under test is used."""
    length = math.hypot(dx, dz)
    before = (int(point[0] // CELL_M), int(point[2] // CELL_M))
    for way in np.arange(0.0, length, 1e-4):
        here = (
            int((point[0] + dx * way / length) // CELL_M),
            int((point[2] + dz * way / length) // CELL_M),
        )
        if min(here) < 0 or max(here) >= len(plan) or not plan[here]:
            return float(way)
        between = [(here[0], before[1]), (before[0], here[1])]
        if here[0] != before[0] and here[1] != before[1] and not any(plan[cell] for cell in between):
            return float(way)
        before = here
    return length


@settings(max_examples=200)
@given(grids(), angles, lengths)
def test_a_straight_move_gets_as_far_as_small_steps_do(case, angle, length) -> None:
    plan, free, point = case
    dx, dz = length * math.cos(angle), length * math.sin(angle)
    end, travelled, bumped = advance(free, point, dx, dz, sliding=False)
    reference = _reach_by_small_steps(plan, point, dx, dz)
    assert travelled == pytest.approx(reference, abs=2e-4)
    assert math.dist(point, end) == pytest.approx(travelled, abs=1e-8)
    if abs(reference - length) > 2e-4:
        assert bumped


@settings(max_examples=200)
@given(grids(), angles, angles, lengths, st.floats(-0.3, 0.3), st.booleans())
def test_no_motion_leaves_free_space(case, heading, turn, forward, left, sliding) -> None:
    plan, free, point = case
    motion = Motion(forward_m=forward, left_m=left, turn_rad=turn)
    outcome = carry_out(free, Pose(*point, heading), motion, sliding=sliding)
    assert distance_to_free(free, outcome.pose) <= 1e-9
    # Not even by a bit on a border: the cell by plain division is free.
    assert plan[int(outcome.pose.x_m / CELL_M), int(outcome.pose.z_m / CELL_M)]


@settings(max_examples=200)
@given(grids(), angles, angles, lengths)
def test_sliding_never_travels_more_than_commanded_nor_less_than_stopping(
    case, heading, turn, forward
) -> None:
    _, free, point = case
    start, motion = Pose(*point, heading), Motion(forward_m=forward, turn_rad=turn)
    slid = carry_out(free, start, motion, sliding=True)
    stopped = carry_out(free, start, motion, sliding=False)
    assert stopped.travelled_m - 1e-9 <= slid.travelled_m <= forward + 1e-9
    assert stopped.bumped == slid.bumped or slid.bumped


@settings(max_examples=200)
@given(grids(), angles, lengths)
def test_pushing_again_against_the_same_wall_does_not_move_the_body(case, angle, length) -> None:
    _, free, point = case
    dx, dz = (0.5 + length) * math.cos(angle), (0.5 + length) * math.sin(angle)
    there, _, bumped = advance(free, point, 4 * dx, 4 * dz, sliding=False)
    again, travelled, bumped_again = advance(free, there, dx, dz, sliding=False)
    assert bumped and bumped_again
    assert travelled < 1e-6 and math.dist(there, again) < 1e-6


@pytest.mark.parametrize(("forward", "left", "turn"), [(0.3, 0.0, 1.2), (0.4, -0.2, -2.5), (-0.2, 0.1, 0.01)])
def test_an_arc_ends_where_constant_rates_lead(forward, left, turn) -> None:
    def rates(_, pose):
        heading = pose[2]
        sin, cos = math.sin(heading), math.cos(heading)
        return [-forward * sin - left * cos, -forward * cos + left * sin, turn]

    expected = solve_ivp(rates, (0.0, 1.0), [1.0, 1.0, 0.4], rtol=1e-10, atol=1e-12).y[:, -1]
    outcome = carry_out(_room(), Pose(1.0, 0.0, 1.0, 0.4), Motion(forward, left, turn), sliding=False)
    pose = outcome.pose
    assert [pose.x_m, pose.z_m, pose.heading_rad] == pytest.approx(expected.tolist(), abs=1e-8)


def test_the_turns_before_and_after_the_way_are_taken_in_that_order() -> None:
    motion = Motion(forward_m=0.5, turn_first_rad=math.pi / 2, turn_last_rad=0.25)
    outcome = carry_out(_room(), Pose(1.0, 0.0, 1.0, 0.0), motion, sliding=False)
    assert (outcome.pose.x_m, outcome.pose.z_m) == pytest.approx((0.5, 1.0))
    assert outcome.pose.heading_rad == pytest.approx(math.pi / 2 + 0.25)


def test_forward_at_heading_zero_is_along_minus_z_and_left_along_minus_x() -> None:
    outcome = carry_out(_room(), Pose(1.0, 0.0, 1.0), Motion(forward_m=0.3, left_m=0.2), sliding=False)
    assert (outcome.pose.x_m, outcome.pose.z_m) == pytest.approx((0.8, 0.7))


def test_sliding_keeps_the_part_along_the_wall_and_stopping_keeps_nothing() -> None:
    start = (1.0, 0.0, 1.9)
    end, travelled, bumped = advance(_room(), start, 0.4, 0.4, sliding=True)
    assert end == pytest.approx((1.4, 0.0, 2.0))
    assert bumped and travelled == pytest.approx(0.1 * math.sqrt(2) + 0.3)
    end, travelled, bumped = advance(_room(), start, 0.4, 0.4, sliding=False)
    assert end == pytest.approx((1.1, 0.0, 2.0))
    assert bumped and travelled == pytest.approx(0.1 * math.sqrt(2))


def test_a_body_that_has_slid_past_an_obstacle_takes_up_its_way_again() -> None:
    plan = np.ones((40, 40), bool)
    plan[20:22, :20] = False  # a wall across x = 1.0 that ends at z = 1.0
    end, _, bumped = advance(free_space_of_plan(plan), (0.95, 0.0, 0.9), 0.4, 0.4, sliding=True)
    assert bumped
    assert end == pytest.approx((1.3, 0.0, 1.3))


def test_the_impact_is_the_part_of_the_way_that_points_into_the_wall() -> None:
    motion = Motion(forward_m=0.5)
    for heading, into_the_wall in ((0.0, 0.5), (math.radians(60), 0.25)):
        outcome = carry_out(_room(), Pose(1.0, 0.0, 0.05, heading), motion, sliding=True)
        assert outcome.impact_m == pytest.approx(into_the_wall)


def test_the_impact_of_an_arc_is_on_the_scale_of_the_whole_way() -> None:
    motion = Motion(forward_m=0.5, turn_rad=0.5)
    outcome = carry_out(_room(), Pose(1.0, 0.0, 0.01, -0.25), motion, sliding=True)
    assert outcome.impact_m == pytest.approx(0.5, abs=0.01)


def test_without_sliding_an_arc_ends_at_its_first_contact_even_if_it_leads_away_again() -> None:
    motion = Motion(forward_m=0.5, turn_rad=math.pi)
    outcome = carry_out(_room(), Pose(1.0, 0.0, 0.05), motion, sliding=False)
    assert outcome.travelled_m < 0.06 and outcome.pose.z_m == pytest.approx(0.0, abs=1e-6)


def test_a_corner_met_exactly_is_passed_on_its_open_side() -> None:
    for along_x, expected in ((True, (0.325, 0.0, 0.25)), (False, (0.25, 0.0, 0.325))):
        plan = np.ones((10, 10), bool)
        if along_x:
            plan[4:, 5] = False
        else:
            plan[5, 4:] = False
        end, _, _ = advance(free_space_of_plan(plan), (0.225, 0.0, 0.225), 0.1, 0.1, sliding=True)
        assert end == pytest.approx(expected, abs=1e-6)


def test_a_blocked_body_still_turns() -> None:
    motion = Motion(forward_m=0.5, turn_rad=1.0)
    outcome = carry_out(_room(), Pose(1.0, 0.0, 0.01), motion, sliding=False)
    assert outcome.bumped and outcome.pose.heading_rad == pytest.approx(1.0)


def test_nobody_slips_between_two_blocked_cells_that_meet_in_a_corner() -> None:
    plan = np.ones((10, 10), bool)
    plan[5, 4] = plan[4, 5] = False
    for sliding in (False, True):
        end, _, bumped = advance(free_space_of_plan(plan), (0.225, 0.0, 0.225), 0.1, 0.1, sliding=sliding)
        assert bumped and end == pytest.approx((0.25, 0.0, 0.25), abs=1e-6)


def _steps(heights: tuple[float, ...]) -> FreeSpace:
    """Slabs of 1 m by 2 m beside each other along x, with their tops at the given heights."""
    slabs = []
    for index, height in enumerate(heights):
        slab = trimesh.creation.box((1.0, height + 1.0, 2.0))
        slab.apply_translation((index + 0.5, (height - 1.0) / 2, 1.0))
        slabs.append(slab)
    mesh = trimesh.util.concatenate(slabs)
    spans = height_spans(np.asarray(mesh.vertices), np.asarray(mesh.faces))
    return free_space_of_spans(spans, radius_m=0.1, height_m=1.0, step_height_m=0.15)


def test_height_follows_the_floor_up_and_down_steps() -> None:
    free = _steps((0.0, 0.1, 0.2, 0.1))
    for way, floor in ((1.0, 0.1), (2.0, 0.2), (3.0, 0.1)):
        end, travelled, bumped = advance(free, (0.5, 0.0, 1.0), way, 0.0, sliding=False)
        assert not bumped and travelled == pytest.approx(way)
        assert end[1] == pytest.approx(floor, abs=1e-3)


def test_a_step_that_is_too_high_is_a_wall_and_a_drop_is_an_edge() -> None:
    free = _steps((0.0, 0.4, 0.0))
    for start, way in (((0.5, 0.0, 1.0), 1.0), ((1.5, 0.4, 1.0), 1.0)):
        end, travelled, bumped = advance(free, start, way, 0.0, sliding=False)
        assert bumped and travelled < 0.5 and end[1] == pytest.approx(start[1], abs=1e-3)


def test_a_pose_outside_free_space_is_refused() -> None:
    with pytest.raises(InvalidInput, match="not in its free space"):
        advance(_room(), (5.0, 0.0, 1.0), 0.1, 0.0, sliding=False)
