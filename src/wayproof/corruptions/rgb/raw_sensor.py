"""A camera's sensor after Wei et al.: light in, noisy whole numbers out, brightened again by the camera.

    number = round(gain * Poisson(signal / gain) + read-out + shift of the row),   signal = light * 15583 /
    ratio

Read-out noise is Tukey-lambda: a uniform u becomes scale * (u^shape - (1 - u)^shape) / shape.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions.rgb.frame_form import Floats, Pixels
from wayproof.corruptions.rgb.outcome_tables import Aliases, aliases
from wayproof.corruptions.rgb.random_bits import QUANTILES, bits_at, draw_key, normal_quantiles
from wayproof.kernels import inlined, kernel

SATURATION = 15583  # Wei et al.: 14 bits less the black level of 800
GAMMA = 2.2  # ours: frames are taken as display values of this gamma

FEW_PHOTONS = 30.0  # above that a count is drawn as a rounded normal
_STEPS = 20.0  # rows of the table of counts per unit of the mean's square root
_COLUMNS = 128  # a mean of 30 exceeds 127 less than once in 10^30 draws


@dataclass(frozen=True)
class Sensor:
    """One camera at one setting; scales in digital numbers."""

    gain: float  # digital numbers per photon
    read_scale: float
    read_shape: float
    row_scale: float
    light_ratio: float  # how many times too dark the scene is, and how much the camera brightens it


@dataclass(frozen=True)
class Tables:
    """What the loop over pixels looks up."""

    signal: Floats  # grey value -> digital numbers without noise
    counts: Aliases  # square root of the mean, in steps of 1/20 -> number of photons
    normals: Floats
    read: Floats
    greys: NDArray[np.uint8]  # digital number -> grey value


def tables_of(sensor: Sensor) -> Tables:
    """Everything that depends on the sensor and not on the frame."""
    numbers_at_white = SATURATION / sensor.light_ratio
    signal = np.asarray((np.arange(256) / 255.0) ** GAMMA * numbers_at_white, np.float32)
    light = np.minimum(np.arange(int(numbers_at_white) + 2) / numbers_at_white, 1.0)
    return Tables(
        signal,
        aliases(_count_chances(int(math.sqrt(FEW_PHOTONS) * _STEPS) + 3)),
        normal_quantiles(),
        np.asarray(sensor.read_scale * tukey_lambda_quantiles(sensor.read_shape), np.float32),
        np.asarray(255.0 * light ** (1.0 / GAMMA) + 0.5, np.uint8),
    )


def tukey_lambda_quantiles(shape: float) -> NDArray[np.float64]:
    """65536 equally likely values of the Tukey-lambda distribution with scale 1; shape 0 is the logistic."""
    u = (np.arange(QUANTILES) + 0.5) / QUANTILES
    if abs(shape) < 1e-9:
        return np.asarray(np.log(u / (1.0 - u)))
    return np.asarray((u**shape - (1.0 - u) ** shape) / shape)


def expose(frame: Pixels, light: Floats, sensor: Sensor, tables: Tables, rng: np.random.Generator) -> Pixels:
    """A frame taken by the sensor; `light` (h, w) is the share of the linear light that arrives."""
    shifts = np.asarray(sensor.row_scale * rng.standard_normal(frame.shape[0]), np.float32)
    return _expose(
        frame,
        light,
        np.float32(sensor.gain),
        shifts,
        tables.signal,
        tables.counts,
        tables.normals,
        tables.read,
        tables.greys,
        draw_key(rng),
    )


@kernel
def _count_chances(rows: int) -> NDArray[np.float64]:
    """Poisson chances (rows, 128) of means (row / 20)^2."""
    chances = np.zeros((rows, _COLUMNS), np.float64)
    for row in range(rows):
        mean = (row / _STEPS) ** 2
        chance = math.exp(-mean)
        for count in range(_COLUMNS):
            chances[row, count] = chance
            chance *= mean / (count + 1)
    return chances


@inlined
def _draw_count(mean: np.float32, bits: np.uint64, counts: Aliases, normals: Floats) -> np.float32:
    """A number of photons from 39 of the bits.

    Between two rows of the table one is picked so that the mean is exact; that widens the variance by 1/400
    at most.
    """
    if mean >= np.float32(FEW_PHOTONS):
        spread = np.float32(math.sqrt(mean)) * normals[bits & np.uint64(QUANTILES - 1)]
        return np.float32(np.int32(max(mean + spread, np.float32(0.0)) + np.float32(0.5)))
    place = np.float32(math.sqrt(mean)) * np.float32(_STEPS)
    row = np.int32(place)
    # Squares of place, row and row + 1 stand in for the means that they belong to.
    part = (place * place - np.float32(row * row)) * np.float32(256.0)
    dither = np.int32((bits >> np.uint64(31)) & np.uint64(255))
    row += np.int32(np.float32(dither) * np.float32(2 * row + 1) < part)
    column = np.uint32(bits) & np.uint32(_COLUMNS - 1)
    packed = counts[row, column]
    stays = (np.uint32(bits >> np.uint64(7)) & np.uint32(0xFFFFFF)) < (packed >> np.uint32(8))
    return np.float32(column if stays else packed & np.uint32(255))


@kernel
def _expose(
    frame: Pixels,
    light: Floats,
    gain: np.float32,
    shifts: Floats,
    signal: Floats,
    counts: Aliases,
    normals: Floats,
    read: Floats,
    greys: NDArray[np.uint8],
    key: np.uint64,
) -> Pixels:
    rows, columns, channels = frame.shape
    result = np.empty_like(frame)
    brightest, position = np.int32(greys.size - 1), 0
    per_number = np.float32(1.0) / gain
    for row in range(rows):
        for column in range(columns):
            for channel in range(channels):
                bits = bits_at(key, position)
                position += 1
                mean = signal[frame[row, column, channel]] * light[row, column] * per_number
                number = gain * _draw_count(mean, bits, counts, normals)
                number += read[bits >> np.uint64(48)] + shifts[row]
                whole = np.int32(max(number, np.float32(0.0)) + np.float32(0.5))
                result[row, column, channel] = greys[min(whole, brightest)]
    return result
