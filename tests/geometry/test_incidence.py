"""Incidence read off a depth map: exact on planes, and blind where there is no reading."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wayproof.geometry.incidence import incidence_from_depth

HFOV_RAD = math.radians(79)
HEIGHT, WIDTH = 96, 128
NORMALS = [(0, 0, 1), (0.6, 0, 0.8), (0, 0.8, 0.6), (-0.48, 0.36, 0.8)]


def _rays() -> np.ndarray:
    """The ray of each pixel as (right, up, back), one metre along the optical axis."""
    pixel = 2 * math.tan(HFOV_RAD / 2) / WIDTH
    right = (np.arange(WIDTH) + 0.5 - WIDTH / 2) * pixel
    up = (HEIGHT / 2 - np.arange(HEIGHT) - 0.5) * pixel
    return np.stack(np.broadcast_arrays(right[None, :], up[:, None], -1.0), axis=-1)


@pytest.mark.parametrize("normal", NORMALS)
def test_incidence_of_a_plane_is_the_cosine_to_its_normal(normal: tuple[float, float, float]) -> None:
    facing = -(_rays() @ np.array(normal, float))
    depth_m = (2.0 / np.maximum(facing, 1e-3)).astype(np.float32)
    cosine = facing / np.linalg.norm(_rays(), axis=-1)
    seen = depth_m < 50  # beyond it the plane runs out of the view
    assert incidence_from_depth(depth_m, HFOV_RAD)[seen] == pytest.approx(cosine[seen], abs=5e-3)


@pytest.mark.parametrize("nothing", [0.0, -1.0, math.inf, math.nan])
def test_a_pixel_without_a_reading_counts_as_head_on_and_bends_no_neighbour(nothing: float) -> None:
    depth_m = np.full((HEIGHT, WIDTH), 2.0, np.float32)
    whole = incidence_from_depth(depth_m, HFOV_RAD)
    depth_m[40:50, 60:70] = nothing
    holed = incidence_from_depth(depth_m, HFOV_RAD)
    assert (holed[40:50, 60:70] == 1.0).all()
    holed[40:50, 60:70] = whole[40:50, 60:70]
    assert np.array_equal(holed, whole)
