"""Constrained instructions: constraints that a way's shortest path breaks, and a path that keeps them.

The path goes over a place beside a thing to pass, through a room to visit first, or around a thing or a room
to avoid. Only constraints that the plain shortest path breaks are drawn, so whoever ignores the words fails.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, pairwise, permutations

import msgspec
import numpy as np

from wayproof.language.doorways import room_at
from wayproof.language.landmarks import Landmarks, landmark_words, landmarks_of
from wayproof.language.path_instructions import Instruction, instruct
from wayproof.language.track import heading_between, turned
from wayproof.metrics.kept_constraints import filled_in, kept
from wayproof.navigation.free_points import sample_points
from wayproof.navigation.paths import distance, shortest_path
from wayproof.scenes.scene import Instance, Room
from wayproof.simulator.world import World
from wayproof.tasks.drawing.constraints import (
    CLEAR_M,
    PASSED_M,
    about_thing,
    avoid_room,
    half_size_m,
    middle,
    orders_after_room,
    orders_after_thing,
    told_about_thing,
    told_to_avoid_room,
)
from wayproof.tasks.drawing.instructed_ways import Drawing, Floats, Way, place_beside
from wayproof.vocabulary import Constraint, Episode

# Which constraints episode number i gets, i modulo their number.
MIXES = (("pass_by",), ("avoid",), ("order",), ("avoid", "order"))
LONGEST_DETOUR = 1.5  # times the shortest way
SHARPEST_RAD = math.radians(120.0)  # nobody is sent to a thing and straight back
SPARE_M = 0.15  # by how much a path keeps off a thing more, or comes nearer, than decides: steps are coarse
FARTHEST_OFF_M = 1.2  # a detour around a thing keeps no further off than it must by this
PLACES_TRIED, MOST_WISHES, MOST_DETOURS = 12, 96, 8

NOTHING, NO_DETOUR, NO_WORDS = "nothing to constrain", "no detour keeps the constraint", "no words for it"
REASONS = (NOTHING, NO_DETOUR, NO_WORDS)

# From an instruction for the new path to the constraint in words; None if there are none.
InWords = Callable[[Instruction, Floats, np.random.Generator], Constraint | None]


@dataclass(frozen=True, eq=False)
class ConstrainedWay:
    """A way and the constraints that it keeps."""

    way: Way
    constraints: tuple[Constraint, ...]


@dataclass(frozen=True, eq=False)
class Wish:
    """A constraint that the shortest path breaks, and a place over which it may be kept."""

    via_m: Floats
    in_words: InWords
    must_keep: Constraint | None = None  # what the new path has to keep, with some to spare


def constrained(
    world: World, way: Way, drawing: Drawing, index: int, rng: np.random.Generator
) -> ConstrainedWay | str:
    """A way with the constraints of an episode number, or one of REASONS why there is none."""
    makers = {"pass_by": _to_pass, "avoid": _to_avoid, "order": _to_order}
    kinds = MIXES[index % len(MIXES)]
    thought_of = [list(islice(makers[kind](world, way, rng), MOST_WISHES)) for kind in kinds]
    if not all(thought_of):
        return NOTHING
    wishes = [[one for one in some if _led_over(world, way, [one], drawing)] for some in thought_of]
    reason = NO_DETOUR
    for _ in range(MOST_DETOURS if all(wishes) else 0):
        chosen = [some[int(rng.integers(len(some)))] for some in wishes]
        for order in permutations(chosen):
            led = _led_over(world, way, order, drawing)
            if led is None:
                continue
            reason = NO_WORDS
            bound = _in_words(world, way, led, chosen, rng)
            if bound is not None:
                return bound
    return reason


def with_constraints(episode: Episode, constraints: tuple[Constraint, ...]) -> Episode:
    """The episode with constraints, their sentences after the instruction."""
    text = " ".join([episode.instruction or "", *(constraint.text or "" for constraint in constraints)])
    goal = msgspec.structs.replace(episode.goals[0], text=text)
    labels = episode.labels | {"constraints": "+".join(constraint.kind for constraint in constraints)}
    return msgspec.structs.replace(
        episode, instruction=text, goals=(goal,), constraints=constraints, labels=labels
    )


def _in_words(
    world: World, way: Way, led: tuple[Floats, float], wishes: Sequence[Wish], rng: np.random.Generator
) -> ConstrainedWay | None:
    """The new path with its instruction and all constraints in words, each broken by the shortest path."""
    path, length_m = led
    words = way.instruction
    told = instruct(
        world, path, way.start.heading_rad, way.thing.id, rng, style=words.style, language=words.language
    )
    if told is None:
        return None
    found = [wish.in_words(told, path, rng) for wish in wishes]
    bound = tuple(one for one in found if one is not None)
    if len(bound) < len(found):
        return None
    if any(kept(one, way.path_m) or not kept(one, path) for one in bound):
        return None
    return ConstrainedWay(replace(way, path_m=path, length_m=length_m, instruction=told), bound)


def _to_pass(world: World, way: Way, rng: np.random.Generator) -> Iterator[Wish]:
    """Things off the shortest path, in rooms that it crosses."""
    for thing, via in _things_off(world, way, rng):
        bare = about_thing(world, "pass_by", thing)
        yield Wish(via, _thing_in_words(world, bare))


def _to_order(world: World, way: Way, rng: np.random.Generator) -> Iterator[Wish]:
    """Things off the shortest path to pass, and rooms beside it to go through, before another is entered."""
    for thing, via in _things_off(world, way, rng):
        yield Wish(via, _first_kept(way, partial(orders_after_thing, world, thing)))
    for via in sample_points(world.free, rng, PLACES_TRIED):
        room = room_at(world.scene, via[[0, 2]])
        if room is not None and room.id not in way.instruction.rooms:
            yield Wish(via, _first_kept(way, partial(orders_after_room, world, room)))


def _to_avoid(world: World, way: Way, rng: np.random.Generator) -> Iterator[Wish]:
    """Things that the shortest path comes close to, with places around them; rooms that it goes through."""
    walk = filled_in(way.path_m[:, [0, 2]])
    landmarks = landmarks_of(world)
    for number in _named(landmarks, way, rng):
        thing = landmarks.things[number]
        reach_m = CLEAR_M + half_size_m(thing)
        place = np.array(middle(thing))
        gaps = np.linalg.norm(walk - place[[0, 2]], axis=1)
        if gaps.min() > reach_m - SPARE_M or min(gaps[0], gaps[-1]) < reach_m + SPARE_M:
            continue
        bare = about_thing(world, "avoid", thing)
        clearly = msgspec.structs.replace(bare, distance_m=reach_m + SPARE_M)
        nearest = walk[int(gaps.argmin())] - place[[0, 2]]
        for via in _around(world, place, reach_m, math.atan2(nearest[1], nearest[0]), rng):
            yield Wish(via, _thing_in_words(world, bare), clearly)
    for room in _crossed(world, way):
        bare = avoid_room(room)
        for via in sample_points(world.free, rng, PLACES_TRIED):
            yield Wish(via, _room_in_words(world, bare), bare)


def _thing_in_words(world: World, bare: Constraint) -> InWords:
    return lambda told, path, rng: told_about_thing(world, bare, told, rng)


def _room_in_words(world: World, bare: Constraint) -> InWords:
    return lambda told, path, rng: told_to_avoid_room(world, bare, told, rng)


def _first_kept(
    way: Way, orders: Callable[[Instruction, np.random.Generator], Iterator[Constraint]]
) -> InWords:
    """The first order that the new path keeps and the shortest one breaks."""

    def in_words(told: Instruction, path: Floats, rng: np.random.Generator) -> Constraint | None:
        fitting = (one for one in orders(told, rng) if kept(one, path) and not kept(one, way.path_m))
        return next(fitting, None)

    return in_words


def _things_off(world: World, way: Way, rng: np.random.Generator) -> Iterator[tuple[Instance, Floats]]:
    """Things that the shortest path does not come near, in rooms that it crosses, and places beside them."""
    walk = filled_in(way.path_m[:, [0, 2]])
    landmarks = landmarks_of(world)
    for number in _named(landmarks, way, rng):
        thing = landmarks.things[number]
        gap_m = np.linalg.norm(walk - np.array(middle(thing))[[0, 2]], axis=1).min()
        if gap_m > PASSED_M + half_size_m(thing) + SPARE_M:
            via = place_beside(world, landmarks, number, rng)
            if via is not None:
                yield thing, via


def _named(landmarks: Landmarks, way: Way, rng: np.random.Generator) -> Iterator[int]:
    """Numbers of things with a name in the rooms that the way crosses, but for its end."""
    for number in rng.permutation(len(landmarks.things)).tolist():
        thing = landmarks.things[number]
        entry = landmark_words().things.get(thing.category)
        in_room = thing.room in way.instruction.rooms and thing.id != way.thing.id
        if entry is not None and not entry.flat and in_room:
            yield number


def _around(
    world: World, place: Floats, reach_m: float, side_rad: float, rng: np.random.Generator
) -> Iterator[Floats]:
    """Free places outside a circle around a thing: mostly on the side of the shortest path, or across."""
    for number in range(PLACES_TRIED):
        angle = side_rad + (number % 2) * math.pi + rng.normal(0.0, 0.6)
        away_m = reach_m + rng.uniform(SPARE_M, FARTHEST_OFF_M)
        via = place + away_m * np.array([math.cos(angle), 0.0, math.sin(angle)])
        if world.free.contains(via):
            yield via


def _crossed(world: World, way: Way) -> list[Room]:
    """The rooms between the first and the last of the shortest path."""
    inner = set(way.instruction.rooms[1:-1]) - {way.instruction.rooms[0], way.instruction.rooms[-1]}
    return [room for room in world.scene.rooms if room.id in inner]


def _led_over(
    world: World, way: Way, wishes: Sequence[Wish], drawing: Drawing
) -> tuple[Floats, float] | None:
    """The path over the places of the wishes and its length, if it keeps them and people would ask for it."""
    stops = [way.path_m[0], *(wish.via_m for wish in wishes), way.path_m[-1]]
    length_m = sum(distance(world.paths, one, other) for one, other in pairwise(stops))
    if not length_m <= min(LONGEST_DETOUR * way.length_m, drawing.length_m[1]):
        return None
    parts = [shortest_path(world.paths, one, other) for one, other in pairwise(stops)]
    if any(len(part) < 2 for part in parts):
        return None
    for before, after in pairwise(parts):
        arriving = heading_between(before[-2][[0, 2]], before[-1][[0, 2]])
        leaving = heading_between(after[0][[0, 2]], after[1][[0, 2]])
        if abs(turned(arriving, leaving)) > SHARPEST_RAD:
            return None
    path = np.concatenate([parts[0], *(part[1:] for part in parts[1:])])
    if not all(kept(wish.must_keep, path) for wish in wishes if wish.must_keep is not None):
        return None
    return path, length_m
