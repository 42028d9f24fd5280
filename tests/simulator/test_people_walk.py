"""Walking and standing: feet on the floor, steps as long as the way, arms against legs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.simulator.people.figure import Figure, figure_for, joint_frames, posed
from wayproof.simulator.people.gait_cycle import STANDING, Movement, foot_at, pose_at, stride_m
from wayproof.simulator.people.skeleton import FOOT, HAND, HEAD, HIP, KNEE, TOES

FIGURES = [figure_for(seed) for seed in (2, 3, 5, 8)]
figures = st.sampled_from(FIGURES)
movements = st.builds(
    Movement,
    st.floats(0.0, 50.0),
    st.floats(0.0, 1.3),
    st.floats(-3.0, 3.0),
    st.floats(-1.0, 1.0),
    st.floats(0.0, 100.0),
)


@given(figure=figures, movement=movements)
def test_the_lowest_point_is_on_the_floor_in_every_movement(figure: Figure, movement: Movement) -> None:
    lowest = posed(figure, pose_at(figure.joints_m, movement))[:, 1].min()
    assert abs(lowest) < 0.02


def test_the_lowest_point_is_on_the_floor_through_the_whole_stride() -> None:
    for figure in FIGURES:
        for phase in np.linspace(0.0, 1.0, 121):
            lowest = posed(figure, pose_at(figure.joints_m, Movement(float(phase), 1.0)))[:, 1].min()
            assert abs(lowest) < 0.02


@given(figure=figures, movement=movements)
def test_nobody_grows_while_moving(figure: Figure, movement: Movement) -> None:
    vertices = posed(figure, pose_at(figure.joints_m, movement))
    assert np.isfinite(vertices).all()
    assert vertices[:, 1].max() < figure.height_m + 0.01


@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize("side", [0, 1])
def test_a_flat_foot_stays_where_it_is_while_the_body_walks_on(figure: Figure, side: int) -> None:
    places = []
    for phase in np.linspace(0.10, 0.33, 12):
        walked_m = float(phase) * stride_m(figure.joints_m[0, 1] / 0.53)
        pose = pose_at(figure.joints_m, Movement(float(phase) + 0.5 * side, 1.0))
        _, joints = joint_frames(figure, pose, position_m=(0.0, 0.0, -walked_m))
        places.append(joints[[FOOT[side], TOES[side]]])
    assert np.ptp(places, axis=0).max() < 1e-3


@given(movement=movements)
def test_feet_are_where_they_should_be_so_no_leg_is_too_short(movement: Movement) -> None:
    figure = FIGURES[0]
    _, joints = joint_frames(figure, pose_at(figure.joints_m, movement._replace(speed_m_s=1.0)))
    size_m = figure.joints_m[0, 1] / 0.53
    foot = foot_at(movement.phase % 1.0, 1.0, 1.0)
    assert joints[FOOT[0], 2] == pytest.approx(foot.z * size_m, abs=2e-3)
    assert joints[FOOT[0], 1] == pytest.approx(foot.y * size_m, abs=2e-3)


@given(figure=figures, movement=movements)
def test_knees_bend_the_right_way(figure: Figure, movement: Movement) -> None:
    angles = pose_at(figure.joints_m, movement).angles_rad
    assert (angles[list(KNEE), 0] < 0.05).all()
    assert (angles[list(KNEE), 0] > -1.6).all()


@given(movement=movements)
def test_a_stride_repeats_itself(movement: Movement) -> None:
    joints = FIGURES[0].joints_m
    again = pose_at(joints, movement._replace(phase=movement.phase + 1.0))
    assert np.allclose(pose_at(joints, movement).angles_rad, again.angles_rad, atol=1e-6)


@given(movement=movements)
def test_half_a_stride_later_left_and_right_have_changed_places(movement: Movement) -> None:
    figure = FIGURES[1]
    level = movement._replace(look_rad=0.0, breath=0.0)
    _, now = joint_frames(figure, pose_at(figure.joints_m, level))
    _, later = joint_frames(figure, pose_at(figure.joints_m, level._replace(phase=level.phase + 0.5)))
    flip = np.array([-1.0, 1.0, 1.0])
    for right, left in (FOOT, HAND, HIP):
        assert np.allclose(now[right], later[left] * flip, atol=1e-5)


@given(movement=movements)
def test_a_small_change_of_the_phase_is_a_small_movement(movement: Movement) -> None:
    figure = FIGURES[2]
    before = posed(figure, pose_at(figure.joints_m, movement))
    after = posed(figure, pose_at(figure.joints_m, movement._replace(phase=movement.phase + 0.002)))
    assert np.abs(after - before).max() < 0.03


def test_arms_swing_against_the_legs() -> None:
    figure = FIGURES[1]
    _, joints = joint_frames(figure, pose_at(figure.joints_m, Movement(0.0, 1.0)))
    right_foot_ahead = joints[FOOT[0], 2] < joints[FOOT[1], 2] - 0.3
    right_hand_behind = joints[HAND[0], 2] > joints[HAND[1], 2] + 0.2
    assert right_foot_ahead and right_hand_behind


def test_who_stands_has_both_feet_flat_side_by_side() -> None:
    figure = FIGURES[1]
    pose = pose_at(figure.joints_m, STANDING)
    _, joints = joint_frames(figure, pose)
    assert joints[FOOT[0], 1] == pytest.approx(joints[FOOT[1], 1], abs=1e-6)
    assert joints[FOOT[0], 2] == pytest.approx(joints[FOOT[1], 2], abs=1e-6)
    assert np.abs(pose.angles_rad[list(FOOT)]).max() == 0.0


def test_who_turns_on_the_spot_lifts_the_feet() -> None:
    figure = FIGURES[1]
    heights = []
    for phase in np.linspace(0, 1, 20):
        pose = pose_at(figure.joints_m, Movement(float(phase), 0.0, turn_rate_rad_s=2.0))
        heights.append(joint_frames(figure, pose)[1][FOOT[0], 1])
    assert np.ptp(heights) > 0.03


def test_looking_left_turns_the_head_left_and_leaves_the_feet() -> None:
    figure = FIGURES[1]
    ahead = pose_at(figure.joints_m, Movement(0.2))
    aside = pose_at(figure.joints_m, Movement(0.2, look_rad=0.8))
    turn = joint_frames(figure, aside)[0][HEAD] @ np.array([0.0, 0.0, -1.0])
    assert turn[0] < -0.6  # the person's left is -x
    assert np.allclose(joint_frames(figure, ahead)[1][list(FOOT)], joint_frames(figure, aside)[1][list(FOOT)])
