"""Judges a search for a thing: how far to a place to see it from, whether it is in view, what to do next.

Where a protocol wants the thing in the picture (`must_see`), an agent is in range as soon as it sees one of
the things, near enough; else as soon as it stands close enough to a view point of one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.simulator.worlds import KEPT_WORLDS
from wayproof.tasks import Measure, Now
from wayproof.tasks.judging.expert_walks import AT_PLACE_M, Walk
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.judging.places import claim
from wayproof.tasks.visibility.in_view import in_view, looks_to
from wayproof.tasks.visibility.view_points import NEAR_M, on_grid, sights_of
from wayproof.vocabulary import Action, Episode, Goal, Protocol

Floats = NDArray[np.float64]
Finding = Callable[[World, Goal, float], Floats]

# RoboTHOR measures to the nearest point of a 0.25 m grid from which the thing is visible; so do we where
# seeing counts, and the places inside the region of sight are as far apart.
MEASURED_M = 0.25


def places_of(world: World, goal: Goal, radius_m: float = NEAR_M) -> Floats:
    """Where a goal is reached (n, 3): at the view points that it lists, else at all those of its instances.

    A goal with neither, or whose instances can be seen from nowhere, is an error.
    """
    if goal.view_points_m:
        return np.array(goal.view_points_m, np.float64)
    if not goal.instances:
        raise InvalidInput(
            f"a goal of kind {goal.kind!r} names no instances and has no view points; it needs one of both"
        )
    places = places_to_see(world, goal.instances, radius_m)
    if not len(places):
        raise InvalidInput(
            f"instances {', '.join(map(str, goal.instances))} of scene {world.scene.name!r} can be seen from "
            f"nowhere within {radius_m:g} m by body {world.body.name!r}; choose another thing or body"
        )
    return places


def places_to_see(world: World, instances: Sequence[int], radius_m: float) -> Floats:
    """Places (n, 3) from which at least one of the things is seen; none twice."""
    found = [sights_of(world).places(instance, radius_m) for instance in instances]
    return np.unique(np.concatenate([np.empty((0, 3)), *found]), axis=0)


def radius_of(protocol: Protocol) -> float:
    """How far around a thing its view points are: where it must be seen, as near as that has to be."""
    return protocol.success_distance_m if protocol.must_see else NEAR_M


def search_for(
    world: World, goal: Goal, protocol: Protocol, *, find: Finding | None = None, all_places: bool = False
) -> NearestPlace:
    """The places to which the way to a goal is measured; kept for the goals of worlds in use.

    `find` tells where they are, `places_of` if nothing else. Where seeing counts they are thinned out, unless
    `all_places` are asked for.
    """
    radius_m, thin = radius_of(protocol), protocol.must_see and not all_places
    searches = _searches(world)
    key = (goal.kind, goal.tags, goal.view_points_m, goal.instances, goal.rooms, radius_m, thin)
    if key not in searches:
        places = (find or places_of)(world, goal, radius_m)
        searches[key] = NearestPlace(
            world.paths, on_grid(world.paths, places, MEASURED_M) if thin else places
        )
    return searches[key]


@lru_cache(maxsize=KEPT_WORLDS)
def _searches(world: World) -> dict[Any, NearestPlace]:
    return {}


class SearchJudge:
    """How a search for one goal stands."""

    def __init__(self, world: World, protocol: Protocol, episode: Episode) -> None:
        if len(episode.goals) != 1:
            raise InvalidInput(
                f"episode {episode.id!r} has {len(episode.goals)} goals; a search has exactly one"
            )
        self.world, self.protocol, self.goal = world, protocol, episode.goals[0]
        if protocol.must_see and not self.goal.instances:
            raise InvalidInput(
                f"the goal of episode {episode.id!r} names no instances, and protocol {protocol.name!r} asks "
                "whether one is in view; name them or choose another protocol"
            )
        self.places = search_for(world, self.goal, protocol)
        if not math.isfinite(self.places.distance_m(episode.start)):
            raise InvalidInput(
                f"episode {episode.id!r} starts where body {world.body.name!r} finds no way to its goal; "
                "start on the main island (navigation.places.island_of)"
            )
        least_m = AT_PLACE_M if protocol.must_see else self.goal.radius_m or protocol.success_distance_m
        self.walk = Walk(search_for(world, self.goal, protocol, all_places=True), protocol, least_m)

    def measure(self, now: Now) -> tuple[Measure, ...]:
        left_m = self.places.distance_m(now.state.pose)
        if self.protocol.must_see:
            return (Measure(left_m, self.sees(now.state)),)
        return (Measure(left_m, self.protocol.close_enough(left_m, self.goal.radius_m)),)

    def sees(self, state: State) -> bool:
        """Whether one of the things is in view and near enough."""
        limit_m, border = self.protocol.success_distance_m, self.protocol.border_counts
        return in_view(self.world, state, self.goal.instances, within_m=limit_m, border_counts=border)

    def advice(self, now: Now) -> Action:
        if self.measure(now)[0].in_range:
            return claim(self.protocol)
        if self.protocol.must_see:
            limit_m = self.protocol.success_distance_m
            looks = looks_to(self.world, now.state, self.goal.instances, self.protocol, within_m=limit_m)
            if looks:
                return Action(looks[0])
        return Action(self.walk.next_action(now.state.pose))
