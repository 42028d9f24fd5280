"""Whether a confidence means what it says: of the pixels named with 80 % confidence, 80 % should be right."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BINS = 15  # of equal width, as usual


def reliability(
    confidence: NDArray[np.floating], right: NDArray[np.bool_], *, bins: int = BINS
) -> NDArray[np.float64]:
    """Table (bins, 3) of answers by confidence: how many, the sum of their confidences, how many were right.

    A bin holds its lower limit and not its upper one, the last one both. Tables of several images add up.
    """
    sure = np.asarray(confidence, np.float64).ravel()
    hit = np.asarray(right, np.bool_).ravel()
    place = np.clip((sure * bins).astype(np.int64), 0, bins - 1)
    counts = [np.bincount(place, weights, bins) for weights in (np.ones(len(sure)), sure, hit.astype(float))]
    return np.stack(counts, axis=1)


def calibration_error(table: Floats) -> float | None:
    """The expected calibration error: how far confidence and share of right answers lie apart, on average.

    None for a table without answers.
    """
    total = table[:, 0].sum()
    return None if total == 0 else float(np.abs(table[:, 1] - table[:, 2]).sum() / total)


def overconfidence(table: Floats) -> float | None:
    """Mean confidence minus the share of right answers: above 0, the network is surer than it should be."""
    total = table[:, 0].sum()
    return None if total == 0 else float((table[:, 1] - table[:, 2]).sum() / total)
