"""HFR: for how much of the time the agent followed its person well, and for how much of the person's walk."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.following_states import follow_goals, followed_share, walk_followed_share
from wayproof.metrics.goals import mean_over_goals


@metric(unit="share", better="higher", high=1.0, source="OmniNavBench, Table III", title="HFR")
def hfr(log: EpisodeLog) -> float | None:
    """The share of states at which the agent followed well (see hfs), until the person came to rest.

    Over the states that there were: who stops at once has a short phase, and fails at hfs. Of several people,
    the mean; a phase that was never come to is 0. None where nobody is to be followed.
    """
    goals = follow_goals(log)
    return sum(followed_share(log, goal) for goal in goals) / len(goals) if goals else None


@metric(unit="share", better="higher", high=1.0, source="ours, after OmniNavBench's HFR", title="HFR walking")
def hfr_walking(log: EpisodeLog) -> float | None:
    """The share of the person's walk, in metres, on which the agent followed well (see hfs).

    HFR counts the states that there were: who claims the goal at once has one state, and all of it. Here only
    the walk counts, all of it to its end, and only where the person is out of reach of the place where the
    agent began: whoever stands still gets 0. Who leaves early loses at least the straight line to the end. Of
    several people, the mean; one never come to is 0. None where nobody is to be followed, or nobody walks out
    of reach.
    """
    return mean_over_goals([walk_followed_share(log, goal) for goal in follow_goals(log)])
