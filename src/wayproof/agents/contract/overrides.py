"""Replacing the output of one capability of an agent for one step: how testers find which one is to blame.

    perception  {"detections": [...]}        what is in view, instead of what the agent recognises, and
                {"depth": array, ...}        readings instead of the sensors', or depth instead of a guess
    memory      {"entries": [...]}           all that it remembers: what is left out is forgotten, what is new
                                             is believed, the rest stays as it is;
                {"solid_m": [[x, y], ...],   points where something is on the map,
                 "free_m": [[x, y], ...]}    and where nothing is; memory keeps them
    plan        [[x, y], ...]                way-points on the map
    decision    an Action, its name or a table of its fields

The forms of detections and entries are in capabilities.py. The map's frame: metres ahead of the start (x) and
to its left (y). A value holds for the next step; whoever wants it to last gives it before each step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.agents import CAPABILITIES
from wayproof.agents.contract.capabilities import (
    DEPTH,
    DETECTIONS,
    ENTRIES,
    FEATURES,
    FIT,
    Detection,
    Point2,
    Remembered,
    read_action,
    read_detections,
    read_entries,
    read_points,
)
from wayproof.agents.mapping.occupancy_map import OccupancyMap
from wayproof.errors import InvalidInput, unknown_name
from wayproof.vocabulary import Action, Readings

SOLID_M, FREE_M = "solid_m", "free_m"


class Told(NamedTuple):
    """What perception is told to have put out; None where the agent's own stays."""

    detections: tuple[Detection, ...] | None = None
    fit: NDArray[np.float32] | None = None
    depth_m: NDArray[np.float32] | None = None
    features: NDArray[np.float32] | None = None


class Overrides:
    """The values given for the next step, checked; each is used once."""

    def __init__(
        self,
        sensors: Sequence[str],
        actions: Sequence[str],
        *,
        outputs: Sequence[str] = (),
        memory: Sequence[str] = (),
        capabilities: Sequence[str] = CAPABILITIES,
    ) -> None:
        """`outputs`: what of capabilities.OUTPUTS its perception puts out; `memory`: further kinds of points;
        `capabilities`: those that the agent has."""
        self._sensors, self._actions, self._outputs = tuple(sensors), tuple(actions), tuple(outputs)
        self._memory, self._capabilities = (SOLID_M, FREE_M, *memory), tuple(capabilities)
        self._given: dict[str, Any] = {}
        self._told = Told()

    def give(self, capability: str, value: object) -> None:
        """Keep a value for the next step; a wrong form is an error that shows the right one."""
        if capability not in CAPABILITIES:
            raise unknown_name("capability", capability, CAPABILITIES)
        if capability not in self._capabilities:
            raise InvalidInput(
                f"this agent has no {capability} to override; it has {', '.join(self._capabilities)}"
            )
        check = {
            "perception": self._perception,
            "memory": self._remembered,
            "plan": lambda given: read_points("plan", given),
            "decision": self._decision,
        }
        self._given[capability] = check[capability](value)

    def readings(self, readings: Readings) -> Readings:
        """The readings, with those that were given instead of the sensors'."""
        arrays, self._told = self._given.pop("perception", ({}, Told()))
        return {**readings, **arrays}

    def told(self) -> Told:
        """What perception is told to have put out at this step; asked for after the readings."""
        return self._told

    def memory(self) -> tuple[dict[str, list[Point2]], tuple[Remembered, ...] | None]:
        """Points for the map, by kind; and all entries of memory, or None if they stay."""
        points, entries = self._given.pop("memory", ({}, None))
        return dict(points), entries

    def plan(self) -> list[Point2] | None:
        points: list[Point2] | None = self._given.pop("plan", None)
        return points

    def decision(self) -> Action | None:
        action: Action | None = self._given.pop("decision", None)
        return action

    def _perception(self, value: object) -> tuple[dict[str, NDArray[np.generic]], Told]:
        if not isinstance(value, Mapping):
            raise self._not_perception(value)
        given = dict(value)
        detections = read_detections(given.pop(DETECTIONS)) if DETECTIONS in self._taken(given) else None
        fit = given.pop(FIT, None) if FIT in self._outputs else None
        depth_m = given.pop(DEPTH, None) if DEPTH in self._outputs and DEPTH not in self._sensors else None
        features = given.pop(FEATURES, None) if FEATURES in self._outputs else None
        for name, array in given.items():
            if name not in self._sensors:
                known = (*self._outputs, *self._sensors)
                raise unknown_name("sensor of this agent", str(name), tuple(dict.fromkeys(known)))
            if not isinstance(array, np.ndarray):
                raise self._not_perception(value)
        return given, Told(
            detections,
            None if fit is None else _floats(FIT, fit, 1),
            None if depth_m is None else _floats(DEPTH, depth_m, 2),
            None if features is None else _floats(FEATURES, features, 3),
        )

    def _taken(self, given: Mapping[str, object]) -> list[str]:
        return [name for name in self._outputs if name in given]

    def _not_perception(self, value: object) -> InvalidInput:
        detections = "{'detections': [...]} or " if DETECTIONS in self._outputs else ""
        return InvalidInput(
            f"an override of perception must be {detections}arrays by sensor name, as {{'depth': array}}; "
            f"{type(value).__name__} was given"
        )

    def _remembered(self, value: object) -> tuple[dict[str, list[Point2]], tuple[Remembered, ...] | None]:
        known = (ENTRIES, *self._memory)
        if not isinstance(value, Mapping):
            raise InvalidInput(
                f"an override of memory must be entries or points by kind ({', '.join(known)}); "
                f"{type(value).__name__} was given"
            )
        for name in value:
            if name not in known:
                raise unknown_name("kind of remembered point", str(name), known)
        points = {name: read_points(name, some) for name, some in value.items() if name != ENTRIES}
        return points, read_entries(value[ENTRIES]) if ENTRIES in value else None

    def _decision(self, value: object) -> Action:
        action = read_action(value)
        if action.name not in self._actions:
            raise unknown_name("action of this agent", action.name, self._actions)
        return action


def remember(points: Mapping[str, list[Point2]], on_map: OccupancyMap) -> None:
    """Put given points on a map."""
    for x, y in points.get(SOLID_M, ()):
        on_map.set_solid(x, y)
    for x, y in points.get(FREE_M, ()):
        on_map.set_free(x, y)


def _floats(what: str, value: object, dimensions: int) -> NDArray[np.float32]:
    try:
        array = np.asarray(value, np.float32)
    except (TypeError, ValueError):
        array = np.empty((0,) * 3, np.float32)
    if array.ndim != dimensions or array.size == 0:
        raise InvalidInput(
            f"{what} of perception must be an array of numbers with {dimensions} dimension(s); "
            f"{type(value).__name__} was given"
        )
    return array
