"""Wrong goals on the map: goals claimed at the place that fitted best, which was another one."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics.goal_errors import WRONG_PLACE, error_metric, shares_of
from wayproof.metrics.goals import mean_over_goals


@error_metric(WRONG_PLACE)
def wrong_goal_on_map(log: EpisodeLog) -> float | None:
    """1 for a goal that was claimed where it is not met, by the map alone, as the claim says.

    Of all goals, not only of the missed ones; see goal_errors. None only for an episode without goals.
    """
    return mean_over_goals(shares_of(log, WRONG_PLACE))
