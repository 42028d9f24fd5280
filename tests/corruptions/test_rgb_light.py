"""Light, shadow and things before the lens: low lighting, brightness, contrast, flare, discs, lost frames."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np
import pytest
import skimage.color
from numpy.typing import NDArray

from wayproof.bench.corruptions import bench_frame
from wayproof.corruptions.rgb.fog import clouds
from wayproof.corruptions.rgb.low_lighting_navtrust import light_left
from wayproof.corruptions.stream import start
from wayproof.seeding import generator_for

FRAME = bench_frame(60, 81)
NOISE = generator_for(1, "light").integers(0, 256, (64, 64, 3), np.uint8)
LEVELS = (1, 2, 3, 4, 5)


def _value_shifted(frame: NDArray[np.uint8], shift: float) -> NDArray[np.float64]:
    """Grey levels after HSV and back by scikit-image, not yet whole."""
    hsv = skimage.color.rgb2hsv(frame / 255.0)
    hsv[..., 2] = np.clip(hsv[..., 2] + shift, 0, 1)
    return np.asarray(skimage.color.hsv2rgb(hsv) * 255)


@pytest.mark.parametrize("frame", [FRAME, NOISE], ids=["room", "noise"])
@pytest.mark.parametrize("level", LEVELS)
def test_low_lighting_of_robustnav_is_the_way_through_hsv(level: int, frame: NDArray[np.uint8]) -> None:
    through_hsv = _value_shifted(frame, -level / 10)
    assert np.abs(start("low_lighting_robustnav", level / 5)(frame) - through_hsv).max() <= 0.51
    parity = start("low_lighting_robustnav", level / 5, profile="parity")(frame)
    assert np.abs(parity - np.floor(through_hsv)).max() <= 1


@pytest.mark.parametrize("rgb", [(250, 13, 99), (3, 3, 3), (0, 0, 0), (0, 255, 128), (200, 200, 40)])
def test_low_lighting_of_robustnav_agrees_with_colorsys(rgb: tuple[int, int, int]) -> None:
    hue, saturation, value = colorsys.rgb_to_hsv(*(channel / 255 for channel in rgb))
    expected = [255 * c for c in colorsys.hsv_to_rgb(hue, saturation, max(value - 0.3, 0.0))]
    result = start("low_lighting_robustnav", 0.6)(np.full((8, 8, 3), rgb, np.uint8))
    assert result[0, 0] == pytest.approx(expected, abs=0.51)


def test_low_lighting_of_robustnav_agrees_with_opencv() -> None:
    hsv = cv2.cvtColor(FRAME.astype(np.float32) / 255, cv2.COLOR_RGB2HSV)
    hsv[..., 2] = np.clip(hsv[..., 2] - 0.4, 0, 1)
    expected = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB) * 255
    assert np.abs(start("low_lighting_robustnav", 0.8)(FRAME) - expected).max() <= 1


@pytest.mark.parametrize("frame", [FRAME, NOISE], ids=["room", "noise"])
@pytest.mark.parametrize("level", LEVELS)
def test_brightness_is_the_way_through_hsv(level: int, frame: NDArray[np.uint8]) -> None:
    through_hsv = _value_shifted(frame, level / 10)
    assert np.abs(start("brightness", level / 5)(frame) - through_hsv).max() <= 0.51
    parity = start("brightness", level / 5, profile="parity")(frame)
    assert np.abs(parity - np.floor(through_hsv)).max() <= 1


def test_brightness_turns_black_into_grey() -> None:
    assert (start("brightness", 0.4)(np.zeros((8, 8, 3), np.uint8)) == 51).all()


def test_a_grey_frame_is_treated_as_a_colour_frame_of_equal_channels() -> None:
    grey = FRAME[..., 0]
    for name in (
        "brightness",
        "low_lighting_robustnav",
        "contrast",
        "gaussian_blur",
        "low_lighting_navtrust",
    ):
        colour = np.ascontiguousarray(np.repeat(grey[..., None], 3, axis=2))
        assert np.array_equal(start(name, 0.6)(grey), start(name, 0.6)(colour)[..., 0]), name


@pytest.mark.parametrize("level", LEVELS)
def test_contrast_shrinks_distances_from_the_mean(level: int) -> None:
    factor = (0.4, 0.3, 0.2, 0.1, 0.05)[level - 1]
    means = FRAME.mean(axis=(0, 1))
    expected = (FRAME - means) * factor + means
    assert np.abs(start("contrast", level / 5)(FRAME) - expected).max() <= 0.51
    parity = start("contrast", level / 5, profile="parity")(FRAME)
    assert np.abs(parity - np.floor(expected)).max() <= 1


def test_low_lighting_of_navtrust_is_uneven_and_never_brightens() -> None:
    white = np.full((100, 140, 3), 255, np.uint8)
    for episode in range(8):
        result = start("low_lighting_navtrust", 1.0, episode=str(episode))(white)
        assert result.min() == pytest.approx(2 ** (-9 / 2.2) * 255, abs=3)  # nine stops less
        assert result.max() == pytest.approx(2 ** (-0.4 * 9 / 2.2) * 255, abs=3)
        assert (result == result[..., :1]).all()


@pytest.mark.parametrize(("name", "least"), [("flare", 25.0), ("low_lighting_navtrust", 50.0)])
def test_light_that_is_wrong_at_one_half_can_be_seen_in_every_episode(name: str, least: float) -> None:
    """Mean change of a middle grey frame, in grey levels."""
    grey = np.full((84, 112, 3), 120, np.uint8)
    changes = [
        float(np.abs(start(name, 0.5, episode=str(episode))(grey).astype(float) - grey).mean())
        for episode in range(12)
    ]
    assert min(changes) > least / 2 and np.median(changes) > least


def test_the_gradient_is_the_same_at_another_resolution() -> None:
    small = light_left(generator_for(3, "light"), 60, 80, 3.0)
    large = light_left(generator_for(3, "light"), 240, 320, 3.0)
    shrunk = cv2.resize(large, (80, 60), interpolation=cv2.INTER_AREA)
    assert np.abs(small - shrunk).max() < 0.02


def test_flare_is_brightest_at_its_centre_and_ends_at_its_radius() -> None:
    black = np.zeros((120, 160, 3), np.uint8)
    result = start("flare", 0.6, episode="1")(black).astype(float)
    light = result[..., 0]
    centre = np.unravel_index(light.argmax(), light.shape)
    assert 235 < light.max() < 0.95 * 255 + 1
    rows, columns = np.mgrid[:120, :160]
    away = np.hypot(rows - centre[0], columns - centre[1])
    assert light[away > 0.7 * 200 + 2].max(initial=0.0) == 0
    assert light[(away > 20) & (away < 25)].min() > light[(away > 60) & (away < 65)].max()
    assert (result[..., 0] >= result[..., 2]).all()  # a warm lamp


@pytest.mark.parametrize("level", LEVELS)
def test_the_foreign_object_is_a_black_disc_in_the_middle(level: int) -> None:
    white = np.full((200, 300, 3), 255, np.uint8)
    dark = start("foreign_object", level / 5)(white)[..., 0] < 128
    radius = level * 0.1 * 200
    assert dark.sum() == pytest.approx(np.pi * (radius - 2) ** 2, rel=0.03)
    rows, columns = np.nonzero(dark)
    assert (rows.mean(), columns.mean()) == pytest.approx((99.5, 149.5), abs=0.01)
    assert start("foreign_object", level / 5)(white)[100, 150].tolist() == [0, 0, 0]


def _lost(profile: str, severity: float, steps: int) -> NDArray[np.bool_]:
    stream = start("black_out", severity, profile=profile)
    white = np.full((8, 8, 3), 255, np.uint8)
    results = [stream(white, step=step) for step in range(steps)]
    assert all((result == 0).all() or (result == 255).all() for result in results)
    return np.array([not result.any() for result in results])


@pytest.mark.parametrize("profile", ["fixed", "parity"])
@pytest.mark.parametrize("level", LEVELS)
def test_black_out_loses_its_share_of_frames(profile: str, level: int) -> None:
    assert _lost(profile, level / 5, 1500).mean() == pytest.approx(0.18 * level, abs=0.06)


def test_black_out_loses_frames_in_threes_and_one_by_one_in_parity() -> None:
    fixed, parity = _lost("fixed", 0.4, 900), _lost("parity", 0.4, 900)
    borders = np.flatnonzero(fixed[1:] != fixed[:-1]) + 1
    assert len(set(borders % 3)) == 1
    assert len(set((np.flatnonzero(parity[1:] != parity[:-1]) + 1) % 3)) == 3


def test_clouds_run_from_nothing_to_full_and_are_smooth_for_a_strong_decay() -> None:
    smooth, rough = (clouds(generator_for(5, "fog"), 128, 128, decay) for decay in (2.0, 1.4))
    for field in (smooth, rough):
        assert field.min() == 0.0 and field.max() == 1.0
    assert np.abs(np.diff(smooth, axis=1)).mean() < 0.5 * np.abs(np.diff(rough, axis=1)).mean()


def test_fog_scales_back_to_the_range_of_the_frame() -> None:
    frame = np.full((64, 64, 3), 255, np.uint8)
    result = start("fog", 1.0, profile="parity")(frame)
    assert result.max() >= 254  # full density: (1 + 3) / (1 + 3)
    assert result.min() == pytest.approx(255 / 4, abs=1)  # none: 1 / (1 + 3)
    black = start("fog", 1.0, profile="parity")(np.zeros((64, 64, 3), np.uint8))
    assert (black == 0).all()  # a published limit: black stays black
