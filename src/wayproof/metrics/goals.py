"""What an agent did about each goal of its episode: claimed it, and rightly or not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.log import AGENT_FAULTS, EpisodeLog
from wayproof.log import Claim as Claimed
from wayproof.metrics.answers import answers_match, is_question

FAULTS = (*AGENT_FAULTS, "invalid")


def first_claims(log: EpisodeLog) -> list[Claimed | None]:
    """The claim of each goal; None where there was none. A second one for the same goal does not count."""
    claims: list[Claimed | None] = [None] * len(log.episode.goals)
    for claim in log.claims:
        if 0 <= claim.goal < len(claims) and claims[claim.goal] is None:
            claims[claim.goal] = claim
    return claims


def goals_done(log: EpisodeLog) -> list[bool]:
    """Whether each goal was claimed where it is met; a question also needs the right answer."""
    return [
        claim is not None
        and claim.in_range
        and (not is_question(goal) or answers_match(goal.answer or "", claim.text or ""))
        for goal, claim in zip(log.episode.goals, first_claims(log), strict=True)
    ]


def succeeded(log: EpisodeLog) -> bool:
    """Whether every goal is done and nobody's fault ended the episode; without goals nothing is achieved."""
    done = goals_done(log)
    return bool(done) and all(done) and log.outcome.reason not in FAULTS


def in_range(log: EpisodeLog, goal: int) -> NDArray[np.bool_]:
    """At each state, whether to claim this goal would be right."""
    states: NDArray[np.bool_] = log.steps.in_range[:, goal]
    return states


def distances_m(log: EpisodeLog, goal: int) -> NDArray[np.float64]:
    """At each state, the metres left to this goal; inf where there is no way."""
    metres = log.steps.distance_m[:, goal].astype(np.float64)
    return np.where(np.isnan(metres), np.inf, metres)


def radius_m(log: EpisodeLog, goal: int) -> float:
    """How near counts as arrived at this goal."""
    own_m = log.episode.goals[goal].radius_m
    return log.comparable.task.success_distance_m if own_m is None else own_m
