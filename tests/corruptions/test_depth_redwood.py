"""Redwood depth noise: the figures that Habitat's model shows on a flat wall, and its structure."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.corruptions.depth.redwood_depth_noise import CELLS, distortion_table
from wayproof.corruptions.stream import start

# Distance, then mean and spread over the valid pixels of a 640 x 480 map, measured with Habitat's own table.
FIGURES = [
    (1.0, 1.0008, 0.0028),
    (2.0, 1.9998, 0.0140),
    (3.0, 2.997, 0.0346),
    (4.0, 3.991, 0.0678),
    (6.0, 5.976, 0.165),
    (8.0, 8.008, 0.255),
    (9.5, 9.557, 0.328),
]
OUR_ZERO_SHARE = 1 - 75 * 76 / 80**2


def wall(distance_m: float, *, severity: float = 1.0, profile: str = "fixed", size=(480, 640)) -> np.ndarray:
    return start("redwood_depth_noise", severity, profile=profile)(np.full(size, distance_m, np.float32))


@pytest.mark.parametrize(("distance_m", "mean_m", "spread_m"), FIGURES)
def test_a_flat_wall_shows_the_mean_and_spread_of_habitats_model(
    distance_m: float, mean_m: float, spread_m: float
) -> None:
    seen = wall(distance_m)
    valid = seen[seen > 0].astype(np.float64)
    assert valid.mean() == pytest.approx(mean_m, rel=0.001)
    assert valid.std() == pytest.approx(spread_m, rel=0.06)


def test_the_border_without_readings_is_of_the_stated_size() -> None:
    assert (wall(4.0) == 0).mean() == pytest.approx(OUR_ZERO_SHARE, abs=0.001)
    assert pytest.approx(0.109, abs=5e-4) == OUR_ZERO_SHARE


def test_nothing_is_seen_from_ten_metres_on() -> None:
    assert not wall(10.0).any() and wall(9.99).any()


@pytest.mark.parametrize("severity", [0.2, 1.0])
def test_parity_readings_are_whole_eighths_of_a_disparity(severity: float) -> None:
    seen = wall(3.0, severity=severity, profile="parity")
    steps = 35.130 * 8 / seen[seen > 0].astype(np.float64)
    assert np.abs(steps - np.rint(steps)).max() < 1e-3


def test_parity_has_the_full_border_at_any_severity_and_fixed_lets_it_fade() -> None:
    assert (wall(3.0, severity=0.2, profile="parity") == 0).mean() == pytest.approx(OUR_ZERO_SHARE, abs=0.002)
    assert (wall(3.0, severity=0.2) == 0).mean() < 0.4 * OUR_ZERO_SHARE


def test_at_severity_one_both_profiles_are_the_same() -> None:
    assert np.array_equal(wall(3.0), wall(3.0, profile="parity"))


def test_the_noise_without_the_lens_is_as_stated() -> None:
    """Within one cell the lens is known, so the error in steps of disparity is that of noise and rounding."""
    cell = distortion_table()[40, 40].astype(np.float64)
    errors: list[float] = []
    for seed, distance_m in enumerate(np.linspace(3.0, 5.0, 80)):
        stream = start("redwood_depth_noise", 1.0, seed=seed)
        seen = stream(np.full((480, 640), distance_m, np.float32))[241:245, 321:327]
        factor = np.interp(distance_m, [3, 5], cell[1:3])
        errors += (35.130 * 8 / seen - 35.130 * 8 * factor / distance_m).ravel().tolist()
    # Rounding to whole steps adds 1/12 to the variance of 8 * 0.027778.
    assert np.std(errors) == pytest.approx(np.hypot(8 * 0.027778, np.sqrt(1 / 12)), rel=0.06)
    assert abs(np.mean(errors)) < 0.05


def test_pixels_are_read_in_blocks_of_two() -> None:
    """Without shuffling across it, a single far pixel at an odd place is never read."""
    depth_m = np.full((240, 320), 2.0, np.float32)
    depth_m[121, 161] = 6.0
    assert wall(2.0, size=(240, 320)).max() < 3
    assert start("redwood_depth_noise", 1.0)(depth_m).max() < 3
    depth_m[120, 160] = 6.0
    assert start("redwood_depth_noise", 1.0)(depth_m).max() > 5


def test_the_table_is_smooth_and_near_one() -> None:
    table = distortion_table()
    assert table.shape == (CELLS, CELLS, 5)
    assert table.min() > 0.93 and table.max() < 1.15
    assert max(np.abs(np.diff(table, axis=axis)).max() for axis in (0, 1)) < 0.02
    centre = table[39:41, 39:41].mean(axis=(0, 1))
    assert centre == pytest.approx([1.002, 0.997, 0.989, 0.978, 0.971], abs=1e-3)
