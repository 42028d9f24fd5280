"""What an agent makes of a description and its map: where the thing may be, and how sure that is.

The interface by which the agents for described goals differ: each has a map of its own and asks it in its own
way. What they share, the search, is in described_search.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from typing import Protocol as Interface

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.agents.mapping.occupancy_map import Box
from wayproof.agents.reading.goal_phrase import GoalPhrase
from wayproof.agents.seeing.perception import SeenImage

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

PLACE_CELLS = 10  # how far from its best cell a place may reach
PLACE_DROP = 0.05  # how much less a cell of the same place may fit


class Look(NamedTuple):
    """One image as a map takes it in: labels and depth, a vector for each part, where the camera was."""

    seen: SeenImage
    vectors: Floats
    camera: MountedCamera
    eye: MapPose


class Place(NamedTuple):
    """Cells (n, 2) of the whole map where a thing may be, and how well it fits there."""

    cells: NDArray[np.int64]
    score: float


class Grounding(Interface):
    """One agent's map and how it is asked; `barred` (side, side) are cells that it has given up."""

    def ask(self, goal: GoalPhrase) -> None:
        """Begin with a goal: what was seen stays, how well it fits is worked out anew."""
        ...

    def see(self, look: Look) -> None: ...

    def confirms(self, cells: NDArray[np.int64]) -> Mask:
        """Which of the cells (n, 2) where a detector says it saw the thing the map agrees with."""
        ...

    def certain(self, barred: Mask) -> Place | None:
        """Where the map alone says that the thing is; the agent goes there and claims it."""
        ...

    def suspect(self, barred: Mask) -> Place | None:
        """Where the thing may be; the agent goes there to look."""
        ...

    def likeliest(self, barred: Mask) -> Place | None:
        """Where the thing is most likely of all that was seen; for the end of a search."""
        ...

    def score_at(self, cells: NDArray[np.int64]) -> float:
        """How well some cells fit by now, at best."""
        ...

    def worth_m(self, box: Box) -> Floats:
        """How many metres of path each cell of a box is worth."""
        ...

    def save(self) -> dict[str, Any]: ...

    def restore(self, state: Mapping[str, Any]) -> None: ...

    def remembered(self) -> dict[str, object]: ...


def best_place(values: Floats, box: Box, barred: Mask, least: float = -np.inf) -> Place | None:
    """The place of the highest value (x, y) in a box that is not barred; None if none reaches `least`.

    Cells without a value are -inf. The best cell is chosen by the mean with its neighbours, so that a single
    odd pixel does not win.
    """
    open_values = np.where(barred[box.part], -np.inf, values).astype(np.float32)
    smooth = smoothed(open_values)
    i, j = divmod(int(np.argmax(smooth)), smooth.shape[1])
    peak = float(smooth[i, j])
    if not np.isfinite(peak) or peak < least:
        return None
    low_i, low_j = max(i - PLACE_CELLS, 0), max(j - PLACE_CELLS, 0)
    part = smooth[low_i : i + PLACE_CELLS + 1, low_j : j + PLACE_CELLS + 1]
    _, labels = cv2.connectedComponents((part >= peak - PLACE_DROP).astype(np.uint8), connectivity=8)
    cells = np.argwhere(labels == labels[i - low_i, j - low_j]) + (low_i + box.i, low_j + box.j)
    return Place(cells, peak)


def smoothed(values: Floats) -> Floats:
    """The mean (x, y) of each cell with a value and its neighbours that have one; -inf stays."""
    seen = np.isfinite(values)
    total = cv2.boxFilter(np.where(seen, values, np.float32(0.0)), -1, (3, 3), normalize=False)
    count = cv2.boxFilter(seen.astype(np.float32), -1, (3, 3), normalize=False)
    return np.where(seen, total / np.maximum(count, 1.0), np.float32(-np.inf)).astype(np.float32)


def score_of(values: Floats, box: Box, cells: NDArray[np.int64]) -> float:
    """The best of the smoothed values at some cells of the whole map."""
    inside = cells - (box.i, box.j)
    inside = inside[((inside >= 0) & (inside < values.shape)).all(axis=1)]
    if not len(inside):
        return -np.inf
    return float(smoothed(values)[inside[:, 0], inside[:, 1]].max())
