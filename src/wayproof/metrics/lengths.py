"""The shortest way of an episode, and what share of the agent's way it is."""

from __future__ import annotations

import math

from wayproof.log import EpisodeLog
from wayproof.metrics.walked import driven_m

# Below this a shortest way counts as this long, so that whoever starts at the goal is not divided by zero
# and a nudge costs nothing. Ours: a centimetre is below what any step or sensor resolves.
SHORTEST_M = 0.01


def shortest_m(log: EpisodeLog) -> float | None:
    """The shortest length through all goals in order; None where it is unknown or there is no way."""
    whole_m = log.episode.shortest_length_m
    if whole_m is None and log.episode.goals:
        parts_m = [goal.shortest_length_m for goal in log.episode.goals]
        whole_m = None if None in parts_m else sum(part for part in parts_m if part is not None)
    if whole_m is None or not math.isfinite(whole_m) or whole_m < 0.0:
        return None
    return max(whole_m, SHORTEST_M)


def efficiency(log: EpisodeLog) -> float | None:
    """Shortest length over driven length, at most 1; None without a shortest length."""
    least_m = shortest_m(log)
    return None if least_m is None else least_m / max(least_m, driven_m(log))
