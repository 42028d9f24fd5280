"""Textures as the shading kernel wants them: every size down to one texel, packed into one long array.

Each texture is a pyramid with the smallest level first. A level of 2**k x 2**k texels has one more column
and one more row, which repeat the first: so a texel, its right neighbour and the two below are always two
pairs, without a thought for the edge. It starts (4**k - 1) / 3 + 2 (2**k - 1) + k texels after the texture's
own start. A texel is 0x00BBGGRR.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.rendering.surface_maps import START_UNIT

LARGEST_LOG2 = 12


def pack_textures(
    textures: Sequence[NDArray[np.uint8]],
) -> tuple[NDArray[np.uint32], NDArray[np.int32], NDArray[np.int32]]:
    """The pool of texels, and for each texture its start in the pool and the log2 of its edge."""
    starts, sizes, pieces = [], [], []
    count = 0
    for number, texture in enumerate(textures):
        log2 = _log2_edge(texture, number)
        levels = _pyramid(texture, log2)
        starts.append(count)
        sizes.append(log2)
        pieces += levels
        count += sum(len(level) for level in levels)
        pieces.append(np.zeros(-count % START_UNIT, np.uint32))
        count += len(pieces[-1])
    pool = np.concatenate(pieces) if pieces else np.zeros(START_UNIT, np.uint32)
    return pool, np.array(starts, np.int32), np.array(sizes, np.int32)


def _log2_edge(texture: NDArray[np.uint8], number: int) -> int:
    edge = texture.shape[0]
    log2 = int(edge).bit_length() - 1
    square = texture.ndim == 3 and texture.shape == (edge, edge, 3) and texture.dtype == np.uint8
    if not square or edge != 1 << log2 or log2 > LARGEST_LOG2:
        raise InvalidInput(
            f"texture {number} is {texture.dtype} of shape {texture.shape}; textures are uint8 (s, s, 3) "
            f"with s a power of two up to {1 << LARGEST_LOG2}: resize it."
        )
    return log2


def _pyramid(texture: NDArray[np.uint8], log2: int) -> list[NDArray[np.uint32]]:
    """Packed levels from 1 x 1 to full size; each texel is the mean of the four below it."""
    level = texture.astype(np.float32)
    packed = [_packed(level)]
    for _ in range(log2):
        level = (level[::2, ::2] + level[1::2, ::2] + level[::2, 1::2] + level[1::2, 1::2]) * np.float32(0.25)
        packed.append(_packed(level))
    return packed[::-1]


def _packed(level: NDArray[np.float32]) -> NDArray[np.uint32]:
    red, green, blue = np.moveaxis(np.rint(level).astype(np.uint32), 2, 0)
    packed: NDArray[np.uint32] = red | green << np.uint32(8) | blue << np.uint32(16)
    return np.pad(packed, ((0, 1), (0, 1)), mode="wrap").reshape(-1)
