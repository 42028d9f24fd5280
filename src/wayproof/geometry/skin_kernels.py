"""The compiled loops under lofts and sweeps: triangles over a grid of points.

A grid (rows, columns, 3) is seen from outside with columns running to the right and rows upwards. Its cells
(height, width) have four corners each: lower left, lower right, upper right, upper left. A grid that `wraps`
joins its last column to the first, one that is `closed` its last row to the first.
"""

from __future__ import annotations

import numpy as np

from wayproof.geometry.ring_kernels import TINY_M2, lid_over
from wayproof.geometry.solid import Floats, Ints
from wayproof.geometry.vector_kernels import cross_into, distance, dot, triple
from wayproof.kernels import inlined, kernel


@kernel
def skin_over(
    grid: Floats, wraps: bool, closed: bool, capped: bool, around_cos: float, along_cos: float, in_plan: bool
) -> tuple[Floats, Floats, Floats, Ints]:
    """Vertices (v, 3), unit normals (v, 3), uv in metres (v, 2) and faces (t, 3), two per cell with area.

    Cells that meet at a corner share a normal unless they bend by more than the two cosines allow, around
    (from column to column) and along. A wrapping grid that is `capped` gets flat ends on its first and last
    rows and is turned outside out if need be. `in_plan` lays the texture of level cells out by x and z.
    """
    if capped and _volume(grid) < 0:
        grid = grid[:, ::-1].copy()
    first, last, lids = grid[0, ::-1].copy(), grid[-1].copy(), np.zeros((2, 3))
    first_faces, last_faces = np.empty((0, 3), np.int64), np.empty((0, 3), np.int64)
    if capped:
        first_faces, last_faces = lid_over(first, lids[0]), lid_over(last, lids[1])
    rows, columns = grid.shape[0], grid.shape[1]
    area = _cell_areas(grid, rows if closed else rows - 1, columns if wraps else columns - 1)
    corners = _corner_normals(area, wraps, closed, around_cos, along_cos, lids)
    side = _welded(grid, corners, _corner_uv(grid, area, in_plan))
    count, kept = len(side[0]), len(side[3])
    room = count + 2 * columns + 2
    vertices, normals, uv = np.empty((room, 3)), np.empty((room, 3)), np.empty((room, 2))
    faces = np.empty((kept + len(first_faces) + len(last_faces), 3), np.int64)
    _copy_floats(vertices, side[0])
    _copy_floats(normals, side[1])
    _copy_floats(uv, side[2])
    nothing = len(lids) - 2  # numba would compile all that is called once more for a literal 0
    _copy_faces(faces, side[3], nothing, nothing)
    _copy_faces(faces, first_faces, kept, count)
    count = _add_lid(vertices, normals, uv, first, lids[0], count, first_faces)
    _copy_faces(faces, last_faces, kept + len(first_faces), count)
    count = _add_lid(vertices, normals, uv, last, lids[1], count, last_faces)
    return vertices[:count], normals[:count], uv[:count], faces


@kernel
def _copy_floats(target: Floats, source: Floats) -> None:
    for row in range(len(source)):
        for column in range(source.shape[1]):
            target[row, column] = source[row, column]


@kernel
def _copy_faces(target: Ints, source: Ints, start: int, first_vertex: int) -> None:
    for row in range(len(source)):
        for column in range(3):
            target[start + row, column] = source[row, column] + first_vertex


@kernel
def _add_lid(
    vertices: Floats, normals: Floats, uv: Floats, ring: Floats, normal: Floats, start: int, faces: Ints
) -> int:
    """Write a flat end, its texture along the two world axes that it spans best; the next free place."""
    if len(faces) == 0:
        return start
    count, fanned = len(ring), faces[0, 0] == len(ring)
    first, second = 0, 1
    if abs(normal[0]) >= max(abs(normal[1]), abs(normal[2])):
        first = 2
    elif abs(normal[1]) >= abs(normal[2]):
        second = 2
    for axis in range(3):
        vertices[start + count, axis] = ring[:, axis].mean()
    for k in range(count + 1 if fanned else count):
        for axis in range(3):
            if k < count:
                vertices[start + k, axis] = ring[k, axis]
            normals[start + k, axis] = normal[axis]
        uv[start + k, 0], uv[start + k, 1] = vertices[start + k, first], vertices[start + k, second]
    return start + count + (1 if fanned else 0)


@kernel
def _volume(grid: Floats) -> float:
    """Six times the volume inside a grid with flat ends; negative when it is inside out."""
    rows, columns = grid.shape[0], grid.shape[1]
    total = 0.0
    for i in range(rows - 1):
        for j in range(columns):
            k = (j + 1) % columns
            total += triple(grid[i, j], grid[i, k], grid[i + 1, k])
            total += triple(grid[i, j], grid[i + 1, k], grid[i + 1, j])
    for j in range(1, columns - 1):
        total -= triple(grid[0, 0], grid[0, j], grid[0, j + 1])
        total += triple(grid[-1, 0], grid[-1, j], grid[-1, j + 1])
    return total


@kernel
def _cell_areas(grid: Floats, height: int, width: int) -> Floats:
    """Outward vectors (height, width, 3), twice as long as the cells are large."""
    rows, columns = grid.shape[0], grid.shape[1]
    area = np.empty((height, width, 3))
    for i in range(height):
        for j in range(width):
            up, right = (i + 1) % rows, (j + 1) % columns
            cross_into(area[i, j], grid[i, j], grid[up, right], grid[i, right], grid[up, j])
    return area


