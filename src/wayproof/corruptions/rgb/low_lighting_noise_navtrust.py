"""NavTrust's low lighting with noise: a camera in the dark turns its gain up and shows its sensor's noise.

The sensor follows Wei et al. (CVPR 2020): photons (Poisson), read-out (Tukey-lambda), a shift of each row
(normal) and whole digital numbers. The five cameras are those that its authors calibrated.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Floats, Pixels, on_frames
from wayproof.corruptions.rgb.lens_layers import kept_by_size
from wayproof.corruptions.rgb.low_lighting_navtrust import DEEPEST_STOPS, light_left
from wayproof.corruptions.rgb.raw_sensor import (
    GAMMA,
    SATURATION,
    Sensor,
    expose,
    tables_of,
    tukey_lambda_quantiles,
)
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

# NavTrust names the parts of the model and gives no numbers. Wei et al. train with light ratios of 100 to
# 300; at one ratio the noise of their cameras and gains differs tenfold, so a severity would mean little.
# Ours is the noise instead: that of the median draw at ratios of 20, 50, 100, 200 and 300.
NOISE_AT_GREY = (0.12, 0.22, 0.35, 0.6, 0.85)
GREY = 0.5  # of white, as displayed
SHADOW = 0.35  # ours: stops of the uneven darkness, as a share of those of low_lighting_navtrust


@dataclass(frozen=True)
class Camera:
    """Calibration: range of the gain, and lines log(scale) = slope * log(gain) + bias + spread * N(0, 1)."""

    name: str
    gain: tuple[float, float]  # digital numbers per photon
    read: tuple[float, float, float]  # slope, bias, spread of the Tukey-lambda scale
    row: tuple[float, float, float]  # the same of the row noise
    shape: tuple[float, float]  # range of lambda over the ISO settings


# Vandermode/ELD's calibrated parameters for 14-bit raw; of the Nikon's two profiles the first.
CAMERAS = (
    Camera("5D4", (0.2182, 13.964), (0.6559, 1.0927, 0.286), (0.4713, -0.8079, 0.2436), (0.014, 0.2)),
    Camera("70D", (0.4075, 26.08), (0.4868, 1.4643, 0.382), (0.7292, -0.9371, 0.2502), (-0.171, 0.143)),
    Camera("700D", (0.4476, 28.648), (0.5982, 1.537, 0.3888), (0.6221, -0.7756, 0.2485), (-0.157, 0.129)),
    Camera("D850", (0.415, 26.563), (0.4774, -0.0904, 0.2392), (0.4483, -1.7977, 0.2322), (-0.243, -0.1)),
    Camera("A7S2", (0.0939, 6.011), (0.4621, 0.5657, 0.2634), (0.5275, -0.5917, 0.2943), (-0.143, 0.129)),
)


@corruption(
    modality="rgb",
    sources=("navtrust",),
    scope="frame",
    constants={
        "noise at middle grey": f"{listed(NOISE_AT_GREY)} of the signal, whatever the camera (ours: the "
        "median over cameras and gains where the scene is 20, 50, 100, 200 and 300 times too dark)",
        "shadow": f"the gradient of low_lighting_navtrust at {SHADOW} of its stops (ours)",
        "gamma": f"{GAMMA} between frame and light (ours)",
        "cameras": "Canon 5D4, 70D, 700D, Nikon D850, Sony A7S2, as calibrated (Wei et al.)",
        "saturation": f"{SATURATION} digital numbers (Wei et al.)",
        "draw of the camera": "one camera, gain (log-uniform in its range) and lambda per episode; the scene "
        "is as dark as makes that camera as noisy as the severity says (ours)",
    },
)
def low_lighting_noise_navtrust(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Uneven darkness and the noise of a calibrated camera; camera per episode, noise per frame."""
    sensor = as_noisy_as(draw_sensor(rng, 1.0), setting.between(*NOISE_AT_GREY, zero=0.0))
    tables = tables_of(sensor)
    deepest_stops = SHADOW * setting.between(*DEEPEST_STOPS, zero=0.0)

    def draw(rng: np.random.Generator, height: int, width: int, channels: int) -> Floats:
        return light_left(rng, height, width, deepest_stops)

    light_for = kept_by_size(rng, draw)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return expose(frame, light_for(frame), sensor, tables, rng)

    return on_frames(corrupt)


def draw_sensor(rng: np.random.Generator, light_ratio: float) -> Sensor:
    """One of the calibrated cameras at a gain of its range, with the scatter of its calibration."""
    camera = CAMERAS[int(rng.integers(len(CAMERAS)))]
    log_gain = rng.uniform(*np.log(camera.gain))
    read, row = (
        float(np.exp(slope * log_gain + bias + spread * rng.standard_normal()))
        for slope, bias, spread in (camera.read, camera.row)
    )
    return Sensor(float(np.exp(log_gain)), read, float(rng.uniform(*camera.shape)), row, light_ratio)


def as_noisy_as(sensor: Sensor, noise: float) -> Sensor:
    """The sensor in a scene so dark that its noise at middle grey is this share of the signal.

    With signal s and gain g the variance is g s (photons) + v (read-out, rows, whole numbers), and it must be
    (noise s)^2: a quadratic equation for s.
    """
    read = sensor.read_scale * tukey_lambda_quantiles(sensor.read_shape)
    fixed = float(read.var()) + sensor.row_scale**2 + 1.0 / 12.0
    squared = noise * noise
    signal = (sensor.gain + (sensor.gain**2 + 4.0 * squared * fixed) ** 0.5) / (2.0 * squared)
    return replace(sensor, light_ratio=max(GREY**GAMMA * SATURATION / signal, 1.0))
