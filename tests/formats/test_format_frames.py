"""Conversions between world frames, against scipy and against walks in which left and right differ."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from format_samples import main_file
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from wayproof.errors import InvalidInput
from wayproof.formats import FORMATS
from wayproof.formats.coordinate_frames import (
    from_isaac,
    from_thor,
    heading_from_isaac,
    heading_from_quaternion,
    heading_from_thor,
    heading_to_isaac,
    heading_to_thor,
    heading_towards,
    quaternion_from_heading,
    to_isaac,
    wrapped,
)
from wayproof.vocabulary import Point, Pose

ANGLES = st.floats(-10.0, 10.0)
METRES = st.floats(-50.0, 50.0)


def _walk(pose: Pose, *moves: float | str) -> list[Point]:
    """Places after each stretch of a walk by our own conventions: numbers are metres ahead."""
    x, z, heading = pose.x_m, pose.z_m, pose.heading_rad
    places = [(x, pose.y_m, z)]
    for move in moves:
        if isinstance(move, str):
            heading += {"left": 1.0, "right": -1.0}[move] * math.pi / 2
        else:
            x, z = x - move * math.sin(heading), z - move * math.cos(heading)
            places.append((x, pose.y_m, z))
    return places


def test_a_walk_in_the_shape_of_an_l_is_the_same_walk_in_ai2thor() -> None:
    """AI2-THOR: angle 0 looks along +z, and RotateRight adds degrees. 2 m ahead, right, 1 m, right, 3 m."""
    theirs = [(4.0, 0.0, -1.0), (4.0, 0.0, 1.0), (5.0, 0.0, 1.0), (5.0, 0.0, -2.0)]
    start = Pose(*from_thor(*theirs[0]), heading_from_thor(0.0))
    assert np.allclose(_walk(start, 2.0, "right", 1.0, "right", 3.0), [from_thor(*place) for place in theirs])
    assert not np.allclose(_walk(start, 2.0, "left", 1.0, "left", 3.0), [from_thor(*p) for p in theirs])
    for quarter, place in ((90.0, (6.0, 0.0, -1.0)), (180.0, (4.0, 0.0, -3.0)), (270.0, (2.0, 0.0, -1.0))):
        turned = Pose(start.x_m, 0.0, start.z_m, heading_from_thor(quarter))
        assert np.allclose(_walk(turned, 2.0)[-1], from_thor(*place))


def test_a_walk_in_the_shape_of_an_l_is_the_same_walk_in_isaac() -> None:
    """Isaac: yaw 0 looks along +X, left adds degrees, in centimetres. 2 m ahead, left, 1 m, left, 3 m."""
    theirs = [(100.0, 500.0, 20.0), (300.0, 500.0, 20.0), (300.0, 600.0, 20.0), (0.0, 600.0, 20.0)]
    start = Pose(*from_isaac(theirs[0], 0.01), heading_from_isaac(0.0))
    ours = [from_isaac(place, 0.01) for place in theirs]
    assert np.allclose(_walk(start, 2.0, "left", 1.0, "left", 3.0), ours)
    assert not np.allclose(_walk(start, 2.0, "right", 1.0, "right", 3.0), ours)
    north = Pose(*from_isaac((0.0, 0.0, 0.0), 0.01), heading_from_isaac(90.0))
    assert np.allclose(_walk(north, 1.0)[-1], from_isaac((0.0, 100.0, 0.0), 0.01))


def test_the_robothor_sample_walks_along_its_path_when_it_turns_right() -> None:
    document = [{**record, "initial_orientation": 0} for record in main_file("robothor")[1]]
    episode = FORMATS["robothor"].parse(json.dumps(document).encode(), "x").episodes[0]
    assert np.allclose(_walk(episode.start, 3.0, "right", 1.0), episode.reference_path_m)


def test_the_omninavbench_sample_looks_along_isaacs_y_which_is_our_minus_z() -> None:
    episode = (
        FORMATS["omninavbench"].parse(json.dumps(main_file("omninavbench")[1]).encode(), "x").episodes[0]
    )
    assert (episode.start.x_m, episode.start.y_m, episode.start.z_m) == pytest.approx((1.0, 0.5, -2.0))
    assert episode.start.heading_rad == pytest.approx(0.0)
    assert _walk(episode.start, 3.0)[-1] == pytest.approx((1.0, 0.5, -5.0))


def test_isaac_keeps_handedness_and_ai2thor_mirrors_it() -> None:
    axes = np.eye(3)
    assert np.linalg.det([from_isaac(tuple(axis), 1.0) for axis in axes]) == pytest.approx(1.0)
    assert np.linalg.det([from_thor(*axis) for axis in axes]) == pytest.approx(-1.0)


@given(heading=ANGLES)
def test_upright_quaternions_are_scipys_turns_about_y(heading: float) -> None:
    theirs = Rotation.from_euler("y", heading).as_quat()
    ours = np.array(quaternion_from_heading(heading))
    assert np.allclose(ours, theirs) or np.allclose(ours, -theirs)
    found, tilt = heading_from_quaternion(tuple(theirs.tolist()))
    assert math.cos(found - heading) == pytest.approx(1.0) and tilt == pytest.approx(0.0, abs=1e-6)


@given(yaw=ANGLES, pitch=st.floats(-1.4, 1.4), roll=st.floats(-1.0, 1.0), sign=st.sampled_from([1.0, -1.0]))
def test_the_heading_of_a_tilted_quaternion_is_where_it_looks_in_the_plan(
    yaw: float, pitch: float, roll: float, sign: float
) -> None:
    rotation = Rotation.from_euler("YXZ", [yaw, pitch, roll])
    heading, tilt = heading_from_quaternion(tuple((sign * rotation.as_quat()).tolist()))
    ahead = rotation.apply([0.0, 0.0, -1.0])
    assert np.allclose([-math.sin(heading), -math.cos(heading)], ahead[[0, 2]] / np.hypot(ahead[0], ahead[2]))
    assert math.cos(tilt) == pytest.approx(rotation.apply([0.0, 1.0, 0.0])[1], abs=1e-9)


@pytest.mark.parametrize("bad", [(0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 2.0), (0.5, 0.0, 0.0, 0.0)])
def test_quaternions_that_are_no_rotation_are_refused(bad: tuple[float, float, float, float]) -> None:
    with pytest.raises(InvalidInput, match="length"):
        heading_from_quaternion(bad)


def test_a_quaternion_that_looks_straight_up_has_no_heading() -> None:
    with pytest.raises(InvalidInput, match="straight up"):
        heading_from_quaternion((math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)))


@given(angle=ANGLES, place=st.tuples(METRES, METRES, METRES), unit=st.sampled_from([0.01, 1.0, 2.54]))
def test_conversions_there_and_back_change_nothing(angle: float, place: Point, unit: float) -> None:
    heading = wrapped(angle)
    assert math.cos(heading_from_thor(heading_to_thor(heading)) - heading) == pytest.approx(1.0)
    assert math.cos(heading_from_isaac(heading_to_isaac(heading)) - heading) == pytest.approx(1.0)
    assert 0.0 <= heading_to_thor(heading) < 360.0 and -180.0 < heading_to_isaac(heading) <= 180.0
    assert from_thor(*from_thor(*place)) == place
    assert from_isaac(to_isaac(place, unit), unit) == pytest.approx(place)


@given(here=st.tuples(METRES, METRES, METRES), heading=ANGLES, distance=st.floats(0.1, 20.0))
def test_looking_at_a_place_is_the_heading_that_leads_there(
    here: Point, heading: float, distance: float
) -> None:
    there = _walk(Pose(*here, heading), distance)[-1]
    assert math.cos(heading_towards(here, there) - heading) == pytest.approx(1.0)
