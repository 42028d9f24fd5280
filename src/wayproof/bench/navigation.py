"""Time and error of geodesic distances, beside scikit-image's MCP_Geometric and scipy's Dijkstra.

The peers step from a cell to its 8 neighbours. All work on the same plan of cells: nine rooms and a hundred
blocks on 400 x 400 cells of 5 cm, and on the free space of a furnished house. Errors are against a full
visibility graph over the cells taken as polygons, made with shapely, which shares no code with our own paths.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra
from skimage.graph import MCP_Geometric

from wayproof.bench.worlds import dense
from wayproof.geometry.height_spans import height_spans
from wayproof.navigation.distance_fields import distance_field, distances_everywhere
from wayproof.navigation.free_points import sample_points
from wayproof.navigation.free_space import FreeSpace, free_space, free_space_of_plan
from wayproof.navigation.paths import Paths, distance, prepare_paths
from wayproof.scenes.houses.house import make_house
from wayproof.seeding import generator_for

Floats = NDArray[np.float64]
Row = dict[str, Any]

CELL_M = 0.05
MCP, DIJKSTRA = "scikit-image MCP_Geometric", "scipy dijkstra, 8 neighbours"
BODY = {"radius_m": 0.18, "height_m": 0.9, "step_height_m": 0.1}
SOURCES, GOALS, QUERIES, REPEATS = 4, 60, 300, 5
SMALLEST_ERROR = 1e-3  # per cent; less counts as this in ratios


def rows() -> list[Row]:
    """All rows of the area "navigation"; takes about half a minute. Needs scikit-image, scipy and shapely."""
    plan = nine_rooms()
    paths = prepare_paths(free_space_of_plan(plan))
    house = make_house(1, rooms=5, light=False)
    return [
        *_field_rows(paths, plan),
        *_query_rows(paths, "400"),
        *_error_rows(paths, plan),
        *_house_rows(house),
    ]


navigation_rows = rows


def nine_rooms(*, blocks: int = 110) -> NDArray[np.bool_]:
    """Free cells of 400 x 400: rooms joined by doors of 1 m, with blocks of 0.3 to 1.5 m standing about."""
    rng = generator_for(1, "bench", "nine rooms")
    plan = np.ones((400, 400), bool)
    for wall in (130, 270):
        for doors, line in (
            ((60, 200, 330), plan[:, wall : wall + 4]),
            ((40, 190, 340), plan[wall : wall + 4].T),
        ):
            opened = np.concatenate([np.arange(door, door + 20) for door in doors])
            line[np.setdiff1d(np.arange(400), opened)] = False
    for i, j, width, depth in rng.integers((5, 5, 6, 6), (370, 370, 30, 30), (blocks, 4)):
        plan[i : i + width, j : j + depth] = False
    plan[[0, -1]] = plan[:, [0, -1]] = False
    return without_pinches(plan)


def without_pinches(free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Block cells until no two free cells meet in a corner only, where cells and polygons differ."""
    free = free.copy()
    while True:
        a, b, c, d = free[:-1, :-1], free[1:, :-1], free[:-1, 1:], free[1:, 1:]
        crossing = np.argwhere((a & d & ~b & ~c) | (b & c & ~a & ~d))
        if not len(crossing):
            return free
        i, j = crossing[0]
        free[(i, j) if free[i, j] else (i + 1, j)] = False


