"""Wrong detections: goals claimed where something else was taken for them, by detection or without a word."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics.goal_errors import WRONG_DETECTION, error_metric, shares_of
from wayproof.metrics.goals import mean_over_goals


@error_metric(WRONG_DETECTION)
def wrong_detection(log: EpisodeLog) -> float | None:
    """1 for a goal that was claimed where it is not met, by a detection or without saying by what.

    Of all goals, not only of the missed ones; see goal_errors. None only for an episode without goals.
    """
    return mean_over_goals(shares_of(log, WRONG_DETECTION))
