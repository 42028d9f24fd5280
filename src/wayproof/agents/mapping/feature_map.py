"""A feature map in layers: the vectors of what was seen, by place on the floor and band of height.

Most of a house is empty, so only cells that were seen take memory: `slot` says which row of the tables holds
a cell's vectors. A cell keeps the sum of its vectors, each weighted by how well it was seen, and the sum of
the weights; every image counts once per cell, however many of its pixels fall there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.kernels import kernel

Floats = NDArray[np.float32]

# Layers begin at these heights, as in the released code of LangNavBench, whose camera is at 1.5 m.
FIRST_EDGE_M, LAYER_M = 0.5, 0.8
LOWEST_M, HIGHEST_M = -0.1, 2.3  # below is noise; above are ceilings, which would mix with what hangs there
FINEST_PX = 112  # wider images are thinned to about this: at 3 m two pixels are then a cell apart
LEAST_WEIGHT = 0.02  # OneMap: 1e-5; less than this is farther than 6 m, where nobody knows what it is
FIRST_ROWS = 4096


class FeatureMap:
    """Sums of vectors (rows, numbers) and of weights (rows,), and the cell (layer, i, j) of each row."""

    def __init__(self, side: int, cell_m: float, edges_m: Sequence[float], dimension: int) -> None:
        """`edges_m`: the heights at which the second and all further layers begin."""
        self.side, self.cell_m, self.layers = side, cell_m, len(edges_m) + 1
        self._edges_m = np.array(edges_m, np.float64)
        self._slot = np.zeros((self.layers, side, side), np.int32)  # row + 1; 0 was never seen
        self.rows = 0
        self._total = np.zeros((FIRST_ROWS, dimension), np.float32)
        self._weight = np.zeros(FIRST_ROWS, np.float32)
        self._cell = np.zeros((FIRST_ROWS, 3), np.int32)
        self._pixels = np.zeros(FIRST_ROWS, np.int32)  # of the image that is being put on the map

    @property
    def total(self) -> Floats:
        return self._total[: self.rows]

    @property
    def weight(self) -> Floats:
        return self._weight[: self.rows]

    @property
    def cell(self) -> NDArray[np.int32]:
        return self._cell[: self.rows]

    def see(
        self, vectors: Floats, weight: Floats, depth_m: Floats, camera: MountedCamera, eye: MapPose
    ) -> NDArray[np.int32]:
        """Put an image on the map; gives the rows that changed.

        `depth_m` and `weight` (h, w) are thinned alike; `vectors` (rows, columns, numbers) cover the image.
        """
        fit = vectors.ndim == 3 and vectors.size and vectors.shape[2] == self._total.shape[1]
        if not fit or depth_m.ndim != 2 or not depth_m.size or weight.shape != depth_m.shape:
            return np.empty(0, np.int32)
        self._grow(self.rows + depth_m.size)
        tables = self._slot, self._cell, self._total, self._weight, self._pixels
        self.rows, touched = _fuse(
            *tables, self.rows, vectors, weight, depth_m, self._edges_m, camera, eye, self.cell_m
        )
        return touched

    def nbytes(self) -> int:
        """Bytes in use: the rows that hold something, and the table of slots."""
        return self.total.nbytes + self.weight.nbytes + self.cell.nbytes + self._slot.nbytes

    def save(self) -> dict[str, Any]:
        """All rows."""
        return {"total": self.total.copy(), "weight": self.weight.copy(), "cell": self.cell.copy()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Fill this map, on which nothing was seen yet, with what was saved."""
        self.rows = len(state["weight"])
        self._grow(self.rows)
        self._total[: self.rows], self._weight[: self.rows] = state["total"], state["weight"]
        self._cell[: self.rows] = state["cell"]
        layer, i, j = self.cell.T
        self._slot[layer, i, j] = np.arange(1, self.rows + 1)

    def _grow(self, rows: int) -> None:
        """Make room for this many rows, at least doubling."""
        have = len(self._weight)
        if rows <= have:
            return
        more = max(rows, 2 * have) - have
        self._total = np.concatenate([self._total, np.zeros((more, self._total.shape[1]), np.float32)])
        self._weight = np.concatenate([self._weight, np.zeros(more, np.float32)])
        self._cell = np.concatenate([self._cell, np.zeros((more, 3), np.int32)])
        self._pixels = np.concatenate([self._pixels, np.zeros(more, np.int32)])


