"""Measured depth let through as far as it can be trusted, and for the rest a guess from colours: late fusion.

A sensor that fails shows it: its readings scatter among their neighbours. How much they scatter, beside how
far a guess from colours usually errs, is how much the guess counts. Where readings agree they pass unchanged,
and where there is none there is none: an unknown distance is better than an invented one.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

AROUND_PX = 5  # readings this near to one another show how much they scatter
# What counts as scatter, in shares of the distance: edges and slanted floors stay below.
LEAST_SCATTER = 0.03
GUESS_ERROR = 0.2  # by how much of the distance a guess from colours errs, rather more than the card says
TO_DEVIATION = 1.4826  # from a median of deviations to a standard deviation


def gated_depth(measured_m: Floats, guessed_m: Floats) -> Floats:
    """Depth (h, w) in metres, 0 where nothing was measured; `guessed_m` has no gaps. If their sizes differ,
    there is nothing to compare with, and the depth stays as it was measured."""
    if measured_m.ndim != 2 or measured_m.shape != guessed_m.shape:
        return measured_m
    known = np.isfinite(measured_m) & (measured_m > 0.0)
    # Gaps take the guess for a moment, so that they do not count as scatter.
    filled = np.where(known, measured_m, guessed_m).astype(np.float32)
    middle = np.asarray(cv2.medianBlur(filled, AROUND_PX), np.float32)
    deviation = np.where(known, np.abs(filled - middle), 0.0).astype(np.float32)
    scatter_m = TO_DEVIATION * np.asarray(cv2.medianBlur(deviation, AROUND_PX), np.float32)
    scattered = known & (scatter_m > LEAST_SCATTER * middle)
    if not scattered.any():
        return measured_m
    guess_error_m = GUESS_ERROR * guessed_m
    trust = guess_error_m**2 / (guess_error_m**2 + scatter_m**2)
    fused = trust * middle + (1.0 - trust) * guessed_m
    return np.where(scattered, fused, measured_m).astype(np.float32)
