"""The search for one described goal: explores, goes where detector or map say that it is, claims it there.

A search has two phases (LangNavBench 4.2). In the first a thing must be seen by the detector and confirmed by
the map; places that merely may be right are gone to for a look. After `explore_steps` steps, or when
everything was seen, the second begins: the likeliest place on the map is gone to and claimed. Without
`explore_steps` there is no second phase.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.saved_arrays import cropped, put_back
from wayproof.agents.exploring.grounding import Grounding, Look, Place
from wayproof.agents.exploring.object_search import Exploration
from wayproof.agents.exploring.pursuit import ARRIVED, NO_WAY, Pursuit
from wayproof.agents.exploring.seen_target import DOUBTED_COUNT, SEEN_WEIGHS
from wayproof.agents.mapping.target_map import points_of
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.described_things import DescribedThings
from wayproof.agents.seeing.network_perception import LEAST_CONFIDENCE
from wayproof.agents.seeing.region_outline import without_rim

EXPLORE_STEPS = 200  # of a goal's 500 in the first phase: LangNavBench 4.2 and its table 7
STAY = 0.05  # how much better another place must fit before the one that is being gone to is left
MOST_STEPS = 150  # towards one place, which then counts as out of reach
MOST_TRIES = 4  # places given up in one step
BARRED_CELLS = 10  # around a place that was given up: half a metre
CLAIM, LOOK = "claim", "look"  # what to do at a place; the first is also an answer of `next_action`


class DescribedGoal:
    """One goal's search on maps that outlive it."""

    def __init__(
        self,
        navigator: Navigator,
        grounding: Grounding,
        exploration: Exploration,
        detector: DescribedThings | None,
        explore_steps: int | None,
    ) -> None:
        """Without a detector the map alone decides."""
        self._navigator, self._grounding, self.exploration = navigator, grounding, exploration
        self._detector, self._explore_steps = detector, explore_steps
        self.steps = 0
        self.found = Pursuit(navigator, DOUBTED_COUNT)  # what the detector saw and the map confirms
        self.claims_by = ""  # what the last CLAIM was made by: "detector" or "map"
        self.told = False  # whether somebody else says where the target is
        self._barred = np.zeros((navigator.map.side, navigator.map.side), np.bool_)
        self._place: Place | None = None
        self._purpose, self._pursuit, self._pursued = LOOK, self.found, 0

    @property
    def exploits(self) -> bool:
        """Whether the second phase has begun."""
        if self._explore_steps is None:
            return False
        return self.steps >= self._explore_steps or self.exploration.seen_all

    def see(self, look: Look) -> None:
        """Note what the detector says and the map agrees with; what proves to be something else goes."""
        self.steps += 1
        if self._detector is None:
            return
        seen, target = look.seen, self.found.target
        fits, kind = self._detector.pixels(seen, look.vectors)
        points = _points(without_rim(fits), look)
        target.add(points[self._grounding.confirms(self._cells(points))], SEEN_WEIGHS)
        if not target.begun:
            return
        target.deny(_points(seen.denies(kind, LEAST_CONFIDENCE) | (kind & ~fits), look))
        if self.found.has_target and not self.told and not self._confirmed():
            self.found.forget()

    def next_action(self) -> str:
        """An action, or CLAIM where the goal is thought to be."""
        if self.found.has_target:
            action = self._to_what_was_found()
            if action is not None:
                return action
        for _ in range(MOST_TRIES):
            self._choose()
            if self._place is None:
                break
            action = self._to_place(self._place)
            if action is not None:
                return action
        return self.exploration.next_action()

    def save(self) -> dict[str, Any]:
        place = self._place
        return {
            "steps": self.steps,
            "found": self.found.save(),
            "told": self.told,
            "barred": cropped(self._barred),
            "place": None if place is None else {"cells": place.cells.copy(), "score": place.score},
            "purpose": self._purpose,
            "pursuit": None if place is None else self._pursuit.save(),
            "pursued": self._pursued,
            "exploration": self.exploration.save(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved, in a search that has just begun."""
        self.steps, self.told = int(state["steps"]), bool(state["told"])
        self.found.restore(state["found"])
        put_back(self._barred, state["barred"])
        self._purpose, self._pursued = str(state["purpose"]), int(state["pursued"])
        if state["place"] is not None:
            self._place = Place(np.asarray(state["place"]["cells"], np.int64), float(state["place"]["score"]))
            self._pursuit = Pursuit(self._navigator, 1)
            self._pursuit.restore(state["pursuit"])
        self.exploration.restore(state["exploration"])

    def _to_what_was_found(self) -> str | None:
        """Towards what was found; None if more must be explored to get there."""
        action = self.found.next_action()
        if action == NO_WAY:
            if self.exploits or self.exploration.seen_all:
                self._give_up(self.found.cells())
                self.found.forget()
                self.told = False
            return None
        if action == ARRIVED:
            self.claims_by = "detector"
            return CLAIM
        return action

    def _choose(self) -> None:
        """The place to go to: the one of the last step, unless another fits clearly better."""
        place, purpose = self._grounding.certain(self._barred), CLAIM
        if place is None and self.exploits:
            place = self._grounding.likeliest(self._barred)
        if place is None:
            place, purpose = self._grounding.suspect(self._barred), LOOK
        if place is None:
            self._place = None
            return
        kept = self._place if purpose == self._purpose else None
        if kept is not None and self._grounding.score_at(kept.cells) >= place.score - STAY:
            return
        self._place, self._purpose, self._pursued = place, purpose, 0
        self._pursuit = Pursuit.of_cells(self._navigator, place.cells)

    def _to_place(self, place: Place) -> str | None:
        """Towards a place; None if it was looked at in vain or cannot be reached."""
        self._pursued += 1
        action = NO_WAY if self._pursued > MOST_STEPS else self._pursuit.next_action()
        if action == ARRIVED and self._purpose == CLAIM:
            self.claims_by = "map"
            return CLAIM
        if action in (ARRIVED, NO_WAY):
            self._give_up(place.cells)
            self._place = None
            return None
        return action

    def _confirmed(self) -> bool:
        return bool(self._grounding.confirms(self.found.cells()).any())

    def _give_up(self, cells: NDArray[np.int64]) -> None:
        for i, j in cells.tolist():
            low_i, low_j = max(i - BARRED_CELLS, 0), max(j - BARRED_CELLS, 0)
            self._barred[low_i : i + BARRED_CELLS + 1, low_j : j + BARRED_CELLS + 1] = True

    def _cells(self, points_m: NDArray[np.float64]) -> NDArray[np.int64]:
        on_map = self._navigator.map
        return np.clip(on_map.cells_of(points_m), 0, on_map.side - 1)


def _points(pixels: NDArray[np.bool_], look: Look) -> NDArray[np.float64]:
    """Where on the map the pixels lie."""
    return points_of(pixels, look.seen.depth_m, look.camera, look.eye, 0.0)
