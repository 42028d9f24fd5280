"""Steps: how many actions the agent took."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric


@metric(unit="steps", better="neither", source="RobustNav, Table 4")
def steps(log: EpisodeLog) -> float | None:
    """Actions of the agent, the claiming ones too; never None."""
    return float(len(log.steps.action))
