"""How far it is to a goal, and the next step of an expert who knows the way: for tasks with places to reach.

A goal is reached at any of its places: the point itself, or view points from which a thing is seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.navigation.distance_fields import Field, distance_field, field_distance
from wayproof.navigation.experts import actions_down
from wayproof.navigation.free_points import island_of
from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.paths import Paths
from wayproof.vocabulary import Action, Episode, Point, Pose, Protocol

# The expert aims a hair inside the radius, so that rounding cannot put it on the border, which may not count.
EXPERT_SHARE = 0.99
# Where a wide radius counts, the expert goes further: people stop at a landmark, not 3 m from it.
EXPERT_STOPS_M = 0.5


def position_of(pose: Pose) -> NDArray[np.float64]:
    """A pose's place as (x, y, z)."""
    return np.array([pose.x_m, pose.y_m, pose.z_m])


def point_from(place: Sequence[float] | NDArray[np.floating]) -> Point:
    """A place (x, y, z) as a point of plain numbers."""
    return float(place[0]), float(place[1]), float(place[2])


def pose_at(place: Sequence[float] | NDArray[np.floating], heading_rad: float = 0.0) -> Pose:
    """The pose of a body that stands at a place (x, y, z)."""
    x_m, y_m, z_m = point_from(place)
    return Pose(x_m, y_m, z_m, float(heading_rad))


def planned_actions(field: Field, start: Pose, protocol: Protocol, radius_m: float) -> list[str]:
    """The expert's actions to within a radius of a field's goal, "stop" last.

    None at all if the protocol's whole steps and turns do not lead there.
    """
    step_m, turn_rad = protocol.forward_m, protocol.turn_rad
    try:
        return actions_down(field, start, goal_radius_m=radius_m, step_m=step_m, turn_rad=turn_rad)
    except InvalidInput:
        return []


def goal_of(episode: Episode) -> Point:
    """Where an episode's only goal is; more goals, or one without a position, are an error."""
    if len(episode.goals) != 1 or episode.goals[0].position_m is None:
        raise InvalidInput(f"episode {episode.id!r} needs one goal with a position to be judged")
    return episode.goals[0].position_m


def check_one_island(free: FreeSpace, episode: Episode) -> None:
    """Refuse an episode whose start and goal have no way between them."""
    start, goal = (
        island_of(free, place) for place in (position_of(episode.start), np.array(goal_of(episode)))
    )
    if start != goal:
        raise InvalidInput(
            f"episode {episode.id!r} starts on island {start} and its goal is on {goal}: a body of radius "
            f"{free.radius_m:g} m finds no way between them; choose both on one island "
            "(navigation.places.island_of) or a smaller body"
        )


class Places:
    """The places at which one goal is reached: how far to the nearest, and the steps there."""

    def __init__(self, paths: Paths, places_m: Sequence[Point]) -> None:
        if not places_m:
            raise InvalidInput("a goal has no place where it is reached; give a position or view points")
        self.paths, self.places_m = paths, tuple(places_m)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Distances to each place."""
        return tuple(distance_field(self.paths, np.array(place)) for place in self.places_m)

    def distance_m(self, pose: Pose) -> float:
        """Geodesic metres to the nearest place; inf where there is no way."""
        return self.nearest(pose)[1]

    def nearest(self, pose: Pose) -> tuple[Field, float]:
        """The nearest place and the metres to it."""
        here = position_of(pose)
        lengths_m = [field_distance(field, here) for field in self.fields]
        best = int(np.argmin(lengths_m))
        return self.fields[best], lengths_m[best]


class Guide:
    """The expert's next action towards places, planned once and followed while the body keeps to the plan.

    Noisy motors leave the plan at every step; then it is made anew.
    """

    def __init__(self, places: Places, protocol: Protocol, radius_m: float) -> None:
        self.places, self.protocol, self.radius_m = places, protocol, radius_m
        self._plan: list[str] = []
        self._expected: Pose | None = None

    def next_action(self, pose: Pose) -> str:
        """A step, a turn, or "stop" at the place; where steps find no way, a turn to get off the spot."""
        if self._expected is None or not _same(pose, self._expected) or not self._plan:
            self._plan = self._planned(pose)
        name = self._plan.pop(0)
        self._expected = _after(pose, name, self.protocol)
        return name

    def _planned(self, pose: Pose) -> list[str]:
        field, _ = self.places.nearest(pose)
        # Where noise has put the body, whole steps may lead nowhere: then it turns and looks elsewhere.
        return planned_actions(field, pose, self.protocol, EXPERT_SHARE * self.radius_m) or ["turn_left"]


def _after(pose: Pose, name: str, protocol: Protocol) -> Pose:
    """Where an exact body is after an action."""
    turn = {"turn_left": protocol.turn_rad, "turn_right": -protocol.turn_rad}.get(name, 0.0)
    ahead = protocol.forward_m if name == "forward" else 0.0
    heading = pose.heading_rad
    return Pose(
        pose.x_m - ahead * math.sin(heading), pose.y_m, pose.z_m - ahead * math.cos(heading), heading + turn
    )


def _same(one: Pose, other: Pose) -> bool:
    turned = math.remainder(one.heading_rad - other.heading_rad, math.tau)
    return math.hypot(one.x_m - other.x_m, one.z_m - other.z_m) < 1e-6 and abs(turned) < 1e-6


def claim(protocol: Protocol) -> Action:
    """How a goal is claimed under a protocol: "found" where goals follow one another, else "stop"."""
    return Action("found" if "found" in protocol.actions else "stop")
