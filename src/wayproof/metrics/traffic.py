"""Traffic: how many bytes a step costs an agent that lives elsewhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.log import EpisodeLog
from wayproof.metrics import metric


@metric(unit="kB", better="lower", source="ours")
def sent_kb_per_step(log: EpisodeLog) -> float | None:
    """What was sent to the agent, in kilobytes per step; None in process or without a step."""
    return _mean_kb(log.steps.sent_bytes)


@metric(unit="kB", better="lower", source="ours")
def received_kb_per_step(log: EpisodeLog) -> float | None:
    """What the agent sent back, in kilobytes per step; None in process or without a step."""
    return _mean_kb(log.steps.received_bytes)


def _mean_kb(count: NDArray[np.uint32] | None) -> float | None:
    return None if count is None or not len(count) else float(count.mean()) / 1e3
