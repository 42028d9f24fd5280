"""Exploration from frontier to frontier: first whatever was not seen at all, then what was seen from afar."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.exploring.frontiers import Frontier, best_frontier
from wayproof.agents.mapping.depth_projection import NEAR_UNIT_M
from wayproof.agents.mapping.occupancy_map import SOLID, TOUCHING, Box
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.perception import SeenImage
from wayproof.vocabulary import Readings

# How many metres of path each cell of a part of the map is worth to an agent that looks for something.
Worth = Callable[[Box], NDArray[np.float32]]

LOOKS_M = (5.0, 2.5, 1.5)  # from how near ground is looked at, round by round: small things need it
ARRIVED_M = 0.35  # from a frontier, where it turns to face the unseen ground
MOST_TURNS_SHARE = 1.5  # of a full turn, after which the unseen ground is given up
MOST_STEPS = 80  # towards one frontier, which then counts as out of reach
GIVEN_UP_M = 0.2
MOST_TRIES = 4  # frontiers given up in one step


class FrontierExploration:
    """Where a robot goes to see what it has not seen: the nearest frontier, or the one most worth it."""

    def __init__(self, navigator: Navigator, worth: Worth | None = None) -> None:
        self._navigator, self._worth = navigator, worth
        self._round = 0
        self._frontier: Frontier | None = None
        self._turns = 0
        self._steps = 0

    @property
    def seen_all(self) -> bool:
        """Whether everything in reach was looked at in every round."""
        return self._round >= len(LOOKS_M)

    def save(self) -> dict[str, Any]:
        """Where it is going, and the round that it is in."""
        chosen = None if self._frontier is None else [list(self._frontier[0]), list(self._frontier[1])]
        path_m = None if self._frontier is None else self._frontier.path_m
        return {
            "round": self._round,
            "frontier": chosen,
            "path_m": path_m,
            "turns": self._turns,
            "steps": self._steps,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved."""
        self._round, self._turns, self._steps = state["round"], state["turns"], state["steps"]
        self._frontier = None
        if state["frontier"] is not None:
            point, unseen = ((some[0], some[1]) for some in state["frontier"])
            self._frontier = Frontier(point, unseen, state["path_m"])

    @property
    def fit(self) -> None:
        """It does not go by how well images fit."""

    def see(self, seen: SeenImage, readings: Readings, *, level: bool) -> None:
        """Nothing to note: whoever gives `worth` keeps a map of it."""

    def remembered(self) -> dict[str, object]:
        """The frontier that it goes to, for the memory of a trace."""
        return {"frontier_m": self._frontier and [round(value, 2) for value in self._frontier.point_m]}

    @property
    def has_aim(self) -> bool:
        """Whether the frontier chosen before is still one."""
        return self._frontier is not None and self._is_unseen(self._frontier)

    def next_action(self) -> str:
        """Towards unseen ground; a turn on the spot once all of it was seen."""
        for _ in range(MOST_TRIES):
            frontier = self._chosen()
            if frontier is None:
                break
            name = self._to(frontier)
            if name is not None:
                return name
            self._give_up(frontier)
        return "turn_left"

    def _to(self, frontier: Frontier) -> str | None:
        """To the frontier, then face the ground behind it; None if that was faced and stays unseen."""
        navigator = self._navigator
        self._steps += 1
        if self._steps > MOST_STEPS:
            return None
        if navigator.distance_m(frontier.point_m) > ARRIVED_M:
            return navigator.action_towards(frontier.point_m, ARRIVED_M)
        self._turns += 1
        if self._turns * navigator.brief.turn_rad > MOST_TURNS_SHARE * math.tau:
            return None
        return navigator.turn_to(navigator.bearing_rad(frontier.unseen_m))

    def _chosen(self) -> Frontier | None:
        """The frontier chosen before while it is one, else the best; None if nothing is left to see."""
        navigator = self._navigator
        if self.has_aim:
            return self._frontier
        self._frontier, self._turns, self._steps = None, 0, 0
        while self._frontier is None and not self.seen_all:
            box = navigator.box()
            worth_m = None if self._worth is None else self._worth(box)
            here = navigator.cell_in(box)
            self._frontier = best_frontier(navigator.map, box, here, self._look_m, worth_m)
            if self._frontier is None:
                self._round += 1
        return self._frontier

    @property
    def _look_m(self) -> float:
        return LOOKS_M[min(self._round, len(LOOKS_M) - 1)]

    def _is_unseen(self, frontier: Frontier) -> bool:
        on_map = self._navigator.map
        cell = on_map.cell_at(*frontier.unseen_m)
        return bool(
            on_map.layers.nearest[cell] * NEAR_UNIT_M > self._look_m
            and on_map.costs[cell] not in (SOLID, TOUCHING)
        )

    def _give_up(self, frontier: Frontier) -> None:
        """Count ground as seen that cannot be seen from its frontier."""
        self._navigator.map.set_seen(*frontier.unseen_m, GIVEN_UP_M)
        self._frontier = None