def exact_distances(free: NDArray[np.bool_], cell_m: float, starts: Floats, ends: Floats) -> Floats:
    """Lengths (starts, ends) of shortest paths between plan points (n, 2) in the union of free cells."""
    i, j = np.nonzero(free)
    area = shapely.union_all(shapely.box(i, j, i + 1, j + 1))
    corners = np.unique(shapely.get_coordinates(shapely.simplify(area, 0.0)), axis=0)
    points = np.concatenate([starts / cell_m, ends / cell_m, corners])
    # A hair smaller, so that lines along walls and past corners are free whatever the rounding.
    blocked = shapely.box(-1, -1, *np.add(free.shape, 1)).difference(area).buffer(-1e-7, join_style="mitre")
    shapely.prepare(blocked)
    first, second = np.triu_indices(len(points), 1)
    lines = shapely.linestrings(np.stack([points[first], points[second]], axis=1))
    seen = ~shapely.intersects(blocked, lines)
    length = np.linalg.norm(points[first] - points[second], axis=1) + 1e-300
    graph = csr_array((length[seen], (first[seen], second[seen])), shape=(len(points), len(points)))
    lengths = dijkstra(graph, directed=False, indices=np.arange(len(starts)))
    return np.asarray(lengths[:, len(starts) : len(starts) + len(ends)] * cell_m)


def _field_rows(paths: Paths, plan: NDArray[np.bool_]) -> list[Row]:
    """Distance from one point to all cells."""
    goal = sample_points(paths.free, generator_for(2, "bench"), 1)[0]
    cell = (int(goal[0] / CELL_M), int(goal[2] / CELL_M))
    graph = _eight_neighbours(plan)
    ours = _median_ms(lambda: distances_everywhere(distance_field(paths, goal)))
    wave = _median_ms(lambda: distances_everywhere(distance_field(paths, goal, marching=True)))
    mcp = _median_ms(lambda: _mcp_field(plan, cell))
    grid = _median_ms(lambda: _grid_field(graph, plan, cell))
    return [
        _row("field_400", ours, "CPU ms", MCP, mcp),
        _row("field_400", ours, "CPU ms", DIJKSTRA, grid),
        _row("field_400_fast_marching", wave, "CPU ms", MCP, mcp),
        _row("field_400_fast_marching", wave, "CPU ms", DIJKSTRA, grid),
    ]


def _query_rows(paths: Paths, name: str) -> list[Row]:
    """Distance between two points of a prepared free space."""
    rng = generator_for(3, "bench")
    surface = paths.free.surface
    starts, ends = sample_points(paths.free, rng, 2 * QUERIES).reshape(2, QUERIES, 3)
    pairs = list(zip(starts, ends, strict=True))
    ours = _median_ms(lambda: [distance(paths, start, end) for start, end in pairs]) / QUERIES
    plan = plan_of(paths.free)
    origin = np.array([surface.origin_x, 0.0, surface.origin_z])
    cells = [[tuple(((p - origin)[[0, 2]] / CELL_M).astype(int)) for p in pair] for pair in pairs[:5]]
    peer = _median_ms(lambda: [_mcp_field(plan, a, b) for a, b in cells]) / len(cells)
    return [_row(f"query_{name}", 1e3 * ours, "CPU us", MCP, 1e3 * peer)]


def _error_rows(paths: Paths, plan: NDArray[np.bool_]) -> list[Row]:
    """Mean and 99th percentile of the relative error between middles of cells, in per cent."""
    rng = generator_for(4, "bench")
    nodes = np.flatnonzero(paths.free.surface.island == 0)
    cells = paths.free.surface.cell_of[rng.choice(nodes, SOURCES + GOALS, replace=False)]
    points = (cells + 0.5) * CELL_M
    exact = exact_distances(plan, CELL_M, points[:SOURCES], points[SOURCES:])
    graph = _eight_neighbours(plan)
    on_floor = np.column_stack([points[:, 0], np.zeros(len(points)), points[:, 1]])

    def of_fields(field: Callable[[int], Floats]) -> Floats:
        found = np.array([field(k)[tuple(cells[SOURCES:].T)] for k in range(SOURCES)])
        return np.asarray(100.0 * abs(found / exact - 1.0))

    def of_points(marching: bool) -> Callable[[int], Floats]:
        return lambda k: _on_plan(paths.free, distance_field(paths, on_floor[k], marching=marching))

    ours, wave = of_fields(of_points(False)), of_fields(of_points(True))
    mcp = of_fields(lambda k: CELL_M * _mcp_field(plan, tuple(cells[k])))
    grid = of_fields(lambda k: CELL_M * _grid_field(graph, plan, tuple(cells[k])))
    table = []
    for name, errors in (("error_400", ours), ("error_400_fast_marching", wave)):
        for peer, theirs in ((MCP, mcp), (DIJKSTRA, grid)):
            table.append(_row(f"{name}_mean", errors.mean(), "%", peer, theirs.mean()))
        worst, theirs_worst = np.quantile(errors, 0.99), np.quantile(mcp, 0.99)
        table.append(_row(f"{name}_p99", worst, "%", MCP, theirs_worst))
    return table


