"""Things to be found one after another, each told in words: drawn by rejection for LangNav's constraints.

A thing is drawn category first. All that satisfies its description counts as the goal, so the constraints
are held by the nearest view point of all these.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np

from wayproof.language.descriptions import GRANULARITIES, Description, describe, granularities
from wayproof.scenes.light.lightings import lighting_named
from wayproof.scenes.scene import Instance, things
from wayproof.simulator.world import World
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.judging.places import position_of
from wayproof.tasks.visibility.view_points import view_points
from wayproof.vocabulary import Goal, Point, Pose

TRIES_PER_GOAL = 40
FEWEST_VIEW_POINTS, MOST_VIEW_POINTS = 4, 32  # listed for one thing, and for all that satisfy a description
STRAIGHT = 1.0 + 1e-6  # a ratio of lengths up to here is 1 but for rounding


class Drawing(msgspec.Struct, frozen=True):
    """How things are drawn; `sources` says for each number where it is from and what contradicts it."""

    language: str = "en-US"
    goals: int = 3
    view_point_radius_m: float = 1.5
    largest_rise_m: float = 1.5
    least_straight_m: float = 2.0
    least_first_m: float = 2.5
    ratio_above: float = 1.0
    shares: tuple[float, ...] = (0.20, 0.20, 0.16, 0.28, 0.16)  # of the granularities, in their order
    most_m: float = math.inf  # along the floor, from the start to each goal
    features: dict[str, float] = {}  # how often each is wished for; then `shares` are not used
    categories: dict[str, tuple[str, ...]] = {}  # what may be a goal, by the split of the scene; else all
    errands: bool = False  # things to be picked up and places to bring them to, in turn
    sources: dict[str, str] = {}


class DescribedThing(msgspec.Struct, frozen=True):
    """A thing to be found, and how finely it is described."""

    goal: Goal
    granularity: str


def things_from(
    world: World, kind: str, drawing: Drawing, start: Pose, rng: np.random.Generator, rejected: Counter[str]
) -> list[DescribedThing]:
    """Things to be found from a start, as goals of a kind; fewer than wanted if the tries for one run out."""
    by_category: dict[str, list[Instance]] = {}
    for thing in things(world.scene):
        by_category.setdefault(thing.category, []).append(thing)
    categories = sorted(by_category)
    found: list[DescribedThing] = []
    for _ in range(drawing.goals):
        for _ in range(TRIES_PER_GOAL):
            among = by_category[categories[int(rng.integers(len(categories)))]]
            thing = among[int(rng.integers(len(among)))]
            said = _description(world, drawing, thing, rng)
            if said is None:
                rejected["no words"] += 1
                continue
            goal = goal_or_fault(world, kind, drawing, start, thing, said, [one.goal for one in found])
            if isinstance(goal, Goal):
                found.append(DescribedThing(goal, said.granularity))
                break
            rejected[goal] += 1
        else:
            return found
    return found


def goal_or_fault(
    world: World,
    kind: str,
    drawing: Drawing,
    start: Pose,
    thing: Instance,
    said: Description,
    earlier: Sequence[Goal],
) -> Goal | str:
    """A described thing as a goal, or which constraint it breaks."""
    taken = {number for goal in earlier for number in goal.instances}
    if not taken.isdisjoint(said.matches):
        return "same thing as another goal"
    places = _places(world, drawing, thing, said, start)
    fault = _fault(world, drawing, start, places, first=not earlier)
    return _goal(kind, thing, said, places) if fault is None else fault


def unsaid_in(world: World) -> frozenset[str]:
    """What must not be said: without mains no lamp burns, whatever its switch says."""
    return frozenset() if lighting_named(world.lighting).mains else frozenset({"state"})


def _description(
    world: World, drawing: Drawing, thing: Instance, rng: np.random.Generator
) -> Description | None:
    """A description of the thing at a granularity that it can have; None if there is no word for it."""
    unsaid = unsaid_in(world)
    possible = granularities(world.scene, thing, drawing.language, unsaid=unsaid)
    if not possible:
        return None
    shares = np.array([drawing.shares[GRANULARITIES.index(name)] for name in possible])
    granularity = possible[int(rng.choice(len(possible), p=shares / shares.sum()))]
    return describe(world.scene, thing, rng, granularity, drawing.language, unsaid=unsaid)


def _places(
    world: World, drawing: Drawing, thing: Instance, said: Description, start: Pose
) -> tuple[Point, ...]:
    """View points, on the floor of the start, of all that satisfies a description.

    None at all if the described thing itself has none.
    """
    most = max(FEWEST_VIEW_POINTS, MOST_VIEW_POINTS // len(said.matches))
    found = []
    for number in said.matches:
        seen_from = view_points(world, number, radius_m=drawing.view_point_radius_m, most=most)
        on_floor = [place for place in seen_from if abs(place[1] - start.y_m) < drawing.largest_rise_m]
        if not on_floor and number == thing.id:
            return ()
        found += on_floor
    return tuple(dict.fromkeys(found))


def _fault(
    world: World, drawing: Drawing, start: Pose, places: tuple[Point, ...], *, first: bool
) -> str | None:
    """Which constraint a goal with these view points breaks, or None."""
    if not places:
        return "no view point on this floor"
    nearest = NearestPlace(world.paths, np.array(places))
    length_m, here = nearest.distance_m(start), position_of(start)
    if not length_m < drawing.most_m:
        return "no way"
    if np.linalg.norm(np.array(places) - here, axis=1).min() < drawing.least_straight_m:
        return "too near"
    if first and length_m < drawing.least_first_m:
        return "too near for the first goal"
    straight_m = float(np.linalg.norm(np.array(nearest.nearest(start)) - here))
    return None if length_m / straight_m > drawing.ratio_above * STRAIGHT else "too straight"


def _goal(kind: str, thing: Instance, said: Description, places: tuple[Point, ...]) -> Goal:
    return Goal(
        kind,
        position_m=thing.position_m,
        category=thing.category,
        instances=said.matches,
        view_points_m=places,
        text=said.text,
        tags=said.tags,
    )
