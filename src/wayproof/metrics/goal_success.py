"""Goal success: whether each goal was claimed rightly; its mean over goals is LangNavBench's SR."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goals import goals_done, mean_over_goals


def success_by_goal(log: EpisodeLog) -> list[float | None]:
    """1 for each goal claimed in range, else 0; a goal that was never attempted is 0."""
    return [float(done) for done in goals_done(log)]


@metric(
    unit="share",
    better="higher",
    high=1.0,
    source="LangNavBench; GOAT-Bench",
    by_goal=success_by_goal,
    outcome=True,
)
def goal_success(log: EpisodeLog) -> float | None:
    """1 for a goal that was claimed in range, else 0; averaged over goals, not over episodes.

    A goal that was never come to is 0. A goal that was done before a fault ended the episode is done. Of one
    episode it is what goals_reached is. None only for an episode without goals.
    """
    return mean_over_goals(success_by_goal(log))
