"""The pixels that show what a description asks for: the right kind of thing, with the looks that are told.

The network's labels say what kind of thing a region shows. Whether it is the red one is asked of the region's
mean vector: red must be likely beside the colour that is likeliest.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.reading.goal_phrase import ThingPhrase
from wayproof.agents.seeing.feature_spaces import FeatureSpace
from wayproof.agents.seeing.perception import SeenImage
from wayproof.kinds import plainly_answering
from wayproof.perception.phrases import ATTRIBUTES

Floats = NDArray[np.float32]

LEAST_PIXELS = 12  # of a region, fewer are a speck
LIKELY = 0.2  # how likely the look that is told must be, beside the likeliest: the network errs, too


class DescribedThings:
    """Finds what one goal asks for in images."""

    def __init__(self, asked: ThingPhrase, space: FeatureSpace, least_confidence: float) -> None:
        self._kinds = plainly_answering(asked.thing) if asked.thing else ()
        self._looks, self._space, self._least_confidence = asked.told_apart, space, least_confidence

    def pixels(self, seen: SeenImage, vectors: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """The pixels (h, w) of things that fit the description, and of all things of that kind.

        One vector for the whole image tells nothing of the looks of a thing in it.
        """
        kind = seen.shows(self._kinds, self._least_confidence)
        if not self._looks or not kind.any() or vectors.shape[:2] == (1, 1):
            return kind, kind
        count, part, stats, _ = cv2.connectedComponentsWithStats(kind.astype(np.uint8), connectivity=8)
        fits = np.zeros(count, np.bool_)
        for number in range(1, count):
            if stats[number, cv2.CC_STAT_AREA] >= LEAST_PIXELS:
                fits[number] = self.fits(_mean_vector(part == number, vectors))
        return np.asarray(fits[part]), kind

    def fits(self, vector: Floats) -> bool:
        """Whether a region with this mean vector may have all the looks that are told."""
        for field, value in self._looks:
            odds = self._space.looks(vector, field)
            if odds is not None and odds[ATTRIBUTES[field].index(value)] < LIKELY * odds.max():
                return False
        return True


def _mean_vector(mask: NDArray[np.bool_], vectors: Floats) -> Floats:
    """The mean of the vectors that cover the pixels of a mask, by how many of them each covers."""
    rows, columns = np.nonzero(mask)
    cells = (rows * vectors.shape[0] // mask.shape[0]) * vectors.shape[1] + (
        columns * vectors.shape[1] // mask.shape[1]
    )
    share = np.bincount(cells, minlength=vectors.shape[0] * vectors.shape[1]).astype(np.float32)
    return np.asarray(share @ vectors.reshape(-1, vectors.shape[2]) / share.sum(), np.float32)
