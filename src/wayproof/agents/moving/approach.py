"""Getting within reach of the target on the map: ground beside it is chosen, kept to, given up in the end."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.saved_arrays import cropped, put_back
from wayproof.agents.mapping.occupancy_map import CLOSE, TIGHT, Box, Point2
from wayproof.agents.mapping.target_map import TargetMap
from wayproof.agents.moving.navigator import Navigator
from wayproof.kernels import kernel

# Ground in the order of preference: how near the target's points it is, what it may cost, whether the target
# must be in sight from it. Protocols ask for a metre from the thing's box; farther away is useful where no
# ground is that near, until more of the target or of the ground has been seen.
CHOICES = (
    *((0.9, CLOSE, True), (0.9, TIGHT, True), (1.2, CLOSE, True)),
    *((0.9, CLOSE, False), (0.9, TIGHT, False), (1.2, TIGHT, False), (1.6, TIGHT, False)),
)
KEPT_M = 0.5  # around the spot chosen before, so that it does not turn round for every better one
PATIENCE = 25  # steps within ALMOST_M of a spot that cannot be reached
ALMOST_M = 1.0
BARRED_M = 0.25
MOST_POINTS = 12  # of the target, to which lines of sight are drawn
SPARED_M = 0.15  # at the end of a line of sight: the target itself may be tall


class Approach:
    """How one robot gets to one target."""

    def __init__(self, navigator: Navigator, target: TargetMap, near_m: float | None = None) -> None:
        """`near_m`: it goes this near first, where it can."""
        self._navigator, self._target = navigator, target
        nearer = () if near_m is None else ((near_m, CLOSE, True), (near_m, TIGHT, True))
        self._choices = (*nearer, *CHOICES)
        self._barred = np.zeros((navigator.map.side, navigator.map.side), np.bool_)
        self._spot: Point2 | None = None
        self._patience = PATIENCE

    def save(self) -> dict[str, Any]:
        """Where it is going and what it has given up."""
        return {"barred": cropped(self._barred), "spot": self._spot, "patience": self._patience}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved, in an approach that has just begun."""
        put_back(self._barred, state["barred"])
        spot = state["spot"]
        self._spot = None if spot is None else (spot[0], spot[1])
        self._patience = int(state["patience"])

    def ground(self) -> tuple[NDArray[np.bool_], Box] | None:
        """Cells of a box to go to, none if no ground beside the target is known; None once it is in reach."""
        navigator = self._navigator
        points = self._target.points_m()
        low, high = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        box = navigator.box((low[0], low[1]), (high[0], high[1]))
        self._lose_patience()
        gap_m, here = self._target.gap_m(box), navigator.cell_in(box)
        barred, costs = self._barred[box.part], navigator.map.costs[box.part]
        standing = navigator.map.reachable(box, here) & ~barred
        for reach_m, highest_cost, in_sight in self._choices:
            cells = standing & (gap_m <= reach_m) & (costs <= highest_cost)
            if in_sight:
                cells = self._in_sight(cells, box, points)
            if cells[here] or (gap_m[here] <= reach_m and not in_sight and not barred[here]):
                self._spot = None
                return None
            if cells.any():
                break
        return self._kept(cells, box), box

    def bar_here(self) -> bool:
        """Nothing to be seen from here: try other ground. False if there is none."""
        self._bar((self._navigator.pose.x_m, self._navigator.pose.y_m))
        ground = self.ground()
        return ground is not None and bool(ground[0].any())

    def _in_sight(self, cells: NDArray[np.bool_], box: Box, points: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Those of the cells from which nothing tall hides the target."""
        on_map = self._navigator.map
        some = points[:: max(1, len(points) // MOST_POINTS)]
        ends = np.floor(some / on_map.cell_m) + on_map.side // 2 - (box.i, box.j)
        seeing = np.zeros(cells.shape, np.bool_)
        chosen = np.argwhere(cells)
        clear = _sees(on_map.layers.tall[box.part], chosen, ends, SPARED_M / on_map.cell_m)
        seeing[tuple(chosen[clear].T)] = True
        return seeing

    def _kept(self, cells: NDArray[np.bool_], box: Box) -> NDArray[np.bool_]:
        """Of the cells those around the spot of the last step, if there are any."""
        if self._spot is not None:
            kept = cells & self._around(box, self._spot, KEPT_M)
            if kept.any():
                return kept
        return cells

    def _lose_patience(self) -> None:
        """Note where the last plan led; a spot that stays almost reached is given up."""
        plan = self._navigator.waypoints()
        if not plan:
            return
        self._spot = plan[-1]
        if self._navigator.distance_m(self._spot) < ALMOST_M:
            self._patience -= 1
        if self._patience <= 0:
            self._bar(self._spot)

    def _bar(self, point_m: Point2) -> None:
        whole = Box(0, 0, *self._barred.shape)
        self._barred |= self._around(whole, point_m, BARRED_M)
        self._spot, self._patience = None, PATIENCE

    def _around(self, box: Box, point_m: Point2, reach_m: float) -> NDArray[np.bool_]:
        """Cells of a box in a square around a point."""
        on_map = self._navigator.map
        i, j = on_map.cell_at(*point_m)
        reach = round(reach_m / on_map.cell_m)
        cells = np.zeros((box.size_x, box.size_y), np.bool_)
        low_i, low_j = max(i - box.i - reach, 0), max(j - box.j - reach, 0)
        cells[low_i : max(i - box.i + reach + 1, 0), low_j : max(j - box.j + reach + 1, 0)] = True
        return cells


@kernel
def _sees(
    tall: NDArray[np.bool_], cells: NDArray[np.int64], ends: NDArray[np.float64], spared: float
) -> NDArray[np.bool_]:
    """Whether a line from each cell to one of the ends meets nothing tall before its last bit."""
    clear = np.zeros(len(cells), np.bool_)
    for k in range(len(cells)):
        for end in range(len(ends)):
            di, dj = ends[end, 0] - cells[k, 0], ends[end, 1] - cells[k, 1]
            length = math.hypot(di, dj)
            free = True
            for step in range(1, max(int(length - spared), 0)):
                i, j = round(cells[k, 0] + di * step / length), round(cells[k, 1] + dj * step / length)
                if tall[i, j]:
                    free = False
                    break
            if free:
                clear[k] = True
                break
    return clear
