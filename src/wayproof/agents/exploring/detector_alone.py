"""No map of features at all: what the detector says counts, and near frontiers are explored first.

The half of MLFM that LangNavBench's table 8 measures by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.exploring.grounding import Floats, Look, Mask, Place
from wayproof.agents.mapping.occupancy_map import Box
from wayproof.agents.reading.goal_phrase import GoalPhrase


class DetectorAlone:
    """Agrees with everything and proposes nothing."""

    def ask(self, goal: GoalPhrase) -> None: ...

    def see(self, look: Look) -> None: ...

    def confirms(self, cells: NDArray[np.int64]) -> Mask:
        return np.ones(len(cells), np.bool_)

    def certain(self, barred: Mask) -> Place | None:
        return None

    def suspect(self, barred: Mask) -> Place | None:
        return None

    def likeliest(self, barred: Mask) -> Place | None:
        return None

    def score_at(self, cells: NDArray[np.int64]) -> float:
        return 0.0

    def worth_m(self, box: Box) -> Floats:
        return np.zeros((box.size_x, box.size_y), np.float32)

    def save(self) -> dict[str, Any]:
        return {}

    def restore(self, state: Mapping[str, Any]) -> None: ...

    def remembered(self) -> dict[str, object]:
        return {}
