"""Out of time: goals for which the steps ran out before anything was claimed."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics.goal_errors import OUT_OF_TIME, error_metric, shares_of
from wayproof.metrics.goals import mean_over_goals


@error_metric(OUT_OF_TIME)
def out_of_time(log: EpisodeLog) -> float | None:
    """1 for a goal whose steps ran out before anything was claimed.

    Of all goals, not only of the missed ones; see goal_errors. None only for an episode without goals.
    """
    return mean_over_goals(shares_of(log, OUT_OF_TIME))
