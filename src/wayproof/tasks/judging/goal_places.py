"""Where the goal of a search is reached: at the places that it lists, or where its things are seen from."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.simulator.world import World
from wayproof.simulator.worlds import KEPT_WORLDS
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.visibility.view_points import VIEW_RADIUS_M, on_grid, sights_of
from wayproof.vocabulary import Goal, Protocol

Floats = NDArray[np.float64]
Finding = Callable[[World, Goal, float], Floats]  # world, goal, radius around its things -> places (n, 3)

# RoboTHOR measures to the nearest point of a 0.25 m grid from which the thing is visible; so do we where
# seeing counts, and the places inside the region of sight are as far apart.
MEASURED_M = 0.25


def view_places(world: World, goal: Goal, radius_m: float = VIEW_RADIUS_M) -> Floats:
    """Places (n, 3) to view a goal from: the view points that it lists, else all those of its instances.

    A goal with neither, or whose instances can be seen from nowhere, is an error.
    """
    if goal.view_points_m:
        return np.array(goal.view_points_m, np.float64)
    if not goal.instances:
        raise InvalidInput(
            f"a goal of kind {goal.kind!r} names no instances and has no view points; give one or the other"
        )
    found = [sights_of(world).places(instance, radius_m) for instance in goal.instances]
    places = np.unique(np.concatenate(found), axis=0)
    if not len(places):
        raise InvalidInput(
            f"instances {', '.join(map(str, goal.instances))} of scene {world.scene.name!r} can be seen from "
            f"nowhere within {radius_m:g} m by body {world.body.name!r}; choose another thing or body"
        )
    return places


def view_radius_m(protocol: Protocol) -> float:
    """How far around a thing its view points may be: where it must be seen, as near as that has to be."""
    return protocol.success_distance_m if protocol.must_see else VIEW_RADIUS_M


def goal_places(
    world: World,
    goal: Goal,
    protocol: Protocol,
    *,
    find: Finding = view_places,
    all_places: bool = False,
) -> NearestPlace:
    """The places that `find` tells, to which the way to a goal is measured; kept while the world is in use.

    Where seeing counts they are thinned out, unless `all_places` are asked for.
    """
    radius_m, thin = view_radius_m(protocol), protocol.must_see and not all_places
    known = _known(world)
    key = (goal.kind, goal.tags, goal.view_points_m, goal.instances, goal.rooms, radius_m, thin)
    if key not in known:
        places = find(world, goal, radius_m)
        known[key] = NearestPlace(world.paths, on_grid(world.paths, places, MEASURED_M) if thin else places)
    return known[key]


@lru_cache(maxsize=KEPT_WORLDS)
def _known(world: World) -> dict[Any, NearestPlace]:
    return {}
