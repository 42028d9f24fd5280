"""Where the agent went: the points of its way, and how long a way is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.goal_kinds import INSTRUCTION_FOLLOWING, MISSION
from wayproof.log import ACTION_NAMES, EpisodeLog
from wayproof.vocabulary import Point

Points = NDArray[np.float64]

# Tasks whose instruction describes a way. Elsewhere a reference way is merely a shortest one, of few points,
# and likeness to it says nothing.
WITH_DESCRIBED_WAYS = (INSTRUCTION_FOLLOWING, MISSION)


def walked_points(log: EpisodeLog) -> Points:
    """The places the agent was at, (n, 3); turns on the spot add none. At least one, the start."""
    if len(log.steps.pose) == 0:
        start = log.episode.start
        return np.array([[start.x_m, start.y_m, start.z_m]])
    return without_repeats(log.steps.pose[:, :3])


def reference_points(log: EpisodeLog) -> Points:
    """The way that the instruction describes, (n, 3), without repeats; (0, 3) where the episode has none."""
    return without_repeats(points_from(log.episode.reference_path_m))


def points_from(places: Sequence[Point]) -> Points:
    """Places as an array (n, 3), also of none."""
    return np.array(places, np.float64).reshape(-1, 3)


def without_repeats(points: Points) -> Points:
    """A way without the points that equal the one before: standing still is no part of a way."""
    moved = np.any(np.diff(points, axis=0) != 0.0, axis=1)
    keep = np.concatenate([np.ones(min(len(points), 1), np.bool_), moved])
    return np.ascontiguousarray(points[keep], np.float64)


def in_plan(points: Points) -> Points:
    """Points as (n, 2): x and z, without heights."""
    return np.ascontiguousarray(points[:, [0, 2]])


def length_m(points: Points) -> float:
    """The length of a way of straight pieces."""
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def driven_m(log: EpisodeLog) -> float:
    """The length of the agent's way.

    A step counts with what the wheels drove in the plan, which knows arcs and slides, or with the straight
    distance in space, which knows ramps: whichever is longer.
    """
    return way_driven_m(log.steps.pose[:, :3], log.steps.travelled_m)


def way_driven_m(places_m: Points, travelled_m: NDArray[np.float64]) -> float:
    """The length of a way by its places (n, 3) and what was driven up to each, see `driven_m`."""
    return float(_steps_m(places_m, travelled_m).sum())


def driven_for_goals_m(log: EpisodeLog) -> list[float]:
    """The length of the agent's way while each goal was pursued, see `driven_m`; 0 for one never come to."""
    steps_m = _steps_m(log.steps.pose[:, :3], log.steps.travelled_m)
    pursued = log.steps.goal[:-1]
    return [float(steps_m[pursued == goal].sum()) for goal in range(len(log.episode.goals))]


def _steps_m(places_m: Points, travelled_m: NDArray[np.float64]) -> NDArray[np.float64]:
    chords_m = np.linalg.norm(np.diff(places_m, axis=0), axis=1)
    longer: NDArray[np.float64] = np.maximum(chords_m, np.diff(travelled_m))
    return longer


def last_action(log: EpisodeLog) -> str | None:
    """The name of the last thing the agent did; None where it did nothing."""
    return ACTION_NAMES[int(log.steps.action[-1])] if len(log.steps.action) else None
