"""The inertial unit beside known motions, finite differences of a path, and its stated noise."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from wayproof.seeding import generator_for
from wayproof.sensor_rigs import Rig, RigImu
from wayproof.sensors import sensors_for
from wayproof.sensors.imu import GRAVITY_M_S2, samples_of, true_motion
from wayproof.sensors.rig import SensorRig
from wayproof.sensors.sensor import SensorInput
from wayproof.simulator.control import discrete_motions, rest_to_rest_s
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.vocabulary import Action, Pose, Settings

SILENT = RigImu(
    rate_hz=1000.0,
    samples=2000,
    gyro_noise_rad_s_rthz=0.0,
    gyro_bias_rad_s=0.0,
    acceleration_noise_m_s2_rthz=0.0,
    acceleration_bias_m_s2=0.0,
)


def _times(lasts_s: float, rate_hz: float = 1000.0) -> np.ndarray:
    return np.arange(1, int(lasts_s * rate_hz) + 1) / rate_hz


def test_at_rest_it_reads_gravity_upwards_and_no_turn(world: World, states: list[State]) -> None:
    rows = samples_of(SensorInput(world, states[0], states[0].pose), SILENT)
    assert rows.shape == (2000, 7)
    np.testing.assert_array_equal(rows[:, 1:], np.tile([0, 0, 0, 0, 0, GRAVITY_M_S2], (2000, 1)).astype("f4"))
    np.testing.assert_allclose(np.diff(rows[:, 0]), 0.001, atol=1e-6)
    assert rows[-1, 0] == 0.0


def test_a_fallen_body_feels_gravity_from_its_right(world: World) -> None:
    rows = true_motion(world.body, (State(Pose(0.0, 0.0, 0.0), fallen=True),), np.array([0.0]))
    assert rows[0, 3:].tolist() == [0.0, -GRAVITY_M_S2, 0.0]


def test_a_step_ahead_speeds_up_and_brakes_as_the_body_can(world: World) -> None:
    body = world.body
    lasts_s = rest_to_rest_s(0.25, body.maximum_speed_m_s, body.acceleration_m_s2)
    passed = (State(Pose(0, 0, 0)), State(Pose(0.0, 0.0, -0.25), time_s=lasts_s))
    rows = true_motion(body, passed, _times(lasts_s))
    half = len(rows) // 2
    np.testing.assert_allclose(rows[: half - 2, 3], body.acceleration_m_s2, rtol=1e-9)
    np.testing.assert_allclose(rows[half + 2 :, 3], -body.acceleration_m_s2, rtol=1e-9)
    np.testing.assert_allclose(rows[:, 4], 0.0, atol=1e-12)


@pytest.mark.parametrize("name", ["forward", "turn_left", "turn_right"])
def test_integrated_twice_it_gives_the_motion_that_was_made(world: World, name: str) -> None:
    motion = discrete_motions(world.body)[name]
    end = Pose(0.0, 0.0, -motion.forward_m, motion.turn_rad)
    passed = (State(Pose(0, 0, 0)), State(end, time_s=motion.duration_s))
    rows = true_motion(world.body, passed, _times(motion.duration_s, 10_000.0))
    turned = rows[:, 2].sum() / 10_000.0
    gone = np.cumsum(rows[:, 3]).sum() / 10_000.0**2
    assert turned == pytest.approx(motion.turn_rad, abs=2e-3)
    assert gone == pytest.approx(motion.forward_m, abs=2e-3)


def test_a_curve_at_constant_speed_is_felt_to_its_inside(world: World) -> None:
    """A left-hand circle of 2 m at 0.5 m/s: v squared over r to the left, v over r about the vertical."""
    speed, radius, period = 0.5, 2.0, 0.1
    rate = speed / radius
    states = []
    for k in range(21):
        angle = rate * period * k  # the circle's middle lies to the left, at -x
        place = Pose(-radius + radius * math.cos(angle), 0.0, -radius * math.sin(angle), angle)
        states.append(State(place, speed_m_s=speed, turn_rate_rad_s=rate, time_s=period * k))
    rows = true_motion(world.body, states, np.arange(0.25, 1.95, 0.01))
    np.testing.assert_allclose(rows[:, 2], rate, rtol=1e-9)
    np.testing.assert_allclose(rows[:, 3], 0.0, atol=1e-9)
    np.testing.assert_allclose(rows[:, 4], speed**2 / radius, rtol=1e-9)


def test_driving_by_velocities_agrees_with_finite_differences_of_the_path(
    world: World, states: list[State]
) -> None:
    simulator = world.simulator()
    state = simulator.start(states[0].pose)
    passed = [state]
    for wanted in [(0.2, 0.0)] * 4 + [(0.2, 0.8)] * 6 + [(0.0, 0.0)] * 6:
        state = simulator.step(state, Action("velocity", velocity=wanted), generator_for(0))
        passed.append(state)
    assert not any(one.bumped for one in passed)
    middles = np.array([(a.time_s + b.time_s) / 2 for a, b in pairwise(passed)])
    rows = true_motion(world.body, passed, middles)
    heading = np.array([one.pose.heading_rad for one in passed])
    np.testing.assert_allclose(rows[:, 2], np.diff(np.unwrap(heading)) / 0.1, atol=1e-9)
    # Speed along the path, by differences of positions; an arc is hardly longer than its chord here.
    place = np.array([(one.pose.x_m, one.pose.z_m) for one in passed])
    speed = np.concatenate([[0.0], np.linalg.norm(np.diff(place, axis=0), axis=1) / 0.1])
    np.testing.assert_allclose(rows[:, 3], np.diff(speed) / 0.1, atol=2e-3)
    assert abs(rows[:, 3].sum() * 0.1) < 1e-9  # it ends at rest


def test_the_periods_of_a_way_point_are_handed_out(world: World, states: list[State]) -> None:
    simulator = world.simulator()
    start = simulator.start(states[0].pose)
    between: list[State] = []
    end = simulator.step(
        start, Action("waypoint", waypoint=(0.2, 0.0, 0.5)), generator_for(0), between=between
    )
    times = [start.time_s, *(one.time_s for one in between), end.time_s]
    np.testing.assert_allclose(np.diff(times), 0.1)
    rows = true_motion(world.body, (start, *between, end), np.array(times[1:]))
    turned = math.remainder(end.pose.heading_rad - start.pose.heading_rad, math.tau)
    assert rows[:, 2].sum() * 0.1 == pytest.approx(turned, abs=1e-9)


def test_noise_and_bias_have_the_stated_size_and_belong_to_the_sample(
    world: World, states: list[State]
) -> None:
    unit = RigImu(rate_hz=400.0, samples=4000, gyro_bias_rad_s=0.01, acceleration_bias_m_s2=0.1)
    given = SensorInput(world, states[0], states[0].pose, draws=(3, "a house", "an episode"))
    rows = samples_of(given, unit)
    np.testing.assert_array_equal(rows, samples_of(given, unit))
    spread = rows[:, 1:].std(axis=0)
    np.testing.assert_allclose(spread[:3], 1.6968e-4 * 20.0, rtol=0.05)
    np.testing.assert_allclose(spread[3:], 2.0e-3 * 20.0, rtol=0.05)
    # A body that stands half a second longer reads the same samples as before, moved up.
    later = State(states[0].pose, time_s=0.5)
    moved = samples_of(SensorInput(world, later, states[0].pose, draws=given.draws), unit)
    np.testing.assert_allclose(moved[:-200, 1:], rows[200:, 1:], rtol=1e-6)
    biases = [
        samples_of(SensorInput(world, states[0], states[0].pose, draws=(3, "h", str(k))), unit)[:, 3].mean()
        for k in range(200)
    ]
    assert np.std(biases) == pytest.approx(0.01, rel=0.2) and abs(np.mean(biases)) < 0.003


def test_the_rig_says_how_many_samples_at_which_rate(world: World, states: list[State]) -> None:
    settings = Settings(rig=Rig("own", imu=RigImu(rate_hz=50.0, samples=10)))
    rig = SensorRig(world, sensors_for(world.body, ["imu"], settings=settings))
    rows = rig.read(states[0], start=states[0].pose)["imu"]
    assert rows.shape == (10, 7)
    np.testing.assert_allclose(np.diff(np.asarray(rows)[:, 0]), 0.02, atol=1e-6)
