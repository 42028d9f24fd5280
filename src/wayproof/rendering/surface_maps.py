"""What a triangle shows at a point: maps from the world to texture coordinates and light, one for each.

A record is 32 float32, four rows of eight channels: the channels at point (x, y, z) are
row 0 * x + row 1 * y + row 2 * z + row 3. So a pixel needs no barycentric coordinates but only the point that
it sees, and one set of vector instructions gives all channels.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel, uncounted
from wayproof.rendering.triangles import BLOCK_ROWS, TEXEL_AREA

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]

RECORD = 32
CHANNELS = 8
# Channels: texture coordinates (across, down), light times 256, start of the texture in the pool divided by
# START_UNIT, log2 of its edge. The last channel is unused.
ACROSS, DOWN, RED, GREEN, BLUE, START, LOG2 = range(7)
LIGHT_SCALE = 256.0
START_UNIT = 16
# A thinner triangle gets a gradient along its longest edge only: one across it would amplify rounding.
_THIN_M = 1e-3

Frame = tuple[float, float, float, float, float, float, float, float, float]


@kernel
def block_corners(blocks: Floats, leaf: int, face: int, corner: Doubles) -> None:
    """The nine coordinates of one triangle out of its block."""
    at = face // leaf * BLOCK_ROWS * leaf + face % leaf
    for axis in range(9):
        corner[axis] = blocks[at + axis * leaf]


@kernel
def map_textures(blocks: Floats, leaf: int, uv: Floats, texture: Ints, surfaces: Floats) -> None:
    """Fill in the texture channels from uv (t, 6) and texture (t, 2), and the areas in the blocks.

    Texture rows count downwards, so v changes its sign. A shift by whole tiles keeps both coordinates above
    1, which cannot be seen and lets conversion to integers round down.
    """
    corner = np.empty(9, np.float64)
    for face in range(len(uv)):
        block_corners(blocks, leaf, face, corner)
        frame = _gradient_frame(corner)
        u0, u1, u2 = uv[face, 0], uv[face, 2], uv[face, 4]
        v0, v1, v2 = -uv[face, 1], -uv[face, 3], -uv[face, 5]
        shift = 1.0 - np.floor(min(u0, u1, u2))
        _store(frame, u0 + shift, u1 + shift, u2 + shift, surfaces, face * RECORD + ACROSS)
        shift = 1.0 - np.floor(min(v0, v1, v2))
        _store(frame, v0 + shift, v1 + shift, v2 + shift, surfaces, face * RECORD + DOWN)
        surfaces[face * RECORD + 3 * CHANNELS + START] = texture[face, 0] // START_UNIT
        surfaces[face * RECORD + 3 * CHANNELS + LOG2] = texture[face, 1]
        tiles = abs(np.float64(u1 - u0) * (v2 - v0) - np.float64(u2 - u0) * (v1 - v0))
        at = (face // leaf * BLOCK_ROWS + TEXEL_AREA) * leaf + face % leaf
        blocks[at] = tiles * np.float64(1 << (2 * texture[face, 1]))


@kernel
def map_light(blocks: Floats, leaf: int, faces: Ints, light: Floats, surfaces: Floats) -> None:
    """Fill in the light channels from light (v, 3) at the vertices."""
    corner = np.empty(9, np.float64)
    for face in range(len(faces)):
        block_corners(blocks, leaf, face, corner)
        frame = _gradient_frame(corner)
        a, b, c = faces[face, 0], faces[face, 1], faces[face, 2]
        for channel in range(3):
            value0, value1, value2 = light[a, channel], light[b, channel], light[c, channel]
            at = face * RECORD + RED + channel
            _store(frame, value0 * LIGHT_SCALE, value1 * LIGHT_SCALE, value2 * LIGHT_SCALE, surfaces, at)


@uncounted
def _gradient_frame(corner: Doubles) -> Frame:
    """First corner, and the two vectors whose sum, weighted by the rise towards the others, is a gradient."""
    ax, ay, az = corner[0], corner[1], corner[2]
    bx, by, bz = corner[3] - ax, corner[4] - ay, corner[5] - az
    cx, cy, cz = corner[6] - ax, corner[7] - ay, corner[8] - az
    nx, ny, nz = by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx
    squared = nx * nx + ny * ny + nz * nz
    long_b, long_c = bx * bx + by * by + bz * bz, cx * cx + cy * cy + cz * cz
    long_bc = (cx - bx) ** 2 + (cy - by) ** 2 + (cz - bz) ** 2
    longest = max(long_b, long_c, long_bc)
    if squared > longest * _THIN_M * _THIN_M:
        scale = 1.0 / squared
        return (
            ax, ay, az, (cy * nz - cz * ny) * scale, (cz * nx - cx * nz) * scale, (cx * ny - cy * nx) * scale,
            (ny * bz - nz * by) * scale, (nz * bx - nx * bz) * scale, (nx * by - ny * bx) * scale,
        )  # fmt: skip
    if longest == 0.0:
        return ax, ay, az, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    scale = 1.0 / longest
    if longest == long_b:
        return ax, ay, az, bx * scale, by * scale, bz * scale, 0.0, 0.0, 0.0
    if longest == long_c:
        return ax, ay, az, 0.0, 0.0, 0.0, cx * scale, cy * scale, cz * scale
    dx, dy, dz = (cx - bx) * scale, (cy - by) * scale, (cz - bz) * scale
    return ax, ay, az, -dx, -dy, -dz, dx, dy, dz


@uncounted
def _store(frame: Frame, value0: float, value1: float, value2: float, surfaces: Floats, at: int) -> None:
    ax, ay, az, first_x, first_y, first_z, second_x, second_y, second_z = frame
    rise1, rise2 = np.float64(value1) - value0, np.float64(value2) - value0
    gx = first_x * rise1 + second_x * rise2
    gy = first_y * rise1 + second_y * rise2
    gz = first_z * rise1 + second_z * rise2
    surfaces[at] = gx
    surfaces[at + CHANNELS] = gy
    surfaces[at + 2 * CHANNELS] = gz
    surfaces[at + 3 * CHANNELS] = value0 - gx * ax - gy * ay - gz * az
