"""Stop failure, positive: claims where the goal was not."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric


@metric(unit="share", better="lower", high=1.0, source="RobustNav, section A.4")
def stop_failure_positive(log: EpisodeLog) -> float | None:
    """The share of the agent's claims that it made out of range of the goal pursued.

    Judged at the state before the action. None where the agent claimed nothing.
    """
    if not log.claims:
        return None
    return sum(not claim.in_range for claim in log.claims) / len(log.claims)
