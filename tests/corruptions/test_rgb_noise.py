"""Noise of the colour camera: moments and shares beside the formulas that the papers give."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
import scipy.stats
from numpy.typing import NDArray

from wayproof.corruptions.rgb.habitat_poisson import different_values, next_power_of_two
from wayproof.corruptions.rgb.low_lighting_noise_navtrust import CAMERAS, as_noisy_as, draw_sensor
from wayproof.corruptions.rgb.outcome_tables import aliases, draw_outcomes, normal_chances, poisson_chances
from wayproof.corruptions.rgb.random_bits import normal_quantiles
from wayproof.corruptions.rgb.raw_sensor import SATURATION, Sensor, expose, tables_of, tukey_lambda_quantiles
from wayproof.corruptions.stream import start
from wayproof.seeding import generator_for

GREY = 128
LEVELS = (1, 2, 3, 4, 5)


def _plain(grey: int, *, side: int = 256) -> NDArray[np.uint8]:
    return np.full((side, side, 3), grey, np.uint8)


def _expected(draws: NDArray[np.float64], *, parity: bool) -> NDArray[np.uint8]:
    """What the references do with values in [0, 1]: clip, then truncate; the mended ones round."""
    levels = np.clip(draws, 0, 1) * 255
    return np.floor(levels if parity else levels + 0.5).astype(np.uint8)


def _agree(ours: NDArray[np.uint8], theirs: NDArray[np.uint8]) -> None:
    """Means within 1 %, standard deviations within 1.5 % (two samples of 196608 scatter by less)."""
    assert ours.mean() == pytest.approx(theirs.mean(), rel=0.01, abs=0.1)
    assert ours.std() == pytest.approx(theirs.std(), rel=0.015, abs=0.1)


@pytest.mark.parametrize("profile", ["fixed", "parity"])
@pytest.mark.parametrize("level", LEVELS)
def test_gaussian_noise_has_the_moments_of_its_formula(level: int, profile: str) -> None:
    spread = (0.08, 0.12, 0.18, 0.26, 0.38)[level - 1]
    draws = GREY / 255 + spread * generator_for(1, "gaussian").standard_normal((256, 256, 3))
    ours = start("gaussian_noise", level / 5, profile=profile)(_plain(GREY))
    _agree(ours, _expected(draws, parity=profile == "parity"))


@pytest.mark.parametrize("profile", ["fixed", "parity"])
@pytest.mark.parametrize("level", LEVELS)
def test_speckle_noise_has_the_moments_of_its_formula(level: int, profile: str) -> None:
    spread = (0.15, 0.2, 0.35, 0.45, 0.6)[level - 1]
    draws = GREY / 255 * (1 + spread * generator_for(2, "speckle").standard_normal((256, 256, 3)))
    ours = start("speckle_noise", level / 5, profile=profile)(_plain(GREY))
    _agree(ours, _expected(draws, parity=profile == "parity"))


@pytest.mark.parametrize("profile", ["fixed", "parity"])
@pytest.mark.parametrize("grey", [20, GREY, 230])
@pytest.mark.parametrize("level", LEVELS)
def test_shot_noise_has_the_moments_of_photon_counts(level: int, grey: int, profile: str) -> None:
    photons = (60, 25, 12, 5, 3)[level - 1]
    draws = generator_for(3, "shot").poisson(grey / 255 * photons, (256, 256, 3)) / photons
    ours = start("shot_noise", level / 5, profile=profile)(_plain(grey))
    _agree(ours, _expected(draws, parity=profile == "parity"))


def test_shot_noise_has_a_variance_in_proportion_to_the_light() -> None:
    variances = {grey: float(start("shot_noise", 0.2)(_plain(grey)).var()) for grey in (40, 80)}
    assert variances[80] / variances[40] == pytest.approx(2.0, rel=0.03)
    assert variances[80] == pytest.approx(80 * 255 / 60, rel=0.03)


@pytest.mark.parametrize("level", LEVELS)
def test_impulse_noise_hits_its_share_half_black_half_white(level: int) -> None:
    share = (0.03, 0.06, 0.09, 0.17, 0.27)[level - 1]
    result = start("impulse_noise", level / 5)(_plain(GREY))
    assert (result == 0).mean() == pytest.approx(share / 2, abs=0.003)
    assert (result == 255).mean() == pytest.approx(share / 2, abs=0.003)
    assert ((result == 0) | (result == 255) | (result == GREY)).all()


def test_channels_and_neighbours_are_independent() -> None:
    noise = start("gaussian_noise", 0.4)(_plain(GREY)).astype(float) - GREY
    for a, b in (
        (noise[..., 0], noise[..., 1]),
        (noise[:, :-1, 0], noise[:, 1:, 0]),
        (noise[:-1, :, 2], noise[1:, :, 2]),
    ):
        assert abs(np.corrcoef(a.ravel(), b.ravel())[0, 1]) < 0.02


def test_two_frames_are_independent() -> None:
    stream = start("gaussian_noise", 0.4)
    first, second = (stream(_plain(GREY), step=step).astype(float).ravel() for step in (0, 1))
    assert abs(np.corrcoef(first, second)[0, 1]) < 0.01


def test_normal_chances_are_those_of_the_normal_distribution() -> None:
    chances = normal_chances(np.array([100.0, 3.0]), np.array([20.0, 5.0]), 0.5)
    expected = scipy.stats.norm.cdf(120.5, 100, 20) - scipy.stats.norm.cdf(119.5, 100, 20)
    assert chances[0, 120] == pytest.approx(expected, rel=1e-9)
    assert chances[1, 0] == pytest.approx(scipy.stats.norm.cdf(0.5, 3, 5), rel=1e-9)
    assert chances.sum(axis=1) == pytest.approx(1.0)


def test_poisson_chances_are_those_of_the_poisson_distribution() -> None:
    chances = poisson_chances(5.0, 0.5)
    mean = 5.0 * 51 / 255
    assert chances[51, 102] == pytest.approx(scipy.stats.poisson.pmf(2, mean))
    assert chances[51, 255] == pytest.approx(scipy.stats.poisson.sf(4, mean))
    assert chances.sum(axis=1) == pytest.approx(1.0)


def test_draws_follow_the_table_of_chances() -> None:
    rng = generator_for(4, "table")
    chances = rng.random((256, 256)) ** 6
    chances /= chances.sum(axis=1, keepdims=True)
    frame = np.full((700, 700), 9, np.uint8)
    counts = np.bincount(draw_outcomes(frame, aliases(chances), np.uint64(5)).ravel(), minlength=256)
    expected = chances[9] * frame.size
    wide = expected > 5
    assert scipy.stats.chisquare(
        np.append(counts[wide], counts[~wide].sum()), np.append(expected[wide], expected[~wide].sum())
    ).pvalue > 1e-4  # fmt: skip


def test_normal_quantiles_are_those_of_scipy() -> None:
    quantiles = normal_quantiles()
    expected = scipy.stats.norm.ppf((np.arange(65536) + 0.5) / 65536)
    assert np.abs(quantiles - expected).max() < 2e-3
    assert quantiles.std() == pytest.approx(1.0, abs=1e-4)


# Standard deviation over scale, and excess kurtosis, as published for these shapes.
@pytest.mark.parametrize(
    ("shape", "spread", "kurtosis"),
    [
        (-0.1, 2.19, 3.8),
        (-0.05, 1.98, 2.1),
        (0.0, 1.81, 1.2),
        (0.05, 1.67, 0.6),
        (0.1, 1.54, 0.2),
        (0.2, 1.33, -0.3),
    ],
)
def test_tukey_lambda_has_its_known_moments(shape: float, spread: float, kurtosis: float) -> None:
    values = tukey_lambda_quantiles(shape)
    assert values.std() == pytest.approx(spread, abs=0.02)
    assert scipy.stats.kurtosis(values) == pytest.approx(kurtosis, abs=0.3)


@pytest.mark.parametrize("shape", [-0.2, -0.031, 0.093])
def test_tukey_lambda_has_the_quantiles_of_scipy(shape: float) -> None:
    places = (np.arange(65536) + 0.5) / 65536
    assert np.allclose(tukey_lambda_quantiles(shape), scipy.stats.tukeylambda.ppf(places, shape))


@pytest.mark.parametrize("gain", [0.3, 1.0, 3.0])
def test_the_sensor_has_the_mean_and_variance_of_its_parts(gain: float) -> None:
    """In digital numbers: variance = gain * signal + read-out + rows + rounding."""
    sensor = Sensor(gain, read_scale=4.0, read_shape=0.1, row_scale=3.0, light_ratio=200.0)
    tables = replace(
        tables_of(sensor), greys=np.arange(256, dtype=np.uint8)
    )  # numbers instead of grey values
    light = np.ones((256, 256), np.float32)
    numbers = np.stack(
        [expose(_plain(200), light, sensor, tables, generator_for(6, "sensor", k)) for k in range(4)]
    )
    signal = (200 / 255) ** 2.2 * SATURATION / 200
    assert numbers.mean() == pytest.approx(signal, rel=0.01)
    expected = gain * signal + (4.0 * 1.54) ** 2 + 3.0**2 + 1 / 12
    assert numbers.astype(float).var() == pytest.approx(expected, rel=0.03)


def test_row_noise_moves_whole_rows() -> None:
    sensor = Sensor(0.05, read_scale=0.1, read_shape=0.1, row_scale=6.0, light_ratio=60.0)
    result = expose(
        _plain(128), np.ones((256, 256), np.float32), sensor, tables_of(sensor), generator_for(7, "row")
    )
    greys = result.reshape(256, -1).astype(float)
    assert greys.mean(axis=1).std() > 3 * greys.std(axis=1).mean()


def test_the_calibrated_cameras_have_their_typical_scales() -> None:
    """At a gain of 1 the lines give exp(bias): the figures that their authors' parameters imply."""
    assert [round(float(np.exp(camera.read[1])), 1) for camera in CAMERAS] == [3.0, 4.3, 4.7, 0.9, 1.8]
    assert [round(float(np.exp(camera.row[1])), 2) for camera in CAMERAS] == [0.45, 0.39, 0.46, 0.17, 0.55]


