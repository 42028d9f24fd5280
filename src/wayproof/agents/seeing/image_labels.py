"""Three kinds of eyes: what each pixel shows, by its own label, by a detector's box, or by its patch.

by_pixels   a category and a confidence for every pixel
by_boxes    as a detector with masks reports: a thing is all there or not at all, with one score for the whole
by_patches  as an image-text network sees: squares of the picture compared with the words of all categories
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wayproof.kinds import ROOM_SURFACES
from wayproof.perception.boxes import regions
from wayproof.perception.dense import Dense

Labels = tuple[NDArray[np.int16], NDArray[np.float32]]  # category from 1 on and confidence, both (h, w)
Eyes = Callable[[Dense, NDArray[np.uint8]], Labels]

PATCH_CELLS = 4  # across: 16 pixels of a picture of the size that the network was trained with
# How sharply similarities tell categories apart; at this, in train houses, about as many patches are named
# rightly as their confidences promise.
SHARPNESS = 20.0


def by_pixels(network: Dense, rgb: NDArray[np.uint8]) -> Labels:
    """What the network says of every pixel."""
    seen = network.segment(rgb)
    return seen.category, seen.confidence


def by_boxes(network: Dense, rgb: NDArray[np.uint8]) -> Labels:
    """What the network detects: all pixels of its kind within a box have the box's score, the best one wins.

    Walls, floors and ceilings have no boxes and stay as they are; what no box holds is nothing.
    """
    seen = network.segment(rgb)
    flat = [network.categories.index(name) for name in ROOM_SURFACES if name in network.categories]
    is_flat = np.zeros(len(network.categories) + 1, np.bool_)
    is_flat[np.array(flat, np.int64) + 1] = True
    surface = is_flat[seen.category]
    label = np.where(surface, seen.category, 0).astype(np.int16)
    confidence = np.where(surface, seen.confidence, 0.0).astype(np.float32)
    found = regions(seen.category.astype(np.int64) - 1, seen.confidence, frozenset(flat))
    for thing in sorted(found, key=lambda one: one.score):
        left, top, right, bottom = (int(side) for side in thing.box_px)
        part = (slice(top, bottom), slice(left, right))
        mine = seen.category[part] == thing.kind + 1
        label[part][mine] = thing.kind + 1
        confidence[part][mine] = thing.score
    return label, confidence


def by_patches(network: Dense, rgb: NDArray[np.uint8]) -> Labels:
    """What each patch fits best among the words of all categories; all pixels of a patch are alike."""
    output = network.outputs(rgb)
    patches = _patch_means(output.embedding)
    similarity = np.tensordot(_words_of(network), patches, axes=1) * SHARPNESS
    chances = np.exp(similarity - similarity.max(axis=0))
    chances /= chances.sum(axis=0)
    label, confidence = chances.argmax(axis=0) + 1, chances.max(axis=0)
    side = network.card.cell_px * PATCH_CELLS * output.scale
    rows, columns = (
        np.minimum(((np.arange(size) + 0.5) / side).astype(np.int64), count - 1)
        for size, count in zip(rgb.shape[:2], label.shape, strict=True)
    )
    place = np.ix_(rows, columns)
    return label[place].astype(np.int16), confidence[place].astype(np.float32)


def _patch_means(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean vector (d, rows, columns) of each patch of cells, made one long; smaller ones at the edges."""
    rows = np.arange(0, cells.shape[1], PATCH_CELLS)
    columns = np.arange(0, cells.shape[2], PATCH_CELLS)
    sums = np.add.reduceat(np.add.reduceat(cells, rows, axis=1), columns, axis=2)
    length = np.linalg.norm(sums, axis=0)
    return np.asarray(sums / np.maximum(length, 1e-6), np.float32)


@lru_cache(maxsize=4)
def _words_of(network: Dense) -> NDArray[np.float32]:
    """The vectors (c, d) of the names of all categories."""
    return np.stack([network.phrase_vector(name.replace("_", " ")) for name in network.categories])
