"""Latency: how long the agent thinks about a step."""

from __future__ import annotations

import numpy as np

from wayproof.log import EpisodeLog
from wayproof.metrics import metric


@metric(unit="ms", better="lower", source="ours")
def latency_p50_ms(log: EpisodeLog) -> float | None:
    """The median time from observation to action, in milliseconds; None without a timed step."""
    return _percentile_ms(log, 50.0)


@metric(unit="ms", better="lower", source="ours")
def latency_p95_ms(log: EpisodeLog) -> float | None:
    """The time from observation to action that 95 % of the steps stay within, in milliseconds.

    None without a timed step.
    """
    return _percentile_ms(log, 95.0)


def _percentile_ms(log: EpisodeLog, percent: float) -> float | None:
    seconds = log.steps.act_s[np.isfinite(log.steps.act_s)].astype(np.float64)
    return float(np.percentile(seconds, percent)) * 1e3 if len(seconds) else None
