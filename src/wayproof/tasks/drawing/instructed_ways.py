"""Ways and words for tasks with instructions: a landmark to end at, a start, and an instruction in between.

A goal is a free place beside a thing that has a name; a start lies in another room (for a small share of the
episodes in the same one) at a fitting distance. A pair is rejected if the shortest path between them cannot
be put into unambiguous words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.language.doorways import room_at
from wayproof.language.landmarks import Landmarks, landmark_words, landmarks_of
from wayproof.language.path_instructions import Instruction, instruct
from wayproof.language.track import track_of
from wayproof.navigation.distance_fields import Field, distance_field, field_distance
from wayproof.navigation.free_points import MAIN_ISLAND, island_of, sample_points
from wayproof.navigation.path_tracing import path_to_goal
from wayproof.scenes.scene import Instance
from wayproof.seeding import generator_for
from wayproof.simulator.world import World
from wayproof.tasks.drawing.rejection import length_fault
from wayproof.tasks.judging.places import point_from, pose_at, position_of
from wayproof.vocabulary import Episode, Goal, Point, Pose, Protocol

Floats = NDArray[np.float64]

MOST_GOALS, STARTS_PER_GOAL, PLACES_PER_THING = 300, 8, 16
BESIDE_M = (0.2, 0.75)  # how far from a thing's box the body may end
PATH_SPACING_M = 0.25  # of the reference path: one step, so that nDTW compares like with like


class Drawing(msgspec.Struct, frozen=True):
    """How a protocol draws: lengths along the floor, style, and languages in turn.

    Episodes with `wordings` above one share their path so many at a time, each with words of its own.
    """

    length_m: tuple[float, float]
    style: str
    languages: tuple[str, ...]
    same_room_share: float = 0.15
    wordings: int = 1
    rich: bool = False
    sources: dict[str, str] = {}


@dataclass(frozen=True, eq=False)
class Way:
    """A path (k, 3) from a start to a place beside a thing, its length along the floor, the words for it."""

    start: Pose
    path_m: Floats
    length_m: float
    thing: Instance
    instruction: Instruction


def ways(
    world: World, drawing: Drawing, language: str, rng: np.random.Generator, rejected: Counter[str]
) -> Iterator[Way]:
    """Ways with words, drawn one after the other; why others were rejected is counted."""
    landmarks = landmarks_of(world)
    ends = _ends(landmarks)
    if not len(ends):
        rejected["no landmark to end at"] += 1
        return
    chances = np.array([landmark_words().things[landmarks.things[end].category].weight for end in ends])
    for _ in range(MOST_GOALS):
        end = int(rng.choice(ends, p=chances / chances.sum()))
        may_be_same = bool(rng.random() < drawing.same_room_share)
        goal = place_beside(world, landmarks, end, rng)
        if goal is None:
            rejected["no place beside the landmark"] += 1
            continue
        field = distance_field(world.paths, goal)
        for _ in range(STARTS_PER_GOAL):
            place = _further(field, sample_points(world.free, rng, 2), drawing)
            start = pose_at(place, rng.uniform(-math.pi, math.pi))
            reason = _fault(world, field, place, drawing, may_be_same=may_be_same)
            if reason is not None:
                rejected[reason] += 1
                continue
            thing = landmarks.things[end]
            way = way_to(world, field, start, thing, drawing.style, language, rng, rich=drawing.rich)
            if way is None:
                rejected["no clear words"] += 1
            else:
                yield way


def way_to(
    world: World,
    field: Field,
    start: Pose,
    thing: Instance,
    style: str,
    language: str,
    rng: np.random.Generator,
    *,
    rich: bool = False,
) -> Way | None:
    """The shortest way to the goal of a field, which lies beside a thing, in words; None without any."""
    path = path_to_goal(field, position_of(start))
    words = instruct(world, path, start.heading_rad, thing.id, rng, style=style, language=language, rich=rich)
    length_m = field_distance(field, position_of(start))
    return None if words is None else Way(start, path, length_m, thing, words)


def wordings_of(world: World, way: Way, drawing: Drawing, seed: int) -> tuple[Instruction, ...] | None:
    """All wordings of a path, the first as it is, languages in turn; None if one cannot be told."""
    found = [way.instruction]
    for number in range(1, drawing.wordings):
        words = instruct(
            world,
            way.path_m,
            way.start.heading_rad,
            way.thing.id,
            generator_for(seed, "wording", number),
            style=drawing.style,
            language=drawing.languages[number % len(drawing.languages)],
            rich=drawing.rich,
        )
        if words is None:
            return None
        found.append(words)
    return tuple(found)


def _ends(landmarks: Landmarks) -> NDArray[np.int64]:
    """Things at which a way may end."""
    table = landmark_words().things
    things = enumerate(landmarks.things)
    return np.array(
        [k for k, one in things if one.category in table and not table[one.category].flat], dtype=np.int64
    )


def place_beside(
    world: World, landmarks: Landmarks, thing: int, rng: np.random.Generator, within_m: float = BESIDE_M[1]
) -> Floats | None:
    """A free place of the main island beside a thing, in its room; None if none was met."""
    instance, radius_m = landmarks.things[thing], world.free.radius_m
    low, high = landmarks.boxes_m[thing][:, [0, 2]]
    reach = within_m + radius_m
    for plan in rng.uniform(low - reach, high + reach, size=(PLACES_PER_THING, 2)):
        gap_m = float(landmarks.gap_m(plan[None])[thing, 0]) - radius_m
        room = room_at(world.scene, plan)
        floor_m = room.floor_m if room is not None else 0.0
        place = np.array([plan[0], floor_m, plan[1]])
        if not BESIDE_M[0] <= gap_m <= within_m or not world.free.contains(place):
            continue
        in_room = instance.room is None or (room is not None and room.id == instance.room)
        if in_room and island_of(world.free, place) == MAIN_ISLAND:
            return place
    return None


def _further(field: Field, places: Floats, drawing: Drawing) -> Floats:
    """Of two places the further one, if it is not too far: small houses have few long ways."""
    lengths_m = [field_distance(field, place) for place in places]
    allowed = [length_m if length_m <= drawing.length_m[1] else -1.0 for length_m in lengths_m]
    return np.asarray(places[int(np.argmax(allowed))])


def _fault(world: World, field: Field, place: Floats, drawing: Drawing, *, may_be_same: bool) -> str | None:
    """Why a start is rejected before words are looked for, or None."""
    fault = length_fault(field_distance(field, place), drawing.length_m)
    if fault is not None:
        return fault
    rooms = [room_at(world.scene, point[[0, 2]]) for point in (place, field.goal_m)]
    return "same room" if not may_be_same and rooms[0] is not None and rooms[0] is rooms[1] else None


def episode_of(world: World, protocol: Protocol, way: Way, *, name: str, seed: int) -> Episode:
    """The episode of a way, with `name` as its id; without constraints."""
    words, end, length_m = way.instruction, point_from(way.path_m[-1]), way.length_m
    return Episode(
        id=name,
        scene=world.scene.name,
        task=protocol.task,
        start=way.start,
        goals=(
            Goal(
                protocol.task,
                position_m=end,
                category=way.thing.category,
                instances=(way.thing.id,),
                text=words.text,
                shortest_length_m=length_m,
            ),
        ),
        instruction=words.text,
        language=words.language,
        shortest_length_m=length_m,
        reference_path_m=spaced(way.path_m),
        maximum_steps=protocol.maximum_steps,
        seed=seed,
        labels={"language": words.language, "style": words.style, "rooms": str(len(words.rooms))},
    )


def spaced(path_m: Floats) -> tuple[Point, ...]:
    """A path with points no further apart than one step, its corners among them."""
    track = track_of(path_m)
    along = np.union1d(track.steps_m(PATH_SPACING_M), track.reached_m)
    along = along[np.concatenate([[True], np.diff(along) > 1e-6])]
    reached = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path_m[:, [0, 2]], axis=0), axis=1))])
    heights = np.interp(along, reached, path_m[:, 1])
    return tuple((float(x), float(y), float(z)) for (x, z), y in zip(track.at(along), heights, strict=True))
