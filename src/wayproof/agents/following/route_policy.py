"""Walks a route that was told in words: pursues its goals one after the other on a map of what it has seen.

A named thing that is on the map is gone to; what is not on it is looked for where the told direction and room
make it likely. A goal that takes too long is given up, since one landmark that perception misses must not end
the walk. All that it decides by are the entries of its memory, so a tester can replace them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from wayproof.agents.contract.capabilities import DETECTIONS, ENTRIES, Remembered, rounded_points
from wayproof.agents.contract.overrides import Overrides, remember
from wayproof.agents.exploring.frontier_exploration import FrontierExploration
from wayproof.agents.following.route_goals import RouteGoal, route_goals
from wayproof.agents.following.route_progress import (
    CROSSED_M,
    NEAR_M,
    ROOM_M,
    STOP_M,
    RouteProgress,
)
from wayproof.agents.mapping.occupancy_map import Box, Point2
from wayproof.agents.mapping.room_map import RoomMap
from wayproof.agents.mapping.room_priors import Floats, room_priors
from wayproof.agents.mapping.thing_memory import ThingMemory
from wayproof.agents.moving.given_plan import decided
from wayproof.agents.moving.navigator import FAILED_STEP, Navigator
from wayproof.agents.reading.route_rules import Step
from wayproof.agents.seeing.detected_image import detections_of, image_of
from wayproof.agents.seeing.network_perception import LEAST_CONFIDENCE
from wayproof.agents.seeing.perception import Perception, SeenImage
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Readings

BLIND_SHARE = 0.25  # of its actions after which an agent that understood nothing stops where it is
SPARE_ACTIONS = 3  # before the last one, it stops wherever it is: that can only help


class RoutePolicy:
    """Decides through one episode."""

    def __init__(self, brief: Brief, card: AgentCard, perception: Perception, steps: Sequence[Step]) -> None:
        self.brief, self._perception = brief, perception
        self.navigator = Navigator(brief)
        self.overrides = Overrides(card.sensors, card.actions, outputs=(DETECTIONS,))
        self.progress = RouteProgress(route_goals(steps))
        self._things = ThingMemory()
        self._rooms = RoomMap(self.navigator.map, room_priors())
        self._exploration = FrontierExploration(self.navigator, self._worth_m)
        self._plan: list[Point2] | None = None

    def act(self, observation: Observation) -> Action:
        readings = self.overrides.readings(observation.readings)
        self._seen = self._look(readings)
        navigator, self._step = self.navigator, observation.step
        navigator.step = observation.step
        navigator.sense({**readings, "depth": self._seen.depth_m})
        points, entries = self.overrides.memory()
        remember(points, navigator.map)
        camera, eye = navigator.camera, navigator.eye
        self._things.see(self._seen, LEAST_CONFIDENCE, camera, eye, 0.0, observation.step)
        self._rooms.see(self._seen, LEAST_CONFIDENCE, camera, eye)
        if entries is not None:
            self._replace_memory(entries)
        plan = self.overrides.plan()
        chosen, self._plan = decided(self.navigator, plan, self._own_decision, lambda name: name == "stop")
        action = self.overrides.decision() or Action(chosen)
        navigator.acted(action.name)
        return action

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        navigator, goal = self.navigator, self.progress.goal
        plan = navigator.waypoints() if self._plan is None else self._plan
        return {
            "perception": {
                **navigator.perceived,
                DETECTIONS: [one.plain() for one in detections_of(self._seen, LEAST_CONFIDENCE)],
                "seen": self._seen.picture(LEAST_CONFIDENCE),
            },
            "memory": {
                ENTRIES: [entry.plain() for entry in self._entries()],
                **navigator.remembered(),
                **self._exploration.remembered(),
                "route": [one.told for one in self.progress.goals],
                "present": "" if goal is None else goal.told,
                "room_here": self._rooms.room_at(navigator.pose),
            },
            "plan": rounded_points(plan),
            "decision": navigator.last_action,
        }

    def override(self, capability: str, value: object) -> None:
        """Give a value that replaces a capability's own at the next step, see overrides.py."""
        self.overrides.give(capability, value)

    def save(self) -> dict[str, Any]:
        """All that the next step depends on, apart from the brief."""
        return {
            "navigator": self.navigator.save(),
            "things": self._things.save(),
            "rooms": self._rooms.save(),
            "exploration": self._exploration.save(),
            "progress": self.progress.save(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved, in an episode that has just begun."""
        self.navigator.restore(state["navigator"])
        self._things.restore(state["things"])
        self._rooms.restore(state["rooms"])
        self._exploration.restore(state["exploration"])
        self.progress.restore(state["progress"])

    def _look(self, readings: Readings) -> SeenImage:
        """What it sees, or what it is told to see: then nothing looks at the image."""
        told = self.overrides.told()
        if told.detections is None:
            return self._perception.look(readings)
        return image_of(told.detections, self._perception.names, self._perception.depth(readings))

    def _own_decision(self) -> str:
        progress, limit = self.progress, self.brief.maximum_steps
        blind = not progress.goals and self._step >= BLIND_SHARE * limit
        if blind or self._step >= limit - SPARE_ACTIONS:
            return "stop"
        for _ in range(len(progress.goals) + 1):
            goal = progress.goal
            if goal is None:
                return "stop" if progress.goals else self._exploration.next_action()
            action = self._pursue(goal)
            if action is not None:
                return action
            progress.advance(self.navigator.pose, self._step)
        return "stop"

    def _pursue(self, goal: RouteGoal) -> str | None:
        """The next action for a goal; None once it is done or given up."""
        progress, navigator = self.progress, self.navigator
        later = progress.overtaken(self._things.entries)
        if later is not None:
            progress.jump(later, navigator.pose, self._step)
            return self._pursue(progress.goals[later])
        if progress.lost_patience(self._step):
            return None
        if goal.kind == "turn":
            return self._turn(goal)
        if goal.kind == "cross":
            return None if self._crossed(goal) else self._exploration.next_action()
        return self._reach(goal)

    def _turn(self, goal: RouteGoal) -> str | None:
        """To the landmark of a turn, if it is known; the new direction is preferred from then on."""
        progress, pose = self.progress, self.navigator.pose
        place_m = progress.landmark(self._things.entries, pose)
        if place_m is not None and self.navigator.distance_m(place_m) > NEAR_M:
            return self.navigator.action_towards(place_m, NEAR_M)
        progress.bearing_rad = math.remainder(pose.heading_rad + goal.turn_rad, math.tau)
        progress.from_m = (pose.x_m, pose.y_m)
        return None

    def _crossed(self, goal: RouteGoal) -> bool:
        """Whether the robot has come into the room that was told, or at least out of where it was."""
        pose, moved_m = self.navigator.pose, self.progress.moved_m(self.navigator.pose)
        if goal.room:
            return moved_m > 1.0 and self._rooms.room_at(pose) == goal.room
        return moved_m > CROSSED_M

    def _reach(self, goal: RouteGoal) -> str | None:
        """To the landmark of a goal, looking for it while it is not known; at the last one, a stop."""
        navigator, last = self.navigator, goal.kind == "stop"
        place_m = self.progress.landmark(self._things.entries, navigator.pose)
        if place_m is None:
            given_up = self._exploration.seen_all or (last and not goal.things and self._crossed(goal))
            return ("stop" if last else None) if given_up else self._exploration.next_action()
        radius_m = STOP_M if last else NEAR_M
        if navigator.distance_m(place_m) > radius_m and not navigator.escape.stuck:
            return navigator.action_towards(place_m, radius_m)
        if last:
            return "stop"
        self.progress.bearing_rad = navigator.pose.heading_rad
        return None

    def _worth_m(self, box: Box) -> Floats:
        goal, progress = self.progress.goal, self.progress
        worth = progress.worth_m(self.navigator.map, box, self.navigator.pose)
        if goal is None:
            return worth
        if goal.room:
            worth = worth + ROOM_M * self._rooms.chance_of(goal.room, box)
        elif goal.things:
            worth = worth + ROOM_M * self._rooms.likely(goal.things[0], box)
        return worth

    def _entries(self) -> list[Remembered]:
        """All that is remembered, in the order of time."""
        return sorted([*self.navigator.failures(), *self._things.entries], key=lambda entry: entry.step)

    def _replace_memory(self, entries: Sequence[Remembered]) -> None:
        """Forget what is not among the entries and believe what is new; the rest stays as it is."""
        own, given = self._entries(), [entry.plain() for entry in entries]
        gone = [entry for entry in own if entry.plain() not in given]
        known = [entry.plain() for entry in own]
        for entry in gone:
            if entry.what == FAILED_STEP:
                self.navigator.forget_failure(entry)
        self._things.forget([entry.plain() for entry in gone])
        for entry in entries:
            if entry.plain() in known:
                continue
            if entry.what == FAILED_STEP:
                self.navigator.believe_failure(entry)
            else:
                self._things.note(replace(entry))
