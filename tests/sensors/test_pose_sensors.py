"""GPS, compass and point goal against rotations of SciPy in the words of Habitat's definitions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from wayproof.sensors import sensors_for
from wayproof.sensors.rig import SensorRig
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.vocabulary import Pose

metres = st.floats(-20.0, 20.0)
headings = st.floats(-math.pi, math.pi)
poses = st.builds(Pose, metres, st.just(0.0), metres, headings)
AHEAD = (0.0, 0.0, -1.0)


def _read(world: World, name: str, now: Pose, start: Pose, goal: tuple[float, float, float]) -> list[float]:
    rig = SensorRig(world, sensors_for(world.body, [name]))
    return [float(value) for value in rig.read(State(now), start=start, goal_m=goal)[name]]


def _rotation(pose: Pose) -> Rotation:
    return Rotation.from_euler("y", pose.heading_rad)


def _place(pose: Pose) -> np.ndarray:
    return np.array([pose.x_m, pose.y_m, pose.z_m])


@given(now=poses, start=poses)
def test_gps_is_minus_z_and_x_in_the_frame_of_the_start(world: World, now: Pose, start: Pose) -> None:
    local = _rotation(start).inv().apply(_place(now) - _place(start))
    assert _read(world, "gps", now, start, AHEAD) == pytest.approx([-local[2], local[0]], abs=1e-4)


@given(now=poses, start=poses)
def test_compass_is_the_heading_of_start_seen_from_now(world: World, now: Pose, start: Pose) -> None:
    way = (_rotation(now).inv() * _rotation(start)).apply(AHEAD)
    expected = math.atan2(way[0], -way[2])
    (heading,) = _read(world, "compass", now, start, AHEAD)
    assert math.remainder(heading - expected, 2 * math.pi) == pytest.approx(0.0, abs=1e-5)
    assert abs(heading) <= np.float32(math.pi)


@given(now=poses, goal=st.tuples(metres, metres, metres))
def test_point_goal_is_distance_and_minus_azimuth(
    world: World, now: Pose, goal: tuple[float, float, float]
) -> None:
    local = _rotation(now).inv().apply(np.array(goal) - _place(now))
    distance, angle = _read(world, "point_goal", now, now, goal)
    assert distance == pytest.approx(math.hypot(local[0], local[2]), abs=1e-4)
    expected = -math.atan2(local[0], -local[2])
    if distance > 1e-2:
        assert math.remainder(angle - expected, 2 * math.pi) == pytest.approx(0.0, abs=1e-3)


def test_everything_is_zero_at_the_start(world: World) -> None:
    start = Pose(1.0, 0.0, -2.0, 2.5)
    assert _read(world, "gps", start, start, AHEAD) == [0.0, 0.0]
    assert _read(world, "compass", start, start, AHEAD) == [0.0]


def test_a_goal_to_the_left_and_a_turn_to_the_left_are_positive(world: World) -> None:
    start = Pose(0.0, 0.0, 0.0, 0.0)
    assert _read(world, "point_goal", start, start, (-1.0, 0.0, 0.0)) == pytest.approx([1.0, math.pi / 2])
    turned = Pose(0.0, 0.0, 0.0, 0.5)
    assert _read(world, "compass", turned, start, AHEAD) == pytest.approx([0.5])


def test_gps_grows_with_steps_ahead_whatever_the_first_heading(world: World) -> None:
    start = Pose(3.0, 0.0, 1.0, 1.2)
    now = Pose(3.0 - 2.0 * math.sin(1.2), 0.0, 1.0 - 2.0 * math.cos(1.2), 1.2)
    assert _read(world, "gps", now, start, AHEAD) == pytest.approx([2.0, 0.0], abs=1e-6)
