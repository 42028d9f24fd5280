"""Distance to the goal at the end: navigation error."""

from __future__ import annotations

import math

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goals import distances_m


@metric(unit="m", better="lower", source="Anderson et al. 2018; RobustNav, Fig. 7")
def distance_to_goal(log: EpisodeLog) -> float | None:
    """Metres left to the last goal when the episode ended, along the floor.

    None without goals or states, or where no way leads from there to the goal.
    """
    if not log.episode.goals or len(log.steps.distance_m) == 0:
        return None
    left_m = float(distances_m(log, -1)[-1])
    return left_m if math.isfinite(left_m) else None
