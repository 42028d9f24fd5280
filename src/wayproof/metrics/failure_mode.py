"""Failure modes: why an episode failed, one word for each.

After OmniNavBench, whose four modes have no thresholds and no place for an agent that never arrives. Its
"Stuck" means "reached, not claimed" in the paper and "does not move" in the code; here they are `no_stop`
and `immobile`. Each episode has exactly one mode, the first that fits in the order of MODES.
"""

from __future__ import annotations

import numpy as np

from wayproof.log import AGENT_FAULTS, EpisodeLog
from wayproof.metrics.goals import first_claims, goals_done, in_range, succeeded

MODES = {
    "none": "the episode is a success",
    "invalid": "an error of the set-up, not of the agent",
    "agent_fault": "the agent crashed, took too long or gave no valid action",
    "fall": "the body fell",
    "wrong_answer": "the agent answered in range, but wrongly",
    "premature_stop": "claimed arrival, or ended, without ever having been in range",
    "drift": "was in range and moved away again",
    "no_stop": "in range at the end, but did not claim arrival",
    "immobile": "never in range, and did not move for the last minute",
    "never_reached": "never in range, still moving at the end",
}
# OmniNavBench's runtime: less than this in a minute of the world is no motion.
STILL_M, STILL_S = 0.1, 60.0


def failure_mode(log: EpisodeLog) -> str:
    """The mode of an episode, by the first goal that was not done and the states at which it was pursued."""
    if succeeded(log):
        return "none"
    if log.outcome.reason == "invalid" or not log.episode.goals:
        return "invalid"
    if log.outcome.reason in AGENT_FAULTS:
        return "agent_fault"
    if log.outcome.reason == "fall" or log.steps.fallen.any():
        return "fall"
    goal = goals_done(log).index(False)
    claim = first_claims(log)[goal]
    if claim is not None and claim.in_range:
        return "wrong_answer"
    states = in_range(log, goal)[log.steps.goal == goal]
    if claim is not None or log.outcome.reason in ("stop", "answer"):
        return "drift" if states.any() else "premature_stop"
    if states.any():
        return "no_stop" if states[-1] else "drift"
    return "immobile" if _stands_still(log) else "never_reached"


def _stands_still(log: EpisodeLog) -> bool:
    """Whether the body stayed within a hand's breadth for the last minute, or for all its time if less."""
    times_s = log.steps.time_s
    if len(times_s) == 0:
        return True
    late = log.steps.pose[times_s >= times_s[-1] - STILL_S][:, [0, 2]]
    return bool(np.hypot(*(late - late[-1]).T).max() < STILL_M)
