"""Sub-goal completion: mean progress over the sub-tasks, with and without what passes by itself."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.following_states import walk_followed_share
from wayproof.metrics.goals import mean_over_goals
from wayproof.metrics.missions import progress


@metric(unit="share", better="higher", high=1.0, source="OmniNavBench, released scorer", title="SGC")
def sgc(log: EpisodeLog) -> float | None:
    """Mean progress over goals and markers, where each question and each distance to keep is a marker.

    A marker passes by itself in the released scorer: progress 1 whatever happened. Kept for comparison; it
    flatters. None only for an episode without goals.
    """
    shares = progress(log)
    markers = sum(constraint.kind == "keep_distance" for constraint in log.episode.constraints)
    total = sum(1.0 if share is None else share for share in shares) + markers
    return total / (len(shares) + markers) if shares else None


@metric(unit="share", better="higher", high=1.0, source="OmniNavBench, Table III; markers left out: ours")
def sgc_without_markers(log: EpisodeLog) -> float | None:
    """Mean progress over the goals that have a way to go: places, rooms, people to follow.

    None where there are none of these.
    """
    return mean_over_goals(progress(log))


@metric(unit="share", better="higher", high=1.0, source="ours, after OmniNavBench's SGC", title="SGC walking")
def sgc_walking(log: EpisodeLog) -> float | None:
    """Mean progress over the goals that have a way to go, of following only while the person walks.

    As sgc_without_markers, with hfr_walking in place of hfr, so that standing still earns nothing. None where
    no goal has a way to go.
    """
    return mean_over_goals(progress(log, walk_followed_share))
