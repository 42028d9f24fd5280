"""Which heights are taken by matter above each square of a floor plan.

Every triangle is cut to the square cells that it touches, and the height range of each cut piece goes into
that cell; pieces that overlap become one span. A piece counts however small it is, so nothing thin (a wall
seen from above, a table leg) can slip between two cells. Only what reaches over a cell's border by less than
`BORDER_M` is left to the neighbour, and a wall that stands on a grid line goes to the side where its solid
is: walls would otherwise grow by a cell through nothing but rounding.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.kernels import kernel

BORDER_M = 1e-4
GAP_M = 1e-3  # spans closer than this become one: nothing that moves fits in between
MAX_CELLS = 50_000_000
STEEPEST_FLOOR_RAD = np.pi / 4

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class HeightSpans:
    """Taken heights per cell of a plan.

    Cell (i, j) covers [origin + i * cell, origin + (i + 1) * cell] along x and the same with j along z; its
    spans are first[i * columns_z + j] up to the next entry, from low to high and apart from each other.
    floor_m is the highest surface within the span on which one could stand by its slope, -inf if none.
    """

    origin_m: tuple[float, float]
    cell_m: float
    shape: tuple[int, int]
    first: Ints
    low_m: Floats
    high_m: Floats
    floor_m: Floats


def height_spans(
    vertices_m: NDArray[np.float32] | Floats,
    faces: NDArray[np.int32] | Ints,
    *,
    cell_m: float = 0.05,
    two_sided: bool = False,
) -> HeightSpans:
    """The spans of a triangle mesh (v, 3), (t, 3); faces counter-clockwise from outside unless two-sided."""
    vertices = np.ascontiguousarray(vertices_m, dtype=np.float64)
    triangles = np.ascontiguousarray(faces, dtype=np.int64)
    origin, shape = _plan(vertices, cell_m)
    if not len(triangles):
        empty = np.empty(0)
        return HeightSpans(
            origin, cell_m, shape, np.zeros(shape[0] * shape[1] + 1, np.int64), empty, empty, empty
        )
    in_cells = (vertices - (origin[0], 0.0, origin[1])) / (cell_m, 1.0, cell_m)
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    up = np.abs(normal[:, 1]) if two_sided else normal[:, 1]
    standable = up > np.cos(STEEPEST_FLOOR_RAD) * np.linalg.norm(normal, axis=1) - 1e-15
    pieces = _pieces(in_cells, triangles, normal, standable, BORDER_M / cell_m, shape)
    first, spans = _merged(*pieces, shape[0] * shape[1])
    low, high, floor = np.ascontiguousarray(spans[: first[-1]].T)
    return HeightSpans(origin, cell_m, shape, first, low, high, floor)


def _plan(vertices: Floats, cell_m: float) -> tuple[tuple[float, float], tuple[int, int]]:
    """Origin and size of a grid around all vertices, on multiples of the cell, one cell free on each side."""
    if not np.isfinite(cell_m) or cell_m <= 0.0:
        raise InvalidInput(f"the cell size was {cell_m} m; give a positive length such as 0.05")
    if not np.isfinite(vertices).all():
        raise InvalidInput("the mesh has vertices that are not finite numbers; mend or drop them")
    if not len(vertices):
        return (0.0, 0.0), (1, 1)
    low = np.floor(vertices.min(axis=0)[[0, 2]] / cell_m).astype(int) - 1
    high = np.ceil(vertices.max(axis=0)[[0, 2]] / cell_m).astype(int) + 1
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    if size[0] * size[1] > MAX_CELLS:
        raise InvalidInput(
            f"the mesh covers {size[0]} x {size[1]} cells of {cell_m} m; at most {MAX_CELLS} are allowed: "
            "use a larger cell_m, or check that the mesh is in metres"
        )
    return (float(low[0] * cell_m), float(low[1] * cell_m)), size


@kernel
def _half(source: Floats, count: int, axis: int, limit: float, sign: float, target: Floats) -> int:
    """Cut a convex polygon to sign * coordinate <= sign * limit; returns the number of points in target."""
    kept = 0
    last = count - 1
    last_over = sign * (source[last, axis] - limit)
    for k in range(count):
        over = sign * (source[k, axis] - limit)
        if (over <= 0.0) != (last_over <= 0.0):
            part = last_over / (last_over - over)
            for d in range(3):
                target[kept, d] = source[last, d] + part * (source[k, d] - source[last, d])
            kept += 1
        if over <= 0.0:
            for d in range(3):
                target[kept, d] = source[k, d]
            kept += 1
        last, last_over = k, over
    return kept


@kernel
def _clipped(
    source: Floats, count: int, axis: int, low: float, high: float, target: Floats, spare: Floats
) -> int:
    """Cut a convex polygon to low <= coordinate <= high; returns the number of points in target."""
    kept = _half(source, count, axis, low, -1.0, spare)
    return _half(spare, kept, axis, high, 1.0, target) if kept else 0


@kernel
def _extent(polygon: Floats, count: int, axis: int) -> tuple[float, float]:
    low = high = polygon[0, axis]
    for k in range(1, count):
        value = polygon[k, axis]
        low = min(low, value)
        high = max(high, value)
    return low, high


@kernel
def _cell_range(low: float, high: float, border: float, outward: float, cells: int) -> tuple[int, int]:
    """First and last cell of an extent in cell units; at least one, and the inner one on a grid line."""
    start = int(np.floor(low + border))
    stop = int(np.ceil(high - border)) - 1
    if stop < start and outward > 0.0:
        start = stop
    return max(start, 0), min(max(stop, start), cells - 1)


def _pieces(
    vertices: Floats,
    triangles: Ints,
    normal: Floats,
    standable: NDArray[np.bool_],
    border: float,
    shape: tuple[int, int],
) -> tuple[Ints, Floats, NDArray[np.bool_]]:
    """One entry per triangle and cell: cell, lowest and highest point (n, 2), whether it can be stood on."""
    room = 4 * len(triangles) + shape[0] * shape[1]
    batches = []
    done = 0
    while done < len(triangles):
        cells, heights, flat = np.empty(room, np.int64), np.empty((room, 2)), np.empty(room, np.bool_)
        before = done
        done, count = _cut(vertices, triangles, normal, standable, border, *shape, done, cells, heights, flat)
        batches.append((cells[:count], heights[:count], flat[:count]))
        room *= 2 if done == before else 1
    cells, heights, flat = (np.concatenate(parts) for parts in zip(*batches, strict=True))
    return cells, heights, flat


@kernel
def _cut(
    vertices: Floats,
    triangles: Ints,
    normal: Floats,
    standable: NDArray[np.bool_],
    border: float,
    size_x: int,
    size_z: int,
    start: int,
    cells: Ints,
    heights: Floats,
    flat: NDArray[np.bool_],
) -> tuple[int, int]:
    """Cut triangles from `start` on to the cells; the next triangle and the number of entries written."""
    whole, row, piece, spare = np.empty((3, 3)), np.empty((12, 3)), np.empty((12, 3)), np.empty((12, 3))
    count = 0
    for t in range(start, len(triangles)):
        for k in range(3):
            for d in range(3):
                whole[k, d] = vertices[triangles[t, k], d]
        low, high = _extent(whole, 3, 2)
        first_j, last_j = _cell_range(low, high, border, normal[t, 2], size_z)
        low, high = _extent(whole, 3, 0)
        if count + (last_j - first_j + 1) * int(high - low + 3.0) > len(cells):
            return t, count
        for j in range(first_j, last_j + 1):
            in_row = _clipped(whole, 3, 2, j - border, j + 1 + border, row, spare)
            if in_row == 0:
                continue
            low, high = _extent(row, in_row, 0)
            first_i, last_i = _cell_range(low, high, border, normal[t, 0], size_x)
            for i in range(first_i, last_i + 1):
                points = _clipped(row, in_row, 0, i - border, i + 1 + border, piece, spare)
                if points > 0:
                    cells[count], flat[count] = i * size_z + j, standable[t]
                    heights[count, 0], heights[count, 1] = _extent(piece, points, 1)
                    count += 1
    return len(triangles), count


@kernel
def _merged(cells: Ints, heights: Floats, flat: NDArray[np.bool_], cell_count: int) -> tuple[Ints, Floats]:
    """Entries sorted into their cells, overlapping ones joined: first span per cell, (low, high, floor)."""
    starts = np.zeros(cell_count + 1, np.int64)
    for cell in cells:
        starts[cell + 1] += 1
    for cell in range(cell_count):
        starts[cell + 1] += starts[cell]
    order = np.empty(len(cells), np.int64)
    for k in range(len(cells) - 1, -1, -1):
        starts[cells[k] + 1] -= 1
        order[starts[cells[k] + 1]] = k
    first, spans = np.zeros(cell_count + 1, np.int64), np.empty((len(cells), 3))
    count = 0
    for cell in range(cell_count):
        start = starts[cell + 1]
        stop = starts[cell + 2] if cell + 1 < cell_count else len(cells)
        _sort_by(order, start, stop, heights)
        for position in range(start, stop):
            k = order[position]
            if position == start or heights[k, 0] > spans[count - 1, 1] + GAP_M:
                spans[count, 0], spans[count, 1], spans[count, 2] = heights[k, 0], heights[k, 1], -np.inf
                count += 1
            spans[count - 1, 1] = max(spans[count - 1, 1], heights[k, 1])
            if flat[k]:
                spans[count - 1, 2] = max(spans[count - 1, 2], heights[k, 1])
        first[cell + 1] = count
    return first, spans


@kernel
def _sort_by(order: Ints, start: int, stop: int, heights: Floats) -> None:
    """In place, by insertion: a cell seldom holds more than a few pieces."""
    for k in range(start + 1, stop):
        moving = order[k]
        hole = k
        while hole > start and heights[order[hole - 1], 0] > heights[moving, 0]:
            order[hole] = order[hole - 1]
            hole -= 1
        order[hole] = moving
