"""Noise as a table of chances: for each of the 256 grey values, how likely each of the 256 outcomes is.

Whatever acts on every value alone (Gaussian, shot, speckle, impulse noise) is such a table. Drawing from it
costs one look-up per value, by Walker's alias method: pick one of 256 columns, then its first or second
outcome.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions.rgb.frame_form import Pixels
from wayproof.corruptions.rgb.random_bits import bits_at
from wayproof.kernels import kernel

Chances = NDArray[np.float64]  # (256, 256): row = value before, column = value after; rows sum to 1
Aliases = NDArray[np.uint32]  # the same, packed: upper 24 bits a threshold, lower 8 the second outcome

GREYS = 256
THRESHOLDS = 1 << 24


@kernel
def normal_chances(centre: NDArray[np.float64], spread: NDArray[np.float64], offset: float) -> Chances:
    """Chances of floor(clip(N(centre, spread), 0, 255) + offset), one centre and spread per row."""
    chances = np.zeros((centre.size, GREYS), np.float64)
    for row in range(centre.size):
        if spread[row] <= 0.0:
            chances[row, min(max(math.floor(centre[row] + offset), 0), GREYS - 1)] = 1.0
            continue
        below = 0.0
        for grey in range(GREYS - 1):
            upto = 0.5 + 0.5 * math.erf((grey + 1 - offset - centre[row]) / (spread[row] * math.sqrt(2.0)))
            chances[row, grey] = upto - below
            below = upto
        chances[row, GREYS - 1] = 1.0 - below
    return chances


@kernel
def poisson_chances(photons_at_white: float, offset: float) -> Chances:
    """Chances of floor(255 * min(k / photons_at_white, 1) + offset) for k photons, a Poisson count."""
    chances = np.zeros((GREYS, GREYS), np.float64)
    last = math.ceil(photons_at_white)
    for row in range(GREYS):
        mean = photons_at_white * row / (GREYS - 1)
        chance, left = math.exp(-mean), 1.0
        for count in range(last):
            grey = math.floor((GREYS - 1) * count / photons_at_white + offset)
            chances[row, grey] += chance
            left -= chance
            chance *= mean / (count + 1)
        chances[row, GREYS - 1] += max(left, 0.0)
    return chances


@kernel
def aliases(chances: Chances) -> Aliases:
    """Pack rows of chances for drawing; the number of columns is a power of two up to 256."""
    rows, columns = chances.shape
    packed = np.empty((rows, columns), np.uint32)
    small, large = np.empty(columns, np.int64), np.empty(columns, np.int64)
    for row in range(rows):
        share = chances[row] * (columns / chances[row].sum())
        smalls, larges = 0, 0
        for column in range(columns):
            packed[row, column] = np.uint32(((THRESHOLDS - 1) << 8) | column)
            if share[column] < 1.0:
                small[smalls] = column
                smalls += 1
            else:
                large[larges] = column
                larges += 1
        while smalls > 0 and larges > 0:
            poor, rich = small[smalls - 1], large[larges - 1]
            threshold = min(int(share[poor] * THRESHOLDS + 0.5), THRESHOLDS - 1)
            packed[row, poor] = np.uint32((threshold << 8) | rich)
            share[rich] -= 1.0 - share[poor]
            smalls -= 1
            if share[rich] < 1.0:
                larges -= 1
                small[smalls] = rich
                smalls += 1
    return packed


@kernel
def draw_outcomes(frame: Pixels, table: Aliases, key: np.uint64) -> Pixels:
    """Replace every value of the frame, each channel on its own, by a draw from its row of the table."""
    values = frame.reshape(-1)
    outcomes = np.empty(values.size, np.uint8)
    for pair in range((values.size + 1) // 2):
        bits = bits_at(key, pair)
        for half in range(2):
            place = 2 * pair + half
            if place < values.size:
                low = np.uint32(bits >> np.uint64(32 * half))
                column = low & np.uint32(255)
                packed = table[values[place], column]
                stays = (low >> np.uint32(8)) < (packed >> np.uint32(8))
                outcomes[place] = column if stays else packed & np.uint32(255)
    return outcomes.reshape(frame.shape)
