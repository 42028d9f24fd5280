"""Constraints kept: the share of what was to be kept true on the way."""

from __future__ import annotations

import numpy as np

from wayproof.log import EpisodeLog
from wayproof.metrics import metric
from wayproof.metrics.kept_constraints import kept
from wayproof.metrics.personal_space import PERSONAL_M, nearest_person_m
from wayproof.vocabulary import Constraint


@metric(unit="share", better="higher", high=1.0, source="ours; OmniNavBench for people")
def constraint_kept(log: EpisodeLog) -> float | None:
    """The share of constraints kept: things and rooms passed, avoided, visited in order, people given room.

    What was to be passed and was not reached before the end is not kept. None where no constraint can be
    judged: there is none, it lacks positions, or there are no people to keep a distance from.
    """
    judged = [_kept(log, constraint) for constraint in log.episode.constraints]
    known = [one for one in judged if one is not None]
    return sum(known) / len(known) if known else None


def _kept(log: EpisodeLog, constraint: Constraint) -> bool | None:
    if constraint.kind != "keep_distance":
        return kept(constraint, log.steps.pose)
    nearest_m = nearest_person_m(log)
    if not np.isfinite(nearest_m).any():
        return None
    return bool(nearest_m.min() >= (PERSONAL_M if constraint.distance_m is None else constraint.distance_m))
