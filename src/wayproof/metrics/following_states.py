"""Following a person: at which states the agent kept the right distance and faced the person."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.log import EpisodeLog

# OmniNavBench, Table II: farther than the inner and at most the outer distance, at most this far off.
INNER_M, OUTER_M = 1.0, 3.0
WIDEST_RAD = math.radians(60.0)
ARRIVED_M = 0.05  # ours: this near to the end of the way is the end
PIECES = 200  # of a straight line, to tell how much of it is out of reach

Plan = NDArray[np.float64]  # (2,): x and z


def follow_goals(log: EpisodeLog) -> list[int]:
    """The goals that ask to follow someone who is in the log."""
    present = log.steps.people.shape[1]
    return [
        number
        for number, goal in enumerate(log.episode.goals)
        if goal.person is not None and 0 <= goal.person < present
    ]


def following_phase(log: EpisodeLog, goal: int) -> tuple[NDArray[np.intp], bool]:
    """The states of the following phase, and whether the person came to rest in it.

    The phase is the states at which the goal is pursued, up to the first at which the person stands for good
    at the end of the way that the episode gives them. Empty if it was never come to.
    """
    states = np.flatnonzero(log.steps.goal == goal)
    ways_m, person = log.episode.people_ways_m, log.episode.goals[goal].person or 0
    if person >= len(ways_m) or not ways_m[person]:
        return states, False
    x_m, _, z_m = ways_m[person][-1]
    there = log.steps.people[:, person].astype(np.float64)
    under_way = np.flatnonzero(np.hypot(there[:, 0] - x_m, there[:, 2] - z_m) >= ARRIVED_M)
    rest = int(under_way[-1]) + 1 if len(under_way) else 0
    before = int((states < rest).sum())
    return states[: before + 1], before < len(states)


def well_followed(log: EpisodeLog, goal: int) -> NDArray[np.bool_]:
    """At each state of the following phase, whether the agent followed well, by the body's own heading."""
    states, _ = following_phase(log, goal)
    pose = log.steps.pose[states]
    there = log.steps.people[states, log.episode.goals[goal].person or 0].astype(np.float64)
    right, back = there[:, 0] - pose[:, 0], there[:, 2] - pose[:, 2]
    distance_m = np.hypot(right, back)
    # Heading 0 looks along -z and grows counter-clockwise about +y.
    ahead_m = -right * np.sin(pose[:, 3]) - back * np.cos(pose[:, 3])
    faced = ahead_m >= distance_m * math.cos(WIDEST_RAD)
    well: NDArray[np.bool_] = (distance_m > INNER_M) & (distance_m <= OUTER_M) & faced
    return well


def followed_share(log: EpisodeLog, goal: int) -> float:
    """The share of the phase in which the agent followed well; 0 if it never came to it."""
    well = well_followed(log, goal)
    return float(well.mean()) if len(well) else 0.0


def walk_followed_share(log: EpisodeLog, goal: int) -> float | None:
    """Of the metres that the person walks, the share on which the agent followed well.

    A metre counts where the person is out of reach of the place where the agent began, farther than 3 m from
    there: before that, standing still would do. Where the agent left before the person came to rest, the rest
    of the walk counts as not followed, at least the straight line to its end. 0 for an agent that never
    began, or began when the person was already at rest. None if the whole walk stays in reach.
    """
    states, came_to_rest = following_phase(log, goal)
    if len(states) == 0:
        return 0.0
    begin = log.steps.pose[states[0]][[0, 2]]
    there = log.steps.people[states, log.episode.goals[goal].person or 0][:, [0, 2]].astype(np.float64)
    walked_m = np.hypot(*np.diff(there, axis=0).T)
    counts = np.hypot(*(there[1:] - begin).T) > OUTER_M
    well = well_followed(log, goal)[1:]
    whole_m = float(walked_m[counts].sum())
    if not came_to_rest:
        whole_m += _still_to_walk_m(log, goal, there[-1], begin)
    if whole_m <= 0.0:
        return None if came_to_rest and len(states) > 1 else 0.0
    return float(walked_m[counts & well].sum()) / whole_m


def _still_to_walk_m(log: EpisodeLog, goal: int, here: Plan, begin: Plan) -> float:
    """The straight line from where the person is to the end of their way, as far as it is out of reach."""
    ways_m, person = log.episode.people_ways_m, log.episode.goals[goal].person or 0
    if person >= len(ways_m) or not ways_m[person]:
        return 0.0  # nobody knows how far it was
    end = np.array(ways_m[person][-1])[[0, 2]]
    middles = (np.arange(PIECES) + 0.5) / PIECES
    places = here + middles[:, None] * (end - here)
    out_of_reach = np.hypot(*(places - begin).T) > OUTER_M
    return float(np.hypot(*(end - here)) * out_of_reach.mean())


def followed_to_the_end(log: EpisodeLog, goal: int) -> bool:
    """Whether the agent followed well when the person came to rest; not if it left before."""
    _, came_to_rest = following_phase(log, goal)
    return came_to_rest and bool(well_followed(log, goal)[-1])
