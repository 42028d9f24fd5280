"""SDTW: nDTW of the episodes that succeed."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.goals import succeeded
from wayproof.metrics.ndtw import ndtw
from wayproof.metrics.walked import WITH_DESCRIBED_WAYS


@metric(
    unit="share",
    better="higher",
    high=1.0,
    tasks=WITH_DESCRIBED_WAYS,
    source="Ilharco et al. 2019",
    title="SDTW",
)
def sdtw(log: EpisodeLog) -> float | None:
    """Success times nDTW. None without goals or a reference path."""
    likeness = ndtw(log)
    return None if likeness is None or not log.episode.goals else float(succeeded(log)) * likeness
