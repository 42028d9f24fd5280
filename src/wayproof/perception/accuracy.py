"""How right a perceiver is: pixel accuracy, IoU of categories, boxes found. Plain functions of arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.perception.boxes import iou

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


def confusion(truth: NDArray[np.integer], answer: NDArray[np.integer], kinds: int) -> Counts:
    """How often each true category (rows) got each answer (columns), with ids from 0 to `kinds`."""
    pairs = truth.ravel().astype(np.int64) * (kinds + 1) + answer.ravel()
    return np.bincount(pairs, minlength=(kinds + 1) ** 2).reshape(kinds + 1, kinds + 1)


def pixel_accuracy(table: Counts) -> float:
    """The share of pixels with a true category that got it; nan if there is none."""
    known = int(table[1:].sum())
    return float(np.trace(table[1:, 1:]) / known) if known else float("nan")


def category_ious(table: Counts) -> Floats:
    """Intersection over union of each category from id 1 on; nan for those that the truth does not hold.

    Pixels whose truth is nothing (id 0) do not count.
    """
    known = table[1:]
    right = np.diagonal(known, offset=1).astype(np.float64)
    true, said = known.sum(axis=1), known.sum(axis=0)[1:]
    found = np.full(len(true), np.nan)
    np.divide(right, true + said - right, out=found, where=true > 0)
    return found


def mean_iou(table: Counts, *, commonest: int | None = None) -> float:
    """The mean over the categories in the truth, or those with the most pixels; nan if there are none."""
    found = category_ious(table)
    true = table[1:].sum(axis=1)
    order = np.argsort(-true, kind="stable")[: commonest or len(true)]
    chosen = found[order]
    return float(np.nanmean(chosen)) if (~np.isnan(chosen)).any() else float("nan")


def boxes_found(truth: NDArray[np.floating], answers: Sequence[NDArray[np.floating]], least: float) -> int:
    """How many true boxes (n, 4) have an answer that overlaps by at least `least`; each answer counts once.

    Answers are taken in the order given, the surest first, each for the true box that it overlaps most.
    """
    free = np.ones(len(truth), bool)
    for answer in answers:
        if not free.any():
            break
        overlap = np.where(free, iou(np.asarray(answer, np.float32), np.asarray(truth, np.float32)), 0.0)
        best = int(overlap.argmax())
        if overlap[best] >= least:
            free[best] = False
    return int((~free).sum())
