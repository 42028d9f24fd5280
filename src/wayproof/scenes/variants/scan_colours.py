"""What a scan looks like: light frozen into its colours, one exposure per shot, softened textures.

All numbers are ours, by eye: neighbouring shots of a consumer's scan differ in brightness and warmth so that
the borders between them show on plain walls, and pictures are about half as sharp as what they show.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.variants.scan_noise import smooth_field

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

EXPOSURE = 0.96
BETWEEN_STATIONS, BETWEEN_SHOTS = 0.06, 0.04  # spread of log brightness
BLENDED = (
    0.7  # share of a difference that the software evens out across one triangle; the rest is a hard seam
)
WARMTH = 0.018  # spread of log balance of red and blue
SHOTS_AROUND = 6
MOTTLED, MOTTLE_M = 0.025, 0.35
SOFTEST_PX = 16


def shots_of(middles_m: Floats, station: Ints, stations_m: Floats) -> Ints:
    """The shot (n,) that shows each small triangle: its station, the direction from there, and up or down."""
    if not len(stations_m):
        return np.zeros(len(middles_m), np.int64)
    way = middles_m - stations_m[np.maximum(station, 0)]
    around = np.floor((np.arctan2(way[:, 2], way[:, 0]) / (2 * np.pi) + 0.5) * SHOTS_AROUND).astype(np.int64)
    level = np.hypot(way[:, 0], way[:, 2])
    tilt = np.where(way[:, 1] > 0.6 * level, 2, np.where(way[:, 1] < -0.9 * level, 0, 1))
    shot = (station * SHOTS_AROUND + around.clip(0, SHOTS_AROUND - 1)) * 3 + tilt
    return np.where(station < 0, 0, shot + 1)


def gains_of(shot: Ints, rng: np.random.Generator) -> Doubles:
    """Brightness (n, 3) of the shot that shows each triangle; the shots of one station go together."""
    shots = int(shot.max(initial=0)) + 1
    stations = shots // (SHOTS_AROUND * 3) + 2
    of_station = rng.normal(0.0, BETWEEN_STATIONS, stations)
    balance = rng.normal(0.0, WARMTH, (stations, 1)) * np.array([1.0, 0.0, -1.0])
    station = np.maximum(np.arange(shots) - 1, 0) // (SHOTS_AROUND * 3)
    log = of_station[station] + rng.normal(0.0, BETWEEN_SHOTS, shots)
    gains = EXPOSURE * np.exp(log[:, None] + balance[station])
    return np.asarray(gains[shot])


def blended(gain: Doubles, is_seen: Flags, number: Ints) -> Doubles:
    """Gains (n, 3, 3) at the corners of triangles from those of the triangles (n, 3).

    number (n, 3): the vertices at the corners. What nobody saw is coloured like what lies beside it.
    """
    vertices = int(number.max(initial=0)) + 1
    corners = number[is_seen].reshape(-1)
    count = np.bincount(corners, minlength=vertices)
    sums = [np.bincount(corners, np.repeat(gain[is_seen, k], 3), vertices) for k in range(3)]
    mean = np.stack(sums, axis=1) / np.maximum(count, 1)[:, None]
    mean[count == 0] = EXPOSURE
    share = np.where(is_seen, BLENDED, 1.0)[:, None, None]
    return np.asarray(share * mean[number] + (1.0 - share) * gain[:, None])


def baked_colours(light: Doubles, gain: Doubles, points_m: Doubles, key: int) -> NDArray[np.uint8]:
    """Colours (n, 3) from light and gain (n, 3), unevenly developed."""
    uneven = 1.0 + MOTTLED * smooth_field(points_m, MOTTLE_M, key, 1)
    shown = np.clip(light * gain * uneven, 0.0, 1.0)
    colours: NDArray[np.uint8] = np.rint(shown * 255.0).astype(np.uint8)
    return colours


def softened(texture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Half the resolution, blurred a little across its own borders; small textures stay."""
    if texture.shape[0] <= SOFTEST_PX:
        return texture
    level = texture.astype(np.float32)
    half = (level[::2, ::2] + level[1::2, ::2] + level[::2, 1::2] + level[1::2, 1::2]) / np.float32(4.0)
    for axis in (0, 1):
        half = (np.roll(half, 1, axis) + 2.0 * half + np.roll(half, -1, axis)) / np.float32(4.0)
    soft: NDArray[np.uint8] = np.rint(half).astype(np.uint8)
    return soft
