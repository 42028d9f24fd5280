"""Which triangle does each pixel see, and how far away is it: the rasteriser.

A frame is drawn cluster by cluster, near ones first. Each pixel keeps the inverse depth and the number of the
nearest triangle; colours come later, once per pixel, in `shading`. Edges are evaluated from their upper end by
the same arithmetic in both triangles that share them, so neighbours leave no gap and never overlap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

NEAR_M = np.float32(0.01)
# Beyond this many pixels from the image's corner a coordinate is too coarse for exact edges: clip first.
GUARD_PX = np.float32(8192.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)


@kernel
def draw_clusters(
    corners_m: Floats, plane: Floats, bounds_m: Floats, leaf: int, two_sided: bool, first_id: int,
    eye: Floats, rotation: Floats, focal: float, width: int, height: int, inverse: Floats, ids: Ints,
) -> None:  # fmt: skip
    """Draw all triangles of clusters that the camera may see into `inverse` (1 / depth) and `ids`."""
    nearest = np.empty(len(bounds_m), np.float32)
    visible = np.empty(len(bounds_m), np.int32)
    count = 0
    for cluster in range(len(bounds_m)):
        depth = _nearest_depth(bounds_m[cluster], eye, rotation, focal, width, height)
        if depth >= 0.0:
            nearest[count], visible[count] = depth, cluster
            count += 1
    polygon = np.empty((16, 3), np.float64)
    for position in np.argsort(nearest[:count]):
        cluster = visible[position]
        if nearest[position] > NEAR_M and _hidden(
            bounds_m[cluster], nearest[position], eye, rotation, focal, width, height, inverse
        ):
            continue
        for face in range(cluster * leaf, min((cluster + 1) * leaf, len(plane))):
            faces_eye = plane[face, 0] * eye[0] + plane[face, 1] * eye[1] + plane[face, 2] * eye[2]
            if two_sided or faces_eye > plane[face, 3]:
                _draw(
                    corners_m[face], first_id + face, eye, rotation, focal, width, height, inverse, ids, polygon
                )


@kernel
def _nearest_depth(
    bounds: Floats, eye: Floats, rotation: Floats, focal: float, width: int, height: int
) -> float:
    """Smallest depth of a box along the optical axis, at least 0; -1 if the box is out of the view."""
    mx, my, mz = (bounds[0] + bounds[3]) * HALF - eye[0], (bounds[1] + bounds[4]) * HALF - eye[1], (bounds[2] + bounds[5]) * HALF - eye[2]
    hx, hy, hz = (bounds[3] - bounds[0]) * HALF, (bounds[4] - bounds[1]) * HALF, (bounds[5] - bounds[2]) * HALF
    x = rotation[0, 0] * mx + rotation[0, 1] * my + rotation[0, 2] * mz
    y = rotation[1, 0] * mx + rotation[1, 1] * my + rotation[1, 2] * mz
    z = rotation[2, 0] * mx + rotation[2, 1] * my + rotation[2, 2] * mz
    along_x = abs(rotation[0, 0]) * hx + abs(rotation[0, 1]) * hy + abs(rotation[0, 2]) * hz
    along_y = abs(rotation[1, 0]) * hx + abs(rotation[1, 1]) * hy + abs(rotation[1, 2]) * hz
    along_z = abs(rotation[2, 0]) * hx + abs(rotation[2, 1]) * hy + abs(rotation[2, 2]) * hz
    far = z + along_z
    reach_x, reach_y = far * np.float32(width) * HALF / focal, far * np.float32(height) * HALF / focal
    if far < NEAR_M or abs(x) - along_x > reach_x or abs(y) - along_y > reach_y:
        return np.float32(-1.0)
    return max(z - along_z, np.float32(0.0))


@kernel
def _hidden(
    bounds: Floats, nearest: float, eye: Floats, rotation: Floats, focal: float,
    width: int, height: int, inverse: Floats,
) -> bool:  # fmt: skip
    """Whether everything drawn so far in the box's place on the image is nearer than the box."""
    left, right, top, bottom = np.float32(width), np.float32(0.0), np.float32(height), np.float32(0.0)
    for corner in range(8):
        dx = bounds[3 if corner & 1 else 0] - eye[0]
        dy = bounds[4 if corner & 2 else 1] - eye[1]
        dz = bounds[5 if corner & 4 else 2] - eye[2]
        scale = focal / (rotation[2, 0] * dx + rotation[2, 1] * dy + rotation[2, 2] * dz)
        x = np.float32(width) * HALF + scale * (rotation[0, 0] * dx + rotation[0, 1] * dy + rotation[0, 2] * dz)
        y = np.float32(height) * HALF - scale * (rotation[1, 0] * dx + rotation[1, 1] * dy + rotation[1, 2] * dz)
        left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
    first, last = int(max(left, np.float32(0.0))), int(min(right, np.float32(width - 1)))
    limit = ONE / nearest
    for row in range(int(max(top, np.float32(0.0))), int(min(bottom, np.float32(height - 1))) + 1):
        for column in range(first, last + 1):
            if inverse[row * width + column] < limit:
                return False
    return True


