"""VLMaps: vectors of single pixels on a flat map; a cell is what it fits best of all kinds of things.

It has no detector: a patch of cells whose best name is the goal's is gone to and claimed. The original is
given a finished map; here frontiers, the nearest first, fill it on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.exploring.described_search import ACTIONS, SENSORS, DescribedSearch
from wayproof.agents.exploring.frontier_exploration import FrontierExploration
from wayproof.agents.exploring.grounding import Grounding, Look, Mask, Place
from wayproof.agents.mapping.feature_map import FeatureMap, thinned
from wayproof.agents.mapping.look_weight import by_distance
from wayproof.agents.mapping.occupancy_map import Box
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.reading.goal_phrase import GoalPhrase, ThingPhrase
from wayproof.agents.seeing.feature_spaces import FeatureSpace
from wayproof.kinds import answering
from wayproof.perception import load_dense
from wayproof.vocabulary import AgentCard, Brief

LEAST_CELLS = 10  # of a patch: VLMaps


@agent
class VlMaps:
    """Needs no seed."""

    card = AgentCard(
        "vlmaps",
        "pixel features on a flat map; claims cells that fit the goal better than any other kind of thing",
        sensors=SENSORS,
        actions=ACTIONS,
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.policy = DescribedSearch(
            brief,
            self.card,
            NamedCells,
            explore_nearest,
            level="pixel",
            explore_steps=None,
            detects=False,
        )

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


def explore_nearest(navigator: Navigator, grounding: Grounding) -> FrontierExploration:
    """To the nearest frontier, whatever is wanted."""
    return FrontierExploration(navigator)


class NamedCells:
    """How much better the goal's words fit each cell than the name of any other kind of thing."""

    def __init__(self, navigator: Navigator, space: FeatureSpace) -> None:
        self._navigator, self._space = navigator, space
        on_map = navigator.map
        self.features = FeatureMap(on_map.side, on_map.cell_m, (), space.dimension)
        self._kinds = load_dense().categories
        self._names = np.empty((0, space.dimension), np.float32)  # the goal's first
        self._ahead = np.full((on_map.side, on_map.side), -np.inf, np.float32)

    def ask(self, goal: GoalPhrase) -> None:
        asked = self._space.phrase(goal.asked)
        others = [kind for kind in self._kinds if kind not in answering(goal.asked.thing)]
        names = [self._space.phrase(ThingPhrase(kind)) for kind in others]
        vectors = [] if asked is None else [asked, *(name for name in names if name is not None)]
        self._names = np.array(vectors, np.float32)
        self._ahead[:] = -np.inf
        self._renew(np.arange(self.features.rows, dtype=np.int32))

    def see(self, look: Look) -> None:
        depth_m = thinned(look.seen.depth_m)
        weight = by_distance(depth_m)
        self._renew(self.features.see(look.vectors, weight, depth_m, look.camera, look.eye))

    def confirms(self, cells: NDArray[np.int64]) -> Mask:
        """There is no detector to agree with."""
        return np.zeros(len(cells), np.bool_)

    def certain(self, barred: Mask) -> Place | None:
        """The nearest patch of cells that are called what is asked for."""
        box = self._navigator.box()
        named = (self._ahead[box.part] > 0.0) & ~barred[box.part]
        count, labels, stats, middle = cv2.connectedComponentsWithStats(named.astype(np.uint8))
        here = np.array(self._navigator.cell_in(box))[::-1]  # OpenCV's middles are column, row
        patches = [k for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] >= LEAST_CELLS]
        if not patches:
            return None
        nearest = min(patches, key=lambda k: float(np.hypot(*(middle[k] - here))))
        cells = np.argwhere(labels == nearest) + (box.i, box.j)
        return Place(cells, self.score_at(cells))

    def suspect(self, barred: Mask) -> Place | None:
        return None

    def likeliest(self, barred: Mask) -> Place | None:
        return None

    def score_at(self, cells: NDArray[np.int64]) -> float:
        """1 for cells that are still called what is asked for: the patch that was chosen is kept to."""
        return float((self._ahead[cells[:, 0], cells[:, 1]] > 0.0).any())

    def worth_m(self, box: Box) -> NDArray[np.float32]:
        return np.zeros((box.size_x, box.size_y), np.float32)

    def save(self) -> dict[str, Any]:
        return self.features.save()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Before the goal is asked for again."""
        self.features.restore(state)

    def remembered(self) -> dict[str, object]:
        return {"named_cells": int(np.count_nonzero(self._ahead > 0.0))}

    def _renew(self, rows: NDArray[np.int32]) -> None:
        if len(rows) and len(self._names):
            # Not by a matrix product, see SimilarityMap.
            fit = np.einsum("nk,mk->nm", self.features.total[rows], self._names)
            fit /= self.features.weight[rows, None]
            _, i, j = self.features.cell[rows].T
            self._ahead[i, j] = fit[:, 0] - fit[:, 1:].max(axis=1)
