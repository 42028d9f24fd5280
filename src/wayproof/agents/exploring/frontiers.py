"""Frontiers: the borders between ground that was looked at and ground that was not, and the best of them."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.occupancy_map import CLOSE, FREE, SOLID, Box, OccupancyMap, Point2
from wayproof.agents.moving.grid_planner import STRAIGHT, UNREACHED, costs_to_goal

SMALLEST_M2 = 0.2  # of unseen ground that is worth a look; less is the shadow of a chair leg
SIZE_BONUS = 0.5  # metres of path that a metre of frontier is worth
MOST_BONUS_M = 2.0


class Frontier(NamedTuple):
    """The best point of a frontier to go to, a point of the unseen ground there, the length of the path."""

    point_m: Point2
    unseen_m: Point2
    path_m: float


def best_frontier(
    ground: OccupancyMap,
    box: Box,
    here: tuple[int, int],
    look_m: float,
    worth_m: NDArray[np.float32] | None = None,
) -> Frontier | None:
    """The best frontier by a short path and a long border; None if all reachable ground was seen.

    `look_m`: what was seen only from farther away counts as unseen. `here` is the robot's cell in the box.
    `worth_m` (the box's size): metres of path that each cell is worth.
    """
    costs = ground.costs[box.part]
    unseen = unseen_ground(ground, box, look_m)
    beside = cv2.dilate(unseen.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    frontier = ground.reachable(box, here) & ground.seen(box, look_m) & beside
    frontier[here] = False
    if not frontier.any():
        return None
    walkable = costs.copy()
    walkable[here] = max(walkable[here], FREE)
    source = np.zeros(costs.shape, np.bool_)
    source[here] = True
    field = costs_to_goal(walkable, source, (0, 0), 0)
    path_m = np.where(field == UNREACHED, np.inf, field * (ground.cell_m / STRAIGHT / FREE))
    return _best(ground, box, frontier, unseen, path_m, worth_m)


def unseen_ground(ground: OccupancyMap, box: Box, look_m: float) -> NDArray[np.bool_]:
    """Ground that was not looked at from near enough, in patches worth a look, clear of obstacles."""
    costs = ground.costs[box.part]
    unseen = ~ground.seen(box, look_m) & (costs != SOLID) & (costs <= CLOSE)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(unseen.astype(np.uint8), connectivity=4)
    large = stats[:, cv2.CC_STAT_AREA] * ground.cell_m**2 >= SMALLEST_M2
    large[0] = False
    return np.asarray(large[labels])


def _best(
    ground: OccupancyMap,
    box: Box,
    frontier: NDArray[np.bool_],
    unseen: NDArray[np.bool_],
    path_m: NDArray[np.float64],
    worth_m: NDArray[np.float32] | None,
) -> Frontier | None:
    count, labels = cv2.connectedComponents(frontier.astype(np.uint8), connectivity=8)
    cells = np.flatnonzero(frontier)
    label, cost = labels.ravel()[cells], path_m.ravel()[cells]
    size_m = np.bincount(label, minlength=count) * ground.cell_m
    score = cost - np.minimum(SIZE_BONUS * size_m[label], MOST_BONUS_M)
    if worth_m is not None:
        score = score - worth_m.ravel()[cells]
    best = int(np.argmin(score))
    if not math.isfinite(score[best]):
        return None
    i, j = divmod(int(cells[best]), frontier.shape[1])
    near = np.argwhere(unseen[max(i - 1, 0) : i + 2, max(j - 1, 0) : j + 2])[0] + (
        max(i - 1, 0),
        max(j - 1, 0),
    )
    return Frontier(
        ground.point_of(i + box.i, j + box.j),
        ground.point_of(int(near[0]) + box.i, int(near[1]) + box.j),
        float(cost[best]),
    )