def test_a_drawn_sensor_stays_in_the_range_of_some_camera() -> None:
    for number in range(50):
        sensor = draw_sensor(generator_for(8, "draw", number), 100.0)
        assert any(camera.gain[0] <= sensor.gain <= camera.gain[1] for camera in CAMERAS)
        assert -0.25 < sensor.read_shape < 0.21


@pytest.mark.parametrize("noise", [0.12, 0.35, 0.85])
def test_every_camera_is_as_noisy_as_the_severity_says(noise: float) -> None:
    """The sensor's own formula: variance = gain * signal + read-out + rows + rounding, at middle grey."""
    for number in range(20):
        sensor = as_noisy_as(draw_sensor(generator_for(8, "noisy", number), 1.0), noise)
        signal = 0.5**2.2 * SATURATION / sensor.light_ratio
        read = scipy.stats.tukeylambda.var(sensor.read_shape) * sensor.read_scale**2
        spread = np.sqrt(sensor.gain * signal + read + sensor.row_scale**2 + 1 / 12)
        assert spread / signal == pytest.approx(noise, rel=0.02)


def test_episodes_with_other_cameras_show_much_the_same_noise() -> None:
    wall = _plain(128, side=96)
    spreads = []
    for episode in range(12):
        seen = start("low_lighting_noise_navtrust", 0.5, episode=str(episode))(wall).astype(float)
        spreads.append(float((seen - cv2.blur(seen, (15, 15))).std()))
    assert max(spreads) < 1.6 * min(spreads)


