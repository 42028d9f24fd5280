"""Feature images: a vector for each part of an image, at three levels of detail.

    pixel   one vector for each cell of the network, 4 x 4 pixels
    patch   one for 4 x 4 such cells, as large encoders give them: their mean
    image   one for all of it: the highest of each number over the patches, so that small things count

An agent that is told what it sees, instead of looking, gets the vectors of the words that it is told.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.seeing.feature_spaces import FeatureSpace
from wayproof.agents.seeing.perception import SeenImage
from wayproof.vocabulary import Readings

Floats = NDArray[np.float32]
Level = Literal["pixel", "patch", "image"]

PATCH = 4  # cells of the network along each side of a patch
TOLD_PX = 4  # pixels for each vector of an image that is told in words


def features_of(seen: SeenImage, readings: Readings, space: FeatureSpace, level: Level) -> Floats:
    """Vectors (rows, columns, numbers) that cover an image; zeros where nothing is known."""
    rgb = readings.get("rgb")
    vectors = _from_words(seen, space) if seen.told or rgb is None else space.image(np.asarray(rgb, np.uint8))
    if level == "pixel" or not vectors.size:
        return vectors
    patches = _patches(vectors)
    return patches if level == "patch" else patches.max(axis=(0, 1), keepdims=True)


def _patches(vectors: Floats) -> Floats:
    """Means over squares of cells; those at the right and lower edge may be smaller."""
    rows, columns = (np.arange(0, length, PATCH) for length in vectors.shape[:2])
    total = np.add.reduceat(np.add.reduceat(vectors, rows, axis=0), columns, axis=1)
    high, wide = (
        np.diff(np.append(first, length))
        for first, length in zip((rows, columns), vectors.shape, strict=False)
    )
    return np.asarray(total / (high[:, None, None] * wide[None, :, None]), np.float32)


def _from_words(seen: SeenImage, space: FeatureSpace) -> Floats:
    """The vectors of the labels that are told, as far as these are sure."""
    table = np.stack([space.label(str(name)) for name in seen.names])
    part = (slice(TOLD_PX // 2, None, TOLD_PX),) * 2
    return np.asarray(table[seen.label[part]] * seen.confidence[part][..., None], np.float32)
