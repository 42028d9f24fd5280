"""Blurs of the colour camera beside plain re-implementations of the published formulas."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import scipy.ndimage
from numpy.typing import NDArray

from wayproof.bench.corruptions import bench_frame
from wayproof.corruptions import Setting
from wayproof.corruptions.rgb.defocus_blur_robustnav import disc_weights
from wayproof.corruptions.rgb.discs import disc_mean, half_widths
from wayproof.corruptions.rgb.motion_blur_robustnav import motion_blur_robustnav
from wayproof.corruptions.rgb.taps import along_line, blurred
from wayproof.corruptions.stream import start
from wayproof.seeding import generator_for
from wayproof.vocabulary import Context

FRAME = bench_frame(60, 81)
LEVELS = (1, 2, 3, 4, 5)


def _trail(frame: NDArray[np.uint8], radius: int, sigma: float, angle_rad: float) -> NDArray[np.float64]:
    """The published motion blur: a sum of copies shifted along the angle, borders repeated."""
    distance = np.arange(2 * radius + 1)
    weight = np.exp(-(distance**2) / (2 * sigma**2))
    weight /= weight.sum()
    height, width = frame.shape[:2]
    rows, columns = np.arange(height), np.arange(width)
    total = np.zeros(frame.shape)
    for i in range(2 * radius + 1):
        down = int(np.ceil(i * np.sin(angle_rad) - 0.5))
        right = int(np.ceil(i * np.cos(angle_rad) - 0.5))
        if abs(down) >= height or abs(right) >= width:
            break
        shifted = frame[np.clip(rows + down, 0, height - 1)][:, np.clip(columns + right, 0, width - 1)]
        total += weight[i] * shifted
    return total


class _FixedAngle:
    """Stands in for a generator: always the same angle in degrees."""

    def __init__(self, degrees: float) -> None:
        self.degrees = degrees

    def uniform(self, low: float, high: float) -> float:
        assert (low, high) == (-45.0, 45.0)
        return self.degrees


@pytest.mark.parametrize("degrees", [-45.0, -20.0, 0.0, 23.0, 45.0])
@pytest.mark.parametrize("level", LEVELS)
def test_motion_blur_in_parity_is_the_published_sum(level: int, degrees: float) -> None:
    corrupt = motion_blur_robustnav(Setting(level / 5, "parity"), generator_for(0))
    ours = corrupt(FRAME, _FixedAngle(degrees), Context())  # type: ignore[arg-type]
    radius, sigma = ((10, 3), (15, 5), (15, 8), (15, 12), (20, 15))[level - 1]
    theirs = np.floor(_trail(FRAME, radius, sigma, np.radians(degrees)))
    assert np.abs(ours.astype(int) - theirs).max() <= 1


def test_motion_blur_in_parity_leaves_out_copies_beyond_a_small_frame() -> None:
    white = np.full((12, 12, 3), 200, np.uint8)
    parity = motion_blur_robustnav(Setting(1.0, "parity"), generator_for(0))
    fixed = motion_blur_robustnav(Setting(1.0), generator_for(0))
    assert parity(white, _FixedAngle(10.0), Context()).max() < 200  # type: ignore[arg-type]
    assert (fixed(white, _FixedAngle(10.0), Context()) == 200).all()  # type: ignore[arg-type]


def _centre_of_a_dot(profile: str, level: int) -> tuple[float, float]:
    frame = np.zeros((161, 161), np.uint8)
    frame[80, 80] = 255
    # A dot in 8 bits is too faint once it is spread; a block of five has enough light.
    frame[78:83, 78:83] = 255
    corrupt = motion_blur_robustnav(Setting(level / 5, profile), generator_for(0))
    result = corrupt(frame, _FixedAngle(0.0), Context()).astype(float)  # type: ignore[arg-type]
    rows, columns = np.mgrid[:161, :161]
    return float((result * columns).sum() / result.sum()) - 80, float(
        (result * rows).sum() / result.sum()
    ) - 80


@pytest.mark.parametrize("level", LEVELS)
def test_motion_blur_shifts_the_picture_in_parity_and_not_when_mended(level: int) -> None:
    shift = (2.1, 3.7, 6.1, 9.0, 11.4)[level - 1]
    assert abs(_centre_of_a_dot("parity", level)[0]) == pytest.approx(shift, abs=0.6)
    assert abs(_centre_of_a_dot("fixed", level)[0]) < 0.6


def test_motion_blur_of_navtrust_is_an_even_smear_mixed_with_the_frame() -> None:
    frame = np.zeros((100, 100), np.uint8)
    frame[:, 50] = 250
    taps = along_line(np.arange(-3.0, 4.0), np.full(7, 1 / 7), 0.0)
    assert blurred(frame[..., None], taps)[10, 47:54, 0].tolist() == [36] * 7
    result = start("motion_blur_navtrust", 1.0)(frame)
    assert result[50, 50] >= 0.2 * 250  # the sharp fifth
    assert result[50, :40].sum() + result[50, 61:].sum() == 0  # 15 pixels long at most


def test_a_blur_keeps_the_grey_of_a_plain_wall() -> None:
    wall = np.full((40, 50, 3), 201, np.uint8)
    for name in ("motion_blur_navtrust", "motion_blur_robustnav", "defocus_navtrust", "gaussian_blur"):
        assert (start(name, 0.7)(wall) == 201).all(), name


@pytest.mark.parametrize("radius", [1.0, 1.5, 3.0, 4.0, 7.3, 10.0])
def test_the_disc_mean_is_the_mean_over_a_disc(radius: float) -> None:
    reach = int(radius)
    squares = np.arange(-reach, reach + 1) ** 2
    disc = (squares[:, None] + squares <= radius**2).astype(np.float64)
    padded = np.pad(FRAME.astype(np.float64), ((reach, reach), (reach, reach), (0, 0)), "reflect")
    expected = scipy.ndimage.correlate(padded, disc[..., None] / disc.sum())[reach:-reach, reach:-reach]
    assert np.abs(disc_mean(FRAME, radius) - expected).max() <= 0.501


def test_discs_have_their_published_numbers_of_pixels() -> None:
    assert [int((2 * half_widths(r) + 1).sum()) for r in (3, 4, 6, 8, 10)] == [29, 49, 113, 197, 317]


def test_the_published_disc_is_too_heavy_at_levels_four_and_five() -> None:
    sums = [float(disc_weights(r, a).sum()) for r, a in ((3, 0.1), (4, 0.5), (6, 0.5), (8, 0.5), (10, 0.5))]
    assert sums == pytest.approx([1, 1, 1, 1.0130, 1.0108], abs=2e-4)


@pytest.mark.parametrize("level", LEVELS)
def test_defocus_in_parity_is_the_published_filter(level: int) -> None:
    radius, spread = ((3, 0.1), (4, 0.5), (6, 0.5), (8, 0.5), (10, 0.5))[level - 1]
    reach = 8 if radius <= 8 else radius
    squares = np.arange(-reach, reach + 1) ** 2
    disc = (squares[:, None] + squares <= radius**2).astype(np.float32)
    window = (3, 3) if radius <= 8 else (5, 5)
    weights = cv2.GaussianBlur(disc / disc.sum(), window, spread)
    theirs = np.floor(np.clip(cv2.filter2D(FRAME / 255.0, -1, weights), 0, 1) * 255)
    ours = start("defocus_blur_robustnav", level / 5, profile="parity")(FRAME)
    assert np.abs(ours - theirs).max() <= 1


@pytest.mark.parametrize("level", LEVELS)
def test_mended_defocus_is_the_same_blur_without_the_brightening(level: int) -> None:
    frame = bench_frame(168, 224)
    fixed, parity = (
        start("defocus_blur_robustnav", level / 5, profile=p)(frame) for p in ("fixed", "parity")
    )
    gain = (1, 1, 1, 1.0130, 1.0108)[level - 1]
    assert np.abs(fixed * gain - parity).mean() < 1.5
    assert fixed.mean() == pytest.approx(frame.mean(), rel=0.01)


@pytest.mark.parametrize("severity", [0.4, 1.0])
@pytest.mark.parametrize("name", ["defocus_blur_robustnav", "gaussian_blur", "motion_blur_robustnav"])
def test_a_mended_blur_spreads_a_line_over_the_same_share_of_every_picture(
    name: str, severity: float
) -> None:
    """Standard deviation across of what a bar of light becomes, as a share of the width."""
    shares = []
    for width in (112, 224, 448):
        frame = np.zeros((width, width), np.uint8)
        frame[:, width // 2 - width // 56 : width // 2 + width // 56] = 255
        across = start(name, severity)(frame).astype(float).sum(axis=0)
        columns = np.arange(width) - (across * np.arange(width)).sum() / across.sum()
        shares.append(float(np.sqrt((across * columns**2).sum() / across.sum())) / width)
    assert max(shares) < 1.12 * min(shares)


@pytest.mark.parametrize("level", LEVELS)
def test_gaussian_blur_is_that_of_scipy(level: int) -> None:
    sigma = (1, 2, 3, 4, 6)[level - 1]
    expected = scipy.ndimage.gaussian_filter(
        FRAME.astype(float), (sigma, sigma, 0), mode="nearest", truncate=4
    )
    assert np.abs(start("gaussian_blur", level / 5, profile="parity")(FRAME) - expected).max() <= 1


def test_defocus_of_navtrust_varies_from_frame_to_frame_and_is_mild_at_one_half() -> None:
    frame = bench_frame(256, 256)
    stream = start("defocus_navtrust", 0.5)
    sharpness = [float(cv2.Laplacian(stream(frame, step=step), cv2.CV_64F).var()) for step in range(30)]
    assert max(sharpness) > 1.3 * min(sharpness)
    wider = start("gaussian_blur", 0.4)(frame)  # two pixels
    assert min(sharpness) > cv2.Laplacian(wider, cv2.CV_64F).var()