def _house_rows(house: Any) -> list[Row]:
    free = free_space(house, **BODY)
    paths = prepare_paths(free)
    scan = dense(house, 500_000)
    return [
        *_query_rows(paths, "house"),
        _row("free_space_house", _median_ms(lambda: free_space(house, **BODY)), "CPU ms"),
        _row("prepare_paths_house", _median_ms(lambda: prepare_paths(free)), "CPU ms"),
        _row("height_spans_500k", _median_ms(lambda: height_spans(scan.vertices_m, scan.faces)), "CPU ms"),
    ]


def plan_of(free: FreeSpace, *, island: int = 0) -> NDArray[np.bool_]:
    """The cells of one island as a plan [x, z]."""
    plan = np.zeros((free.surface.size_x, free.surface.size_z), bool)
    plan[tuple(free.surface.cell_of[free.surface.island == island].T)] = True
    return plan


def _on_plan(free: FreeSpace, field: Any) -> Floats:
    table = np.full((free.surface.size_x, free.surface.size_z), np.inf)
    table[tuple(free.surface.cell_of.T)] = distances_everywhere(field)
    return table


def _mcp_field(plan: NDArray[np.bool_], start: tuple[int, ...], end: tuple[int, ...] | None = None) -> Floats:
    search = MCP_Geometric(np.where(plan, 1.0, -1.0))
    return np.asarray(search.find_costs([start], None if end is None else [end])[0])


def _eight_neighbours(plan: NDArray[np.bool_]) -> Any:
    """Sparse graph of free cells; a diagonal needs both cells beside it free."""
    number = np.arange(plan.size).reshape(plan.shape)
    parts = []
    for di, dj in ((1, 0), (0, 1), (1, 1), (1, -1)):
        here = (slice(0, -di or None), slice(0, -1) if dj > 0 else slice(1, None) if dj < 0 else slice(None))
        there = (slice(di, None), slice(1, None) if dj > 0 else slice(0, -1) if dj < 0 else slice(None))
        joined = plan[here] & plan[there]
        if di and dj:
            joined &= plan[here[0], there[1]] & plan[there[0], here[1]]
        a, b = number[here][joined], number[there][joined]
        parts.append((a, b, np.full(len(a), np.hypot(di, dj))))
    a, b, length = (np.concatenate(part) for part in zip(*parts, strict=True))
    return csr_array((length, (a, b)), shape=(plan.size, plan.size))


def _grid_field(graph: Any, plan: NDArray[np.bool_], start: tuple[int, ...]) -> Floats:
    source = start[0] * plan.shape[1] + start[1]
    return np.asarray(dijkstra(graph, directed=False, indices=source).reshape(plan.shape))


def _median_ms(job: Callable[[], object]) -> float:
    job()
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        job()
        times.append(time.process_time() - start)
    return 1e3 * float(np.median(times))


def _row(name: str, value: float, unit: str, peer: str | None = None, peer_value: float | None = None) -> Row:
    floor = SMALLEST_ERROR if unit == "%" else 1e-12
    ratio = None if peer_value is None else round(float(peer_value) / max(float(value), floor), 2)
    return {
        "area": "navigation",
        "name": name,
        "value": round(float(value), 4),
        "unit": unit,
        "peer": peer,
        "peer_value": None if peer_value is None else round(float(peer_value), 4),
        "ratio": ratio,
    }
