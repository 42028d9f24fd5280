"""MLFM, the agent of LangNavBench: a feature map in layers of height, asked by text as a kernel across them.

1. Each image's vectors go on the map, by place and height, weighted by how well they were seen.
2. A goal's words become one vector, or two if the thing stands on something: then a cell fits if it looks
   like the thing and the layer below it like what carries the thing.
3. In the first phase a thing counts as found if the detector sees it where the map fits best; places that
   fit well are gone to for a look; else it explores frontiers around which the map fits.
4. In the second phase it goes to the place that fits best, and claims it.

The map is kept from goal to goal. Where the released code differs from the paper the paper is followed:
layers have world heights, cells that were not seen never win, each goal begins with the first phase.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from wayproof.agents import agent
from wayproof.agents.contract import policy
from wayproof.agents.exploring.described_goal import EXPLORE_STEPS
from wayproof.agents.exploring.described_search import ACTIONS, SENSORS, DescribedSearch
from wayproof.agents.exploring.detector_alone import DetectorAlone
from wayproof.agents.exploring.grounding import Grounding, Look, Mask, Place, best_place, score_of
from wayproof.agents.mapping.asked_features import AskedFeatures, highest_around
from wayproof.agents.mapping.feature_map import thinned
from wayproof.agents.mapping.look_weight import confidence
from wayproof.agents.mapping.occupancy_map import Box
from wayproof.agents.mapping.similarity_map import Floats, best_cells
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.reading.goal_phrase import GoalPhrase
from wayproof.agents.seeing.feature_spaces import FeatureSpace, SpaceName
from wayproof.agents.seeing.features import Level
from wayproof.agents.seeing.foreign_eyes import detector_named, foreign_space
from wayproof.errors import InvalidInput
from wayproof.vocabulary import AgentCard, Brief

Decides = Literal["both", "map", "detector"]  # LangNavBench's table 8

LAYERS: Literal[3] = 3  # LangNavBench 5.1 and its table 6
AGREE_M = 0.2  # how far from one of the best cells a detection may lie
SUSPECT = 0.3  # how well a place must fit to be worth a look
LEAST = 1e-4  # what fits less fits not at all
WORTH_M = 8.0  # metres of path that a perfect fit around a frontier is worth
AROUND_M = 1.0


@agent
class Mlfm:
    """Needs no seed."""

    card = AgentCard(
        "mlfm",
        "feature map in layers, asked by text across them; detector and map must agree; two phases",
        sensors=SENSORS,
        actions=ACTIONS,
    )

    def __init__(
        self,
        *,
        layers: Literal[1, 2, 3, 4, 5] = LAYERS,
        level: Level = "pixel",
        explore_steps: int | None = EXPLORE_STEPS,
        decides: Decides = "both",
        kernel: bool = True,
        cell_cm: Literal[5, 10, 20] = 5,
        space: SpaceName = "concepts",
        eyes: str | None = None,
        detector: str = "regions",
    ) -> None:
        """The options are those of the paper's ablations: `mlfm:layers=1,kernel=off` on the command line.

        `eyes` and `detector` may name networks that the user brings, see seeing/foreign_eyes.py.
        """
        if explore_steps is not None and explore_steps < 0:
            raise InvalidInput(f"mlfm: explore_steps is {explore_steps}; give 0 or more, or none")
        self._layers, self._level, self._explore_steps = layers, level, explore_steps
        self._decides, self._kernel, self._cell_cm = decides, kernel, cell_cm
        self._space = space if eyes is None else foreign_space(eyes)
        self._eyes = detector_named(detector)

    def start(self, brief: Brief, seed: int) -> None:
        def ground(navigator: Navigator, space: FeatureSpace) -> Grounding:
            if self._decides == "detector":
                return DetectorAlone()
            return LayeredGrounding(
                navigator, space, self._layers, kernel=self._kernel, cell_cm=self._cell_cm
            )

        self.policy = DescribedSearch(
            brief,
            self.card,
            ground,
            level=self._level,
            explore_steps=self._explore_steps,
            detects=self._decides != "map",
            space=self._space,
            eyes=self._eyes,
        )

    act, trace, override = policy.act, policy.trace, policy.override
    save, restore = policy.save, policy.restore


class LayeredGrounding:
    """A feature map with one or more layers, and how well it fits the goal."""

    def __init__(
        self,
        navigator: Navigator,
        space: FeatureSpace,
        layers: int,
        *,
        kernel: bool = True,
        cell_cm: int = 5,
    ) -> None:
        self._navigator, self._space = navigator, space
        self._across_layers = kernel and layers > 1
        times = round(cell_cm / 100.0 / navigator.map.cell_m)
        self.map = AskedFeatures(navigator.map, layers, space.dimension, times=times)

    def ask(self, goal: GoalPhrase) -> None:
        """Without a kernel across layers a thing and what carries it are asked for in the same cell."""
        asked, carrier = self._space.phrase(goal.asked), self._space.phrase(goal.carrier)
        if asked is None:
            self.map.ask([])
        elif carrier is None:
            self.map.ask([asked])
        elif self._across_layers:
            self.map.ask([asked, carrier])
        else:
            self.map.ask([(asked + carrier) / np.float32(2.0)])

    def see(self, look: Look) -> None:
        depth_m = thinned(look.seen.depth_m)
        weight = confidence(depth_m, look.camera.hfov_rad)
        self.map.see(look.vectors, weight, depth_m, look.camera, look.eye)

    def confirms(self, cells: NDArray[np.int64]) -> Mask:
        """The consensus of map and detector: cells next to the best hundredth of all that were seen."""
        if not self.map.asked or not len(cells):
            return np.zeros(len(cells), np.bool_)
        box = self._navigator.box()
        best = best_cells(self.map.values(box)).astype(np.uint8)
        near = highest_around(best, AGREE_M, self._navigator.map.cell_m)
        inside = np.clip(cells - (box.i, box.j), 0, np.array(near.shape) - 1)
        return np.asarray(near[inside[:, 0], inside[:, 1]] > 0)

    def certain(self, barred: Mask) -> Place | None:
        """The map alone is not trusted in the first phase."""
        return None

    def suspect(self, barred: Mask) -> Place | None:
        box = self._navigator.box()
        return best_place(self.map.values(box), box, barred, SUSPECT)

    def likeliest(self, barred: Mask) -> Place | None:
        box = self._navigator.box()
        return best_place(self.map.values(box), box, barred, LEAST)

    def score_at(self, cells: NDArray[np.int64]) -> float:
        box = self._navigator.box()
        return score_of(self.map.values(box), box, cells)

    def worth_m(self, box: Box) -> Floats:
        fit = np.maximum(self.map.values(box), np.float32(0.0))
        return np.asarray(WORTH_M * highest_around(fit, AROUND_M, self._navigator.map.cell_m), np.float32)

    def save(self) -> dict[str, Any]:
        return self.map.save()

    def restore(self, state: Mapping[str, Any]) -> None:
        self.map.restore(state)

    def remembered(self) -> dict[str, object]:
        return self.map.pictures(self._navigator.box())
