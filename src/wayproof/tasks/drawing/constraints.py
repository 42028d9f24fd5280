"""Constraints for an instruction, with a sentence each: things and rooms to pass, avoid, visit in order.

Only constraints that the instruction's own path keeps are made, as `metrics.kept_constraints` judges it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import unknown_name
from wayproof.language.doorways import doors_of, room_with
from wayproof.language.landmarks import adjectives_of, heard_as, landmark_words
from wayproof.language.path_instructions import Instruction
from wayproof.metrics.kept_constraints import filled_in, kept
from wayproof.scenes.scene import Instance, Room
from wayproof.simulator.world import World
from wayproof.vocabulary import Constraint

Floats = NDArray[np.float64]

PASSED_M = 1.4  # ours: a thing is passed if its middle comes this near, its own half size added
CLEAR_M = 0.8  # ours: and avoided if it does not come this near
SPARE_M = 0.5  # by how much a reference path keeps a constraint more than it must
LEAST_WEIGHT = 1.0  # of a landmark that a constraint may be about: nobody is told to keep off a wall clock

SENTENCES: dict[str, tuple[str, ...]] = {
    "avoid room": (
        "Do not go into the {0}.",
        "Stay out of the {0}.",
        "Do not enter the {0} on the way.",
        "Do not go through the {0}.",
    ),
    "avoid thing": ("Stay away from the {0}.", "Do not go near the {0}.", "Keep away from the {0}."),
    "pass_by thing": (
        "Make sure you pass the {0} on the way.",
        "Pass the {0} on your way.",
        "On the way, walk past the {0}.",
    ),
    "order thing room": (
        "Pass the {0} before you enter the {1}.",
        "Walk past the {0} before you go into the {1}.",
        "Do not enter the {1} before you have passed the {0}.",
    ),
    "order room room": (
        "Go through the {0} before you enter the {1}.",
        "Do not enter the {1} before you have been in the {0}.",
    ),
}


def constraint_for(
    world: World, instruction: Instruction, path_m: Floats, kind: str, rng: np.random.Generator
) -> Constraint | None:
    """A constraint of a kind that suits an instruction and that its path (k, 3) keeps; None if there is none.

    "pass_by" wants a thing that the path was led past for its sake: see `pass_by`.
    """
    makers = {"avoid": _avoid, "order": _order}
    if kind not in makers:
        raise unknown_name("kind of constraint to be found on a way", kind, makers)
    options = list(makers[kind](world, instruction, path_m, rng))
    order = rng.permutation(len(options)).tolist()
    return next((options[number] for number in order if kept(options[number], path_m)), None)


def pass_by(
    world: World, instruction: Instruction, thing: Instance, rng: np.random.Generator
) -> Constraint | None:
    """The constraint to pass a thing on the way; None if it has no clear name."""
    name = _clear_name(world, instruction, thing)
    return None if name is None else _about_thing(world, "pass_by", thing, name, PASSED_M, rng)


def _avoid(
    world: World, instruction: Instruction, path_m: Floats, rng: np.random.Generator
) -> Iterator[Constraint]:
    """Rooms beside the way, and things in rooms on the way that it keeps well clear of."""
    for room in _rooms_beside(world, instruction):
        text = _sentence("avoid room", rng, _room_word(room, instruction.text))
        yield Constraint("avoid", text=text, rooms=(room.id,), outlines_m=(room.polygon_m,))
    walk = filled_in(path_m[:, [0, 2]])
    for thing in instruction.reading.landmarks.things:
        entry = landmark_words().things.get(thing.category)
        if entry is None or entry.flat or thing.room not in instruction.rooms:
            continue
        middle = np.array([thing.low_m, thing.high_m]).mean(axis=0)[[0, 2]]
        gap_m = float(np.linalg.norm(walk - middle, axis=1).min())
        name = _clear_name(world, instruction, thing)
        if (
            name is not None
            and gap_m > CLEAR_M + half_size_m(thing) + SPARE_M
            and name not in instruction.text
        ):
            yield _about_thing(world, "avoid", thing, name, CLEAR_M, rng)


def _order(
    world: World, instruction: Instruction, path_m: Floats, rng: np.random.Generator
) -> Iterator[Constraint]:
    """Things that are passed before a room is entered, and rooms that are crossed before another."""
    reading = instruction.reading
    ways = list(enumerate(reading.legs))
    for number, leg in ways[1:]:
        target = room_with(world.scene, leg.room)
        if target is None or not _is_only_one(target, instruction, world):
            continue
        word = _room_word(target, instruction.text)
        for passing in reading.passings:
            thing = reading.landmarks.things[passing.thing]
            name = _clear_name(world, instruction, thing)
            if (
                passing.at_m > leg.start_m
                or passing.gap_m > PASSED_M - SPARE_M
                or not passing.side
                or name is None
            ):
                continue
            yield Constraint(
                "order",
                text=_sentence("order thing room", rng, name, word),
                instances=(thing.id,),
                rooms=(target.id,),
                positions_m=(_middle(thing),),
                outlines_m=(target.polygon_m,),
                distance_m=round(PASSED_M + half_size_m(thing), 3),
            )
        for before in (room_with(world.scene, other.room) for _, other in ways[1:number]):
            if before is not None and _is_only_one(before, instruction, world):
                text = _sentence("order room room", rng, _room_word(before, instruction.text), word)
                rooms, outlines = (before.id, target.id), (before.polygon_m, target.polygon_m)
                yield Constraint("order", text=text, rooms=rooms, outlines_m=outlines)


def _about_thing(
    world: World, kind: str, thing: Instance, name: str, reach_m: float, rng: np.random.Generator
) -> Constraint:
    room = room_with(world.scene, thing.room or 0)
    return Constraint(
        kind,
        text=_sentence(f"{kind} thing", rng, name),
        instances=(thing.id,),
        rooms=(room.id,) if room is not None else (),
        positions_m=(_middle(thing),),
        outlines_m=(room.polygon_m,) if room is not None else (),
        distance_m=round(reach_m + half_size_m(thing), 3),
    )


def half_size_m(thing: Instance) -> float:
    """From the middle of a thing to a corner of its box, seen from above."""
    return math.hypot(thing.high_m[0] - thing.low_m[0], thing.high_m[2] - thing.low_m[2]) / 2


def _middle(thing: Instance) -> tuple[float, float, float]:
    low, high = thing.low_m, thing.high_m
    return (low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2


def _sentence(key: str, rng: np.random.Generator, *names: str) -> str:
    return SENTENCES[key][int(rng.integers(len(SENTENCES[key])))].format(*names)


def _rooms_beside(world: World, instruction: Instruction) -> list[Room]:
    """Rooms off the way with a door to a room on it, the only ones of their kind."""
    beside = {
        other
        for room in instruction.rooms
        for door in doors_of(world.scene, room)
        for other in door.rooms
        if other is not None and other not in instruction.rooms
    }
    rooms = [room_with(world.scene, number) for number in sorted(beside)]
    return [room for room in rooms if room is not None and _is_only_one(room, instruction, world)]


def _is_only_one(room: Room, instruction: Instruction, world: World) -> bool:
    """Whether nothing else can be meant by a kind of room, and the route enters it at most once."""
    alike = [other for other in world.scene.rooms if other.type == room.type]
    return len(alike) == 1 and room.type in landmark_words().rooms and instruction.rooms.count(room.id) <= 1


def _clear_name(world: World, instruction: Instruction, thing: Instance) -> str | None:
    """A name that fits only this thing among all in the rooms on the way, in the instruction's own words."""
    entry = landmark_words().things.get(thing.category)
    if entry is None or entry.weight < LEAST_WEIGHT:
        return None
    word = _word_in(entry.words, instruction.text)
    if _stands_for_another(instruction, thing, word):
        return None
    others = [
        other
        for other in world.scene.instances
        if other.id != thing.id and other.room in instruction.rooms and word in heard_as(other.category)
    ]
    for adjective in ("", *adjectives_of(thing)):
        if not any(adjective == "" or adjective in adjectives_of(other) for other in others):
            return f"{adjective} {word}".strip()
    return None


def _stands_for_another(instruction: Instruction, thing: Instance, word: str) -> bool:
    """Whether the instruction uses a word for something else."""
    things = instruction.reading.landmarks.things
    named = [(things[one.thing].id, one.step.landmark) for one in instruction.placed if one.thing is not None]
    return any(number != thing.id and name.endswith(word) for number, name in named)


def _room_word(room: Room, text: str) -> str:
    return _word_in(landmark_words().rooms[room.type], text)


def _word_in(words: Sequence[str], text: str) -> str:
    """The word that a text uses, else the first."""
    return next((word for word in words if f" {word}" in text), words[0])
