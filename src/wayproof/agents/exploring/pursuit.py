"""Going to a place on the map that may be what is asked for: there, beside it, facing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.target_map import HIGHEST_COUNT, TargetMap
from wayproof.agents.moving.approach import Approach
from wayproof.agents.moving.navigator import Navigator

ARRIVED, NO_WAY = "arrived", "no way"  # answers that are no actions


class Pursuit:
    """A target on the map and the approach to it."""

    def __init__(self, navigator: Navigator, least_count: int) -> None:
        self._navigator = navigator
        self.target = TargetMap(navigator.map, least_count)
        self._approach = Approach(navigator, self.target)

    @classmethod
    def of_cells(cls, navigator: Navigator, cells: NDArray[np.int64]) -> Pursuit:
        """The pursuit of some cells (n, 2) of the map."""
        pursuit = cls(navigator, 1)
        on_map = navigator.map
        points_m = (cells.astype(np.float64) + 0.5 - on_map.side // 2) * on_map.cell_m
        pursuit.target.add(points_m, HIGHEST_COUNT)
        return pursuit

    @property
    def has_target(self) -> bool:
        return self.target.begun and len(self.target.points_m()) > 0

    def next_action(self) -> str:
        """The next action towards the target; ARRIVED beside it and facing it; NO_WAY if no ground is known
        from which it could be reached."""
        ground = self._approach.ground()
        if ground is None:
            return self._face() or ARRIVED
        if not ground[0].any():
            return NO_WAY
        return self._navigator.action_into(*ground)

    def cells(self) -> NDArray[np.int64]:
        """The cells (n, 2) of the target."""
        return self._navigator.map.cells_of(self.target.points_m())

    def forget(self) -> None:
        """Take the target off the map."""
        for x_m, y_m in self.target.points_m().tolist():
            self.target.forget((x_m, y_m))

    def save(self) -> dict[str, Any]:
        return {"target": self.target.save(), "approach": self._approach.save()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved, in a pursuit that has just begun."""
        self.target.restore(state["target"])
        self._approach.restore(state["approach"])

    def _face(self) -> str | None:
        """The turn towards the nearest point of the target; None if it is faced, or a turn would undo one."""
        navigator, points = self._navigator, self.target.points_m()
        offset = points - (navigator.pose.x_m, navigator.pose.y_m)
        x_m, y_m = points[int(np.argmin(np.hypot(offset[:, 0], offset[:, 1])))].tolist()
        turn = navigator.turn_to(navigator.bearing_rad((x_m, y_m)))
        there_and_back = {turn, navigator.last_action} == {"turn_left", "turn_right"}
        return None if there_and_back else turn
