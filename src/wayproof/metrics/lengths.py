"""The shortest way of an episode, and what share of the agent's way it is."""

from __future__ import annotations

import math

from wayproof.log import EpisodeLog
from wayproof.metrics.walked import driven_m
from wayproof.vocabulary import Episode

# Below this a shortest way counts as this long, so that whoever starts at the goal is not divided by zero
# and a nudge costs nothing. Ours: a centimetre is below what any step or sensor resolves.
SHORTEST_M = 0.01


def shortest_m(log: EpisodeLog) -> float | None:
    """The shortest length through all goals in order; None where it is unknown or there is no way."""
    return shortest_of(log.episode)


def shortest_of(episode: Episode) -> float | None:
    """The shortest length of an episode, see `shortest_m`."""
    whole_m = episode.shortest_length_m
    if whole_m is None and episode.goals:
        parts_m = [goal.shortest_length_m for goal in episode.goals]
        whole_m = None if None in parts_m else sum(part for part in parts_m if part is not None)
    return _counted_m(whole_m)


def efficiency(log: EpisodeLog) -> float | None:
    """Shortest length over driven length, at most 1; None without a shortest length."""
    return path_share(shortest_m(log), driven_m(log))


def path_share(shortest_m: float | None, driven_m: float) -> float | None:
    """Shortest length over driven length, at most 1; None where the shortest is unknown or infinite.

    >>> path_share(3.0, 6.0), path_share(3.0, 2.9), path_share(None, 2.9)
    (0.5, 1.0, None)
    """
    least_m = _counted_m(shortest_m)
    return None if least_m is None else least_m / max(least_m, driven_m)


def _counted_m(length_m: float | None) -> float | None:
    if length_m is None or not math.isfinite(length_m) or length_m < 0.0:
        return None
    return max(length_m, SHORTEST_M)
