"""Replacing the output of one capability of an agent for one step: how testers find which one is to blame.

    perception  {"depth": array, ...}        readings instead of the sensors'
    memory      {"solid_m": [[x, y], ...],   points where something is on the map,
                 "free_m": [[x, y], ...]}    and where nothing is; memory keeps them
    plan        [[x, y], ...]                way-points on the map
    decision    an Action or its name

The map's frame: metres ahead of the start (x) and to its left (y).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents import CAPABILITIES
from wayproof.agents.mapping.occupancy_map import OccupancyMap, Point2
from wayproof.errors import InvalidInput, unknown_name
from wayproof.vocabulary import Action, Readings

SOLID_M, FREE_M = "solid_m", "free_m"


class Overrides:
    """The values given for the next step, checked; each is used once."""

    def __init__(self, sensors: Sequence[str], actions: Sequence[str], memory: Sequence[str] = ()) -> None:
        self._sensors, self._actions = tuple(sensors), tuple(actions)
        self._memory = (SOLID_M, FREE_M, *memory)
        self._given: dict[str, Any] = {}

    def give(self, capability: str, value: object) -> None:
        """Keep a value for the next step; a wrong form is an error that shows the right one."""
        if capability not in CAPABILITIES:
            raise unknown_name("capability", capability, CAPABILITIES)
        check = {
            "perception": self._perception,
            "memory": self._remembered,
            "plan": lambda given: points_from("plan", given, least=1),
            "decision": self._decision,
        }
        self._given[capability] = check[capability](value)

    def readings(self, readings: Readings) -> Readings:
        """The readings, with those that were given instead of the sensors'."""
        return {**readings, **self._given.pop("perception", {})}

    def memory(self) -> dict[str, list[Point2]]:
        """Points for the map, by kind."""
        return dict(self._given.pop("memory", {}))

    def plan(self) -> list[Point2] | None:
        points: list[Point2] | None = self._given.pop("plan", None)
        return points

    def decision(self) -> Action | None:
        action: Action | None = self._given.pop("decision", None)
        return action

    def _perception(self, value: object) -> dict[str, NDArray[np.generic]]:
        if not isinstance(value, Mapping) or not all(isinstance(a, np.ndarray) for a in value.values()):
            raise InvalidInput(
                "an override of perception must be arrays by sensor name, as {'depth': array}; "
                f"{type(value).__name__} was given"
            )
        for name in value:
            if name not in self._sensors:
                raise unknown_name("sensor of this agent", str(name), self._sensors)
        return dict(value)

    def _remembered(self, value: object) -> dict[str, list[Point2]]:
        if not isinstance(value, Mapping):
            raise InvalidInput(
                f"an override of memory must be points by kind ({', '.join(self._memory)}); "
                f"{type(value).__name__} was given"
            )
        for name in value:
            if name not in self._memory:
                raise unknown_name("kind of remembered point", str(name), self._memory)
        return {name: points_from(name, points) for name, points in value.items()}

    def _decision(self, value: object) -> Action:
        action = Action(value) if isinstance(value, str) else value
        if not isinstance(action, Action):
            raise InvalidInput(
                f"an override of decision must be an Action or its name; {type(value).__name__} was given"
            )
        if action.name not in self._actions:
            raise unknown_name("action of this agent", action.name, self._actions)
        return action


def points_from(what: str, value: object, least: int = 0) -> list[Point2]:
    """Points (x, y) from a list or array of pairs; anything else is an error."""
    try:
        points = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        points = np.empty((0, 0))
    if points.size == 0 and points.ndim <= 2 and isinstance(value, Sequence) and not value and not least:
        return []
    if points.ndim != 2 or points.shape[1] != 2 or len(points) < least or not np.isfinite(points).all():
        raise InvalidInput(
            f"{what} must be a list of {least} or more points [x, y], finite metres; {value!r} was given"
        )
    return [(float(x), float(y)) for x, y in points]


def remember(points: Mapping[str, list[Point2]], on_map: OccupancyMap) -> None:
    """Put given points on a map."""
    for x, y in points.get(SOLID_M, ()):
        on_map.set_solid(x, y)
    for x, y in points.get(FREE_M, ()):
        on_map.set_free(x, y)
