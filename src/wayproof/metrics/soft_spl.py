"""SoftSPL: progress in place of success, weighted by how short the way was."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goals import distances_m, goals_done
from wayproof.metrics.lengths import efficiency, shortest_m


@metric(unit="share", better="higher", high=1.0, source="habitat-lab", title="SoftSPL")
def soft_spl(log: EpisodeLog) -> float | None:
    """How much of the shortest path the agent made good, times the shortest length over the driven one.

    Nothing has to be claimed. With several goals, what is left is the way to the first that is not done and
    from there through the others. No way from where the agent ended is no progress: 0. None without goals or
    states, or where the shortest length (with several goals: of each part) is unknown or infinite.
    """
    least_m, share = shortest_m(log), efficiency(log)
    left_m = _left_m(log)
    if least_m is None or share is None or left_m is None:
        return None
    return max(0.0, 1.0 - left_m / least_m) * share


def _left_m(log: EpisodeLog) -> float | None:
    """Metres left at the end through all goals that are not done."""
    goals, done = log.episode.goals, goals_done(log)
    if not goals or len(log.steps.distance_m) == 0:
        return None
    current = done.index(False) if False in done else len(goals) - 1
    left_m = float(distances_m(log, current)[-1])
    for goal in goals[current + 1 :]:
        if goal.shortest_length_m is None:
            return None
        left_m += goal.shortest_length_m
    return left_m
