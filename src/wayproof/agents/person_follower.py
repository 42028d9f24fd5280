"""Following a person: keeps behind on ground where they walked, faces them, and stops when they stop.

It is privileged: the truth "people" tells it where people are. Depth keeps it off everything else.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from wayproof.agents import agent
from wayproof.agents.mapping.occupancy_map import Point2
from wayproof.agents.moving.navigator import Navigator
from wayproof.vocabulary import Action, AgentCard, Brief, Observation

NEAREST_M = 1.05  # OmniNavBench's band begins at 1 m
TARGET_M = 1.5
SLACK_M = 0.25  # a step may take it this much nearer than the target distance
CLEAR_M = 0.3  # around the person; depth there shows the person, not an obstacle
STILL_M, STILL_STEPS = 0.03, 4  # a person who moved less in this many steps has stopped


@agent
class PersonFollower:
    """Needs no training and no seed. It follows whoever is nearest at the first step."""

    card = AgentCard(
        "person_follower",
        "keeps behind a person whose place it is told",
        sensors=("depth", "gps", "compass"),
        truths=("people",),
    )

    def start(self, brief: Brief, seed: int) -> None:
        self.navigator = Navigator(brief)
        self.person: int | None = None
        self.at_m: list[Point2] = []  # where the person was, step by step
        self.trail_m: list[Point2] = []  # the same, thinned out
        self.distance_m = math.inf

    def act(self, observation: Observation) -> Action:
        self.navigator.sense(observation.readings)
        people = np.asarray(observation.truth.get("people", ()), np.float64).reshape(-1, 3)
        self._see(people)
        name = self._decide()
        self.navigator.acted(name)
        return Action(name)

    def trace(self) -> Mapping[str, object]:
        """What it thought at the last step."""
        person_m = [round(value, 2) for value in self.at_m[-1]] if self.at_m else None
        return {
            "perception": {**self.navigator.perceived, "person_m": person_m},
            "memory": {**self.navigator.remembered(), "person_seen_steps": len(self.at_m)},
            "plan": [[round(x, 2), round(y, 2)] for x, y in self.navigator.waypoints()],
            "decision": self.navigator.last_action,
        }

    def _see(self, people: NDArray[np.float64]) -> None:
        """Put the person on the map; where they walked is free ground."""
        if self.person is None and len(people):
            self.person = int(np.argmin(np.hypot(people[:, 0], people[:, 1])))
        if self.person is None or self.person >= len(people) or not np.isfinite(people[self.person]).all():
            return
        pose = self.navigator.pose
        ahead, left, _ = people[self.person].tolist()
        sin, cos = math.sin(pose.heading_rad), math.cos(pose.heading_rad)
        point = (pose.x_m + cos * ahead - sin * left, pose.y_m + sin * ahead + cos * left)
        self.at_m.append(point)
        if not self.trail_m or math.dist(point, self.trail_m[-1]) > CLEAR_M / 2:
            self.trail_m.append(point)
        self.distance_m = math.hypot(ahead, left)

    def _decide(self) -> str:
        if not self.at_m:
            return "turn_left"
        navigator, person = self.navigator, self.at_m[-1]
        if self.distance_m <= NEAREST_M:
            return navigator.action_towards(self._back_off(person), navigator.brief.forward_m / 2)
        if self.distance_m - navigator.brief.forward_m >= TARGET_M - SLACK_M:
            return self._closer(person)
        turn = navigator.turn_to(navigator.bearing_rad(person))
        if turn is not None:
            return turn
        if self._stands():
            return "stop"
        # Bodies with discrete steps cannot wait: it looks aside and back.
        return "turn_left" if navigator.last_action != "turn_left" else "turn_right"

    def _closer(self, person: Point2) -> str:
        """Towards the person, on the map without them and what they walked over."""
        navigator = self.navigator
        for point in [*self.trail_m, person]:
            navigator.map.clear(*point, CLEAR_M)
        return navigator.action_towards(person, TARGET_M)

    def _back_off(self, person: Point2) -> Point2:
        """A point at the target distance, on the robot's side of the person."""
        pose = self.navigator.pose
        away = math.atan2(pose.y_m - person[1], pose.x_m - person[0])
        return person[0] + TARGET_M * math.cos(away), person[1] + TARGET_M * math.sin(away)

    def _stands(self) -> bool:
        recent = self.at_m[-STILL_STEPS:]
        if len(recent) < STILL_STEPS:
            return False
        return all(math.dist(point, recent[-1]) < STILL_M for point in recent)
