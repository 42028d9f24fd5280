"""Legs: the camera's bob and sway, and the balance that speed, turns and collisions take away."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.navigation.free_space import free_space_of_plan
from wayproof.rendering.camera import view_from
from wayproof.seeding import generator_for
from wayproof.simulator.body import Body, load_body
from wayproof.simulator.gait import camera_pose, margin_after
from wayproof.simulator.motion import Advance, Motion
from wayproof.simulator.simulator import Simulator
from wayproof.simulator.state import State
from wayproof.vocabulary import Action, Pose

HALL = free_space_of_plan(np.ones((400, 400), bool))


def _drive(body: Body, velocity: tuple[float, float], *, start: Pose, periods: int) -> State:
    simulator = Simulator(HALL, body)
    state = simulator.start(start)
    for _ in range(periods):
        state = simulator.step(state, Action("velocity", velocity=velocity), generator_for(1))
    return state


def test_a_camera_without_legs_sits_at_its_mount() -> None:
    body = load_body("locobot")
    state = State(Pose(1.0, 0.5, 2.0, 0.7), camera_pitch_rad=-0.2, travelled_m=3.3)
    pose = camera_pose(body, state, body.cameras[0])
    assert pose.eye_m == pytest.approx((1.0, 1.3688, 2.0))
    assert (pose.heading_rad, pose.pitch_rad, pose.roll_rad) == (0.7, -0.2, 0.0)


def test_a_mount_ahead_and_to_the_left_turns_with_the_body() -> None:
    body = load_body("cylinder")
    mount = msgspec.structs.replace(
        body.cameras[0], forward_m=0.1, left_m=0.05, heading_rad=0.4, pitch_rad=0.1
    )
    pose = camera_pose(body, State(Pose(0.0, 0.0, 0.0, math.pi / 2)), mount)
    assert pose.eye_m == pytest.approx((-0.1, 0.88, 0.05))
    assert pose.heading_rad == pytest.approx(math.pi / 2 + 0.4) and pose.pitch_rad == 0.1
    # The renderer agrees on what is ahead.
    forward = view_from((0.0, 0.0, 0.0), math.pi / 2).rotation[2]
    assert forward.tolist() == pytest.approx([-1.0, 0.0, 0.0])


@given(st.floats(0.0, 50.0), st.floats(0.0, 50.0))
def test_bob_and_sway_stay_within_their_amplitudes(travelled, turned) -> None:
    body = load_body("h1")
    state = State(Pose(0.0, 0.0, 0.0), travelled_m=travelled, turned_rad=turned)
    (x, y, _), _, _, roll = camera_pose(body, state, body.cameras[0])
    assert abs(y - 1.36) <= body.gait.bob_m + 1e-12
    assert abs(x) <= body.gait.sway_m + 1e-12 and abs(roll) <= body.gait.roll_rad + 1e-12


def test_bob_repeats_twice_and_sway_once_per_stride() -> None:
    body = load_body("aliengo")
    strides = np.arange(400) / 400
    poses = [
        camera_pose(body, State(Pose(0.0, 0.0, 0.0), travelled_m=s * body.gait.stride_m), body.cameras[0])
        for s in strides
    ]
    up = np.abs(np.fft.rfft([pose.eye_m[1] - 0.22 for pose in poses]))
    side = np.abs(np.fft.rfft([pose.eye_m[0] for pose in poses]))
    assert (up.argmax(), side.argmax()) == (2, 1)
    assert max(pose.eye_m[1] for pose in poses) == pytest.approx(0.22 + body.gait.bob_m, abs=1e-5)


def test_a_body_leans_to_the_side_to_which_it_sways() -> None:
    body = load_body("h1")
    state = State(Pose(0.0, 0.0, 0.0), travelled_m=body.gait.stride_m / 4)
    (x, _, _), _, _, roll = camera_pose(body, state, body.cameras[0])
    up = view_from((0.0, 0.0, 0.0), 0.0, roll_rad=roll).rotation[1]
    assert x < 0.0 and up[0] < 0.0  # left is -X at heading 0


def test_legs_that_turn_on_the_spot_bob_too() -> None:
    body = load_body("h1")
    turned = State(Pose(0.0, 0.0, 0.0), turned_rad=0.3)
    assert camera_pose(body, turned, body.cameras[0]).eye_m[1] != 1.36


def test_the_margin_follows_the_stated_formula() -> None:
    body = load_body("h1")
    motion, hit = (
        Motion(forward_m=0.06, turn_rad=0.1, duration_s=0.1),
        Advance(Pose(0.0, 0.0, 0.0), 0.0, 0.03),
    )
    level = 1.0 - 0.3 * 0.6**2 - 0.2 * 0.5
    expected = level + (0.8 - level) * math.exp(-0.1) - 0.75 * 0.3
    assert margin_after(body, 0.8, motion, hit) == pytest.approx(expected)


def test_wheels_never_lose_their_margin() -> None:
    state = _drive(load_body("carter_v1"), (1.0, 0.0), start=Pose(10.0, 0.0, 3.0), periods=60)
    assert state.bumped and state.margin == 1.0 and not state.fallen


@pytest.mark.parametrize("name", ["aliengo", "h1"])
def test_walking_and_turning_at_the_limits_for_a_minute_is_no_fall(name: str) -> None:
    body = load_body(name)
    limits = (body.maximum_speed_m_s, body.maximum_turn_rad_s)
    state = _drive(body, limits, start=Pose(10.0, 0.0, 10.0), periods=600)
    expected = 1.0 - body.gait.speed_cost - body.gait.turn_cost
    assert not state.fallen and state.margin == pytest.approx(expected, abs=1e-3)


def test_the_margin_recovers_at_rest() -> None:
    shaken = State(Pose(10.0, 0.0, 10.0), margin=0.2)
    simulator = Simulator(HALL, load_body("h1"))
    margins = [shaken.margin]
    for _ in range(50):
        shaken = simulator.step(shaken, Action("velocity", velocity=(0.0, 0.0)), generator_for(1))
        margins.append(shaken.margin)
    assert margins == sorted(margins) and margins[-1] > 0.99


def test_a_wall_at_full_speed_fells_the_humanoid_and_not_the_quadruped() -> None:
    fell = {
        name: _drive(load_body(name), (1.0, 0.0), start=Pose(10.0, 0.0, 6.0), periods=90).fallen
        for name in ("h1", "aliengo")
    }
    assert fell == {"h1": True, "aliengo": False}


def test_a_wall_at_half_speed_is_a_stumble() -> None:
    state = _drive(load_body("h1"), (0.5, 0.0), start=Pose(10.0, 0.0, 3.0), periods=90)
    assert state.bumps > 0 and 0.0 < state.margin < 1.0 and not state.fallen


def test_discrete_steps_against_a_wall_do_not_fell_the_humanoid() -> None:
    simulator = Simulator(HALL, load_body("h1"))
    state = simulator.start(Pose(10.0, 0.0, 0.1))
    for _ in range(50):
        state = simulator.step(state, Action("forward"), generator_for(1))
    assert state.bumps == 50 and not state.fallen


def test_a_fallen_body_stays_down_and_its_camera_lies_on_the_floor() -> None:
    body = load_body("h1")
    state = _drive(body, (1.0, 0.0), start=Pose(10.0, 0.0, 6.0), periods=90)
    simulator = Simulator(HALL, body)
    after = simulator.step(state, Action("forward"), generator_for(1))
    assert after.fallen and after.pose == state.pose and after.step == state.step + 1
    (_, y, _), _, _, roll = camera_pose(body, after, body.cameras[0])
    assert y < 0.5 * 1.36 and roll == pytest.approx(math.pi / 2)
