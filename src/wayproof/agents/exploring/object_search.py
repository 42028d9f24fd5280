"""Finding a thing by sight: explores, puts the target on its map when it sees it, goes there, claims it.

The policy that object-goal agents share. They differ in their perception and in how they explore.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from typing import Protocol as Interface

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.capabilities import DETECTIONS, ENTRIES, FIT, rounded_points
from wayproof.agents.contract.overrides import Overrides, remember
from wayproof.agents.exploring.search_memory import SearchMemory
from wayproof.agents.exploring.seen_target import SeenTarget
from wayproof.agents.exploring.wanted_words import wanted_name
from wayproof.agents.mapping.occupancy_map import Point2
from wayproof.agents.mapping.thing_memory import ThingMemory
from wayproof.agents.moving.approach import Approach
from wayproof.agents.moving.given_plan import decided
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.detected_image import detections_of, image_of
from wayproof.agents.seeing.perception import Perception, SeenImage
from wayproof.kinds import answering, plainly_answering
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Readings

CLAIM_M = 0.95  # from the nearest point seen of the target; protocols ask for 1 m from its box
# A network's regions reach beyond the thing: whoever sees by one goes a step nearer where there is ground.
NEARER_CLAIM_M, NEARER_M = 0.8, 0.75
# Of the image that must show the target when it is claimed: 12 and 600 of 128 x 96 pixels. Between the two it
# turns to face the target first, since a leaf at the edge of the image may not be enough to be in view.
LEAST_SHARE, AMPLE_SHARE = 0.001, 0.05
LOOK_RAD = math.radians(30.0)  # of look_up and look_down, on all bodies; only used to judge a claim
TILTS = ("look_down", "look_up", "look_up")
TARGET_M = "target_m"
MEMORABLE_SHARE = 0.001  # of the image that a thing must cover to be mentioned in the trace


class Exploration(Interface):
    """How an agent looks for what it has not seen. `see` shows it each image, from a `level` or tilted
    camera; `remembered` and `fit` are what a trace says about it."""

    @property
    def fit(self) -> NDArray[np.float32] | None:
        """How well each column of the last image fits the goal; None if it does not go by that."""
        ...

    @property
    def seen_all(self) -> bool: ...

    def see(self, seen: SeenImage, readings: Readings, *, level: bool) -> None: ...

    def next_action(self) -> str: ...

    def save(self) -> dict[str, Any]: ...

    def restore(self, state: Mapping[str, Any]) -> None: ...

    def remembered(self) -> dict[str, object]: ...


# Begins to explore for a wanted category.
BeginExploration = Callable[[Navigator, str], Exploration]


class ObjectSearch:
    """Decides through one episode. Where goals follow one another it keeps its map."""

    def __init__(
        self,
        brief: Brief,
        card: AgentCard,
        perception: Perception,
        explore: BeginExploration,
        *,
        least_confidence: float = 0.0,
        floor_filter: bool = True,
        checks_claims: bool = True,
    ) -> None:
        """Without `floor_filter` the map takes a floor that looks rough for obstacles; without
        `checks_claims` it claims whatever looks like the target at hand."""
        self.brief, self._perception, self._explore = brief, perception, explore
        self._least_confidence, self._checks_claims = least_confidence, checks_claims
        self.navigator = Navigator(brief, floor_filter=floor_filter)
        self.overrides = Overrides(card.sensors, card.actions, outputs=(DETECTIONS, FIT), memory=(TARGET_M,))
        self.claim = "found" if "found" in brief.actions else "stop"
        self.tilts = [name for name in TILTS if name in brief.actions]
        self.pitch = 0  # looks up minus looks down
        self.known: set[str] = set()
        self._things = ThingMemory()
        self._goal = -1

    def act(self, observation: Observation) -> Action:
        if observation.goal != self._goal:
            wanted = wanted_name(self.brief, observation.instruction, self._perception.named_in)
            self._begin_goal(observation.goal, wanted)
        readings = self.overrides.readings(observation.readings)
        seen = self._look(readings)
        self.navigator.step = self._target.step = observation.step
        self.navigator.sense({**readings, "depth": seen.depth_m}, use_depth=self.pitch == 0)
        points, entries = self.overrides.memory()
        self._remember(points)
        self._note(seen, observation.step)
        self._exploration.see(seen, readings, level=self.pitch == 0)
        if entries is not None:
            self._memory.replace(entries)
        chosen = self._decide(self.overrides.plan())
        action = self.overrides.decision() or Action(chosen)
        self.navigator.acted(action.name)
        self.pitch += {"look_up": 1, "look_down": -1}.get(action.name, 0)
        return action

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        navigator = self.navigator
        plan = navigator.waypoints() if self._plan is None else self._plan
        nearest_m = round(self._sighting.view.nearest_m, 2) if self._sighting.view.pixels else None
        points = self._target.points_m()
        return {
            "perception": {
                **navigator.perceived,
                DETECTIONS: [one.plain() for one in detections_of(self._seen, self._least_confidence)],
                FIT: self._exploration.fit,
                "objects": self._objects,
                "target_pixels": self._sighting.view.pixels,
                "target_nearest_m": nearest_m,
                "seen": self._seen.picture(self._least_confidence),
            },
            "memory": {
                ENTRIES: [entry.plain() for entry in self._memory.entries()],
                **navigator.remembered(),
                **self._exploration.remembered(),
                "objects": sorted(self.known),
                TARGET_M: np.round(points.mean(axis=0), 2).tolist() if len(points) else None,
            },
            "plan": rounded_points(plan),
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
            "known": sorted(self.known),
            "pitch": self.pitch,
            "goal": self._goal,
        }
        if self._goal < 0:
            return state
        return {
            **state,
            "wanted": self._wanted,
            "tilted": self._tilted,
            "sighting": self._sighting.save(),
            "approach": self._approach.save(),
            "exploration": self._exploration.save(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved, in an episode that has just begun."""
        self.navigator.restore(state["navigator"])
        self.known, self.pitch = set(state["known"]), int(state["pitch"])
        if state["goal"] >= 0:
            self._begin_goal(int(state["goal"]), state["wanted"])
            self._tilted = int(state["tilted"])
            self._sighting.restore(state["sighting"])
            self._approach.restore(state["approach"])
            self._exploration.restore(state["exploration"])
        self._things.restore(state["things"])

    def _begin_goal(self, goal: int, wanted: str) -> None:
        """Forget the last goal and note what the next one is called; the map stays."""
        self._goal, self._wanted = goal, wanted
        self._sighting = SeenTarget(self.navigator, self._least_confidence, checks_claims=self._checks_claims)
        self._target = self._sighting.map
        self._memory = SearchMemory(self.navigator, self._things, self._target, self._wanted)
        nearer = self._sighting.doubts
        self._reach_m = NEARER_CLAIM_M if nearer else CLAIM_M
        self._approach = Approach(self.navigator, self._target, NEARER_M if nearer else None)
        self._exploration = self._explore(self.navigator, self._wanted)
        self._tilted = 0
        self._objects: list[str] = []

    def _remember(self, points: Mapping[str, list[Point2]]) -> None:
        remember(points, self.navigator.map)
        self._target.add(
            np.array(points.get(TARGET_M, []), np.float64).reshape(-1, 2), self._target.least_count
        )

    def _look(self, readings: Readings) -> SeenImage:
        """What it sees, or what it is told to see; then the image is asked for its depth alone, if at all."""
        told = self.overrides.told()
        if told.detections is None:
            return self._perception.look(readings)
        shown = image_of(told.detections, self._perception.names, self._perception.depth(readings))
        return replace(shown, fit=told.fit)

    def _note(self, seen: SeenImage, step: int) -> None:
        """Find the target in this image and put its points on the map."""
        self._seen = seen
        navigator, tilted_rad = self.navigator, self.pitch * LOOK_RAD
        self._things.see(seen, self._least_confidence, navigator.camera, navigator.eye, tilted_rad, step)
        self._sighting.note(seen, self._accepted(), tilted_rad)
        self._objects = seen.present(MEMORABLE_SHARE, self._least_confidence)
        self.known.update(self._objects)

    def _accepted(self) -> tuple[str, ...]:
        """The categories to look for; second choices only once all ground has been seen."""
        if not self._wanted:
            return ()
        return answering(self._wanted) if self._exploration.seen_all else plainly_answering(self._wanted)

    def _decide(self, plan: list[Point2] | None) -> str:
        """Its own decision about what it sees at hand, else what a plan says that is not its own."""
        action, self._plan = decided(self.navigator, plan, self._own_decision, lambda _: self._at_hand)
        return action if self._plan is None else self._level() or action

    @property
    def _at_hand(self) -> bool:
        """Whether it sees enough of the target within reach."""
        return self._sighting.share >= LEAST_SHARE and self._sighting.view.nearest_m <= self._reach_m

    def _own_decision(self) -> str:
        navigator, view = self.navigator, self._sighting.view
        if self._at_hand:
            turn = navigator.turn_to(navigator.bearing_rad(view.middle_m))
            there_and_back = {turn, navigator.last_action} == {"turn_left", "turn_right"}
            faced = there_and_back or self._sighting.share >= AMPLE_SHARE
            return self._claim_or_doubt() if faced or turn is None else turn
        points = self._target.points_m()
        if not len(points) and self._exploration.seen_all and self._sighting.go_back():
            points = self._target.points_m()
        if not len(points):
            return self._level() or self._exploration.next_action()
        ground = self._approach.ground()
        if ground is None or (self._exploration.seen_all and not ground[0].any()):
            return self._face(points)
        self._tilted = 0
        if not ground[0].any():  # seen from afar: look for a path to it
            return self._level() or self._exploration.next_action()
        return self._level() or navigator.action_into(*ground)

    def _claim_or_doubt(self) -> str:
        """Claim what is at hand, after a look from a second place; search on if it was denied too often."""
        sighting = self._sighting
        if not sighting.agreed:
            sighting.set_aside()
            return self._level() or self._exploration.next_action()
        if sighting.confirmed or not self._approach.bar_here():
            return self.claim
        ground = self._approach.ground()
        return self.claim if ground is None else self._level() or self.navigator.action_into(*ground)

    def _face(self, points: NDArray[np.float64]) -> str:
        """Within reach of the target: face it and tilt the camera; if it is not in view, try other ground or
        forget it."""
        navigator, view = self.navigator, self._sighting.view
        offset = points - (navigator.pose.x_m, navigator.pose.y_m)
        x_m, y_m = points[int(np.argmin(np.hypot(offset[:, 0], offset[:, 1])))].tolist()
        turn = navigator.turn_to(navigator.bearing_rad((x_m, y_m)))
        if turn is not None:
            return turn
        if self._tilted < len(self.tilts):
            self._tilted += 1
            return self.tilts[self._tilted - 1]
        if view.pixels > 0 and view.nearest_m <= CLAIM_M:
            return self._claim_or_doubt()  # very little of it, or a little far, yet all there is to be seen
        self._tilted = 0
        if not self._approach.bar_here():
            self._target.forget((x_m, y_m))
        return self._level() or "turn_left"

    def _level(self) -> str | None:
        """The look that brings the camera back towards level; None if it is level."""
        return None if self.pitch == 0 else "look_up" if self.pitch < 0 else "look_down"
