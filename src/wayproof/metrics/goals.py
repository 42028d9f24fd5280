"""What an agent did about each goal of its episode: claimed it, and rightly or not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.log import AGENT_FAULTS, EpisodeLog
from wayproof.log import Claim as Claimed
from wayproof.metrics.answers import answers_match, is_question
from wayproof.vocabulary import Goal

FAULTS = (*AGENT_FAULTS, "invalid")


def first_claims(log: EpisodeLog) -> list[Claimed | None]:
    """The claim of each goal; None where there was none. A second one for the same goal does not count."""
    return _first(log.episode.goals, log.claims)


def goals_done(log: EpisodeLog) -> list[bool]:
    """Whether each goal was claimed where it is met; a question also needs the right answer."""
    return done_by_claims(log.episode.goals, log.claims)


def done_by_claims(goals: Sequence[Goal], claims: Sequence[Claimed]) -> list[bool]:
    """Whether each of some goals is done by the claims so far, see `goals_done`."""
    return [
        claim is not None
        and claim.in_range
        and (not is_question(goal) or answers_match(goal.answer or "", claim.text or ""))
        for goal, claim in zip(goals, _first(goals, claims), strict=True)
    ]


def succeeded(log: EpisodeLog) -> bool:
    """Whether every goal is done and nobody's fault ended the episode; without goals nothing is achieved."""
    done = goals_done(log)
    return bool(done) and all(done) and log.outcome.reason not in FAULTS


def mean_over_goals(values: Sequence[float | None]) -> float | None:
    """The mean over the goals for which there is a value; None if there is none."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def in_range(log: EpisodeLog, goal: int) -> NDArray[np.bool_]:
    """At each state, whether claiming this goal would be right."""
    states: NDArray[np.bool_] = log.steps.in_range[:, goal]
    return states


def distances_m(log: EpisodeLog, goal: int) -> NDArray[np.float64]:
    """At each state, the metres left to this goal; inf where there is no path."""
    metres = log.steps.distance_m[:, goal].astype(np.float64)
    return np.where(np.isnan(metres), np.inf, metres)


def radius_m(log: EpisodeLog, goal: int) -> float:
    """How near counts as arrived at this goal."""
    own_m = log.episode.goals[goal].radius_m
    return log.comparable.task.success_distance_m if own_m is None else own_m


def _first(goals: Sequence[Goal], claims: Sequence[Claimed]) -> list[Claimed | None]:
    """The first claim of each goal."""
    found: list[Claimed | None] = [None] * len(goals)
    for claim in claims:
        if 0 <= claim.goal < len(found) and found[claim.goal] is None:
            found[claim.goal] = claim
    return found
