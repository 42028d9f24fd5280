"""Path length: how far the agent went."""

from __future__ import annotations

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.walked import driven_m


@metric(unit="m", better="neither", source="Anderson et al. 2018")
def path_length(log: EpisodeLog) -> float | None:
    """Metres driven: arcs and slides at their length, ramps at their slope; never None."""
    return driven_m(log)
