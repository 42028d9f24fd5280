"""Missions: which sub-tasks of an episode were completed, in order or not, and how far each came.

OmniNavBench completes a sub-task where its condition first holds, claimed or not; claims are the matter of
`success` and `goals_reached`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from wayproof.goal_kinds import ROOM_GOAL
from wayproof.log import EpisodeLog
from wayproof.metrics.answers import answers_match, is_question
from wayproof.metrics.following_states import follow_goals, followed_share, followed_to_the_end
from wayproof.metrics.goals import distances_m, first_claims, in_range, radius_m

Following = Callable[[EpisodeLog, int], float | None]  # how far following came, by log and goal


def reached(log: EpisodeLog, goal: int) -> NDArray[np.bool_]:
    """At each state, whether a goal's condition held.

    A later goal may lie where the agent started (to return there); it counts only after that range was left.
    """
    here = in_range(log, goal)
    if goal == 0 or len(here) == 0 or not here[0]:
        return here
    left: NDArray[np.bool_] = np.logical_or.accumulate(~here)
    return here & left


def answered(log: EpisodeLog, goal: int) -> bool:
    """Whether a question got the right answer; no answer is a wrong one."""
    claim, key = first_claims(log)[goal], log.episode.goals[goal].answer
    return claim is not None and key is not None and answers_match(key, claim.text or "")


def completed(log: EpisodeLog) -> list[bool]:
    """Whether each sub-task was completed at any time, in any order."""
    followed = follow_goals(log)
    done = []
    for number, goal in enumerate(log.episode.goals):
        if is_question(goal):
            done.append(answered(log, number))
        elif number in followed:
            done.append(followed_to_the_end(log, number))
        else:
            done.append(bool(reached(log, number).any()))
    return done


def places_in_order(log: EpisodeLog) -> bool:
    """Whether the places among the goals can be ticked off in order, each at a later state than the last.

    Following and questions have no single moment and are left out of the order.
    """
    followed = follow_goals(log)
    state = 0
    for number, goal in enumerate(log.episode.goals):
        if is_question(goal) or number in followed:
            continue
        hits = np.flatnonzero(reached(log, number)[state:])
        if len(hits) == 0:
            return False
        state += int(hits[0]) + 1
    return True


def progress(log: EpisodeLog, following: Following = followed_share) -> list[float | None]:
    """How far each goal came, 0 to 1; None for questions, which have no way to go.

    A place: its radius over the least distance, at most 1; a room: entered or not; a place to return to:
    returned or not; following: the share of the phase in which it went well, or what is given.
    """
    followed = follow_goals(log)
    shares: list[float | None] = []
    for number, goal in enumerate(log.episode.goals):
        if is_question(goal):
            shares.append(None)
        elif number in followed:
            shares.append(following(log, number))
        else:
            shares.append(_place_progress(log, number, room=goal.kind == ROOM_GOAL))
    return shares


def _place_progress(log: EpisodeLog, number: int, *, room: bool) -> float:
    if reached(log, number).any():
        return 1.0
    here = in_range(log, number)
    # An agent that starts at the goal is near it without merit: only coming back counts.
    sets_out_there = number > 0 and len(here) > 0 and here[0]
    if room or sets_out_there or len(here) == 0:
        return 0.0
    nearest_m = float(distances_m(log, number).min())
    return 1.0 if nearest_m <= 0.0 else min(1.0, radius_m(log, number) / nearest_m)
