"""CLS: coverage of the reference way, weighted by how well the lengths agree."""

from __future__ import annotations

import numpy as np

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.nearness import nearest_m
from wayproof.metrics.walked import WITH_DESCRIBED_WAYS, length_m, reference_points, walked_points


@metric(
    unit="share", better="higher", high=1.0, tasks=WITH_DESCRIBED_WAYS, source="Jain et al. 2019", title="CLS"
)
def cls(log: EpisodeLog) -> float | None:
    """Coverage of the reference path, weighted by how well the lengths agree.

    Coverage is the mean over reference points of exp(-distance to the agent's way / success distance); the
    length score compares the agent's length with the covered length c: c / (c + |c - length|), and is 1
    where both are 0. Distances are between points, in space. None without a reference way.
    """
    walked, reference = walked_points(log), reference_points(log)
    if len(reference) == 0:
        return None
    scale_m = log.comparable.task.success_distance_m
    gaps_m = nearest_m(reference, walked)
    near = np.exp(-gaps_m / scale_m) if scale_m > 0.0 else (gaps_m == 0.0).astype(np.float64)
    coverage = float(near.mean())
    covered_m = coverage * length_m(reference)
    spread_m = covered_m + abs(covered_m - length_m(walked))
    return coverage * (covered_m / spread_m if spread_m > 0.0 else 1.0)
