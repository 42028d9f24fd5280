"""Oracle success: success of the same way if someone else had said when to stop."""

from __future__ import annotations

import numpy as np

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goals import in_range


@metric(
    unit="share", better="higher", high=1.0, source="RobustNav, Fig. 8; Anderson et al. 2018", outcome=True
)
def oracle_success(log: EpisodeLog) -> float | None:
    """1 if every goal was in range at some state, in their order.

    This is the success of the same way with each goal claimed at the first right moment. Where a goal must
    be seen, it must have been in view. None only for an episode without goals.
    """
    if not log.episode.goals:
        return None
    state = 0
    for goal in range(len(log.episode.goals)):
        hits = np.flatnonzero(in_range(log, goal)[state:])
        if len(hits) == 0:
            return 0.0
        state += int(hits[0])
    return 1.0
