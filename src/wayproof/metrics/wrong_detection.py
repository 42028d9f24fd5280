"""Wrong detections: goals claimed where something else was taken for them, by detection or without a word."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goal_errors import WRONG_DETECTION, shares_of
from wayproof.metrics.goals import mean_over_goals


def wrongly_detected(log: EpisodeLog) -> list[float | None]:
    """1 for each goal that was claimed wrongly, unless the claim says that it was made by the map."""
    return shares_of(log, WRONG_DETECTION)


@metric(
    unit="share",
    better="lower",
    high=1.0,
    tasks=("language_goals",),
    source="LangNavBench, table 4",
    by_goal=wrongly_detected,
    outcome=True,
    title="wrong detection",
)
def wrong_detection(log: EpisodeLog) -> float | None:
    """1 for a goal that was claimed where it is not met, by a detection or without saying by what.

    Of all goals, not only of the missed ones; see goal_errors. None only for an episode without goals.
    """
    return mean_over_goals(wrongly_detected(log))
