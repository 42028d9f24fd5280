"""What each point of a surface sees when it looks around: the first triangle along a fixed fan of directions.

All points of a flat surface use the same fan, so neighbours err alike and the light on it stays smooth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.ray_tree import RayTree, first_on_ray
from wayproof.geometry.ray_tree_build import STACK
from wayproof.kernels import kernel
from wayproof.scenes.light.light_points import LightPoints

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

DIRECTIONS = 48
MISS, BACK = -1, -2
SIGHT_M = np.float32(30.0)
OPEN_FROM_M, OPENNESS_CURVE = 2.5, 0.8
TOUCHING_M, CRACK_M = 0.015, 0.06
SECOND_INSET = np.float32(0.4)  # of the way to the middle of a surface
_GOLDEN_ANGLE = np.pi * (3.0 - np.sqrt(5.0))


@dataclass(frozen=True)
class Surroundings:
    """seen (p, n): the triangle along each direction, MISS for none, BACK for the inside of something.

    openness (p,) in [0, 1]; buried (p,): the point lies in matter or in a crack that nobody looks into.
    """

    seen: Ints
    openness: Floats
    buried: NDArray[np.bool_]


def fan(count: int) -> Floats:
    """Directions (count, 3) over a hemisphere about +Z, denser towards its middle (cosine-weighted)."""
    radius = np.sqrt((np.arange(count) + 0.5) / count)
    angle = np.arange(count) * _GOLDEN_ANGLE
    height = np.sqrt(1.0 - radius**2)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), height], axis=1).astype(np.float32)


def look_around(
    tree: RayTree, facing: Floats, points: LightPoints, *, two_sided: bool = False
) -> tuple[Surroundings, LightPoints]:
    """Cast the fan from every point; facing (t, 3) are the normals of the tree's triangles.

    Nothing is seen from behind where triangles have two sides.

    A buried point, such as the corner of a shelf inside its post, looks again from further inside its
    surface; if it sees more from there, it stays: hence the points that are returned.
    """
    if two_sided:
        facing = np.zeros_like(facing)
    first = _look(tree, facing, points.origins_m, points.normals)
    hidden = np.flatnonzero(first.buried)
    moved = points.origins_m[hidden] + SECOND_INSET * points.inward_m[hidden]
    second = _look(tree, facing, moved, points.normals[hidden])
    better = ~second.buried
    origins = points.origins_m.copy()
    origins[hidden[better]] = moved[better]
    for mine, other in zip(
        (first.seen, first.openness, first.buried), (second.seen, second.openness, second.buried), strict=True
    ):
        mine[hidden[better]] = other[better]
    return first, replace(points, origins_m=origins)


def _look(tree: RayTree, facing: Floats, origins: Floats, normals: Floats) -> Surroundings:
    seen, distance = _cast(tree.arrays, facing, origins, normals, fan(DIRECTIONS))
    openness = np.minimum(distance / OPEN_FROM_M, 1.0) ** OPENNESS_CURVE
    inside = ((seen == BACK) | (distance < TOUCHING_M)).mean(axis=1) > 0.6
    crack = ((seen == BACK) | (distance < CRACK_M)).mean(axis=1) > 0.9
    return Surroundings(seen, openness.mean(axis=1).astype(np.float32), inside | crack)


@kernel
def _cast(
    tree: Any, facing: Floats, origins: Floats, normals: Floats, directions: Floats
) -> tuple[Ints, Floats]:
    count, rays = len(origins), len(directions)
    seen = np.empty((count, rays), np.int32)
    distance = np.empty((count, rays), np.float32)
    stack, entries = np.empty(STACK, np.uint64), np.empty(STACK, np.float32)
    way = np.empty(3, np.float32)
    for point in range(count):
        right, up = _frame(normals[point])
        for ray in range(rays):
            turned = directions[ray]
            for axis in range(3):
                way[axis] = turned[0] * right[axis] + turned[1] * up[axis] + turned[2] * normals[point, axis]
            triangle, reach = first_on_ray(tree, origins[point], way, SIGHT_M, stack, entries)
            distance[point, ray] = reach
            seen[point, ray] = triangle
            if triangle >= 0:
                normal = facing[triangle]
                if normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2] > 0:
                    seen[point, ray] = BACK
    return seen, distance


@kernel
def _frame(normal: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors that make a right-handed frame with a unit normal."""
    right, up = np.zeros(3, np.float32), np.zeros(3, np.float32)
    x, y, z = normal[0], normal[1], normal[2]
    if abs(y) < np.float32(0.9):
        length = np.sqrt(x * x + z * z)
        right[0], right[2] = z / length, -x / length
    else:
        length = np.sqrt(y * y + z * z)
        right[1], right[2] = -z / length, y / length
    up[0] = y * right[2] - z * right[1]
    up[1] = z * right[0] - x * right[2]
    up[2] = x * right[1] - y * right[0]
    return right, up
