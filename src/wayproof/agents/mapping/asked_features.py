"""A feature map and the words that it is asked for: values of cells, the best place, pictures for a trace.

The features are kept as long as the episode lasts; asking for something else only works the values out anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.trace_pictures import value_picture
from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.agents.mapping.feature_map import FeatureMap, layer_edges_m
from wayproof.agents.mapping.occupancy_map import Box, OccupancyMap
from wayproof.agents.mapping.similarity_map import UNSEEN, Floats, SimilarityMap


class AskedFeatures:
    """The features that one agent has seen, and how well they fit what it looks for."""

    def __init__(self, on_map: OccupancyMap, layers: int, dimension: int, *, times: int = 1) -> None:
        """`times`: how many cells of the occupancy map a cell of this one is wide."""
        self._map, self._times = on_map, times
        side, cell_m = on_map.side // times, on_map.cell_m * times
        self.features = FeatureMap(side, cell_m, layer_edges_m(layers), dimension)
        self._similarity: SimilarityMap | None = None

    @property
    def asked(self) -> bool:
        """Whether it looks for anything that it has words for."""
        return self._similarity is not None

    def ask(self, phrases: Sequence[Floats]) -> None:
        """Look for a thing, and for what carries it if a second vector is given; for nothing without any."""
        self._similarity = SimilarityMap(self.features, np.stack(phrases)) if phrases else None

    def see(
        self, vectors: Floats, weight: Floats, depth_m: Floats, camera: MountedCamera, eye: MapPose
    ) -> None:
        """Put an image on the map, see FeatureMap."""
        rows = self.features.see(vectors, weight, depth_m, camera, eye)
        if self._similarity is not None:
            self._similarity.renew(rows)

    def values(self, box: Box) -> Floats:
        """The best value (x, y) over all layers; -inf where there is none."""
        if self._similarity is None:
            return np.full((box.size_x, box.size_y), UNSEEN)
        return np.asarray(self._by_layer(self._similarity, box).max(axis=0), np.float32)

    def save(self) -> dict[str, Any]:
        return self.features.save()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Before anything is asked for."""
        self.features.restore(state)

    def pictures(self, box: Box) -> dict[str, object]:
        """The values, and those of each layer if there are several, for a trace."""
        told: dict[str, object] = {"feature_cells": self.features.rows}
        if self._similarity is None:
            return told
        layers = self._by_layer(self._similarity, box)
        told["value_map"] = self._picture(layers.max(axis=0), box, "fit with the words of the goal")
        if len(layers) > 1:
            told["value_maps_by_layer"] = [
                self._picture(values, box, f"fit with the words of the goal, layer {number} from below")
                for number, values in enumerate(layers, 1)
            ]
        return told

    def _by_layer(self, similarity: SimilarityMap, box: Box) -> Floats:
        """The values (layer, x, y) of a part of the occupancy map, in cells of its size."""
        if self._times == 1:
            return similarity.by_layer(box)
        times, (i, j) = self._times, (box.i // self._times, box.j // self._times)
        last_i, last_j = (box.i + box.size_x - 1) // times, (box.j + box.size_y - 1) // times
        coarse = similarity.by_layer(Box(i, j, last_i - i + 1, last_j - j + 1))
        fine = coarse.repeat(times, axis=1).repeat(times, axis=2)
        x, y = box.i - i * times, box.j - j * times
        return fine[:, x : x + box.size_x, y : y + box.size_y]

    def _picture(self, values: Floats, box: Box, meaning: str) -> dict[str, object] | None:
        seen = np.isfinite(values)
        corner_m = self._map.point_of(box.i - 0.5, box.j - 0.5)
        return value_picture(np.where(seen, values, 0.0), seen, corner_m, self._map.cell_m, meaning)


def highest_around(values: NDArray[Any], reach_m: float, cell_m: float) -> NDArray[Any]:
    """The highest value within a square around each cell."""
    size = 2 * round(reach_m / cell_m) + 1
    return np.asarray(cv2.dilate(np.ascontiguousarray(values), np.ones((size, size), np.uint8)))
