"""The policy that agents for described goals share: perceives, keeps the maps, searches goal by goal.

Each agent brings a grounding, its own map and its own way to ask it, and a way to explore; the search for one
goal is in described_goal.py. It looks round once when an episode begins. Where goals follow one another the
maps are kept, and each goal begins with the first phase.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from wayproof.agents.contract.capabilities import DETECTIONS, ENTRIES, FEATURES, rounded_points
from wayproof.agents.contract.overrides import Overrides, remember
from wayproof.agents.exploring.described_goal import CLAIM, DescribedGoal
from wayproof.agents.exploring.frontier_exploration import FrontierExploration
from wayproof.agents.exploring.grounding import Grounding, Look
from wayproof.agents.exploring.object_search import MEMORABLE_SHARE, TARGET_M, Exploration
from wayproof.agents.exploring.search_memory import SearchMemory
from wayproof.agents.mapping.occupancy_map import Point2
from wayproof.agents.mapping.thing_memory import ThingMemory
from wayproof.agents.moving.given_plan import decided
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.reading.goal_phrase import GoalPhrase, ThingPhrase, goal_phrase
from wayproof.agents.seeing.described_things import DescribedThings
from wayproof.agents.seeing.detected_image import detections_of, image_of
from wayproof.agents.seeing.feature_spaces import FeatureSpace, SpaceName, feature_space
from wayproof.agents.seeing.features import Level, features_of
from wayproof.agents.seeing.image_labels import Eyes, by_pixels
from wayproof.agents.seeing.network_perception import LEAST_CONFIDENCE, NetworkPerception
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Readings

SENSORS = ("rgb", "depth", "gps", "compass")
ACTIONS = ("stop", "forward", "turn_left", "turn_right", "found")

MakeGrounding = Callable[[Navigator, FeatureSpace], Grounding]
BeginExploration = Callable[[Navigator, Grounding], Exploration]


def to_worthy_frontiers(navigator: Navigator, grounding: Grounding) -> Exploration:
    """From frontier to frontier, near ones and those around which the map fits the goal first."""
    return FrontierExploration(navigator, grounding.worth_m)


class DescribedSearch:
    """Decides through one episode."""

    def __init__(
        self,
        brief: Brief,
        card: AgentCard,
        ground: MakeGrounding,
        explore: BeginExploration = to_worthy_frontiers,
        *,
        level: Level,
        explore_steps: int | None,
        detects: bool = True,
        space: SpaceName | FeatureSpace = "concepts",
        eyes: Eyes = by_pixels,
    ) -> None:
        """`eyes` detect; `space` says what the vectors on the map are."""
        self.brief, self.navigator = brief, Navigator(brief)
        self.perception = NetworkPerception(brief, eyes=eyes)
        self._space: FeatureSpace = (
            feature_space(space, self.perception.network) if isinstance(space, str) else space
        )
        self.grounding, self._explore = ground(self.navigator, self._space), explore
        self._level, self._explore_steps, self._detects = level, explore_steps, detects
        outputs = (DETECTIONS, FEATURES)
        self.overrides = Overrides(card.sensors, card.actions, outputs=outputs, memory=(TARGET_M,))
        self._claim = "found" if "found" in brief.actions else "stop"
        self._turns_left = math.ceil(math.tau / brief.turn_rad - 1e-6)
        self._things = ThingMemory()
        self._number = -1

    def act(self, observation: Observation) -> Action:
        if observation.goal != self._number:
            text = observation.instruction or self.brief.instruction or ""
            words = self.perception.network.words
            self._begin_goal(observation.goal, goal_phrase(text, words, self.brief.category))
        readings = self.overrides.readings(observation.readings)
        self.look(readings)
        self.navigator.step = self._goal.found.target.step = observation.step
        self.navigator.sense({**readings, "depth": self._seen.depth_m})
        points, entries = self.overrides.memory()
        self._remember(points)
        self._take_in(observation.step)
        if entries is not None:
            known = [entry.plain() for entry in self._memory.entries()]
            new = [entry.what for entry in entries if entry.plain() not in known]
            self._goal.told |= self._phrase.asked.thing in new
            self._memory.replace(entries)
        plan, claim = self.overrides.plan(), self._claim
        chosen, self._plan = decided(self.navigator, plan, self._own_decision, lambda name: name == claim)
        # A claim says what it was made by, so that logs can tell why a goal was missed.
        own = Action(chosen, text=self._goal.claims_by if chosen == claim else None)
        given = self.overrides.decision()
        action = own if given is None or given == Action(chosen) else given
        self.navigator.acted(action.name)
        return action

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        navigator, points = self.navigator, self._goal.found.target.points_m()
        return {
            "perception": {
                **navigator.perceived,
                DETECTIONS: [one.plain() for one in detections_of(self._seen, LEAST_CONFIDENCE)],
                FEATURES: self._vectors,
                "objects": self._seen.present(MEMORABLE_SHARE, LEAST_CONFIDENCE),
                "seen": self._seen.picture(LEAST_CONFIDENCE),
            },
            "memory": {
                ENTRIES: [entry.plain() for entry in self._memory.entries()],
                **navigator.remembered(),
                **self._goal.exploration.remembered(),
                **self.grounding.remembered(),
                "asked": {"thing": self._phrase.asked.spelled, "carrier": self._phrase.carrier.spelled},
                "phase": "exploit" if self._goal.exploits else "explore and exploit",
                TARGET_M: np.round(points.mean(axis=0), 2).tolist() if len(points) else None,
            },
            "plan": rounded_points(navigator.waypoints() if self._plan is None else self._plan),
            "decision": navigator.last_action,
        }

    def override(self, capability: str, value: object) -> None:
        """Give a value that replaces a capability's own at the next step, see overrides.py.

        Memory also takes "target_m": points of the target.
        """
        self.overrides.give(capability, value)

    def save(self) -> dict[str, Any]:
        """All that the next step depends on, apart from the brief."""
        state = {
            "navigator": self.navigator.save(),
            "things": self._things.save(),
            "turns_left": self._turns_left,
            "number": self._number,
            "grounding": self.grounding.save(),
        }
        if self._number < 0:
            return state
        phrase = [
            {"thing": one.thing, "looks": [list(look) for look in one.looks]}
            for one in (self._phrase.asked, self._phrase.carrier)
        ]
        return {**state, "phrase": phrase, "goal": self._goal.save()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved, in an episode that has just begun."""
        self.navigator.restore(state["navigator"])
        self.grounding.restore(state["grounding"])
        self._turns_left = int(state["turns_left"])
        if state["number"] >= 0:
            asked, carrier = (
                ThingPhrase(one["thing"], tuple((field, value) for field, value in one["looks"]))
                for one in state["phrase"]
            )
            self._begin_goal(int(state["number"]), GoalPhrase(asked, carrier))
            self._goal.restore(state["goal"])
        self._things.restore(state["things"])

    def _begin_goal(self, number: int, phrase: GoalPhrase) -> None:
        """Begin anew with what is asked for; the maps stay."""
        self._number, self._phrase = number, phrase
        self.grounding.ask(phrase)
        detector = DescribedThings(phrase.asked, self._space, LEAST_CONFIDENCE) if self._detects else None
        exploration = self._explore(self.navigator, self.grounding)
        self._goal = DescribedGoal(self.navigator, self.grounding, exploration, detector, self._explore_steps)
        target = self._goal.found.target
        self._memory = SearchMemory(self.navigator, self._things, target, phrase.asked.thing)

    def look(self, readings: Readings) -> None:
        """What it sees, or is told to see: then nothing looks at the image."""
        told = self.overrides.told()
        if told.detections is None:
            self._seen = self.perception.look(readings)
        else:
            depth_m = self.perception.depth(readings)
            self._seen = image_of(told.detections, self.perception.names, depth_m)
        if told.features is not None and told.features.shape[-1] == self._space.dimension:
            self._vectors = np.ascontiguousarray(told.features)
        else:
            self._vectors = features_of(self._seen, readings, self._space, self._level)

    def _take_in(self, step: int) -> None:
        """Put what was seen on the maps."""
        navigator, seen = self.navigator, self._seen
        self._things.see(seen, LEAST_CONFIDENCE, navigator.camera, navigator.eye, 0.0, step)
        if seen.label.shape == seen.depth_m.shape and seen.label.size:
            look = Look(seen, self._vectors, navigator.camera, navigator.eye)
            self.grounding.see(look)
            self._goal.see(look)

    def _remember(self, points: Mapping[str, list[Point2]]) -> None:
        remember(points, self.navigator.map)
        given, target = np.array(points.get(TARGET_M, []), np.float64).reshape(-1, 2), self._goal.found.target
        self._goal.told |= len(given) > 0
        target.add(given, target.least_count)

    def _own_decision(self) -> str:
        if self._turns_left > 0 and not self._goal.found.has_target:
            self._turns_left -= 1
            return "turn_left"
        action = self._goal.next_action()
        return self._claim if action == CLAIM else action
