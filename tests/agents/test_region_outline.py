"""Regions of a network without what spilled over: hand-made masks with known depth."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import ndimage

from wayproof.agents.mapping.depth_projection import MountedCamera
from wayproof.agents.seeing.region_outline import (
    FRONT_MARGIN_M,
    FRONT_QUANTILE,
    LEAST_INNER,
    in_front,
    on_floor,
    without_rim,
)


def couch_behind_a_table() -> tuple[np.ndarray, np.ndarray]:
    """A region of 20 x 30 pixels 3 m away, of which the lowest 4 rows lie on a table at 1.5 m."""
    pixels, depth_m = np.zeros((40, 60), np.bool_), np.full((40, 60), 4.0, np.float32)
    pixels[10:30, 15:45] = True
    depth_m[10:26, 15:45], depth_m[26:30, 15:45] = 3.0, 1.5
    return pixels, depth_m


def test_what_spilled_on_to_the_table_before_a_couch_is_in_front() -> None:
    pixels, depth_m = couch_behind_a_table()
    found = in_front(pixels, depth_m)
    assert found[26:30, 15:45].all() and found.sum() == 4 * 30


def test_each_region_is_judged_by_itself() -> None:
    pixels, depth_m = couch_behind_a_table()
    pixels[:8, :10], depth_m[:8, :10] = True, 1.0  # a near chair of its own, not joined to the far one
    assert not in_front(pixels, depth_m)[:8, :10].any()


def test_the_near_end_of_a_slanted_thing_stays_up_to_the_margin() -> None:
    pixels = np.ones((20, 20), np.bool_)
    depth_m = np.repeat(np.linspace(1.0, 2.0, 20, dtype=np.float32)[:, None], 20, axis=1)
    found = in_front(pixels, depth_m)
    limit_m = 1.0 + FRONT_QUANTILE - FRONT_MARGIN_M
    assert not found[depth_m[:, 0] > limit_m + 0.06].any()


def test_pixels_without_depth_and_maps_of_another_size_say_nothing() -> None:
    pixels, depth_m = couch_behind_a_table()
    depth_m[26:30] = 0.0
    assert not in_front(pixels, depth_m).any()
    assert not in_front(pixels, depth_m[:5]).any()
    assert not in_front(np.zeros_like(pixels), depth_m).any()


@given(
    hnp.arrays(np.bool_, (7, 9)),
    hnp.arrays(np.float32, (7, 9), elements=st.floats(0.0, 5.0, width=32)),
)
def test_it_agrees_with_scipy_region_by_region(pixels: np.ndarray, depth_m: np.ndarray) -> None:
    numbers, count = ndimage.label(pixels, np.ones((3, 3)))
    expected = np.zeros(pixels.shape, np.bool_)
    for number in range(1, count + 1):
        mine = (numbers == number) & (depth_m > 0)
        if mine.any():
            limit = np.quantile(depth_m[mine], FRONT_QUANTILE, method="lower") - np.float32(FRONT_MARGIN_M)
            expected |= mine & (depth_m < limit)
    assert np.array_equal(in_front(pixels, depth_m), expected)


def test_a_region_loses_its_rim_unless_it_is_nothing_but_rim() -> None:
    pixels, _ = couch_behind_a_table()
    inner = without_rim(pixels)
    assert inner.sum() == 16 * 26 and inner[12:28, 17:43].all()
    thin = np.zeros((40, 60), np.bool_)
    thin[5:10, :] = True
    assert thin[7].sum() > LEAST_INNER and without_rim(thin).sum() == 60  # the middle row is left
    thin[7:10] = False
    assert np.array_equal(without_rim(thin), thin)


def test_what_lies_on_the_floor_is_floor_whatever_it_is_called() -> None:
    """A level camera 1 m up with 90 degrees across: at depth d row r is (20 - r - 0.5) / 30 * d higher."""
    camera = MountedCamera(1.0, 0.0, math.radians(90.0), 10.0, 1.0)
    pixels, depth_m = np.ones((40, 60), np.bool_), np.full((40, 60), 2.1, np.float32)
    found = on_floor(pixels, depth_m, camera, 0.0)
    height_m = 1.0 + (20 - np.arange(40) - 0.5) / 30 * 2.1
    assert np.array_equal(found, np.repeat((height_m < 0.1)[:, None], 60, axis=1)) and found.any()
    tilted = on_floor(pixels, depth_m, camera, math.radians(-30.0))
    assert tilted.sum() > found.sum(), "looking down, more of the picture is floor"
    assert not on_floor(pixels, np.zeros_like(depth_m), camera, 0.0).any()
    assert not on_floor(pixels, depth_m[:3], camera, 0.0).any()
