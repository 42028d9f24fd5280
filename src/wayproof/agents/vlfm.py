"""VLFM: each image as a whole says how well it fits the goal; frontiers in such views are explored first.

One vector for an image is put on all ground that it shows, with less weight towards its edges. It says in
which direction to search, not where the thing is: that is the detector's word alone. LangNavBench keeps the
vectors from goal to goal; its VLFM has no detector and could claim nothing, so this one follows the original.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.exploring.described_search import ACTIONS, SENSORS, DescribedSearch
from wayproof.agents.exploring.grounding import Look, Mask, Place, best_place, score_of
from wayproof.agents.mapping.asked_features import AskedFeatures
from wayproof.agents.mapping.feature_map import thinned
from wayproof.agents.mapping.occupancy_map import Box
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.reading.goal_phrase import GoalPhrase
from wayproof.agents.seeing.feature_spaces import FeatureSpace
from wayproof.vocabulary import AgentCard, Brief

Floats = NDArray[np.float32]

WORTH_M = 8.0  # metres of path that a perfect fit around a frontier is worth
AROUND_M = 0.5  # VLFM: the values within half a metre of a frontier count
LEAST_WEIGHT = 0.25  # VLFM: of the edges of an image, where the middle has 1


@agent
class Vlfm:
    """Needs no seed."""

    card = AgentCard(
        "vlfm",
        "value map of whole images; claims what the detector sees",
        sensors=SENSORS,
        actions=ACTIONS,
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.policy = DescribedSearch(brief, self.card, ValueGrounding, level="image", explore_steps=None)

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


class ValueGrounding:
    """How well the images that showed a place fit the goal."""

    def __init__(self, navigator: Navigator, space: FeatureSpace) -> None:
        self._navigator, self._space = navigator, space
        self.map = AskedFeatures(navigator.map, 1, space.dimension)

    def ask(self, goal: GoalPhrase) -> None:
        asked = self._space.phrase(goal.asked)
        self.map.ask([] if asked is None else [asked])

    def see(self, look: Look) -> None:
        depth_m = thinned(look.seen.depth_m)
        weight = np.broadcast_to(_cone(depth_m.shape[1], look.camera.hfov_rad), depth_m.shape)
        self.map.see(look.vectors, np.ascontiguousarray(weight), depth_m, look.camera, look.eye)

    def confirms(self, cells: NDArray[np.int64]) -> Mask:
        """The map knows views, not things: the detector's word is enough."""
        return np.ones(len(cells), np.bool_)

    def certain(self, barred: Mask) -> Place | None:
        return None

    def suspect(self, barred: Mask) -> Place | None:
        """A view is too large to be gone to."""
        return None

    def likeliest(self, barred: Mask) -> Place | None:
        box = self._navigator.box()
        return best_place(self.map.values(box), box, barred)

    def score_at(self, cells: NDArray[np.int64]) -> float:
        box = self._navigator.box()
        return score_of(self.map.values(box), box, cells)

    def worth_m(self, box: Box) -> Floats:
        """The mean of the values around each cell."""
        values = self.map.values(box)
        seen = np.isfinite(values)
        size = (2 * round(AROUND_M / self._navigator.map.cell_m) + 1,) * 2
        total = cv2.blur(np.where(seen, values, np.float32(0.0)), size)
        count = cv2.blur(seen.astype(np.float32), size)
        return np.asarray(WORTH_M * total / np.maximum(count, 1e-6), np.float32)

    def save(self) -> dict[str, Any]:
        return self.map.save()

    def restore(self, state: Mapping[str, Any]) -> None:
        self.map.restore(state)

    def remembered(self) -> dict[str, object]:
        return self.map.pictures(self._navigator.box())


def _cone(columns: int, hfov_rad: float) -> Floats:
    """The weight (columns,) of each column: 1 in the middle, falling with the square of the cosine."""
    tangent = (np.arange(columns) + 0.5 - columns / 2.0) / (columns / 2.0) * math.tan(hfov_rad / 2.0)
    aside = np.arctan(tangent) / (hfov_rad / 2.0)
    return np.asarray(LEAST_WEIGHT + (1.0 - LEAST_WEIGHT) * np.cos(aside * math.pi / 2.0) ** 2, np.float32)
