"""Constrained instructions: a way with words is given constraints that it keeps, or is led past a thing.

To "pass by" a thing that lies off the shortest way is a constraint that a shortest path would break: the
reference path goes to a place beside that thing first. To avoid and to keep an order fit the way as it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from wayproof.language.landmarks import landmark_words, landmarks_of
from wayproof.language.path_instructions import instruct
from wayproof.language.track import heading_between, track_of, turned
from wayproof.metrics.kept_constraints import kept
from wayproof.navigation.paths import distance, shortest_path
from wayproof.simulator.world import World
from wayproof.tasks.drawing.constraints import PASSED_M, constraint_for, pass_by
from wayproof.tasks.drawing.instructed_ways import Drawing, Floats, Way, place_beside
from wayproof.vocabulary import Constraint, Episode

# Which constraints episode number i gets, i modulo their number.
MIXES = (("pass_by",), ("avoid",), ("order",), ("avoid", "order"))
LONGEST_DETOUR = 1.5  # times the shortest way
SHARPEST_RAD = math.radians(120.0)  # nobody is sent to a thing and straight back
MOST_THINGS = 8


@dataclass(frozen=True, eq=False)
class ConstrainedWay:
    """A way and the constraints that it keeps."""

    way: Way
    constraints: tuple[Constraint, ...]


def constrained(
    world: World, way: Way, drawing: Drawing, index: int, rng: np.random.Generator
) -> ConstrainedWay | None:
    """A way with the constraints of an episode number; None if the way allows no such constraints."""
    found: list[Constraint] = []
    for kind in MIXES[index % len(MIXES)]:
        if kind == "pass_by":
            led = _led_past_something(world, way, drawing, rng)
            if led is None:
                return None
            way, constraint = led
            found.append(constraint)
            continue
        other = constraint_for(world, way.instruction, way.path_m, kind, rng)
        if other is None:
            return None
        found.append(other)
    keeps_all = all(kept(constraint, way.path_m) for constraint in found)
    return ConstrainedWay(way, tuple(found)) if keeps_all else None


def with_constraints(episode: Episode, constraints: tuple[Constraint, ...]) -> Episode:
    """The episode with constraints, their sentences after the instruction."""
    text = " ".join([episode.instruction or "", *(constraint.text or "" for constraint in constraints)])
    goal = msgspec.structs.replace(episode.goals[0], text=text)
    labels = episode.labels | {"constraints": "+".join(constraint.kind for constraint in constraints)}
    return msgspec.structs.replace(
        episode, instruction=text, goals=(goal,), constraints=constraints, labels=labels
    )


def _led_past_something(
    world: World, way: Way, drawing: Drawing, rng: np.random.Generator
) -> tuple[Way, Constraint] | None:
    """A longer way that goes past a thing off the shortest one, in a room that it crosses anyway."""
    landmarks = landmarks_of(world)
    track = track_of(way.path_m)
    gaps = landmarks.gap_m(track.at(track.steps_m(0.1))).min(axis=1)
    for number in rng.permutation(len(landmarks.things))[: 4 * MOST_THINGS].tolist():
        thing = landmarks.things[number]
        entry = landmark_words().things.get(thing.category)
        is_off = entry is not None and not entry.flat and gaps[number] > PASSED_M + 0.2
        if not is_off or thing.room not in way.instruction.rooms or thing.id == way.thing.id:
            continue
        via = place_beside(world, landmarks, number, rng)
        over = None if via is None else _path_over(world, way, via, drawing)
        if over is None:
            continue
        path, length_m = over
        words = way.instruction
        told = instruct(
            world, path, way.start.heading_rad, way.thing.id, rng, style=words.style, language=words.language
        )
        constraint = None if told is None else pass_by(world, told, thing, rng)
        if told is not None and constraint is not None and not kept(constraint, way.path_m):
            return replace(way, path_m=path, length_m=length_m, instruction=told), constraint
    return None


def _path_over(world: World, way: Way, via: Floats, drawing: Drawing) -> tuple[Floats, float] | None:
    """The shortest path over a place and its length, if the detour is one that people would ask for."""
    there = shortest_path(world.paths, way.path_m[0], via)
    onward = shortest_path(world.paths, via, way.path_m[-1])
    if len(there) < 2 or len(onward) < 2:
        return None
    path = np.concatenate([there, onward[1:]])
    length_m = distance(world.paths, way.path_m[0], via) + distance(world.paths, via, way.path_m[-1])
    if length_m > min(LONGEST_DETOUR * way.length_m, drawing.length_m[1]):
        return None
    arriving, leaving = (
        heading_between(a[[0, 2]], b[[0, 2]]) for a, b in ((there[-2], via), (via, onward[1]))
    )
    return (path, length_m) if abs(turned(arriving, leaving)) <= SHARPEST_RAD else None
