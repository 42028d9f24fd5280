"""Goals reached: the share of an episode's goals that were claimed rightly."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goals import goals_done


@metric(unit="share", better="higher", high=1.0, source="LangNavBench; GOAT-Bench")
def goals_reached(log: EpisodeLog) -> float | None:
    """Goals claimed in range over all goals of the episode; each episode counts once, see goal_success.

    Goals that were never come to count as failed. None only for an episode without goals.
    """
    done = goals_done(log)
    return sum(done) / len(done) if done else None
