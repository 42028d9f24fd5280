"""Robot faults of cameras on pictures of which everybody can work out what becomes of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wayproof.corruptions.stream import start
from wayproof.vocabulary import Context


def test_a_wrong_white_balance_turns_grey_into_the_colour_of_the_other_lamp() -> None:
    """Planck's law at 600, 540 and 460 nm: 130 mired from 6500 K, by a calculator."""
    grey = np.full((8, 8, 3), 100, np.uint8)
    seen = {tuple(start("white_balance", 1.0, seed=seed)(grey)[0, 0].tolist()) for seed in range(8)}
    assert seen == {(117, 100, 76), (88, 100, 125)}
    assert np.array_equal(start("white_balance", 1.0)(grey[:, :, 0]), grey[:, :, 0])


def test_a_lens_bends_outwards_by_the_cube_of_the_radius() -> None:
    """201 pixels: column 150 is 50 from the centre, so it shows 50 (1 + 0.2 (50 / 141.4)^2) = 51.25."""
    ramp = np.broadcast_to(np.arange(201, dtype=np.uint8), (201, 201)).copy()
    bent = start("lens_distortion", 1.0)(ramp)
    assert [int(bent[100, column]) for column in (100, 150, 180, 20, 0)] == [100, 151, 185, 15, 0]
    assert bent[0, 0] == 0 and bent[200, 200] == 200  # beyond the picture the border is repeated
    assert np.array_equal(bent.T, start("lens_distortion", 1.0)(np.ascontiguousarray(ramp.T)))


@pytest.mark.parametrize(("depth_m", "beside_the_edge"), [(0.5, 255), (0.0, 191)])
def test_a_lens_stuck_at_half_a_metre_blurs_what_is_far(depth_m: float, beside_the_edge: int) -> None:
    """Focal length 100 px, half aperture 8 mm, 1/0.5 m - 0: a disc of 1.6 px, a Gaussian of 0.8 px."""
    edge = np.zeros((32, 200), np.uint8)
    edge[:, 100:] = 255
    depth = np.full(edge.shape, depth_m, np.float32)  # 0: nothing there, so infinitely far
    context = Context(depth_m=depth, hfov_rad=math.radians(90.0))
    seen = start("defocus_by_depth", 1.0)(edge, context=context)
    assert abs(int(seen[16, 100]) - beside_the_edge) <= 1
    assert abs(int(seen[16, 99]) - (255 - beside_the_edge)) <= 1


def test_pixels_fly_only_beside_an_edge_and_only_between_its_sides() -> None:
    """2 % of 100 columns: two pixels to either side of the edge."""
    depth = np.full((400, 100), 1.0, np.float32)
    depth[:, 50:] = 3.0
    seen = start("flying_pixels", 1.0)(depth)
    moved = seen != depth
    assert np.flatnonzero(moved.any(axis=0)).tolist() == [48, 49, 50, 51]
    assert 1.0 <= seen[moved].min() < 1.1 and 2.9 < seen[moved].max() <= 3.0
    assert abs(float(seen[moved].mean()) - 2.0) < 0.1
    assert moved[:, 48:52].mean() > 0.99  # at full severity all of them fly


@pytest.mark.parametrize(("far_m", "is_edge"), [(1.04, False), (1.06, True)])
def test_a_step_of_five_per_cent_is_an_edge(far_m: float, is_edge: bool) -> None:
    depth = np.full((40, 100), 1.0, np.float32)
    depth[:, 50:] = far_m
    assert np.array_equal(start("flying_pixels", 1.0)(depth), depth) is not is_edge


def test_no_pixel_flies_over_a_floor_up_to_the_horizon() -> None:
    """Eyes 0.9 m above a floor, focal length 100 px: a row v below the horizon reads 90 / v metres."""
    floor = np.broadcast_to(90.0 / np.arange(1, 101, dtype=np.float32)[:, None], (100, 80)).copy()
    assert np.array_equal(start("flying_pixels", 1.0)(floor), floor)
    floor[40:60, 30:50] = 0.8  # a box on it
    moved = start("flying_pixels", 1.0)(floor) != floor
    assert moved[38:62, 28:52].any() and not moved[:38].any() and not moved[:, :28].any()
