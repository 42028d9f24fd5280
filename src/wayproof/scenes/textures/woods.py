"""Wood: the grain of a single board, and boards laid as planks, parquet and herringbone.

The grain runs along u.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayproof.geometry.seamless_noise import Ints, smooth_noise
from wayproof.scenes.textures import Rgb, texture
from wayproof.scenes.textures.paint import (
    LARGE,
    SMALL,
    Map,
    Pixels,
    finish,
    mix,
    place,
    relight,
    scaled,
    step,
)


def _grain(rng: np.random.Generator, size_px: int, rings: int) -> tuple[Map, Map]:
    """(lightness, warmth): year rings cut lengthwise, fibres and pores, running along x."""
    _, y = place(size_px)
    bend = rings * (0.07 * smooth_noise(rng, size_px, 4, 1) + 0.022 * smooth_noise(rng, size_px, 3, 2))
    bend += 0.10 * smooth_noise(rng, size_px, 10, 3)
    ring = (y * rings + bend) % 1.0
    late = step(ring, 0.55, 0.8) * step(1.0 - ring, 0.06, 0.12)  # dark late wood ends sharply at each ring
    broad = smooth_noise(rng, size_px, 5, 2)
    fibre = smooth_noise(rng, size_px, size_px // 2, 5)
    pores = step(smooth_noise(rng, size_px, size_px, size_px // 16), 1.5, 1.2)
    lightness = 0.05 - 0.12 * late + 0.022 * broad + 0.036 * fibre - 0.11 * pores
    return lightness.astype(np.float32), (late + 0.15 * broad).astype(np.float32)


def _wood(rgb: Rgb, lightness: Map, warmth: Map) -> Pixels:
    red = (
        scaled(rgb, 0.94)
        if max(rgb) - min(rgb) < 30
        else (rgb[0], round(rgb[1] * 0.93), round(rgb[2] * 0.84))
    )
    return finish(relight(mix(rgb, red, np.clip(warmth, 0, 1)), lightness))


@dataclass(frozen=True)
class Laying:
    """Where boards lie: the number of each pixel's board, how far along (x) and across (y) it is in whole
    pixels of the wood it is cut from, and 1 in the grooves between boards."""

    board: Ints
    x: Ints
    y: Ints
    groove: Map


def _laid(rgb: Rgb, laying: Laying, rng: np.random.Generator, *, rings: int) -> Pixels:
    """Boards of one wood, each cut from another place of the log and a little lighter or darker."""
    size_px = len(laying.board)
    lightness, warmth = _grain(rng, size_px, rings)
    count = int(laying.board.max()) + 1
    shift = rng.integers(size_px, size=(2, count))
    tone = 0.055 * rng.standard_normal(count, np.float32)
    across = (laying.y + shift[0][laying.board]) % size_px
    along = (laying.x + shift[1][laying.board]) % size_px
    light = lightness[across, along] + tone[laying.board] - 0.32 * laying.groove
    return _wood(rgb, light, warmth[across, along])


@texture("wood_grain")
def wood_grain(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """One board, sawn lengthwise."""
    return _wood(rgb, *_grain(rng, SMALL, 9))


@texture("wood_planks", size_px=LARGE)
def wood_planks(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Six rows of boards with staggered ends."""
    rows, per_row = 6, 2
    x, y = place(LARGE)
    row = np.floor(y * rows).astype(np.int64)
    stagger = (np.arange(rows) * 0.37 + 0.1 * rng.random(rows)).astype(np.float32)[row]
    length = ((x + stagger) % 1.0) * per_row
    board = row * per_row + np.floor(length).astype(np.int64)
    groove = np.maximum(_border(y * rows, LARGE / rows), _border(length, LARGE / per_row))
    down, across = np.indices((LARGE, LARGE))
    return _laid(rgb, Laying(board, across, down, groove), rng, rings=10)


@texture("wood_parquet", size_px=LARGE)
def wood_parquet(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Square blocks of four strips, laid crosswise in turn."""
    blocks, strips = 4, 4
    x, y = place(LARGE)
    block_x, block_y = np.floor(x * blocks).astype(np.int64), np.floor(y * blocks).astype(np.int64)
    level = (block_x + block_y) % 2 == 0
    across = np.where(level, y * blocks % 1.0, x * blocks % 1.0) * strips
    board = (block_y * blocks + block_x) * strips + np.floor(across).astype(np.int64)
    ends = np.maximum(_border(x * blocks, LARGE / blocks), _border(y * blocks, LARGE / blocks))
    groove = np.maximum(0.6 * _border(across, LARGE / blocks / strips), 0.8 * ends)
    down, right = np.indices((LARGE, LARGE))
    laying = Laying(board, np.where(level, right, down), np.where(level, down, right), groove)
    return _laid(rgb, laying, rng, rings=14)


@texture("herringbone", size_px=LARGE)
def herringbone(rgb: Rgb, second_rgb: Rgb, rng: np.random.Generator) -> Pixels:
    """Boards in a zigzag, each end against the side of the next."""
    length, width_px = 4, 32  # of a board before the pattern is turned by 45 degrees: in widths, in pixels
    down, right = np.indices((LARGE, LARGE))
    x, y = (right + down) % LARGE, (right - down) % LARGE
    i, j = x // width_px, y // width_px
    k = (i - j) % (2 * length)
    level = k < length
    cells = LARGE // width_px
    board = np.where(level, (i - k) % cells + cells * j, cells * cells + i + cells * ((j + k + 1) % cells))
    along, across = np.where(level, x, y), np.where(level, y, x)
    along_px = np.where(level, k, 2 * length - 1 - k) * width_px + along % width_px
    from_end = np.minimum(along_px, length * width_px - 1 - along_px)
    from_side = np.minimum(across % width_px, width_px - 1 - across % width_px)
    groove = (np.minimum(from_end, from_side) < 1).astype(np.float32)
    return _laid(rgb, Laying(board, along, across, groove), rng, rings=8)


def _border(pieces: Map, piece_px: float) -> Map:
    """1 within about a pixel of the whole numbers of a coordinate that counts pieces of the given size."""
    return step(np.abs(pieces % 1.0 - 0.5) * piece_px, piece_px / 2 - 0.8, 1.2)
