"""Wrong goals on the map: goals claimed at the place that fitted best, which was another one."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goal_errors import WRONG_PLACE, shares_of
from wayproof.metrics.goals import mean_over_goals


def wrongly_mapped(log: EpisodeLog) -> list[float | None]:
    """1 for each goal that was claimed wrongly by the map alone."""
    return shares_of(log, WRONG_PLACE)


@metric(
    unit="share",
    better="lower",
    high=1.0,
    tasks=("language_goals",),
    source="LangNavBench, table 4",
    by_goal=wrongly_mapped,
    outcome=True,
    title="wrong goal on map",
)
def wrong_goal_on_map(log: EpisodeLog) -> float | None:
    """1 for a goal that was claimed where it is not met, by the map alone, as the claim says.

    Of all goals, not only of the missed ones; see goal_errors. None only for an episode without goals.
    """
    return mean_over_goals(wrongly_mapped(log))