@kernel
def _draw(
    corner: Floats, number: int, eye: Floats, rotation: Floats, focal: float,
    width: int, height: int, inverse: Floats, ids: Ints, polygon: NDArray[np.float64],
) -> None:  # fmt: skip
    """Draw one triangle: directly where it is well inside the safe range, else clipped first."""
    ax, ay, az = _to_camera(corner[0], corner[1], corner[2], eye, rotation)
    bx, by, bz = _to_camera(corner[3], corner[4], corner[5], eye, rotation)
    cx, cy, cz = _to_camera(corner[6], corner[7], corner[8], eye, rotation)
    if max(az, bz, cz) < NEAR_M:
        return
    middle_x, middle_y = np.float32(width) * HALF, np.float32(height) * HALF
    safe = GUARD_PX - max(middle_x, middle_y)
    inside = _is_safe(ax, ay, az, focal, safe) and _is_safe(bx, by, bz, focal, safe)
    if inside and _is_safe(cx, cy, cz, focal, safe):
        ia, ib, ic = ONE / az, ONE / bz, ONE / cz
        ax, ay = middle_x + focal * ax * ia, middle_y - focal * ay * ia
        bx, by = middle_x + focal * bx * ib, middle_y - focal * by * ib
        cx, cy = middle_x + focal * cx * ic, middle_y - focal * cy * ic
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if area != 0.0:
            step_x = ((ib - ia) * (cy - ay) - (ic - ia) * (by - ay)) / area
            step_y = ((ic - ia) * (bx - ax) - (ib - ia) * (cx - ax)) / area
            start = ia + (HALF - ax) * step_x + (HALF - ay) * step_y
            _fill(ax, ay, bx, by, cx, cy, start, step_x, step_y, number, width, height, inverse, ids)
        return
    _draw_clipped(
        ax, ay, az, bx, by, bz, cx, cy, cz, number, focal, safe, width, height, inverse, ids, polygon
    )


@kernel
def _to_camera(x: float, y: float, z: float, eye: Floats, rotation: Floats) -> tuple[float, float, float]:
    dx, dy, dz = x - eye[0], y - eye[1], z - eye[2]
    return (
        rotation[0, 0] * dx + rotation[0, 1] * dy + rotation[0, 2] * dz,
        rotation[1, 0] * dx + rotation[1, 1] * dy + rotation[1, 2] * dz,
        rotation[2, 0] * dx + rotation[2, 1] * dy + rotation[2, 2] * dz,
    )


@kernel
def _is_safe(x: float, y: float, z: float, focal: float, safe: float) -> bool:
    return z >= NEAR_M and max(abs(x), abs(y)) * focal <= safe * z


