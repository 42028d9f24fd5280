"""Gaussian depth noise: every distance jitters, far ones more, as with cheap sensors at long range."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.depth.depth_form import NEAREST_M, Metres, on_depths
from wayproof.corruptions.rgb.random_bits import bits_at, draw_key, normal_quantiles
from wayproof.corruptions.setting import listed
from wayproof.kernels import kernel
from wayproof.vocabulary import Context

# Axial noise of a structured-light camera: 1.2 mm + 1.9 mm/m^2 * (z - 0.4 m)^2 (Nguyen, Izadi, Lovell 2012).
SPREAD_NEAR_M = 0.0012
SPREAD_PER_M = 0.0019
CLEAREST_M = 0.4
MULTIPLES = (2.0, 5.0, 10.0, 18.0, 30.0)  # of that noise (ours)
SPREAD_AT_3_M = SPREAD_NEAR_M + SPREAD_PER_M * (3.0 - CLEAREST_M) ** 2  # for the documentation


@corruption(
    modality="depth",
    sources=("navtrust",),
    scope="frame",
    constants={
        "spread at 3 m": f"{listed(round(multiple * SPREAD_AT_3_M, 2) for multiple in MULTIPLES)} m: "
        f"{listed(MULTIPLES)} times a structured-light camera's (ours)",
        "spread of the camera": f"{SPREAD_NEAR_M} m + {SPREAD_PER_M}/m * (z - {CLEAREST_M} m)^2 "
        "(structured light, Nguyen et al. 2012)",
        "nearest reading": f"{NEAREST_M} m (ours: noise makes no holes)",
    },
)
def gaussian_depth_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Normal noise on every distance, its spread growing with the square of the range.

    NavTrust publishes no numbers. A reading stays a reading, and noise does not push it beyond the sensor's
    range.
    """
    multiple = setting.between(*MULTIPLES, zero=0.0)
    quantiles = normal_quantiles()

    def corrupt(depth_m: Metres, rng: np.random.Generator, context: Context) -> Metres:
        return _noisy(depth_m, quantiles, draw_key(rng), multiple, context.longest_depth_m)

    return on_depths(corrupt)


@kernel
def _noisy(depth_m: Metres, quantiles: Metres, key: np.uint64, multiple: float, longest_m: float) -> Metres:
    noisy = np.zeros_like(depth_m)
    source, target = depth_m.reshape(-1), noisy.reshape(-1)
    near, slope = np.float32(multiple * SPREAD_NEAR_M), np.float32(multiple * SPREAD_PER_M)
    clearest, nearest, longest = np.float32(CLEAREST_M), np.float32(NEAREST_M), np.float32(longest_m)
    for four in range((source.size + 3) // 4):
        bits = bits_at(key, four)
        for k in range(4 * four, min(4 * four + 4, source.size)):
            clean = source[k]
            if clean > 0.0:
                spread = near + slope * (clean - clearest) * (clean - clearest)
                reading = clean + spread * quantiles[bits & np.uint64(65535)]
                target[k] = min(max(reading, min(clean, nearest)), max(clean, longest))
            bits >>= np.uint64(16)
    return noisy
