"""Which heights are taken by matter above each square of a floor plan.

Every triangle is cut to the square cells that it touches, and the height range of each cut piece goes into
that cell; pieces that overlap become one span. A piece counts however small it is, so nothing thin (a wall
seen from above, a table leg) can slip between two cells. Only what reaches over a cell's border by less than
`BORDER_M` is left to the neighbour, and a wall that stands on a grid line goes to the side where its solid
is: walls would otherwise grow by a cell through nothing but rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.geometry.merged_spans import merged_spans
from wayproof.kernels import inlined, kernel

BORDER_M = 1e-4
MAX_CELLS = 50_000_000
STEEPEST_FLOOR_RAD = np.pi / 4

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Cells = NDArray[np.int32]
Plane = tuple[float, float, float, float]


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


class Grid(NamedTuple):
    """The plan's cells as compiled code sees them."""

    origin_x: float
    origin_z: float
    cell_m: float
    size_x: int
    size_z: int


def height_spans(
    vertices_m: NDArray[np.float32] | Floats,
    faces: NDArray[np.int32] | Ints,
    *,
    cell_m: float = 0.05,
    two_sided: bool = False,
) -> HeightSpans:
    """The spans of a triangle mesh (v, 3), (t, 3); faces counter-clockwise from outside unless two-sided."""
    vertices: NDArray[np.floating] = np.ascontiguousarray(vertices_m)
    triangles: NDArray[np.integer] = np.ascontiguousarray(faces)
    origin, shape = _plan(vertices, cell_m)
    if not len(triangles):
        empty = np.empty(0)
        return HeightSpans(
            origin, cell_m, shape, np.zeros(shape[0] * shape[1] + 1, np.int64), empty, empty, empty
        )
    pieces = _pieces(vertices, triangles, Grid(*origin, cell_m, *shape), two_sided)
    first, spans = merged_spans(*pieces)
    low, high, floor = np.ascontiguousarray(spans[: first[-1]].T)
    return HeightSpans(origin, cell_m, shape, first, low, high, floor)


def _plan(vertices: NDArray[np.floating], cell_m: float) -> tuple[tuple[float, float], tuple[int, int]]:
    """Origin and size of a grid around all vertices, on multiples of the cell, one cell free on each side."""
    if not np.isfinite(cell_m) or cell_m <= 0.0:
        raise InvalidInput(f"the cell size was {cell_m} m; give a positive length such as 0.05")
    if not len(vertices):
        return (0.0, 0.0), (1, 1)
    lowest, highest = _corners(vertices)
    if not np.isfinite(lowest).all() or not np.isfinite(highest).all():
        raise InvalidInput("the mesh has vertices that are not finite numbers; mend or drop them")
    low = np.floor(lowest[[0, 2]] / cell_m).astype(int) - 1
    high = np.ceil(highest[[0, 2]] / cell_m).astype(int) + 1
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    if size[0] * size[1] > MAX_CELLS:
        raise InvalidInput(
            f"the mesh covers {size[0]} x {size[1]} cells of {cell_m} m; at most {MAX_CELLS} are allowed: "
            "use a larger cell_m, or check that the mesh is in metres"
        )
    return (float(low[0] * cell_m), float(low[1] * cell_m)), size


@kernel
def _corners(vertices: NDArray[np.floating]) -> tuple[Floats, Floats]:
    """Lowest and highest corner of the box around all vertices; infinite if one of them is not finite."""
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for k in range(len(vertices)):
        for d in range(3):
            value = np.float64(vertices[k, d])
            if not abs(value) < np.inf:
                return np.full(3, -np.inf), np.full(3, np.inf)
            low[d], high[d] = min(low[d], value), max(high[d], value)
    return low, high


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
    vertices: NDArray[np.floating], triangles: NDArray[np.integer], grid: Grid, two_sided: bool
) -> tuple[Cells, Floats, NDArray[np.bool_], Ints]:
    """One entry per triangle and cell: cell, lowest and highest point (n, 2), whether it can be stood on.

    Last, how many entries each cell has.
    """
    room = 4 * len(triangles) + grid.size_x * grid.size_z
    counts = np.zeros(grid.size_x * grid.size_z, np.int64)
    batches = []
    done = 0
    while done < len(triangles):
        cells, heights, flat = np.empty(room, np.int32), np.empty((room, 2)), np.empty(room, np.bool_)
        before = done
        done, count = _cut(vertices, triangles, grid, two_sided, done, cells, heights, flat, counts)
        batches.append((cells[:count], heights[:count], flat[:count]))
        room *= 2 if done == before else 1
    if len(batches) == 1:
        return *batches[0], counts
    cells, heights, flat = (np.concatenate(parts) for parts in zip(*batches, strict=True))
    return cells, heights, flat, counts


