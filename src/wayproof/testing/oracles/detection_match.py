"""Detections matched with the things in view: Hungarian assignment by label and box.

An agent may tell the chairs at a table apart or see them as one region of chair: both are right. So its
detections are matched with the single things and with the connected parts of their labels, and the better
score counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment

from wayproof.agents.contract.capabilities import Detection
from wayproof.testing.oracles.label_distance import label_distance

OVERLAP = 0.1  # of intersection and union, below which two boxes show different things
HELD = 0.5  # of a thing's box inside a detection's, from which the detection is about it too


class Matched(NamedTuple):
    """How an agent's detections fit the things in view.

    `error`: the mean over all, unmatched ones count 1. `label_gaps`: for each thing in view the distance of
    the nearest label among detections at its place, 1 if there is none. `labels`: that label, "" if none.
    `hallucinated`: detections without anything of about that label at their place.
    """

    error: float
    label_gaps: tuple[float, ...]
    labels: tuple[str, ...]
    hallucinated: tuple[Detection, ...]


def matched(true: Sequence[Detection], parts: Sequence[Detection], own: Sequence[Detection]) -> Matched:
    """Match what an agent says with what is there, told as single things and as connected parts."""
    error = min(assignment_error(true, own), assignment_error(parts, own))
    gaps, labels = [], []
    for thing in true:
        near = [one for one in own if same_place(thing, one)]
        best = min(near, key=lambda one: label_distance(one.label, thing.label), default=None)
        gaps.append(1.0 if best is None else label_distance(best.label, thing.label))
        labels.append("" if best is None else best.label)
    unfounded = [
        one
        for one in own
        if not any(
            same_place(thing, one) and label_distance(one.label, thing.label) <= 0.3
            for thing in (*true, *parts)
        )
    ]
    return Matched(error, tuple(gaps), tuple(labels), tuple(unfounded))


def assignment_error(true: Sequence[Detection], own: Sequence[Detection]) -> float:
    """The mean error of the best assignment: half label, half box; 1 for each that has no counterpart."""
    most = max(len(true), len(own))
    if most == 0:
        return 0.0
    if not true or not own:
        return 1.0
    costs = np.array([[_cost(one, other) for other in own] for one in true])
    rows, columns = linear_sum_assignment(costs)
    return float((costs[rows, columns].sum() + most - len(rows)) / most)


def same_place(thing: Detection, one: Detection) -> bool:
    """Whether a detection is about the place of a thing."""
    shared = _shared(thing, one)
    return bool(shared > 0 and (shared / _union(thing, one) >= OVERLAP or shared >= HELD * _area(thing)))


def iou(one: Detection, other: Detection) -> float:
    """Intersection over union of two boxes."""
    return _shared(one, other) / _union(one, other)


def _cost(one: Detection, other: Detection) -> float:
    overlap = iou(one, other)
    return 1.0 if overlap == 0.0 else (label_distance(one.label, other.label) + 1.0 - overlap) / 2.0


def _area(one: Detection) -> int:
    left, top, right, bottom = one.box_px
    return (right - left) * (bottom - top)


def _shared(one: Detection, other: Detection) -> int:
    a, b = one.box_px, other.box_px
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))


def _union(one: Detection, other: Detection) -> int:
    return _area(one) + _area(other) - _shared(one, other)
