"""MOPA: a map of the kinds of things that the detector saw, and random points to explore towards.

A goal whose kind is on the map is gone to and claimed; which of several it is, its looks and what carries it
are not asked. LangNavBench replaces MOPA's learned low level by a planner, and so does this.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.exploring.described_search import ACTIONS, SENSORS, DescribedSearch
from wayproof.agents.exploring.grounding import Grounding, Look, Mask, Place
from wayproof.agents.exploring.random_exploration import RandomExploration
from wayproof.agents.mapping.category_map import CategoryMap
from wayproof.agents.mapping.occupancy_map import Box
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.reading.goal_phrase import GoalPhrase
from wayproof.agents.seeing.feature_spaces import FeatureSpace
from wayproof.agents.seeing.network_perception import LEAST_CONFIDENCE
from wayproof.kinds import plainly_answering
from wayproof.vocabulary import AgentCard, Brief


@agent
class Mopa:
    """The seed decides where it explores."""

    card = AgentCard(
        "mopa",
        "map of the kinds of things seen; explores at random; claims the nearest of the kind asked for",
        sensors=SENSORS,
        actions=ACTIONS,
    )

    def start(self, brief: Brief, seed: int) -> None:
        def explore(navigator: Navigator, grounding: Grounding) -> RandomExploration:
            return RandomExploration(navigator, seed)

        self.policy = DescribedSearch(
            brief, self.card, KindGrounding, explore, level="image", explore_steps=None, detects=False
        )

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


class KindGrounding:
    """Which kind of thing was seen in each cell."""

    def __init__(self, navigator: Navigator, space: FeatureSpace) -> None:
        self._navigator = navigator
        self.map = CategoryMap(navigator.map)
        self._kinds: tuple[str, ...] = ()

    def ask(self, goal: GoalPhrase) -> None:
        self._kinds = plainly_answering(goal.asked.thing) if goal.asked.thing else ()

    def see(self, look: Look) -> None:
        self.map.see(look.seen, LEAST_CONFIDENCE, look.camera, look.eye)

    def confirms(self, cells: NDArray[np.int64]) -> Mask:
        """The map is the detector's."""
        return np.ones(len(cells), np.bool_)

    def certain(self, barred: Mask) -> Place | None:
        """The nearest thing of the kind asked for."""
        box = self._navigator.box()
        here = self._navigator.map.cell_at(self._navigator.pose.x_m, self._navigator.pose.y_m)
        cells = self.map.nearest_thing(self._kinds, box, here, barred)
        return None if cells is None else Place(cells, self.score_at(cells))

    def suspect(self, barred: Mask) -> Place | None:
        return None

    def likeliest(self, barred: Mask) -> Place | None:
        return None

    def score_at(self, cells: NDArray[np.int64]) -> float:
        """1 for cells that still show the kind asked for: the thing that was chosen is kept to."""
        return float(self.map.shows(self._kinds, cells))

    def worth_m(self, box: Box) -> NDArray[np.float32]:
        return np.zeros((box.size_x, box.size_y), np.float32)

    def save(self) -> dict[str, Any]:
        return self.map.save()

    def restore(self, state: Mapping[str, Any]) -> None:
        self.map.restore(state)

    def remembered(self) -> dict[str, object]:
        return {}
