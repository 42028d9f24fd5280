"""Finds what a ray hits first among many triangles, and whether it hits anything at all.

Rays meet both sides of a triangle. `closest_hit` and `any_hit` answer for arrays of rays; other kernels call
`first_on_ray` and `blocked` ray by ray, on the plain arrays of the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wayproof.geometry.ray_tree_build import INNER, STACK, build
from wayproof.kernels import kernel

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

_ZERO, _ONE, _FAR = np.float32(0), np.float32(1), np.float32(np.inf)
_SMALLEST = np.float32(1e-12)
# A ray along an axis never leaves the slab it runs in: its inverse is huge, and it is taken to start this far
# before the far side, so that a ray exactly in the side of a box counts as inside.
_PARALLEL = np.float32(1e30)
_INSIDE_M, _INSIDE_SHARE = np.float32(1e-9), np.float32(2e-7)
_EDGE = np.float32(1e-6)  # rays along the common edge of two triangles must not slip between them
_SLACK = np.float32(1.000001)  # more than the rounding error of a box's far side


@dataclass(frozen=True)
class RayTree:
    """Triangles sorted into boxes.

    boxes (n, 6, 8), links (n, 2, 8) and order (t,) as `ray_tree_build.build` makes them; corners (t, 9): the
    first corner of each sorted triangle and the two edges from it.
    """

    boxes: Floats
    links: Ints
    order: Ints
    corners: Floats

    @property
    def arrays(self) -> tuple[Floats, Ints, Ints, Floats]:
        """What the kernels take as `tree`."""
        return self.boxes, self.links, self.order, self.corners


def build_ray_tree(vertices: ArrayLike, faces: ArrayLike) -> RayTree:
    """The tree over triangles given by vertices (v, 3) and faces (t, 3); t may be 0."""
    points = np.asarray(vertices, np.float32).reshape(-1, 3)
    triangles = points[np.asarray(faces, np.int64).reshape(-1, 3)]
    boxes, links, order = build(triangles.min(axis=1), triangles.max(axis=1))
    ordered = triangles[order]
    edges = ordered[:, 1:] - ordered[:, :1]
    corners = np.concatenate([ordered[:, 0], edges[:, 0], edges[:, 1]], axis=1)
    for array in (boxes, links, order, corners):
        array.setflags(write=False)
    return RayTree(boxes, links, order, corners)


def closest_hit(
    tree: RayTree, origins: ArrayLike, directions: ArrayLike, *, max_distance: float = np.inf
) -> tuple[Ints, Floats]:
    """First triangle that each ray (n, 3), (n, 3) meets, or -1, and how far in lengths of its direction.

    Where nothing is met, the distance is max_distance.
    """
    start, way = _rays(origins, directions)
    found: tuple[Ints, Floats] = _closest_hits(tree.arrays, start, way, np.float32(max_distance))
    return found


def any_hit(
    tree: RayTree, origins: ArrayLike, directions: ArrayLike, *, max_distance: float = np.inf
) -> NDArray[np.bool_]:
    """Whether each ray (n, 3), (n, 3) meets a triangle before max_distance lengths of its direction."""
    start, way = _rays(origins, directions)
    found: NDArray[np.bool_] = _any_hits(tree.arrays, start, way, np.float32(max_distance))
    return found


def _rays(origins: ArrayLike, directions: ArrayLike) -> tuple[Floats, Floats]:
    start, way = np.broadcast_arrays(np.asarray(origins, np.float32), np.asarray(directions, np.float32))
    return np.ascontiguousarray(start).reshape(-1, 3), np.ascontiguousarray(way).reshape(-1, 3)


@kernel
def _closest_hits(tree: Any, origins: Floats, directions: Floats, limit: np.float32) -> tuple[Ints, Floats]:
    triangle = np.empty(len(origins), np.int32)
    distance = np.empty(len(origins), np.float32)
    stack, entries = np.empty(STACK, np.uint64), np.empty(STACK, np.float32)
    for ray in range(len(origins)):
        triangle[ray], distance[ray] = first_on_ray(
            tree, origins[ray], directions[ray], limit, stack, entries
        )
    return triangle, distance


@kernel
def _any_hits(tree: Any, origins: Floats, directions: Floats, limit: np.float32) -> NDArray[np.bool_]:
    hit = np.empty(len(origins), np.bool_)
    stack = np.empty(STACK, np.uint64)
    for ray in range(len(origins)):
        hit[ray] = blocked(tree, origins[ray], directions[ray], limit, stack)
    return hit


@kernel
def first_on_ray(
    tree: Any,
    origin: Floats,
    direction: Floats,
    limit: np.float32,
    stack: NDArray[np.uint64],
    entries: Floats,
) -> tuple[np.int32, np.float32]:
    """(triangle, distance) of one ray, (-1, limit) for none; stack, entries: room for STACK values."""
    boxes, links, order, corners = tree
    ox, oy, oz = origin[0], origin[1], origin[2]
    dx, dy, dz = direction[0], direction[1], direction[2]
    ix, iy, iz = _inverse(dx), _inverse(dy), _inverse(dz)
    fx, fy, fz = _before_far_side(ox, dx), _before_far_side(oy, dy), _before_far_side(oz, dz)
    found, nearest = -1, limit
    stack[0], entries[0], waiting = 0, _ZERO, 1
    while waiting > 0:
        waiting -= 1
        if entries[waiting] > nearest:
            continue
        node, bottom = stack[waiting], waiting
        met = _sides_met(boxes[node], ox, oy, oz, fx, fy, fz, ix, iy, iz, nearest)
        side = np.uint64(0)
        while met:
            if met & 1:
                first, count = links[node, 0, side], links[node, 1, side]
                if count == INNER:
                    entry = _entry(boxes[node, :, side], ox, oy, oz, ix, iy, iz)
                    place = waiting
                    while place > bottom and entries[place - 1] < entry:  # the nearest comes off first
                        stack[place], entries[place] = stack[place - 1], entries[place - 1]
                        place -= 1
                    stack[place], entries[place] = first, entry
                    waiting += 1
                for place in range(first, first + count):
                    distance = _distance(corners[place], ox, oy, oz, dx, dy, dz)
                    if distance < nearest:
                        nearest, found = distance, place
            met >>= 1
            side += np.uint64(1)
    return order[found] if found >= 0 else np.int32(-1), nearest


@kernel
def blocked(
    tree: Any, origin: Floats, direction: Floats, limit: np.float32, stack: NDArray[np.uint64]
) -> bool:
    """Whether one ray meets anything before the limit; stack: room for STACK values."""
    boxes, links, _, corners = tree
    ox, oy, oz = origin[0], origin[1], origin[2]
    dx, dy, dz = direction[0], direction[1], direction[2]
    ix, iy, iz = _inverse(dx), _inverse(dy), _inverse(dz)
    fx, fy, fz = _before_far_side(ox, dx), _before_far_side(oy, dy), _before_far_side(oz, dz)
    stack[0], waiting = 0, 1
    while waiting > 0:
        waiting -= 1
        node = stack[waiting]
        met = _sides_met(boxes[node], ox, oy, oz, fx, fy, fz, ix, iy, iz, limit)
        side = np.uint64(0)
        while met:
            if met & 1:
                first, count = links[node, 0, side], links[node, 1, side]
                if count == INNER:
                    stack[waiting] = first
                    waiting += 1
                for place in range(first, first + count):
                    if _distance(corners[place], ox, oy, oz, dx, dy, dz) < limit:
                        return True
            met >>= 1
            side += np.uint64(1)
    return False


@kernel
def _inverse(part: float) -> Any:
    return _ONE / part if abs(part) > _SMALLEST else _PARALLEL


@kernel
def _before_far_side(start: np.float32, part: np.float32) -> Any:
    """Where a ray starts along one axis, as seen from the far side of a box."""
    if abs(part) > _SMALLEST:
        return start
    return start - max(_INSIDE_M, abs(start) * _INSIDE_SHARE)


@kernel
def _sides_met(
    sides: Floats, ox: float, oy: float, oz: float, fx: float, fy: float, fz: float,
    ix: float, iy: float, iz: float, limit: np.float32,
) -> Any:  # fmt: skip
    """A bit for each side of a node, boxes (6, 8), that the ray enters before the limit."""
    near_x, near_y, near_z = (
        np.uint64(3 * (ix < _ZERO)),
        np.uint64(3 * (iy < _ZERO)),
        np.uint64(3 * (iz < _ZERO)),
    )
    x_from, x_to = sides[near_x], sides[np.uint64(3) - near_x]
    y_from, y_to = sides[np.uint64(1) + near_y], sides[np.uint64(4) - near_y]
    z_from, z_to = sides[np.uint64(2) + near_z], sides[np.uint64(5) - near_z]
    met = 0
    # The loop's length must look unknown: the compiler unrolls a known one and then fails to vectorise it.
    for side in range(sides.shape[1]):
        enter, enter_y, enter_z = (x_from[side] - ox) * ix, (y_from[side] - oy) * iy, (z_from[side] - oz) * iz
        enter = enter if enter > enter_y else enter_y
        enter = enter if enter > enter_z else enter_z
        enter = enter if enter > _ZERO else _ZERO
        leave, leave_y, leave_z = (x_to[side] - fx) * ix, (y_to[side] - fy) * iy, (z_to[side] - fz) * iz
        leave = leave if leave < leave_y else leave_y
        leave = leave if leave < leave_z else leave_z
        leave = leave if leave < limit else limit
        met |= (1 << side) if enter <= leave * _SLACK else 0
    return met


@kernel
def _entry(box: Floats, ox: float, oy: float, oz: float, ix: float, iy: float, iz: float) -> Any:
    """Where a ray enters a box (6,) that it is known to meet."""
    x = (box[0 if ix > _ZERO else 3] - ox) * ix
    y = (box[1 if iy > _ZERO else 4] - oy) * iy
    z = (box[2 if iz > _ZERO else 5] - oz) * iz
    x = x if x > y else y
    return x if x > z else z


@kernel
def _distance(corners: Floats, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float) -> Any:
    """How far along the ray a triangle lies, or infinity; both its sides count."""
    ax, ay, az = corners[3], corners[4], corners[5]
    bx, by, bz = corners[6], corners[7], corners[8]
    px, py, pz = dy * bz - dz * by, dz * bx - dx * bz, dx * by - dy * bx
    scale = _ONE / (ax * px + ay * py + az * pz)
    tx, ty, tz = ox - corners[0], oy - corners[1], oz - corners[2]
    u = (tx * px + ty * py + tz * pz) * scale
    if not (u >= -_EDGE and u <= _ONE + _EDGE):
        return _FAR
    qx, qy, qz = ty * az - tz * ay, tz * ax - tx * az, tx * ay - ty * ax
    v = (dx * qx + dy * qy + dz * qz) * scale
    if not (v >= -_EDGE and u + v <= _ONE + _EDGE):
        return _FAR
    distance = (bx * qx + by * qy + bz * qz) * scale
    return distance if distance > _ZERO else _FAR