def test_low_light_noise_is_darker_and_noisier_with_severity() -> None:
    mild, strong = (start("low_lighting_noise_navtrust", severity)(_plain(150)) for severity in (0.2, 1.0))
    assert strong.mean() < mild.mean() < 150
    assert strong.std() > 2 * mild.std()


def test_habitat_gaussian_has_the_challenge_noise_at_level_two() -> None:
    result = start("habitat_gaussian", 0.4)(_plain(GREY))
    assert result.std() == pytest.approx(0.1 * 255, rel=0.01)


def test_habitat_speckle_is_in_proportion_to_the_value() -> None:
    result = start("habitat_speckle", 0.6)(_plain(100))
    assert result.std() == pytest.approx(0.2 * 100, rel=0.01)


def test_habitat_poisson_depends_on_the_frame_in_parity_only() -> None:
    plain = _plain(GREY)  # one value: one photon at white
    assert next_power_of_two(different_values(plain)) == 1
    parity = start("habitat_poisson", 1, profile="parity")(plain)
    assert set(np.unique(parity)) == {0, 255}
    assert (parity == 0).mean() == pytest.approx(np.exp(-GREY / 255), abs=0.005)
    fixed = start("habitat_poisson", 1)(plain)
    _agree(
        fixed,
        _expected(generator_for(9, "poisson").poisson(GREY / 255 * 256, plain.shape) / 256, parity=False),
    )


def test_habitat_salt_and_pepper_in_parity_keeps_the_published_flaws() -> None:
    result = start("habitat_salt_and_pepper", 1.0, profile="parity")(_plain(GREY, side=64))
    assert set(np.unique(result)) == {0, 1, GREY}
    assert (result[-1] == GREY).all() and (result[:, -1] == GREY).all() and (result[..., -1] == GREY).all()
    assert ((result == GREY).any(axis=2) & (result != GREY).any(axis=2)).any()


def test_habitat_salt_and_pepper_mended_hits_whole_pixels_everywhere() -> None:
    result = start("habitat_salt_and_pepper", 1.0)(_plain(GREY, side=64))
    assert set(np.unique(result)) == {0, GREY, 255}
    assert (result == result[..., :1]).all()
    hit = result[..., 0] != GREY
    assert hit[-1].any() and hit[:, -1].any()
    # 20 % of the pixels, drawn with replacement.
    assert hit.mean() == pytest.approx(1 - np.exp(-0.2), abs=0.02)
