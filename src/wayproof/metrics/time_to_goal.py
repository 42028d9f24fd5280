"""Time to the goal: seconds of the world until success."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goals import succeeded


@metric(unit="s", better="lower", source="ours")
def time_to_goal(log: EpisodeLog) -> float | None:
    """Seconds of the simulated world from the start to the claim of the last goal.

    None where the episode is no success. Not the agent's thinking time: see latency_p50_ms.
    """
    times_s = log.steps.time_s
    if not succeeded(log) or len(times_s) == 0:
        return None
    last = max(claim.step for claim in log.claims)
    return float(times_s[min(last, len(times_s) - 1)] - times_s[0])