def layer_edges_m(layers: int) -> tuple[float, ...]:
    """The heights between some layers.

    >>> layer_edges_m(3)
    (0.5, 1.3)
    """
    return tuple(FIRST_EDGE_M + LAYER_M * number for number in range(layers - 1))


def thinned(image: NDArray[np.floating]) -> Floats:
    """Every n-th pixel of an image (h, w), so that about FINEST_PX stay in a row."""
    stride = max(1, image.shape[1] // FINEST_PX) if image.ndim == 2 else 1
    return np.ascontiguousarray(image[stride // 2 :: stride, stride // 2 :: stride], np.float32)


@kernel
def _fuse(
    slot: NDArray[np.int32],
    cell: NDArray[np.int32],
    total: Floats,
    weights: Floats,
    pixels: NDArray[np.int32],
    rows: int,
    vectors: Floats,
    weight: Floats,
    depth: Floats,
    edges_m: NDArray[np.float64],
    camera: MountedCamera,
    eye: MapPose,
    cell_m: float,
) -> tuple[int, NDArray[np.int32]]:
    """Add an image to the tables; gives the number of rows in use, and the rows that changed."""
    height, width = depth.shape
    side = slot.shape[1]
    row_of = np.full((height, width), -1, np.int32)
    touched, count = np.empty(height * width, np.int32), 0
    for v in range(height):
        for u in range(width):
            if not (0.0 < depth[v, u] <= camera.furthest_m) or weight[v, u] <= LEAST_WEIGHT:
                continue
            x_m, y_m, up_m = _point(depth[v, u], v, u, height, width, camera, eye)
            i, j = math.floor(x_m / cell_m) + side // 2, math.floor(y_m / cell_m) + side // 2
            if not (0 <= i < side and 0 <= j < side and LOWEST_M <= up_m <= HIGHEST_M):
                continue
            layer = int(np.searchsorted(edges_m, up_m, side="right"))
            row = _row(slot, cell, rows, layer, i, j)
            rows = max(rows, row + 1)
            if pixels[row] == 0:
                touched[count] = row
                count += 1
            pixels[row] += 1
            row_of[v, u] = row
    _add_all(total, weights, pixels, row_of, vectors, weight)
    for k in range(count):
        pixels[touched[k]] = 0
    return rows, touched[:count].copy()


@kernel
def _row(slot: NDArray[np.int32], cell: NDArray[np.int32], rows: int, layer: int, i: int, j: int) -> int:
    """The row of a cell; a cell that was never seen gets the next one."""
    if slot[layer, i, j] == 0:
        cell[rows, 0], cell[rows, 1], cell[rows, 2] = layer, i, j
        slot[layer, i, j] = rows + 1
    return int(slot[layer, i, j]) - 1


@kernel
def _point(
    depth: float, v: int, u: int, height: int, width: int, camera: MountedCamera, eye: MapPose
) -> tuple[float, float, float]:
    """Where a pixel lies: x and y on the map, height over the floor."""
    focal = width / 2.0 / math.tan(camera.hfov_rad / 2.0)
    rise = (height / 2.0 - v - 0.5) / focal * depth
    left = (width / 2.0 - u - 0.5) / focal * depth
    pitch_sin, pitch_cos = math.sin(camera.pitch_rad), math.cos(camera.pitch_rad)
    ahead = depth * pitch_cos - rise * pitch_sin
    sin, cos = math.sin(eye.heading_rad), math.cos(eye.heading_rad)
    up_m = camera.height_m + depth * pitch_sin + rise * pitch_cos
    return eye.x_m + ahead * cos - left * sin, eye.y_m + ahead * sin + left * cos, up_m


@kernel
def _add_all(
    total: Floats,
    weights: Floats,
    pixels: NDArray[np.int32],
    row_of: NDArray[np.int32],
    vectors: Floats,
    weight: Floats,
) -> None:
    """Add each pixel's vector to its row; all pixels of a row together weigh as much as their mean."""
    height, width = row_of.shape
    for v in range(height):
        across = vectors[v * vectors.shape[0] // height]
        for u in range(width):
            row = row_of[v, u]
            if row >= 0:
                share = weight[v, u] / np.float32(pixels[row])
                weights[row] += share
                _add(total[row], across[u * vectors.shape[1] // width], share)


@kernel
def _add(total: Floats, vector: Floats, share: float) -> None:
    """A function of its own, so that it is vectorised."""
    for k in range(len(total)):
        total[k] += share * vector[k]
