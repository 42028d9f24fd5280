"""Judges a question: whether the agent has seen what the answer rests on, and what the expert would do.

Evidence counts once a quarter of it has been in the picture, near enough, at any time of the episode: an
agent may walk on before it answers. What is asked decides which evidence: all the things to be counted, one
of those whose existence is asked, a thing from its front where its state is asked; the room itself, where all
of a kind are counted or none is there.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.scenes.scene import Instance, Room
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.tasks import Measure, Now
from wayproof.tasks.judging.expert_walks import Walk
from wayproof.tasks.judging.object_search import search_for
from wayproof.tasks.visibility.in_view import looks_to, seen_now
from wayproof.tasks.visibility.view_points import MAIN_ISLAND, middles, one_per_square, sights_of, squares_of
from wayproof.vocabulary import Action, Episode, Goal, Pose, Protocol

Floats = NDArray[np.float64]

INSIDE_M = 0.3  # this far from its outline a place is well inside a room (ours)
WELL_SEEN = 32  # of a thing's 128 surface points, at once: a quarter of it (ours)
AT_PLACE_M = 0.15  # the expert looks round once it is this near to a place


def places_of_evidence(world: World, goal: Goal, radius_m: float) -> Floats:
    """Places (n, 3) from which all that the answer rests on is seen by turning on the spot.

    A question without evidence, or whose evidence is seen from nowhere, is an error.
    """
    if goal.view_points_m:
        return np.array(goal.view_points_m, np.float64)
    places = _seeing_all(world, goal, radius_m) if goal.instances else _all_places(world)
    places = places[_inside(world, goal.rooms, places)] if goal.rooms or not goal.instances else places
    if not len(places):
        raise InvalidInput(
            f"the question {goal.text!r} rests on instances {list(goal.instances)} and rooms "
            f"{list(goal.rooms)} of scene {world.scene.name!r}, and body {world.body.name!r} sees all of it "
            f"from no place within {radius_m:g} m; ask another question"
        )
    return places


def inside_room(room: Room, plan_m: Floats) -> NDArray[np.bool_]:
    """Whether points (n, 2) of the plan are inside a room's outline."""
    inside = np.zeros(len(plan_m), np.bool_)
    x, z = plan_m[:, 0], plan_m[:, 1]
    corners = room.polygon_m
    for (ax, az), (bx, bz) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if az != bz:
            inside ^= ((az > z) != (bz > z)) & (x < ax + (z - az) / (bz - az) * (bx - ax))
    return inside


def before(thing: Instance, x_m: float, z_m: float) -> bool:
    """Whether a point of the plan is on the side of a thing's front."""
    middle_x, middle_z = (thing.low_m[0] + thing.high_m[0]) / 2, (thing.low_m[2] + thing.high_m[2]) / 2
    ahead = (x_m - middle_x) * math.sin(thing.heading_rad) + (z_m - middle_z) * math.cos(thing.heading_rad)
    return ahead > 0.0


class QuestionJudge:
    """What has been seen so far for the answer to one question."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        if len(episode.goals) != 1 or episode.goals[0].answer is None or not episode.goals[0].text:
            raise InvalidInput(f"episode {episode.id!r} needs one goal with a text and an answer: a question")
        self.world, self.protocol, self.goal = world, protocol, episode.goals[0]
        self.places = search_for(world, self.goal, protocol, find=places_of_evidence)
        if not math.isfinite(self.places.distance_m(episode.start)):
            raise InvalidInput(
                f"episode {episode.id!r} starts where body {world.body.name!r} finds no way to what is asked "
                "about; start on the main island (navigation.places.island_of)"
            )
        region = search_for(world, self.goal, protocol, find=places_of_evidence, all_places=True)
        self.walk = Walk(region, protocol)
        self.seen: set[int] = set()
        self.entered: set[int] = set()

    def measure(self, now: Now) -> tuple[Measure, ...]:
        self._look(now.state)
        return (Measure(self.places.distance_m(now.state.pose), self.knows),)

    @property
    def knows(self) -> bool:
        """Whether all that the answer rests on has been seen."""
        return not self._missing() and self.entered >= set(self.goal.rooms)

    def advice(self, now: Now) -> Action:
        if self.measure(now)[0].in_range:
            return Action("answer", text=self.goal.answer)
        pose = now.state.pose
        if self._missing() and self.walk.places.distance_m(pose) <= AT_PLACE_M:
            limit_m = self.protocol.success_distance_m
            looks = looks_to(
                self.world, now.state, self._missing(), self.protocol, within_m=limit_m, least=WELL_SEEN
            )
            if looks:
                return Action(looks[0])
        return Action(self.walk.next_action(pose))

    def _missing(self) -> list[int]:
        """Things that are still to be seen; of things whose existence is asked one is enough."""
        if "existence" in self.goal.tags and self.seen:
            return []
        return [number for number in self.goal.instances if number not in self.seen]

    def _look(self, state: State) -> None:
        """Note what is seen and where one is now."""
        limit_m = self.protocol.success_distance_m
        wanted = [number for number in self._missing() if self._shows(number, state.pose)]
        self.seen.update(seen_now(self.world, state, wanted, within_m=limit_m, least=WELL_SEEN))
        here = np.array([[state.pose.x_m, state.pose.z_m]])
        for room in self.world.scene.rooms:
            if room.id in self.goal.rooms and room.id not in self.entered and inside_room(room, here)[0]:
                self.entered.add(room.id)

    def _shows(self, number: int, pose: Pose) -> bool:
        """Whether a thing shows from here what is asked."""
        return "state" not in self.goal.tags or before(
            sights_of(self.world).instance(number), pose.x_m, pose.z_m
        )


def _seeing_all(world: World, goal: Goal, radius_m: float) -> Floats:
    sights, surface = sights_of(world), world.free.surface
    own = [sights.places(number, radius_m, least=WELL_SEEN) for number in goal.instances]
    if "existence" in goal.tags:
        return one_per_square(surface, np.concatenate(own))
    shared = set.intersection(*({tuple(s) for s in squares_of(surface, places).tolist()} for places in own))
    first = own[0][[tuple(square) in shared for square in squares_of(surface, own[0]).tolist()]]
    if "state" in goal.tags:
        thing = sights.instance(goal.instances[0])
        return first[[before(thing, float(place[0]), float(place[2])) for place in first]]
    return first


def _all_places(world: World) -> Floats:
    """Places (n, 3) all over the main island, every 0.1 m."""
    surface = world.free.surface
    return one_per_square(surface, middles(surface, np.flatnonzero(surface.island == MAIN_ISLAND)))


def _inside(world: World, rooms: tuple[int, ...], places: Floats) -> NDArray[np.bool_]:
    """Which of the places (n, 3) are well inside one of the rooms."""
    plan, within = places[:, [0, 2]], np.zeros(len(places), np.bool_)
    aside = ((0.0, 0.0), (INSIDE_M, 0.0), (-INSIDE_M, 0.0), (0.0, INSIDE_M), (0.0, -INSIDE_M))
    for room in world.scene.rooms:
        if room.id in rooms:
            within |= np.logical_and.reduce([inside_room(room, plan + step) for step in aside])
    return within
