"""Random surfaces without a seam: smooth hills, rough clouds and cells, all repeating from edge to edge.

Arrays are (size_px, size_px), row 0 first; a pixel's own place is its centre.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

# A cubic B-spline shrinks the spread of independent lattice values to this share, per axis.
_SPREAD = float(np.sqrt(151 / 315))


def smooth_noise(rng: np.random.Generator, size_px: int, rows: int, columns: int) -> Floats:
    """Hills of mean 0 and spread about 1 from a random lattice of rows x columns that wraps around."""
    lattice = rng.standard_normal((rows, columns), np.float32) / np.float32(_SPREAD**2)
    wide = _stretch(np.ascontiguousarray(lattice.T), size_px)
    return _stretch(np.ascontiguousarray(wide.T), size_px)


def fractal_noise(
    rng: np.random.Generator, size_px: int, rows: int, columns: int, *, octaves: int = 4, fade: float = 0.5
) -> Floats:
    """Clouds of mean 0 and spread about 1: hills, on them smaller hills `fade` times as high, and so on."""
    total = np.zeros((size_px, size_px), np.float32)
    power = 0.0
    for octave in range(octaves):
        fine = 2**octave
        total += np.float32(fade**octave) * smooth_noise(
            rng, size_px, min(rows * fine, size_px), min(columns * fine, size_px)
        )
        power += fade ** (2 * octave)
    return total / np.float32(np.sqrt(power))


@kernel
def _stretch(lattice: Floats, size_px: int) -> Floats:
    """Cubic B-spline interpolation along axis 0, wrapping around."""
    count = lattice.shape[0]
    wide = np.empty((size_px, lattice.shape[1]), np.float32)
    for row in range(size_px):
        place = (row + 0.5) * count / size_px - 0.5
        start = int(np.floor(place))
        t = place - start
        a, b = np.float32((1 - t) ** 3 / 6), np.float32((3 * t**3 - 6 * t**2 + 4) / 6)
        c, d = np.float32((-3 * t**3 + 3 * t**2 + 3 * t + 1) / 6), np.float32(t**3 / 6)
        before, near = lattice[(start - 1) % count], lattice[start % count]
        far, after = lattice[(start + 1) % count], lattice[(start + 2) % count]
        for column in range(lattice.shape[1]):
            near_sum = a * before[column] + b * near[column]
            wide[row, column] = near_sum + (c * far[column] + d * after[column])
    return wide


@dataclass(frozen=True)
class Cells:
    """A plane parted by random centres: index of the nearest, distance to it and to the second nearest.

    Distances are in widths of a lattice cell, so `second - nearest` is 0 on the borders.
    """

    index: Ints
    nearest: Floats
    second: Floats


def cell_noise(
    rng: np.random.Generator, size_px: int, rows: int, columns: int, *, disorder: float = 1.0
) -> Cells:
    """One centre in each cell of a lattice rows x columns; disorder 0 puts it in the middle, 1 anywhere."""
    offset = (0.5 + disorder * (rng.random((2, rows, columns), np.float32) - 0.5)).astype(np.float32)
    index = np.arange(rows * columns).reshape(rows, columns)
    return Cells(
        *_nearest_two(np.pad(offset, ((0, 0), (1, 1), (1, 1)), "wrap"), np.pad(index, 1, "wrap"), size_px)
    )


@kernel
def _nearest_two(offset: Floats, index: Ints, size_px: int) -> tuple[Ints, Floats, Floats]:
    """For lattices (2, rows + 2, columns + 2) and (rows + 2, columns + 2) that repeat one row and column."""
    rows, columns = index.shape[0] - 2, index.shape[1] - 2
    cell = np.empty((size_px, size_px), np.int64)
    nearest = np.empty((size_px, size_px), np.float32)
    second = np.empty((size_px, size_px), np.float32)
    for i in range(size_px):
        for j in range(size_px):
            y, x = np.float32((i + 0.5) * rows / size_px), np.float32((j + 0.5) * columns / size_px)
            row, column = int(y), int(x)
            best, next_best, owner = np.float32(np.inf), np.float32(np.inf), 0
            for k in range(9):
                across, down = k % 3, k // 3
                at_y = (row + down - 1) + offset[0, row + down, column + across] - y
                at_x = (column + across - 1) + offset[1, row + down, column + across] - x
                distance = np.float32(at_y * at_y + at_x * at_x)
                if distance < best:
                    best, next_best, owner = distance, best, index[row + down, column + across]
                elif distance < next_best:
                    next_best = distance
            cell[i, j], nearest[i, j], second[i, j] = owner, np.sqrt(best), np.sqrt(next_best)
    return cell, nearest, second
