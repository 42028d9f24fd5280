"""Costs of paths on a grid, beside scipy's Dijkstra on the same moves and beside straight lines."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from wayproof.agents.moving.grid_planner import BORDER, UNREACHED, costs_to_goal, leads_to, path_down
from wayproof.seeding import generator_for


def walled(costs: np.ndarray) -> np.ndarray:
    out = np.zeros_like(costs)
    out[BORDER:-BORDER, BORDER:-BORDER] = costs[BORDER:-BORDER, BORDER:-BORDER]
    return out


def by_scipy(costs: np.ndarray, goal: tuple[int, int]) -> np.ndarray:
    """Dijkstra over all king's and knight's moves, written out edge by edge; a move costs as much as the
    costliest cell it enters or passes, the cell it leaves excepted."""
    size_i, size_j = costs.shape
    rows, columns, weights = [], [], []
    for i in range(size_i):
        for j in range(size_j):
            for di in range(-2, 3):
                for dj in range(-2, 3):
                    kind = sorted((abs(di), abs(dj)))
                    if kind not in ([0, 1], [1, 1], [1, 2]):
                        continue
                    a, b = i + di, j + dj
                    if not (0 <= a < size_i and 0 <= b < size_j) or costs[i, j] == 0:
                        continue
                    entered = [int(costs[a, b])]
                    if kind == [1, 2]:
                        # The line between the two middles crosses two cells in between.
                        ts = np.linspace(0, 1, 13)[1:-1]
                        crossed = {
                            (math.floor(i + di * t + 0.5), math.floor(j + dj * t + 0.5)) for t in ts
                        } - {(i, j), (a, b)}
                        entered += [int(costs[c]) for c in crossed]
                    if min(entered) == 0:
                        continue
                    rows.append(i * size_j + j)
                    columns.append(a * size_j + b)
                    weights.append({(0, 1): 5, (1, 1): 7, (1, 2): 11}[tuple(kind)] * max(entered))
    graph = csr_array((weights, (rows, columns)), shape=(costs.size, costs.size))
    return dijkstra(graph, indices=goal[0] * size_j + goal[1]).reshape(costs.shape)


@pytest.mark.parametrize("seed", range(4))
def test_costs_are_those_of_dijkstra_over_the_same_moves(seed: int) -> None:
    rng = generator_for(seed, "planner")
    costs = rng.choice(
        np.array([0, 2, 3, 5, 16, 100, 255], np.uint8), (14, 17), p=[0.25, 0.5, 0.1, 0.06, 0.05, 0.03, 0.01]
    )
    costs[5, 6] = 2
    goals = np.zeros(costs.shape, bool)
    goals[5, 6] = True
    field = costs_to_goal(costs, goals, (0, 0), 0)
    expected = by_scipy(walled(costs), (5, 6))
    assert np.array_equal(np.where(field == UNREACHED, np.inf, field), expected)


@given(st.integers(-40, 40), st.integers(-40, 40))
def test_straight_ways_are_within_two_per_cent_of_the_line(di: int, dj: int) -> None:
    costs = np.full((90, 90), 2, np.uint8)
    goals = np.zeros(costs.shape, bool)
    goals[45, 45] = True
    field = costs_to_goal(costs, goals, (45 + di, 45 + dj), 0)
    length = field[45 + di, 45 + dj] / (5 * 2)
    straight = math.hypot(di, dj)
    assert 0.98 * straight - 1e-9 <= length <= 1.03 * straight + 1e-9


def test_several_goals_give_the_way_to_the_nearest() -> None:
    costs = np.full((20, 40), 2, np.uint8)
    goals = np.zeros(costs.shape, bool)
    goals[10, 5] = goals[10, 30] = True
    field = costs_to_goal(costs, goals, (0, 0), 0)
    assert field[10, 8] == 3 * 5 * 2 and field[10, 29] == 5 * 2


def test_a_wall_is_gone_round_and_a_closed_one_not_passed() -> None:
    costs = np.full((30, 30), 2, np.uint8)
    costs[15, :25] = 0
    goals = np.zeros(costs.shape, bool)
    goals[20, 5] = True
    open_wall = costs_to_goal(costs, goals, (0, 0), 0)
    assert 10 * 40 < open_wall[10, 5] < 10 * 44  # two sides of a triangle of 5 and 20 cells
    costs[15, :] = 0
    closed = costs_to_goal(costs, goals, (0, 0), 0)
    assert closed[10, 5] == UNREACHED and closed[25, 20] < UNREACHED


def test_the_search_ends_soon_after_the_cell_asked_for() -> None:
    costs = np.full((100, 100), 2, np.uint8)
    goals = np.zeros(costs.shape, bool)
    goals[10, 10] = True
    field = costs_to_goal(costs, goals, (10, 20), 50)
    assert field[10, 20] == 10 * 10
    assert field[10, 24] == 14 * 10 and field[60, 60] == UNREACHED


def test_the_way_down_is_connected_and_ends_at_the_goal() -> None:
    costs = np.full((40, 40), 2, np.uint8)
    costs[20, :30] = 0
    goals = np.zeros(costs.shape, bool)
    goals[30, 5] = True
    field = costs_to_goal(costs, goals, (10, 5), 0)
    way = path_down(field, (10, 5))
    assert way[0].tolist() == [10, 5] and way[-1].tolist() == [30, 5]
    assert np.abs(np.diff(way, axis=0)).max() == 1
    assert (np.diff(field[tuple(way.T)]) < 0).all()
    assert all(costs[i, j] > 0 for i, j in way)


def test_there_is_no_way_down_from_where_no_way_leads() -> None:
    field = np.full((10, 10), UNREACHED, np.int32)
    assert len(path_down(field, (4, 4))) == 0


@pytest.mark.parametrize("start", [(-1, 4), (4, -1), (10, 4), (4, 10), (500, 500), (-500, 4)])
def test_there_is_no_way_down_from_off_the_map(start: tuple[int, int]) -> None:
    # A reading of GPS may jump out of the part of the map that was planned in a step before.
    field = np.zeros((10, 10), np.int32)
    assert path_down(field, start).shape == (0, 2)


@given(st.integers(0, 10_000), st.floats(0.2, 0.7))
def test_a_way_leads_there_if_and_only_if_a_search_finds_one(seed: int, walls: float) -> None:
    rng = generator_for(seed, "islands")
    costs = np.where(rng.random((16, 18)) < walls, 0, rng.integers(1, 6, (16, 18))).astype(np.uint8)
    goals = rng.random(costs.shape) < 0.02
    start = (int(rng.integers(0, 16)), int(rng.integers(0, 18)))
    found = costs_to_goal(costs, goals, start, 0)[start] != UNREACHED
    assert leads_to(costs, goals, start) == found