@inlined
def _gentle(a: Floats, b: Floats, limit_cos: float) -> bool:
    """Whether two area vectors bend by less than a limit; a cell without area joins nothing."""
    size = np.sqrt(dot(a, a) * dot(b, b))
    return bool(size > 0.0 and dot(a, b) > limit_cos * size)


@kernel
def _corner_normals(
    area: Floats, wraps: bool, closed: bool, around_cos: float, along_cos: float, lids: Floats
) -> Floats:
    """Unit normals (height, width, 4, 3): the mean over the cells at a corner that bend only gently."""
    height, width = area.shape[0], area.shape[1]
    normals = np.zeros((height, width, 4, 3))
    for i in range(height):
        for j in range(width):
            for corner in range(4):
                up, right = corner // 2, 1 if corner in (1, 2) else 0
                row, column = i + 2 * up - 1, j + 2 * right - 1
                has_row, has_column = closed or 0 <= row < height, wraps or 0 <= column < width
                here, total = area[i, j], normals[i, j, corner]
                over, beside = area[row % height, j], area[i, column % width]
                there = area[row % height, column % width]
                goes_over = has_row and _gentle(here, over, along_cos)
                goes_beside = has_column and _gentle(here, beside, around_cos)
                goes_there = (goes_over and has_column and _gentle(over, there, around_cos)) or (
                    goes_beside and has_row and _gentle(beside, there, along_cos)
                )
                soft = not has_row and _gentle(here, lids[up], along_cos)
                for axis in range(3):
                    total[axis] = here[axis] + goes_over * over[axis] + goes_beside * beside[axis]
                    total[axis] = lids[up, axis] if soft else total[axis] + goes_there * there[axis]
                size = max(np.sqrt(dot(total, total)), 1e-30)
                for axis in range(3):
                    total[axis] /= size
    return normals


@kernel
def _corner_uv(grid: Floats, area: Floats, in_plan: bool) -> Floats:
    """(height, width, 4, 2): metres around the longest row and metres along, or plan coordinates."""
    height, width = area.shape[0], area.shape[1]
    rows, columns = grid.shape[0], grid.shape[1]
    around, along = np.zeros(width + 1), np.zeros(height + 1)
    for i in range(rows):
        lengths = np.zeros(width + 1)
        for j in range(width):
            lengths[j + 1] = lengths[j] + distance(grid[i, j], grid[i, (j + 1) % columns])
        if lengths[width] > around[width]:
            around = lengths
    for i in range(height):
        step = 0.0
        for j in range(columns):
            step += distance(grid[i, j], grid[(i + 1) % rows, j])
        along[i + 1] = along[i] + step / columns
    uv = np.empty((height, width, 4, 2))
    for i in range(height):
        for j in range(width):
            level = in_plan and abs(area[i, j, 1]) > 0.8 * np.sqrt(dot(area[i, j], area[i, j]))
            for corner in range(4):
                up, right = corner // 2, 1 if corner in (1, 2) else 0
                point = grid[(i + up) % rows, (j + right) % columns]
                uv[i, j, corner, 0] = point[0] if level else around[j + right]
                uv[i, j, corner, 1] = point[2] if level else along[i + up]
    return uv


@kernel
def _welded(grid: Floats, normals: Floats, uv: Floats) -> tuple[Floats, Floats, Floats, Ints]:
    """Cells as triangles that share the corners which agree in place, normal and texture."""
    rows, columns = grid.shape[0], grid.shape[1]
    height, width = normals.shape[0], normals.shape[1]
    most = 4 * height * width
    out_vertices, out_normals, out_uv = np.empty((most, 3)), np.empty((most, 3)), np.empty((most, 2))
    faces, cell, edges = np.empty((most // 2, 3), np.int64), np.empty((4, 2), np.int64), np.empty(3)
    known = np.full((rows, columns, 4), -1)
    count = kept = len(known) - rows  # zero, but not a literal: see above
    for i in range(height):
        for j in range(width):
            for corner in range(4):
                up, right = corner // 2, 1 if corner in (1, 2) else 0
                cell[corner, 0], cell[corner, 1] = (i + up) % rows, (j + right) % columns
            for second, third in ((1, 2), (2, 3)):
                a, b, c = cell[0], cell[second], cell[third]
                start = grid[a[0], a[1]]
                cross_into(edges, start, grid[b[0], b[1]], start, grid[c[0], c[1]])
                if dot(edges, edges) <= TINY_M2**2:
                    continue
                for place, corner in enumerate((0, second, third)):
                    row, column = cell[corner, 0], cell[corner, 1]
                    normal, texture = normals[i, j, corner], uv[i, j, corner]
                    index = _found(known[row, column], out_normals, out_uv, normal, texture, count)
                    if index == count:
                        for axis in range(3):
                            out_vertices[count, axis] = grid[row, column, axis]
                            out_normals[count, axis] = normal[axis]
                        out_uv[count, 0], out_uv[count, 1] = texture[0], texture[1]
                        count += 1
                    faces[kept, place] = index
                kept += 1
    return out_vertices[:count], out_normals[:count], out_uv[:count], faces[:kept]


@kernel
def _found(known: Ints, normals: Floats, uv: Floats, normal: Floats, texture: Floats, count: int) -> int:
    """The vertex at a grid point that has this normal and texture, or `count` for a new one, now known."""
    for slot in range(len(known)):
        index = int(known[slot])
        if index < 0:
            known[slot] = count
            return count
        apart = abs(uv[index, 0] - texture[0]) + abs(uv[index, 1] - texture[1])
        if apart < 1e-9 and dot(normals[index], normal) > 0.999999:
            return index
    return count
