"""Gain of an oracle's stop: what success someone else's word when to stop would add (RobustNav, Fig. 8)."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.oracle_success import oracle_success
from wayproof.metrics.success import success


@metric(unit="share", better="neither", low=0.0, high=1.0, source="RobustNav, Fig. 8")
def oracle_stop_gain(log: EpisodeLog) -> float | None:
    """Oracle success minus success: 1 where the agent was in range and did not say so, else 0.

    An episode that a fault of the set-up broke off gains nothing: nobody knows how it would have gone on.
    None without goals.
    """
    won, helped = success(log), oracle_success(log)
    if won is None or helped is None:
        return None
    return 0.0 if log.outcome.reason == "invalid" else max(0.0, helped - won)
