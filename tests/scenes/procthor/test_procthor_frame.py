"""Unity's left-handed frame becomes ours without a mirrored thing: against Unity's own arithmetic."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from wayproof.formats.coordinate_frames import from_thor, heading_from_thor
from wayproof.geometry.solid import NO_BOXES, Solid
from wayproof.scenes.assembly import to_world
from wayproof.scenes.procthor.unity_frame import heading_of, own_x, place_in_world, tilted

angles = st.floats(-720.0, 720.0)
lengths = st.floats(-5.0, 5.0)
points = st.tuples(lengths, lengths, lengths)


def unity_matrix(x_deg: float, y_deg: float, z_deg: float) -> NDArray[np.float64]:
    """Quaternion.Euler as a matrix: about z first, then x, then y; written out for Unity's axes."""
    (cx, sx), (cy, sy), (cz, sz) = (
        (math.cos(math.radians(a)), math.sin(math.radians(a))) for a in (x_deg, y_deg, z_deg)
    )
    about_z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    turned: NDArray[np.float64] = about_y @ about_x @ about_z
    return turned


@given(angles, angles, angles, points, points)
def test_a_point_of_a_thing_lands_where_unity_puts_it(
    x_deg: float, y_deg: float, z_deg: float, own: tuple[float, ...], at: tuple[float, ...]
) -> None:
    in_unity = unity_matrix(x_deg, y_deg, z_deg) @ np.array(own) + np.array(at)
    corner = np.array([[own_x(own[0]), own[1], own[2]]])
    solid = Solid(corner, corner, np.zeros((1, 2)), np.zeros((0, 3), np.int64), NO_BOXES)
    laid = tilted(solid, x_deg, z_deg).vertices_m
    ours = to_world(laid, place_in_world(*at), heading_of(y_deg))[0]
    np.testing.assert_allclose(ours, [in_unity[0], in_unity[1], -in_unity[2]], atol=1e-9)


@pytest.mark.parametrize(("degrees", "front"), [(0, (0, -1)), (90, (1, 0)), (180, (0, 1)), (270, (-1, 0))])
def test_the_front_turns_clockwise_from_north(degrees: float, front: tuple[int, int]) -> None:
    heading = heading_of(degrees)
    assert (math.sin(heading), math.cos(heading)) == pytest.approx(front, abs=1e-12)


@given(angles)
def test_a_thing_and_an_agent_at_the_same_angle_look_the_same_way(degrees: float) -> None:
    thing, agent = heading_of(degrees), heading_from_thor(degrees)
    assert math.sin(thing) == pytest.approx(-math.sin(agent), abs=1e-9)
    assert math.cos(thing) == pytest.approx(-math.cos(agent), abs=1e-9)
    assert -math.pi < thing <= math.pi


@given(lengths, lengths, lengths)
def test_places_are_those_of_the_episode_formats(x: float, y: float, z: float) -> None:
    assert place_in_world(x, y, z) == from_thor(x, y, z)
