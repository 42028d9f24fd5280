"""Large arrays in the saved state of an agent: only the part that holds anything is kept.

The state of an agent is plain values and arrays, so that it travels over the wire; never a pickle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


def cropped(array: NDArray[Any], empty: float = 0) -> dict[str, Any] | None:
    """The part of an array (x, y) that is not empty, and where it begins; None if all of it is."""
    # States are saved at every step of an examination: arrays that hold nothing, most of them, must be cheap.
    held = array.any(axis=1) if empty == 0 else (array != empty).any(axis=1)
    along_x = np.flatnonzero(held)
    if not len(along_x):
        return None
    rows = array[along_x[0] : along_x[-1] + 1]
    along_y = np.flatnonzero((rows != empty).any(axis=0))
    i, j = int(along_x[0]), int(along_y[0])
    return {"i": i, "j": j, "cells": rows[:, j : along_y[-1] + 1].copy()}


def put_back(array: NDArray[Any], saved: Mapping[str, Any] | None) -> None:
    """Fill an empty array with what was cropped from one of its size."""
    if saved is not None:
        cells = np.asarray(saved["cells"], array.dtype)
        i, j = int(saved["i"]), int(saved["j"])
        array[i : i + cells.shape[0], j : j + cells.shape[1]] = cells
