"""Oracle success at the last goal alone: what OmniNavBench calls OSR."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.missions import reached


@metric(
    unit="share",
    better="higher",
    high=1.0,
    source="OmniNavBench, Table III and released scorer",
    outcome=True,
    title="OSR",
)
def osr_final_goal(log: EpisodeLog) -> float | None:
    """1 if the agent was ever in range of the last goal, whatever happened to the others.

    Of several goals the last may be where the agent started; then it must have left that range first. None
    only for an episode without goals.
    """
    if not log.episode.goals:
        return None
    return float(reached(log, len(log.episode.goals) - 1).any())
