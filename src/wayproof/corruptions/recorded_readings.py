"""What a recorded file holds: readings with their kind, their step and the camera they belong to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MILLIMETRES = 1000.0
MOST_MILLIMETRES = 65535


@dataclass(frozen=True)
class Recorded:
    """One reading of a file."""

    kind: str  # its modality
    value: Any
    step: int = 0  # within the file
    part: str = ""  # the camera or array it belongs to, where a file holds several
    language: str | None = None  # of a text, where the file says
    place: str = ""  # of a text: where in the file it stands


@dataclass(frozen=True)
class Recording:
    """All readings of a file, and how to write them back.

    `in_time` says that the readings are steps of an episode; otherwise each is an episode of its own.
    """

    readings: list[Recorded]
    in_time: bool
    encoded: Callable[[list[Any], str], bytes]  # results and the ending of the file to write -> its content


def metres(millimetres: NDArray[np.uint16]) -> NDArray[np.float32]:
    return millimetres.astype(np.float32) / np.float32(MILLIMETRES)


def millimetres(depth_m: NDArray[np.floating[Any]]) -> NDArray[np.uint16]:
    """Depth as whole millimetres; what is beyond the largest number, or no number, is no reading: 0."""
    known = np.where(np.isfinite(depth_m), depth_m, 0.0)
    return np.clip(np.rint(known * MILLIMETRES), 0, MOST_MILLIMETRES).astype(np.uint16)


def with_own_holes(before: NDArray[Any], after: NDArray[Any]) -> NDArray[Any]:
    """A corrupted depth map that says "no reading" as the original does: by 0, infinity, NaN or below 0.

    A hole that was there before keeps its value; a new one gets the value that most holes of the map have.
    """
    holes = ~(np.isfinite(before) & (before > 0))
    own = before[holes]
    if not own.size or not own.any():  # every hole is 0, as our corruptions write them
        return after
    values, counts = np.unique(own, return_counts=True)
    result = after.copy()
    empty = result == 0
    result[empty] = values[np.argmax(counts)]
    result[empty & holes] = before[empty & holes]
    return result
