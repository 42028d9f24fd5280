"""From visible triangles to pictures: texture, light, depth and labels for each pixel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Words = NDArray[np.uint32]

ONE = np.float32(1.0)
HALF = np.float32(0.5)
RED_BLUE = np.uint32(0xFF00FF)
BYTE = np.uint32(0xFF)


@kernel
def shade(
    inverse: Floats, ids: Ints, plane: Floats, uv_map: Floats, light_map: Floats, texture: Ints, texels: Words,
    eye: Floats, rotation: Floats, focal: float, width: int, height: int, colours: Words,
) -> None:  # fmt: skip
    """Colour of every pixel as 0x00BBGGRR; black where nothing was seen."""
    step = ONE / focal
    for row in range(height):
        up = (np.float32(height) * HALF - np.float32(row) - HALF) * step
        for column in range(width):
            pixel = row * width + column
            face = ids[pixel]
            if face < 0:
                colours[pixel] = 0
                continue
            right = (np.float32(column) + HALF - np.float32(width) * HALF) * step
            depth = ONE / inverse[pixel]
            dx = rotation[2, 0] + up * rotation[1, 0] + right * rotation[0, 0]
            dy = rotation[2, 1] + up * rotation[1, 1] + right * rotation[0, 1]
            dz = rotation[2, 2] + up * rotation[1, 2] + right * rotation[0, 2]
            x, y, z = eye[0] + depth * dx, eye[1] + depth * dy, eye[2] + depth * dz
            distance = abs(plane[face, 0] * eye[0] + plane[face, 1] * eye[1] + plane[face, 2] * eye[2] - plane[face, 3])
            log2 = _level(uv_map[face], texture[face, 1], depth, step, distance)
            texel = _bilinear(uv_map[face], texels, texture[face, 0], log2, x, y, z)
            colours[pixel] = _lit(texel, light_map[face], x, y, z)


@kernel
def _level(uv_map: Floats, log2: int, depth: float, step: float, distance: float) -> int:
    """log2 of the edge of the pyramid level whose texels are about as large as the pixel's footprint."""
    along_u = uv_map[0] * uv_map[0] + uv_map[1] * uv_map[1] + uv_map[2] * uv_map[2]
    along_w = uv_map[4] * uv_map[4] + uv_map[5] * uv_map[5] + uv_map[6] * uv_map[6]
    tiles = max(along_u, along_w) * depth * depth * step * step * depth / max(distance, np.float32(1e-6))
    squared = tiles * np.float32(1 << (2 * log2))
    dropped = 0
    while squared > np.float32(2.0) and dropped < log2:
        squared *= np.float32(0.25)
        dropped += 1
    return log2 - dropped


@kernel
def _bilinear(uv_map: Floats, texels: Words, start: int, log2: int, x: float, y: float, z: float) -> np.uint32:
    scale = np.float32(1 << (log2 + 8))
    across = int((uv_map[0] * x + uv_map[1] * y + uv_map[2] * z + uv_map[3]) * scale) - 128
    down = int((uv_map[4] * x + uv_map[5] * y + uv_map[6] * z + uv_map[7]) * scale) - 128
    mask = (1 << log2) - 1
    left, top = (across >> 8) & mask, (down >> 8) & mask
    right, bottom = (left + 1) & mask, (top + 1) & mask
    base = start + (0x55555555 & ((1 << (2 * log2)) - 1))
    share_x, share_y = np.uint32(across & 255), np.uint32(down & 255)
    both = (share_x * share_y) >> np.uint32(8)
    weight10, weight01 = share_x - both, share_y - both
    weight00 = np.uint32(256) - share_x - share_y + both
    c00, c10 = texels[base + (top << log2) + left], texels[base + (top << log2) + right]
    c01, c11 = texels[base + (bottom << log2) + left], texels[base + (bottom << log2) + right]
    red_blue = (c00 & RED_BLUE) * weight00 + (c10 & RED_BLUE) * weight10 + (c01 & RED_BLUE) * weight01 + (c11 & RED_BLUE) * both
    green = ((c00 >> np.uint32(8)) & BYTE) * weight00 + ((c10 >> np.uint32(8)) & BYTE) * weight10
    green += ((c01 >> np.uint32(8)) & BYTE) * weight01 + ((c11 >> np.uint32(8)) & BYTE) * both
    red_blue = ((red_blue + np.uint32(0x800080)) >> np.uint32(8)) & RED_BLUE
    return np.uint32(red_blue | ((green + np.uint32(128)) & np.uint32(0xFF00)))


@kernel
def _lit(texel: np.uint32, light_map: Floats, x: float, y: float, z: float) -> np.uint32:
    colour = np.uint32(0)
    for channel in range(3):
        part = light_map[4 * channel : 4 * channel + 4]
        light = part[0] * x + part[1] * y + part[2] * z + part[3]
        level = np.uint32(min(max(light, np.float32(0.0)), np.float32(255.0)) * np.float32(256.0) + HALF)
        shift = np.uint32(8 * channel)
        value = (((texel >> shift) & BYTE) * level + np.uint32(128)) >> np.uint32(8)
        colour |= min(value, BYTE) << shift
    return np.uint32(colour)


@kernel
def depths(inverse: Floats, depth_m: Floats) -> None:
    """Depth along the optical axis in metres; 0 where nothing was seen."""
    for pixel in range(len(inverse)):
        depth_m[pixel] = ONE / inverse[pixel] if inverse[pixel] > 0.0 else np.float32(0.0)


@kernel
def labels(ids: Ints, of_face: Ints, target: Ints) -> None:
    """The label of the triangle that each pixel sees; 0 where nothing was seen."""
    for pixel in range(len(ids)):
        target[pixel] = of_face[ids[pixel]] if ids[pixel] >= 0 else 0
