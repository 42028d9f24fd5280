"""How well each cell of a feature map fits the words of a goal, and the text kernel across its layers.

One phrase is compared with every layer by itself. "The candle on the night stand" is two phrases, one above
the other: a cell fits if it looks like a candle and what is seen below it looks like a night stand.
Cells that were not seen have no value, so they never win.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.feature_map import FeatureMap
from wayproof.agents.mapping.occupancy_map import Box

Floats = NDArray[np.float32]

UNSEEN = np.float32(-np.inf)
CARRIER_REACH_M = 0.15  # how far beside a cell what carries it may be seen: it is wider than what it carries
TOP_SHARE = 0.99  # the quantile of all cells above which one belongs to the best


class SimilarityMap:
    """Scalar products of the cells' mean vectors with one or two phrases: values (phrase, layer, i, j)."""

    def __init__(self, features: FeatureMap, phrases: Floats) -> None:
        """`phrases` (n, numbers): the thing, and if there is one, what carries it."""
        self._features, self._phrases = features, phrases
        shape = (len(phrases), features.layers, features.side, features.side)
        self._values = np.full(shape, UNSEEN)
        self.renew(np.arange(features.rows, dtype=np.int32))

    def renew(self, rows: NDArray[np.int32]) -> None:
        """Work out the values of rows that changed."""
        if not len(rows):
            return
        # Not by a matrix product: its last bits depend on how many rows are worked out at once, and a
        # restored agent works out all of them at once.
        values = np.einsum("pk,nk->pn", self._phrases, self._features.total[rows])
        values /= self._features.weight[rows]
        layer, i, j = self._features.cell[rows].T
        self._values[:, layer, i, j] = values

    def by_layer(self, box: Box) -> Floats:
        """The values (layer, x, y) of a part of the map, after the text kernel; -inf where there is none."""
        part = self._values[(slice(None), slice(None), *box.part)]
        if len(part) == 1:
            return np.asarray(part[0])
        return text_kernel(part[0], part[1], round(CARRIER_REACH_M / self._features.cell_m))

    def best_layer(self, box: Box) -> Floats:
        """The best value (x, y) over all layers."""
        return np.asarray(self.by_layer(box).max(axis=0), np.float32)


def text_kernel(thing: Floats, carrier: Floats, reach: int) -> Floats:
    """The mean of how well a cell fits the thing, and a cell of the layer below it the carrier.

    Both are (layer, x, y). Below the lowest layer there is none: there the carrier is looked for beside the
    thing. The carrier may be up to `reach` cells away. Where one of the two was not seen there is no value.
    """
    around = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    near = np.stack([cv2.dilate(np.ascontiguousarray(layer), around) for layer in carrier])
    near[near < -2.0] = UNSEEN  # OpenCV's edge is a large negative number
    below = np.concatenate([near[:1], near[:-1]])
    return np.asarray((thing + below) / np.float32(2.0), np.float32)


def best_cells(values: Floats, share: float = TOP_SHARE) -> NDArray[np.bool_]:
    """The cells (x, y) whose value is in the highest part of all that have one."""
    seen = np.isfinite(values)
    if not seen.any():
        return seen
    return np.asarray(seen & (values >= np.quantile(values[seen], share)))
