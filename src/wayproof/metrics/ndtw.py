"""nDTW: how well the agent's way follows the way that the instruction describes, in order."""

from __future__ import annotations

import math

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.dtw import warped_m
from wayproof.metrics.walked import WITH_DESCRIBED_WAYS, reference_points, walked_points


@metric(
    unit="share",
    better="higher",
    high=1.0,
    tasks=WITH_DESCRIBED_WAYS,
    source="Ilharco et al. 2019",
    title="nDTW",
)
def ndtw(log: EpisodeLog) -> float | None:
    """How well the agent's path follows the reference path in order: exp(-DTW / (points x success distance)).

    The points are those of the reference way. The sum is exact, not FastDTW's; points that equal the one
    before are dropped from both ways. None where the episode has no reference way. Not to be set beside
    InternNav's "nDTW": see path_proximity.
    """
    reference = reference_points(log)
    if len(reference) == 0:
        return None
    sum_m = warped_m(walked_points(log), reference)
    allowed_m = len(reference) * log.comparable.task.success_distance_m
    if allowed_m <= 0.0:  # the limit of the formula
        return float(sum_m == 0.0)
    return math.exp(-sum_m / allowed_m)
