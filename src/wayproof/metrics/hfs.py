"""HFS: whether the agent was behind its person when that person came to rest."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.following_states import follow_goals, followed_to_the_end


@metric(unit="share", better="higher", high=1.0, source="OmniNavBench, Table III", outcome=True, title="HFS")
def hfs(log: EpisodeLog) -> float | None:
    """The share of people to follow whom the agent was following well when they came to rest.

    Well: farther than 1 m and at most 3 m away in the plan, at most 60 degrees off the heading. An agent
    that stops earlier, or never gets that far, has failed. None where nobody is to be followed.
    """
    goals = follow_goals(log)
    return sum(followed_to_the_end(log, goal) for goal in goals) / len(goals) if goals else None
