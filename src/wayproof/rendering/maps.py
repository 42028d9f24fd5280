"""Affine maps from a point in the world to what a triangle shows there: texture coordinates and light.

With them a pixel needs no barycentric coordinates: the point that it sees is enough.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

# Below this height a triangle is a thread: a gradient across it would amplify rounding beyond reason.
_THREAD_M = 2e-5


def uv_maps(corners_m: Floats, corner_uv: Floats) -> Floats:
    """World -> (u, w) as (t, 8), where w = -v counts downwards like texture rows, both shifted to stay above 1.

    The shift by whole tiles changes nothing that can be seen and lets conversion to integers round down.
    """
    maps = np.empty((len(corners_m), 8), np.float32)
    _uv_maps(corners_m, corner_uv, maps)
    return maps


def light_maps(corners_m: Floats, faces: Ints, light: Floats) -> Floats:
    """World -> RGB irradiance as (t, 12), from light (v, 3) at the vertices."""
    maps = np.empty((len(corners_m), 12), np.float32)
    _light_maps(corners_m, faces, light, maps)
    return maps


def planes(corners_m: Floats) -> Floats:
    """Unit normal and offset (t, 4) with normal . point = offset; a triangle without area gets zeros."""
    maps = np.zeros((len(corners_m), 4), np.float32)
    _planes(corners_m, maps)
    return maps


@kernel
def _uv_maps(corners_m: Floats, corner_uv: Floats, maps: Floats) -> None:
    for face in range(len(corners_m)):
        frame = _frame(corners_m[face])
        u0, u1, u2 = corner_uv[face, 0], corner_uv[face, 2], corner_uv[face, 4]
        w0, w1, w2 = -corner_uv[face, 1], -corner_uv[face, 3], -corner_uv[face, 5]
        u_shift = 1.0 - np.floor(min(u0, u1, u2))
        w_shift = 1.0 - np.floor(min(w0, w1, w2))
        _store(frame, u0 + u_shift, u1 + u_shift, u2 + u_shift, maps[face, :4])
        _store(frame, w0 + w_shift, w1 + w_shift, w2 + w_shift, maps[face, 4:])


@kernel
def _light_maps(corners_m: Floats, faces: Ints, light: Floats, maps: Floats) -> None:
    for face in range(len(corners_m)):
        frame = _frame(corners_m[face])
        a, b, c = faces[face, 0], faces[face, 1], faces[face, 2]
        for channel in range(3):
            values = maps[face, 4 * channel : 4 * channel + 4]
            _store(frame, light[a, channel], light[b, channel], light[c, channel], values)


@kernel
def _planes(corners_m: Floats, maps: Floats) -> None:
    for face in range(len(corners_m)):
        corner = corners_m[face]
        ax, ay, az = np.float64(corner[0]), np.float64(corner[1]), np.float64(corner[2])
        nx, ny, nz = _cross(
            corner[3] - ax, corner[4] - ay, corner[5] - az, corner[6] - ax, corner[7] - ay, corner[8] - az
        )
        length = np.sqrt(nx * nx + ny * ny + nz * nz)
        if length > 0.0:
            nx, ny, nz = nx / length, ny / length, nz / length
            maps[face, 0], maps[face, 1], maps[face, 2] = nx, ny, nz
            maps[face, 3] = nx * ax + ny * ay + nz * az


@kernel
def _cross(
    ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> tuple[float, float, float]:
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


@kernel
def _frame(corner: Floats) -> tuple[float, float, float, float, float, float, float, float, float]:
    """The first corner and the two vectors whose weighted sum is the gradient of values given at the corners.

    The vectors are zero for a triangle too thin to carry a gradient.
    """
    ax, ay, az = np.float64(corner[0]), np.float64(corner[1]), np.float64(corner[2])
    bx, by, bz = corner[3] - ax, corner[4] - ay, corner[5] - az
    cx, cy, cz = corner[6] - ax, corner[7] - ay, corner[8] - az
    nx, ny, nz = _cross(bx, by, bz, cx, cy, cz)
    squared = nx * nx + ny * ny + nz * nz
    sides = max(bx * bx + by * by + bz * bz, cx * cx + cy * cy + cz * cz)
    scale = 1.0 / squared if squared > sides * _THREAD_M * _THREAD_M else 0.0
    first_x, first_y, first_z = _cross(cx, cy, cz, nx, ny, nz)
    second_x, second_y, second_z = _cross(nx, ny, nz, bx, by, bz)
    return (
        ax, ay, az, first_x * scale, first_y * scale, first_z * scale,
        second_x * scale, second_y * scale, second_z * scale,
    )  # fmt: skip


@kernel
def _store(
    frame: tuple[float, float, float, float, float, float, float, float, float],
    value0: float,
    value1: float,
    value2: float,
    target: Floats,
) -> None:
    ax, ay, az, first_x, first_y, first_z, second_x, second_y, second_z = frame
    rise1, rise2 = np.float64(value1) - value0, np.float64(value2) - value0
    gx = first_x * rise1 + second_x * rise2
    gy = first_y * rise1 + second_y * rise2
    gz = first_z * rise1 + second_z * rise2
    target[0], target[1], target[2] = gx, gy, gz
    target[3] = value0 - gx * ax - gy * ay - gz * az