@kernel
def _draw_clipped(
    ax: float, ay: float, az: float, bx: float, by: float, bz: float, cx: float, cy: float, cz: float,
    number: int, focal: float, safe: float, width: int, height: int,
    inverse: Floats, ids: Ints, polygon: NDArray[np.float64],
) -> None:  # fmt: skip
    """Cut away what is behind the near plane or too far aside, then draw the rest as a fan.

    The inverse depth comes from the plane of the whole triangle, so that cutting does not change it.
    """
    nx, ny, nz = _normal(ax, ay, az, bx, by, bz, cx, cy, cz)
    distance = nx * ax + ny * ay + nz * az
    if distance == 0.0:
        return
    step_x, step_y = nx / (distance * focal), -ny / (distance * focal)
    start = nz / distance + step_x * (0.5 - 0.5 * width) + step_y * (0.5 - 0.5 * height)
    polygon[0, 0], polygon[0, 1], polygon[0, 2] = ax, ay, az
    polygon[1, 0], polygon[1, 1], polygon[1, 2] = bx, by, bz
    polygon[2, 0], polygon[2, 1], polygon[2, 2] = cx, cy, cz
    count = _clip(polygon, 3, 0.0, 0.0, 1.0, -np.float64(NEAR_M))
    slope = np.float64(safe) / focal
    count = _clip(polygon, count, 1.0, 0.0, slope, 0.0)
    count = _clip(polygon, count, -1.0, 0.0, slope, 0.0)
    count = _clip(polygon, count, 0.0, 1.0, slope, 0.0)
    count = _clip(polygon, count, 0.0, -1.0, slope, 0.0)
    for corner in range(count):
        scale = focal / polygon[corner, 2]
        polygon[corner, 0] = 0.5 * width + scale * polygon[corner, 0]
        polygon[corner, 1] = 0.5 * height - scale * polygon[corner, 1]
    for corner in range(1, count - 1):
        _fill(
            np.float32(polygon[0, 0]), np.float32(polygon[0, 1]),
            np.float32(polygon[corner, 0]), np.float32(polygon[corner, 1]),
            np.float32(polygon[corner + 1, 0]), np.float32(polygon[corner + 1, 1]),
            np.float32(start), np.float32(step_x), np.float32(step_y), number, width, height, inverse, ids,
        )  # fmt: skip


@kernel
def _normal(
    ax: float, ay: float, az: float, bx: float, by: float, bz: float, cx: float, cy: float, cz: float
) -> tuple[float, float, float]:
    px, py, pz = np.float64(bx) - ax, np.float64(by) - ay, np.float64(bz) - az
    qx, qy, qz = np.float64(cx) - ax, np.float64(cy) - ay, np.float64(cz) - az
    return py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx


@kernel
def _clip(polygon: NDArray[np.float64], count: int, nx: float, ny: float, nz: float, offset: float) -> int:
    """Keep the part of a polygon with n . p + offset >= 0, in place; returns the new number of corners.

    A cut edge is always measured from its inner end, so that both triangles at it get the same corner.
    """
    source = polygon[:count].copy()
    kept = 0
    for corner in range(count):
        following = (corner + 1) % count
        here = nx * source[corner, 0] + ny * source[corner, 1] + nz * source[corner, 2] + offset
        there = nx * source[following, 0] + ny * source[following, 1] + nz * source[following, 2] + offset
        if here >= 0.0:
            polygon[kept] = source[corner]
            kept += 1
        if (here >= 0.0) != (there >= 0.0):
            inner, outer = (corner, following) if here >= 0.0 else (following, corner)
            depth_in, depth_out = (here, there) if here >= 0.0 else (there, here)
            share = depth_in / (depth_in - depth_out)
            for axis in range(3):
                polygon[kept, axis] = source[inner, axis] + share * (source[outer, axis] - source[inner, axis])
            kept += 1
    return kept


@kernel
def _fill(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float,
    start: float, step_x: float, step_y: float, number: int,
    width: int, height: int, inverse: Floats, ids: Ints,
) -> None:  # fmt: skip
    """Visit the pixels whose centres lie in a screen triangle, row by row."""
    if by < ay:
        ax, ay, bx, by = bx, by, ax, ay
    if cy < ay:
        ax, ay, cx, cy = cx, cy, ax, ay
    if cy < by:
        bx, by, cx, cy = cx, cy, bx, by
    first = max(int(np.ceil(ay - HALF)), 0)
    middle = int(np.ceil(by - HALF))
    end = min(int(np.ceil(cy - HALF)), height)
    if first >= end:
        return
    long_slope = (cx - ax) / (cy - ay)
    upper_slope, lower_slope = (bx - ax) / (by - ay), (cx - bx) / (cy - by)
    for row in range(first, end):
        centre = np.float32(row) + HALF
        one = ax + (centre - ay) * long_slope
        other = ax + (centre - ay) * upper_slope if row < middle else bx + (centre - by) * lower_slope
        left = max(int(np.ceil(min(one, other) - HALF)), 0)
        right = min(int(np.ceil(max(one, other) - HALF)), width)
        level = start + np.float32(row) * step_y
        for column in range(left, right):
            value = level + np.float32(column) * step_x
            if value > inverse[row * width + column]:
                inverse[row * width + column] = value
                ids[row * width + column] = number
