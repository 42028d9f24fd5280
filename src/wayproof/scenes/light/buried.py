"""Points that nobody sees, such as wall corners inside another wall: they take the light of their neighbours.

Left dark, they would cast a shadow across every large triangle that reaches into the open.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

FARTHEST = 64  # triangles that light may be carried across


def fill_buried(values: Floats, buried: NDArray[np.bool_], faces: Ints) -> None:
    """Overwrite values (p, c) at buried points, ring by ring, with the mean of neighbours on their surface.

    faces (t, 3) name points. A surface that is buried altogether keeps its own values.
    """
    touching = faces[buried[faces].any(axis=1)]
    if len(touching):
        _spread(values, ~buried, touching)


@kernel
def _spread(values: Floats, known: NDArray[np.bool_], faces: Ints) -> None:
    points, channels = values.shape
    sums = np.zeros((points, channels), np.float32)
    counts = np.zeros(points, np.int64)
    for _ in range(FARTHEST):
        found = 0
        for face in range(len(faces)):
            for corner in range(3):
                point = faces[face, corner]
                if known[point]:
                    continue
                for other in range(1, 3):
                    neighbour = faces[face, (corner + other) % 3]
                    if known[neighbour]:
                        counts[point] += 1
                        found += 1
                        for channel in range(channels):
                            sums[point, channel] += values[neighbour, channel]
        if found == 0:
            return
        for point in range(points):
            if counts[point] > 0:
                for channel in range(channels):
                    values[point, channel] = sums[point, channel] / np.float32(counts[point])
                    sums[point, channel] = 0
                known[point] = True
                counts[point] = 0
