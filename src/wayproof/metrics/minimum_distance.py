"""Minimum distance: how near to the goal the agent ever was."""

from __future__ import annotations

import math

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goals import distances_m


@metric(unit="m", better="lower", source="RobustNav, Fig. 4")
def minimum_distance(log: EpisodeLog) -> float | None:
    """The fewest metres to the last goal at any state, along the floor.

    None without goals or states, or where no way ever led to the goal.
    """
    if not log.episode.goals or len(log.steps.distance_m) == 0:
        return None
    nearest_m = float(distances_m(log, -1).min())
    return nearest_m if math.isfinite(nearest_m) else None
