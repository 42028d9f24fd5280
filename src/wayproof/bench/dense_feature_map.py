"""A layered feature map in plain NumPy on dense arrays, as the released agents have it: the peer of ours."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.agents.mapping.feature_map import HIGHEST_M, LOWEST_M

Floats = NDArray[np.float32]


class DenseFeatureMap:
    """Sums of vectors (layer, i, j, numbers) and of weights (layer, i, j), whether seen or not."""

    def __init__(self, side: int, cell_m: float, edges_m: Sequence[float], dimension: int) -> None:
        self._cell_m, self._edges_m = cell_m, np.array(edges_m)
        self.total = np.zeros((len(edges_m) + 1, side, side, dimension), np.float32)
        self.weight = np.zeros((len(edges_m) + 1, side, side), np.float32)

    def see(
        self, vectors: Floats, weight: Floats, depth_m: Floats, camera: MountedCamera, eye: MapPose
    ) -> None:
        """Put an image on the map: all pixels of a cell together weigh as much as their mean."""
        height, width = depth_m.shape
        v, u = np.nonzero((depth_m > 0.0) & (depth_m <= camera.furthest_m))
        depth, focal = depth_m[v, u].astype(np.float64), width / 2.0 / math.tan(camera.hfov_rad / 2.0)
        rise, left = (height / 2.0 - v - 0.5) / focal * depth, (width / 2.0 - u - 0.5) / focal * depth
        pitch = complex(math.cos(camera.pitch_rad), math.sin(camera.pitch_rad))
        tilted = (depth + 1j * rise) * pitch
        up_m = camera.height_m + tilted.imag
        heading = complex(math.cos(eye.heading_rad), math.sin(eye.heading_rad))
        place = (tilted.real + 1j * left) * heading + complex(eye.x_m, eye.y_m)
        side = self.weight.shape[1]
        i, j = (
            np.floor(axis / self._cell_m).astype(np.int64) + side // 2 for axis in (place.real, place.imag)
        )
        kept = (up_m >= LOWEST_M) & (up_m <= HIGHEST_M) & (i >= 0) & (i < side) & (j >= 0) & (j < side)
        v, u, i, j, layer = (
            v[kept],
            u[kept],
            i[kept],
            j[kept],
            np.searchsorted(self._edges_m, up_m[kept], "right"),
        )
        flat = np.ravel_multi_index((layer, i, j), self.weight.shape)
        share = weight[v, u] / np.bincount(flat, minlength=self.weight.size)[flat].astype(np.float32)
        shown = vectors[v * vectors.shape[0] // height, u * vectors.shape[1] // width]
        np.add.at(self.weight.reshape(-1), flat, share)
        np.add.at(self.total.reshape(-1, shown.shape[1]), flat, share[:, None] * shown)

    def values(self, phrase: Floats) -> Floats:
        """How well each cell (layer, i, j) fits a phrase; -inf where nothing was seen."""
        return np.where(self.weight > 0.0, self.total @ phrase / np.maximum(self.weight, 1e-6), -np.inf)

    def nbytes(self) -> int:
        return self.total.nbytes + self.weight.nbytes
