"""SII: how often the agent intruded into people's personal space."""

from __future__ import annotations

import numpy as np

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.personal_space import PERSONAL_M, nearest_person_m


@metric(unit="share", better="lower", high=1.0, source="OmniNavBench, Table III", title="SII")
def sii(log: EpisodeLog) -> float | None:
    """The share of states with a person nearer than 1.2 m in the plan, not counting the one being followed.

    None where there is never anybody to avoid.
    """
    nearest_m = nearest_person_m(log)
    return float((nearest_m < PERSONAL_M).mean()) if np.isfinite(nearest_m).any() else None
