"""Goal SPL: success at each goal, weighted by how short the way from the goal before it was."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goal_success import success_by_goal
from wayproof.metrics.goals import mean_over_goals
from wayproof.metrics.lengths import path_share
from wayproof.metrics.walked import driven_for_goals_m
from wayproof.vocabulary import Episode


def spl_by_goal(log: EpisodeLog) -> list[float | None]:
    """Success at each goal times its shortest length over the way driven for it."""
    ways = zip(_shortest_m(log.episode), driven_for_goals_m(log), strict=True)
    shares = [path_share(least_m, driven_m) for least_m, driven_m in ways]
    return [
        None if share is None or done is None else done * share
        for share, done in zip(shares, success_by_goal(log), strict=True)
    ]


@metric(
    unit="share",
    better="higher",
    high=1.0,
    source="LangNavBench; GOAT-Bench",
    by_goal=spl_by_goal,
    title="goal SPL",
)
def goal_spl(log: EpisodeLog) -> float | None:
    """Success at a goal times its shortest length over the way driven for it, at most 1; a mean over goals.

    The shortest length is the goal's own: from the start, or from where the goal before it is reached. The
    way is what the agent drove while it pursued the goal. A goal that was never come to is 0. None for a goal
    whose shortest length is unknown or infinite, and for an episode of such goals only.
    """
    return mean_over_goals(spl_by_goal(log))


def _shortest_m(episode: Episode) -> list[float | None]:
    """Of each goal; the only goal of an episode has the episode's, if it has none of its own."""
    lengths_m = [goal.shortest_length_m for goal in episode.goals]
    return [episode.shortest_length_m] if lengths_m == [None] else lengths_m
