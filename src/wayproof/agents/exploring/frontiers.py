"""Where to look next: the borders between ground that was looked at and ground that was not."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.occupancy_map import CLOSE, FREE, SOLID, Box, OccupancyMap, Point2
from wayproof.agents.moving.grid_planner import STRAIGHT, UNREACHED, way_prices

SMALLEST_M2 = 0.2  # of unseen ground that is worth a look; less is the shadow of a chair leg
SIZE_BONUS = 0.5  # metres of way that a metre of border is worth
MOST_BONUS_M = 2.0


class Frontier(NamedTuple):
    """A border: its point that is cheapest to reach, a point of the unseen ground there, the way there."""

    point_m: Point2
    unseen_m: Point2
    way_m: float


def best_frontier(
    ground: OccupancyMap,
    box: Box,
    here: tuple[int, int],
    look_m: float,
    worth_m: NDArray[np.float32] | None = None,
) -> Frontier | None:
    """The border with the best of little way and much length; None if all ground in reach was looked at.

    `look_m`: what was seen only from farther away counts as unseen. `here` is the robot's cell in the box.
    `worth_m` (the box's size): metres of way that each cell is worth going.
    """
    prices = ground.prices[box.part]
    unseen = unseen_ground(ground, box, look_m)
    beside = cv2.dilate(unseen.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    border = ground.reachable(box, here) & ground.seen(box, look_m) & beside
    border[here] = False
    if not border.any():
        return None
    walkable = prices.copy()
    walkable[here] = max(walkable[here], FREE)
    source = np.zeros(prices.shape, np.bool_)
    source[here] = True
    field = way_prices(walkable, source, (0, 0), 0)
    way_m = np.where(field == UNREACHED, np.inf, field * (ground.cell_m / STRAIGHT / FREE))
    return _best(ground, box, border, unseen, way_m, worth_m)


def unseen_ground(ground: OccupancyMap, box: Box, look_m: float) -> NDArray[np.bool_]:
    """Ground that was not looked at from near enough, in patches that are worth a look, clear of things."""
    prices = ground.prices[box.part]
    unseen = ~ground.seen(box, look_m) & (prices != SOLID) & (prices <= CLOSE)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(unseen.astype(np.uint8), connectivity=4)
    large = stats[:, cv2.CC_STAT_AREA] * ground.cell_m**2 >= SMALLEST_M2
    large[0] = False
    return np.asarray(large[labels])


def _best(
    ground: OccupancyMap,
    box: Box,
    border: NDArray[np.bool_],
    unseen: NDArray[np.bool_],
    way_m: NDArray[np.float64],
    worth_m: NDArray[np.float32] | None,
) -> Frontier | None:
    count, labels = cv2.connectedComponents(border.astype(np.uint8), connectivity=8)
    cells = np.flatnonzero(border)
    label, cost = labels.ravel()[cells], way_m.ravel()[cells]
    size_m = np.bincount(label, minlength=count) * ground.cell_m
    score = cost - np.minimum(SIZE_BONUS * size_m[label], MOST_BONUS_M)
    if worth_m is not None:
        score = score - worth_m.ravel()[cells]
    best = int(np.argmin(score))
    if not math.isfinite(score[best]):
        return None
    i, j = divmod(int(cells[best]), border.shape[1])
    near = np.argwhere(unseen[max(i - 1, 0) : i + 2, max(j - 1, 0) : j + 2])[0] + (
        max(i - 1, 0),
        max(j - 1, 0),
    )
    return Frontier(
        ground.point_of(i + box.i, j + box.j),
        ground.point_of(int(near[0]) + box.i, int(near[1]) + box.j),
        float(cost[best]),
    )
