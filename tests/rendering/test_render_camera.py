"""Cameras and views: what is refused, and where things appear on the image."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rendering_witness import scene_of

from wayproof.bench.embree import pixel_rays
from wayproof.errors import InvalidInput
from wayproof.geometry.solids import sphere
from wayproof.rendering.camera import Camera, ring_of_views, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import render


@pytest.mark.parametrize("size", [0, -3, 2.5, 10_000, True])
def test_a_camera_without_a_whole_positive_size_is_refused(size: float) -> None:
    with pytest.raises(InvalidInput, match="whole number"):
        Camera(size, 64, 1.0)  # type: ignore[arg-type]  # the mistake under test
    with pytest.raises(InvalidInput, match="whole number"):
        Camera(64, size, 1.0)  # type: ignore[arg-type]  # the mistake under test


@pytest.mark.parametrize("hfov_rad", [0.0, -1.0, math.pi, 4.0, math.nan, math.inf])
def test_a_field_of_view_that_no_flat_image_has_is_refused(hfov_rad: float) -> None:
    with pytest.raises(InvalidInput, match="field of view above 0 and below pi"):
        Camera(64, 64, hfov_rad)


@pytest.mark.parametrize("eye", [(0, 0), (0, math.nan, 0), (math.inf, 0, 0)])
def test_a_view_from_nowhere_is_refused(eye: tuple[float, ...]) -> None:
    with pytest.raises(InvalidInput, match="three numbers"):
        view_from(eye, 0.0)


def test_a_ring_needs_a_view() -> None:
    with pytest.raises(InvalidInput, match="at least 1"):
        ring_of_views(view_from((0, 0, 0), 0.0), 0)


def test_heading_zero_looks_along_minus_z_and_turns_counter_clockwise() -> None:
    assert np.allclose(view_from((0, 0, 0), 0.0).rotation, [[1, 0, 0], [0, 1, 0], [0, 0, -1]])
    assert np.allclose(view_from((0, 0, 0), math.pi / 2).rotation[2], [-1, 0, 0])


def test_positive_pitch_looks_up_and_positive_roll_lifts_the_right_side() -> None:
    assert view_from((0, 0, 0), 0.3, pitch_rad=0.2).rotation[2, 1] == pytest.approx(math.sin(0.2))
    assert view_from((0, 0, 0), 0.3, roll_rad=0.2).rotation[0, 1] == pytest.approx(math.sin(0.2))


angles = st.floats(-1.2, 1.2)


@given(st.floats(-math.pi, math.pi), angles, angles)
def test_a_rotation_keeps_lengths_and_hands(heading: float, pitch: float, roll: float) -> None:
    rotation = view_from((0, 0, 0), heading, pitch_rad=pitch, roll_rad=roll).rotation
    assert np.allclose(rotation @ rotation.T, np.eye(3))
    # right, up and forward are a left-handed frame, as the image looks away from the viewer.
    assert np.linalg.det(rotation) == pytest.approx(-1.0)


@given(st.floats(-math.pi, math.pi), angles, angles, st.floats(-0.35, 0.35), st.floats(-0.35, 0.35))
def test_a_ball_appears_where_projection_puts_it(
    heading: float, pitch: float, roll: float, right: float, up: float
) -> None:
    camera = Camera(96, 64, 1.3)
    eye = np.array([0.4, 1.2, -0.7])
    view = view_from(eye, heading, pitch_rad=pitch, roll_rad=roll)
    centre = eye + 3.0 * (view.rotation[2] + right * view.rotation[0] + up * view.rotation[1])
    ball = sphere(0.05, tuple(centre - (0, 0.05, 0)), sides=16)
    seen = render(prepare(scene_of([ball])), [view], camera, want=("instance",))[0].instance
    assert seen is not None
    rows, columns = np.nonzero(seen)
    assert abs(columns.mean() + 0.5 - (48 + camera.focal_px * right)) < 0.5
    assert abs(rows.mean() + 0.5 - (32 - camera.focal_px * up)) < 0.5


def test_twelve_views_around_meet_at_their_borders() -> None:
    ring = ring_of_views(view_from((0, 0, 0), 0.4), 12)
    assert len(ring) == 12
    camera = Camera(31, 1, math.pi / 6)
    for here, following in zip(ring, ring[1:] + ring[:1], strict=True):
        left, right = pixel_rays(here, camera)[0, 0], pixel_rays(following, camera)[0, -1]
        left, right = left / np.linalg.norm(left), right / np.linalg.norm(right)
        step = math.pi / 6 / 31
        assert math.acos(min(1.0, float(left @ right))) == pytest.approx(step, rel=0.1)
