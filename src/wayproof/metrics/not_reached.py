"""Not reached: goals whose search ended before its time, without a claim."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goal_errors import NOT_REACHED, shares_of
from wayproof.metrics.goals import mean_over_goals


def never_got_to(log: EpisodeLog) -> list[float | None]:
    """1 for each goal whose search ended early without a claim, or never began."""
    return shares_of(log, NOT_REACHED)


@metric(
    unit="share",
    better="lower",
    high=1.0,
    tasks=("language_goals",),
    source="LangNavBench, table 4",
    by_goal=never_got_to,
    outcome=True,
    title="not reached",
)
def not_reached(log: EpisodeLog) -> float | None:
    """1 for a goal whose search ended before its time without a claim, or never began.

    Of all goals, not only of the missed ones; see goal_errors. None only for an episode without goals.
    """
    return mean_over_goals(never_got_to(log))
