"""Where light is measured: just off each vertex, so that rays start in the open and not on an edge.

Vertices that share place and normal are one point: surfaces then show no seam between their patches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.scene import NO_GLOW, Scene

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

LIFT_M = 0.003  # off the surface
INSET_M, INSET_SHARE = 0.01, 0.1  # from the rim of a surface to its middle: at most so far, or that share
_PLACE_GRAIN_M, _NORMAL_GRAIN = 1e-4, 1e-2


@dataclass(frozen=True)
class LightPoints:
    """origins_m (p, 3), normals (p, 3) unit, of_vertex (v,): each vertex's point, faces (t, 3) of points.

    inward_m (p, 3): the way from each point along its surface to the middle of its triangles.
    """

    origins_m: Floats
    normals: Floats
    inward_m: Floats
    of_vertex: Ints
    faces: Ints


def light_points(scene: Scene) -> LightPoints:
    """The points of a scene; a surface of no size keeps its points where they are."""
    place, normal = scene.vertices_m.astype(np.float64), scene.normals.astype(np.float64)
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    normal = np.where(length > 1e-6, normal / np.maximum(length, 1e-6), (0.0, 1.0, 0.0))
    first, of_vertex = _welded(place, normal)
    faces = of_vertex[scene.faces]
    place, normal = place[first], normal[first]
    # Only surfaces that catch light say where a point's surface lies: a pane may share its rim with a frame.
    dark = faces[scene.face_glow == NO_GLOW] if (scene.face_glow == NO_GLOW).any() else faces
    inward = _towards_middle(place, dark)
    inward -= (inward * normal).sum(axis=1, keepdims=True) * normal
    reach = np.linalg.norm(inward, axis=1, keepdims=True)
    inset = np.minimum(INSET_M / np.maximum(reach, 1e-9), INSET_SHARE)
    origins = place + LIFT_M * normal + inset * inward
    origins_m, normals, inward_m = (array.astype(np.float32) for array in (origins, normal, inward))
    return LightPoints(origins_m, normals, inward_m, of_vertex, faces)


def _welded(place: NDArray[np.float64], normal: NDArray[np.float64]) -> tuple[Ints, Ints]:
    """(first, of_vertex): a vertex for each point, and the point of each vertex."""
    keys = np.concatenate([np.round(place / _PLACE_GRAIN_M), np.round(normal / _NORMAL_GRAIN)], axis=1)
    keys = keys.astype(np.int64)
    order = np.lexsort(keys.T)
    ordered = keys[order]
    new = np.ones(len(order), bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    of_vertex = np.empty(len(order), np.int64)
    of_vertex[order] = np.cumsum(new) - 1
    return order[new], of_vertex


def _towards_middle(place: NDArray[np.float64], faces: Ints) -> NDArray[np.float64]:
    """Mean way from each point to the middles of its triangles; none for points without triangles."""
    middles = place[faces].mean(axis=1)
    corners = faces.reshape(-1)
    count = np.maximum(np.bincount(corners, minlength=len(place)), 1)
    sums = [np.bincount(corners, np.repeat(middles[:, k], 3), len(place)) for k in range(3)]
    mean = np.stack(sums, axis=1) / count[:, None]
    used = np.bincount(corners, minlength=len(place)) > 0
    return np.where(used[:, None], mean - place, 0.0)
