"""Out of time: goals for which the steps ran out before anything was claimed."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goal_errors import OUT_OF_TIME, shares_of
from wayproof.metrics.goals import mean_over_goals


def ran_out(log: EpisodeLog) -> list[float | None]:
    """1 for each goal whose steps ran out without a claim."""
    return shares_of(log, OUT_OF_TIME)


@metric(
    unit="share",
    better="lower",
    high=1.0,
    tasks=("language_goals",),
    source="LangNavBench, table 4",
    by_goal=ran_out,
    outcome=True,
    title="out of time",
)
def out_of_time(log: EpisodeLog) -> float | None:
    """1 for a goal whose steps ran out before anything was claimed.

    Of all goals, not only of the missed ones; see goal_errors. None only for an episode without goals.
    """
    return mean_over_goals(ran_out(log))
