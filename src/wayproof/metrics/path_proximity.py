"""Path proximity: how near the agent's way kept to the reference way, in any order."""

from __future__ import annotations

import numpy as np

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.nearness import nearest_m
from wayproof.metrics.walked import WITH_DESCRIBED_WAYS, in_plan, reference_points, walked_points


@metric(
    unit="share",
    better="higher",
    high=1.0,
    tasks=WITH_DESCRIBED_WAYS,
    source="InternNav, VLN-PE scorer (there called nDTW)",
)
def path_proximity(log: EpisodeLog) -> float | None:
    """How near the agent kept to the reference path, in any order: mean of exp(-g^2 / (2 d^2)) in the plan.

    The mean is over visited points; g is the gap to the nearest reference point, d the success distance. No
    order and no warping, so it is not nDTW, whatever it is called elsewhere. None without a reference way.
    """
    reference = reference_points(log)
    if len(reference) == 0:
        return None
    gaps_m = nearest_m(in_plan(walked_points(log)), in_plan(reference))
    scale_m = log.comparable.task.success_distance_m
    if scale_m <= 0.0:  # the limit of the formula
        return float((gaps_m == 0.0).mean())
    return float(np.exp(-((gaps_m / scale_m) ** 2) / 2.0).mean())
