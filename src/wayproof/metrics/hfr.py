"""HFR: for how much of the time the agent followed its person well."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.following_states import follow_goals, followed_share


@metric(unit="share", better="higher", high=1.0, source="OmniNavBench, Table III")
def hfr(log: EpisodeLog) -> float | None:
    """The share of states at which the agent followed well (see hfs), until the person came to rest.

    Over the states that there were: who stops at once has a short phase, and fails at hfs. Of several people,
    the mean; a phase that was never come to is 0. None where nobody is to be followed.
    """
    goals = follow_goals(log)
    return sum(followed_share(log, goal) for goal in goals) / len(goals) if goals else None
