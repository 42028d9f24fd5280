"""Redwood depth noise: a structured-light camera with shuffled pixels, a warped lens and coarse disparities.

The model and its constants are those of Habitat (after Choi, Zhou and Koltun 2015). Its measured distortion
table is replaced by a smooth one of our own, whose constants were fitted so that a flat wall shows the mean
and spread that Habitat's shows at 1 to 9.5 m, with a border without readings of its own size: 10.9 % of the
pixels.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.depth.depth_form import Metres, on_depths
from wayproof.corruptions.rgb.random_bits import bits_at, draw_key, normal_quantiles
from wayproof.kernels import kernel
from wayproof.vocabulary import Context

Table = NDArray[np.float32]  # (CELLS, CELLS, 5): read distance over true one, at 1, 3, 5, 7 and 9 m

CELLS = 80
SENSOR_WIDTH_PX, SENSOR_HEIGHT_PX = 640, 480
SHUFFLE_PX = 0.25
BLIND_FROM_M = 10.0
FOCAL_TIMES_BASE = 35.130  # disparity in pixels at 1 m
STEPS_PER_DISPARITY = 8.0
DISPARITY_SPREAD_PX = 0.027778
# Of the border without readings, in cells (ours).
BLIND_LEFT, BLIND_RIGHT, BLIND_TOP, BLIND_BOTTOM = 3.0, 2.0, 2.0, 2.0
# Per knot of depth: at the centre (Habitat's table), times r^2, times r^4, times the ripple (ours, fitted).
CENTRE = (1.002, 0.997, 0.989, 0.978, 0.971)
BOWL = (-0.0184, -0.0181, -0.0035, 0.0220, 0.0051)
RIM = (0.0187, 0.0408, 0.0559, 0.0547, 0.0707)
RIPPLE = (0.0023, 0.0098, 0.0199, 0.0275, 0.0289)


@corruption(
    modality="depth",
    sources=("habitat",),
    scope="frame",
    profiles=("fixed", "parity"),
    fills_holes=True,
    constants={
        "pixel shuffle": f"spread {SHUFFLE_PX} px, then every second pixel of every second row (Habitat)",
        "blind from": f"{BLIND_FROM_M:g} m (Habitat)",
        "disparity": f"{FOCAL_TIMES_BASE:.3f} px at 1 m, in steps of 1/{STEPS_PER_DISPARITY:g} px, "
        f"spread {DISPARITY_SPREAD_PX} px (Habitat)",
        "distortion": f"{CENTRE[0]} to {CENTRE[-1]} at the centre (Habitat), 0.94 to 1.12 elsewhere "
        "(ours, fitted)",
        "border": f"{BLIND_LEFT:g} of {CELLS} columns left, {BLIND_RIGHT:g} right, "
        f"{BLIND_TOP:g} of {CELLS} rows above and below: 10.9 % of the map (ours)",
    },
)
def redwood_depth_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Habitat's model of a structured-light camera; severity is its noise multiplier.

    Parity scales only the random draws, as Habitat does: distortion, steps and border are there in full at
    any severity. Fixed lets them fade with the severity as well. At severity 1 both are the same.
    """
    table, quantiles = distortion_table(), normal_quantiles()
    strength = 1.0 if setting.parity else setting.severity

    def corrupt(depth_m: Metres, rng: np.random.Generator, context: Context) -> Metres:
        return _seen(depth_m, table, quantiles, draw_key(rng), setting.severity, strength)

    return on_depths(corrupt)


def distortion_table() -> Table:
    """By which factor each cell of the sensor reads each of the five depths too long before correction."""
    place = (np.arange(CELLS) + 0.5) / CELLS * 2.0 - 1.0
    across, down = np.meshgrid(place, place * SENSOR_HEIGHT_PX / SENSOR_WIDTH_PX)
    squared = across**2 + down**2
    ripple = np.sin(3.0 * across) * np.cos(2.0 * down) + 0.5 * np.sin(4.0 * down)
    shapes = np.stack([np.ones_like(squared), squared, squared**2, ripple], axis=-1)
    table = shapes @ np.array([CENTRE, BOWL, RIM, RIPPLE])
    return np.ascontiguousarray(table, np.float32)


@kernel
def _seen(
    depth_m: Metres, table: Table, quantiles: Metres, key: np.uint64, multiplier: float, strength: float
) -> Metres:
    """`multiplier` scales the draws, `strength` all that is fixed."""
    height, width = depth_m.shape
    seen = np.zeros((height, width), np.float32)
    low, shift = np.uint64(65535), np.uint64(16)
    for row in range(height):
        for column in range(width):
            bits = bits_at(key, row * width + column)
            y = _shuffled(row, multiplier * quantiles[bits & low], height)
            x = _shuffled(column, multiplier * quantiles[(bits >> shift) & low], width)
            true_m = depth_m[y - y % 2, x - x % 2]
            if 0.0 < true_m < BLIND_FROM_M:
                sensor_x = np.floor(x / max(width - 1, 1) * (SENSOR_WIDTH_PX - 1) + 0.5)
                sensor_y = np.floor(y / max(height - 1, 1) * (SENSOR_HEIGHT_PX - 1) + 0.5)
                factor = _factor(
                    table,
                    sensor_x * CELLS / SENSOR_WIDTH_PX,
                    sensor_y * CELLS / SENSOR_HEIGHT_PX,
                    true_m,
                    strength,
                )
                noise = multiplier * DISPARITY_SPREAD_PX * quantiles[(bits >> shift >> shift) & low]
                seen[row, column] = _in_steps(true_m, factor, noise, STEPS_PER_DISPARITY / strength)
    return seen


@kernel
def _shuffled(place: int, shift: float, size: int) -> int:
    return int(np.floor(min(max(place + SHUFFLE_PX * shift, 0.0), size - 1.0) + 0.5))


@kernel
def _factor(table: Table, across: float, down: float, true_m: float, strength: float) -> float:
    """The distortion at a place of the sensor, in cells; 0 on the border."""
    blind_across = across < BLIND_LEFT * strength or across >= CELLS - BLIND_RIGHT * strength
    if blind_across or down < BLIND_TOP * strength or down >= CELLS - BLIND_BOTTOM * strength:
        return 0.0
    above = int((true_m + 1.0) / 2.0)
    share = (true_m - (2.0 * above - 1.0)) / 2.0
    last = table.shape[2] - 1
    before, after = min(max(above - 1, 0), last), min(above, last)
    cell = table[int(down), int(across)]
    return float(1.0 + strength * ((1.0 - share) * cell[before] + share * cell[after] - 1.0))


@kernel
def _in_steps(true_m: float, factor: float, noise: float, steps: float) -> float:
    if factor <= 0.0:
        return 0.0
    count = np.rint(steps * (FOCAL_TIMES_BASE * factor / true_m + noise))
    return float(FOCAL_TIMES_BASE * steps / count) if count > 0.0 else 0.0