@inlined
def _loaded(vertices: NDArray[np.floating], corners: NDArray[np.integer], grid: Grid, whole: Floats) -> Plane:
    """A triangle in cells across the plan and metres in height; its normal and the normal's length."""
    for k in range(3):
        at = corners[k]
        whole[k, 0] = (np.float64(vertices[at, 0]) - grid.origin_x) / grid.cell_m
        whole[k, 1] = np.float64(vertices[at, 1])
        whole[k, 2] = (np.float64(vertices[at, 2]) - grid.origin_z) / grid.cell_m
    a, b, c = corners[0], corners[1], corners[2]
    x, y, z = np.float64(vertices[a, 0]), np.float64(vertices[a, 1]), np.float64(vertices[a, 2])
    bx, by, bz = vertices[b, 0] - x, vertices[b, 1] - y, vertices[b, 2] - z
    cx, cy, cz = vertices[c, 0] - x, vertices[c, 1] - y, vertices[c, 2] - z
    nx, ny, nz = by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx
    return nx, ny, nz, np.sqrt(nx * nx + ny * ny + nz * nz)


@kernel
def _in_row(
    whole: Floats, low_z: float, high_z: float, j: int, border: float, row: Floats, spare: Floats
) -> int:
    """The part of a triangle over the cells of row j; how many corners it has."""
    if low_z >= j - border and high_z <= j + 1 + border:
        row[:3] = whole
        return 3
    count = _half(whole, 3, 2, j - border, -1.0, spare)
    return _half(spare, count, 2, j + 1 + border, 1.0, row) if count else 0


@kernel
def _cut(
    vertices: NDArray[np.floating],
    triangles: NDArray[np.integer],
    grid: Grid,
    two_sided: bool,
    start: int,
    cells: Cells,
    heights: Floats,
    flat: NDArray[np.bool_],
    counts: Ints,
) -> tuple[int, int]:
    """Cut triangles from `start` on to the cells; the next triangle and the number of entries written."""
    whole, row, spare = np.empty((3, 3)), np.empty((12, 3)), np.empty((12, 3))
    border, steepest = BORDER_M / grid.cell_m, np.cos(STEEPEST_FLOOR_RAD)
    count = 0
    for t in range(start, len(triangles)):
        nx, ny, nz, length = _loaded(vertices, triangles[t], grid, whole)
        (low, high), (low_z, high_z) = _extent(whole, 3, 0), _extent(whole, 3, 2)
        first_j, last_j = _cell_range(low_z, high_z, border, nz, grid.size_z)
        if count + (last_j - first_j + 1) * int(high - low + 3.0) > len(cells):  # the buffer is full
            return t, count
        standable = (abs(ny) if two_sided else ny) > steepest * length - 1e-15
        is_level = whole[0, 1] == whole[1, 1] and whole[1, 1] == whole[2, 1]
        for j in range(first_j, last_j + 1):
            in_row = _in_row(whole, low_z, high_z, j, border, row, spare)
            if in_row == 0:
                continue
            (low, high), (bottom, top) = _extent(row, in_row, 0), _extent(row, in_row, 1)
            first_i, last_i = _cell_range(low, high, border, nx, grid.size_x)
            for i in range(first_i, last_i + 1):
                if not (high >= i - border and low <= i + 1 + border):
                    continue
                is_cut = low < i - border or high > i + 1 + border
                between = (bottom, top)
                if is_cut and not is_level:
                    between = _heights_between(row, in_row, i - border, i + 1 + border, spare)
                heights[count, 0], heights[count, 1] = between
                cells[count], flat[count] = i * grid.size_z + j, standable
                counts[i * grid.size_z + j] += 1
                count += 1
    return len(triangles), count


@inlined
def _heights_between(
    row: Floats, count: int, low_x: float, high_x: float, spare: Floats
) -> tuple[float, float]:
    """Lowest and highest point of a convex polygon between two values of x, which it reaches."""
    kept = 0
    last = count - 1
    last_over = -(row[last, 0] - low_x)
    for k in range(count):
        over = -(row[k, 0] - low_x)
        if (over <= 0.0) != (last_over <= 0.0):
            part = last_over / (last_over - over)
            spare[kept, 0] = row[last, 0] + part * (row[k, 0] - row[last, 0])
            spare[kept, 1] = row[last, 1] + part * (row[k, 1] - row[last, 1])
            kept += 1
        if over <= 0.0:
            spare[kept, 0], spare[kept, 1] = row[k, 0], row[k, 1]
            kept += 1
        last, last_over = k, over
    bottom, top = np.inf, -np.inf
    last = kept - 1
    last_over = spare[last, 0] - high_x
    for k in range(kept):
        over = spare[k, 0] - high_x
        if (over <= 0.0) != (last_over <= 0.0):
            part = last_over / (last_over - over)
            height = spare[last, 1] + part * (spare[k, 1] - spare[last, 1])
            bottom, top = min(bottom, height), max(top, height)
        if over <= 0.0:
            bottom, top = min(bottom, spare[k, 1]), max(top, spare[k, 1])
        last, last_over = k, over
    return bottom, top
