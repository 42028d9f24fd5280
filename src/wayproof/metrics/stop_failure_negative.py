"""Stop failure, negative: chances to claim the goal that were let pass."""

from __future__ import annotations

import numpy as np

from wayproof.log import ACTION_NAMES, EpisodeLog
from wayproof.metrics import metric
from wayproof.vocabulary import CLAIMS

_CLAIMING = [ACTION_NAMES.index(name) for name in CLAIMS]


@metric(unit="share", better="lower", high=1.0, source="RobustNav, section A.4")
def stop_failure_negative(log: EpisodeLog) -> float | None:
    """Of the steps decided in range of the goal pursued, the share on which it was not claimed.

    Judged at the state before each action, so the state after the last one does not count. None where no
    step was decided in range.
    """
    count = len(log.steps.action)
    if count == 0 or not log.episode.goals:
        return None
    goals = np.minimum(log.steps.goal[:count], len(log.episode.goals) - 1)
    chances = log.steps.in_range[np.arange(count), goals]
    missed = chances & ~np.isin(log.steps.action, _CLAIMING)
    return float(missed.sum() / chances.sum()) if chances.any() else None
