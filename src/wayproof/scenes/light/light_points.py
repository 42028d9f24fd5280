"""Where light is measured: just off each vertex, so that rays start in the open and not on an edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.scene import Scene

Floats = NDArray[np.float32]

LIFT_M = 0.003  # off the surface
INSET_M, INSET_SHARE = 0.01, 0.1  # from the rim of a surface to its middle: at most so far, or that share


@dataclass(frozen=True)
class LightPoints:
    """One point for each vertex: origins_m (v, 3), normals (v, 3) unit.

    inward_m (v, 3): the way from each point along its surface to the middle of its triangles.
    """

    origins_m: Floats
    normals: Floats
    inward_m: Floats


def light_points(scene: Scene) -> LightPoints:
    """The points of a scene; vertices without triangles stay where they are."""
    place, normal = scene.vertices_m.astype(np.float64), scene.normals.astype(np.float64)
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    normal = np.where(length > 1e-6, normal / np.maximum(length, 1e-6), (0.0, 1.0, 0.0))
    inward = _towards_middle(place, scene.faces)
    inward -= (inward * normal).sum(axis=1, keepdims=True) * normal
    reach = np.linalg.norm(inward, axis=1, keepdims=True)
    inset = np.minimum(INSET_M / np.maximum(reach, 1e-9), INSET_SHARE)
    origins = place + LIFT_M * normal + inset * inward
    origins_m, normals, inward_m = (array.astype(np.float32) for array in (origins, normal, inward))
    return LightPoints(origins_m, normals, inward_m)


def _towards_middle(place: NDArray[np.float64], faces: NDArray[np.int32]) -> NDArray[np.float64]:
    """Mean way from each vertex to the middles of its triangles; none for vertices without triangles."""
    middles = place[faces].mean(axis=1)
    corners = faces.reshape(-1)
    count = np.bincount(corners, minlength=len(place))
    sums = [np.bincount(corners, np.repeat(middles[:, k], 3), len(place)) for k in range(3)]
    mean = np.stack(sums, axis=1) / np.maximum(count, 1)[:, None]
    return np.where(count[:, None] > 0, mean - place, 0.0)
