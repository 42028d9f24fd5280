"""Evidence for the answer to a question: what must be seen, and the places from which all of it is seen.

What is asked decides: all the things to be counted, one of those whose existence is asked, a thing from its
front where its state is asked; the room itself, where all of a kind are counted or none is there.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.geometry.polygons import points_in_polygon
from wayproof.navigation.free_points import MAIN_ISLAND
from wayproof.scenes.scene import Instance, Room
from wayproof.simulator.world import World
from wayproof.tasks.visibility.view_points import middles, one_per_square, sights_of, squares_of
from wayproof.vocabulary import Goal

Floats = NDArray[np.float64]

INSIDE_M = 0.3  # this far from its outline a place is well inside a room (ours)
WELL_SEEN = 32  # of a thing's 128 surface points, at once: a quarter of it (ours)


def evidence_places(world: World, goal: Goal, radius_m: float) -> Floats:
    """Places (n, 3) from which all that the answer rests on is seen by turning on the spot.

    A question without evidence, or whose evidence is seen from nowhere, is an error.
    """
    if goal.view_points_m:
        return np.array(goal.view_points_m, np.float64)
    places = _seeing_all(world, goal, radius_m) if goal.instances else _all_places(world)
    if goal.rooms or not goal.instances:
        places = places[_well_inside(world, goal.rooms, places)]
    if not len(places):
        raise InvalidInput(
            f"the question {goal.text!r} rests on instances {list(goal.instances)} and rooms "
            f"{list(goal.rooms)} of scene {world.scene.name!r}, and body {world.body.name!r} sees all of it "
            f"from no place within {radius_m:g} m; ask another question"
        )
    return places


def inside_room(room: Room, plan_m: Floats) -> NDArray[np.bool_]:
    """Whether points (n, 2) of the plan are inside a room's outline."""
    return points_in_polygon(plan_m, np.asarray(room.polygon_m, float))


def is_before(thing: Instance, x_m: float, z_m: float) -> bool:
    """Whether a point of the plan is on the side of a thing's front."""
    middle_x, middle_z = (thing.low_m[0] + thing.high_m[0]) / 2, (thing.low_m[2] + thing.high_m[2]) / 2
    ahead = (x_m - middle_x) * math.sin(thing.heading_rad) + (z_m - middle_z) * math.cos(thing.heading_rad)
    return ahead > 0.0


def _seeing_all(world: World, goal: Goal, radius_m: float) -> Floats:
    sights, surface = sights_of(world), world.free.surface
    own = [sights.places(number, radius_m, least=WELL_SEEN) for number in goal.instances]
    if "existence" in goal.tags:
        return one_per_square(surface, np.concatenate(own))
    shared = set.intersection(*({tuple(s) for s in squares_of(surface, places).tolist()} for places in own))
    first = own[0][[tuple(square) in shared for square in squares_of(surface, own[0]).tolist()]]
    if "state" in goal.tags:
        thing = sights.instance(goal.instances[0])
        return first[[is_before(thing, float(place[0]), float(place[2])) for place in first]]
    return first


def _all_places(world: World) -> Floats:
    """Places (n, 3) all over the main island, every 0.1 m."""
    surface = world.free.surface
    return one_per_square(surface, middles(surface, np.flatnonzero(surface.island == MAIN_ISLAND)))


def _well_inside(world: World, rooms: tuple[int, ...], places: Floats) -> NDArray[np.bool_]:
    """Which of the places (n, 3) are well inside one of the rooms."""
    plan, within = places[:, [0, 2]], np.zeros(len(places), np.bool_)
    aside = ((0.0, 0.0), (INSIDE_M, 0.0), (-INSIDE_M, 0.0), (0.0, INSIDE_M), (0.0, -INSIDE_M))
    for room in world.scene.rooms:
        if room.id in rooms:
            within |= np.logical_and.reduce([inside_room(room, plan + step) for step in aside])
    return within
