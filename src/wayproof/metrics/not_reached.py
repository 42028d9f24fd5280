"""Not reached: goals whose search ended before its time, without a claim."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics.goal_errors import NOT_REACHED, error_metric, shares_of
from wayproof.metrics.goals import mean_over_goals


@error_metric(NOT_REACHED)
def not_reached(log: EpisodeLog) -> float | None:
    """1 for a goal whose search ended before its time without a claim, or never began.

    Of all goals, not only of the missed ones; see goal_errors. None only for an episode without goals.
    """
    return mean_over_goals(shares_of(log, NOT_REACHED))
