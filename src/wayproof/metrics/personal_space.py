"""Distances to people: how near the nearest of those to be avoided is, state by state."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.log import EpisodeLog

PERSONAL_M = 1.2  # OmniNavBench, after Hall's personal distance


def nearest_person_m(log: EpisodeLog) -> NDArray[np.float64]:
    """Metres in the plan to the nearest person at each state; inf where there is nobody to avoid.

    The one whom the goal pursued asks to follow is not among them.
    """
    steps = log.steps
    gaps = steps.people[:, :, [0, 2]].astype(np.float64) - steps.pose[:, None, [0, 2]]
    away_m = np.hypot(gaps[:, :, 0], gaps[:, :, 1])
    for number, goal in enumerate(log.episode.goals):
        if goal.person is not None and 0 <= goal.person < steps.people.shape[1]:
            away_m[steps.goal == number, goal.person] = np.inf
    nearest: NDArray[np.float64] = away_m.min(axis=1, initial=np.inf)
    return nearest
