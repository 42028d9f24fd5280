"""Constraints for an instruction, with a sentence each: things and rooms to pass, avoid, visit in order.

`metrics.kept_constraints` judges whether a path keeps them; `constrained_ways` looks for those that bind.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from wayproof.language.doorways import room_with
from wayproof.language.landmarks import adjectives_of, heard_as, landmark_words
from wayproof.language.path_instructions import Instruction
from wayproof.scenes.scene import Instance, Room
from wayproof.simulator.world import World
from wayproof.vocabulary import Constraint

PASSED_M = 1.4  # ours: a thing is passed if its middle comes this near, its own half size added
CLEAR_M = 0.8  # ours: and avoided if it does not come this near
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


def about_thing(world: World, kind: str, thing: Instance) -> Constraint:
    """To pass or to avoid a thing, without a sentence yet; it counts only from inside its room."""
    room = room_with(world.scene, thing.room or 0)
    reach_m = PASSED_M if kind == "pass_by" else CLEAR_M
    return Constraint(
        kind,
        instances=(thing.id,),
        rooms=(room.id,) if room is not None else (),
        positions_m=(middle(thing),),
        outlines_m=(room.polygon_m,) if room is not None else (),
        distance_m=round(reach_m + half_size_m(thing), 3),
    )


def avoid_room(room: Room) -> Constraint:
    """To stay out of a room, without a sentence yet."""
    return Constraint("avoid", rooms=(room.id,), outlines_m=(room.polygon_m,))


def told_about_thing(
    world: World, constraint: Constraint, instruction: Instruction, rng: np.random.Generator
) -> Constraint | None:
    """The constraint in words; None if the thing has no clear name, or is to be avoided and a landmark."""
    thing = world.scene.instances[constraint.instances[0] - 1]
    name = _clear_name(world, instruction, thing)
    if name is None or (constraint.kind == "avoid" and name in instruction.text):
        return None
    return replace(constraint, text=_sentence(f"{constraint.kind} thing", rng, name))


def told_to_avoid_room(
    world: World, constraint: Constraint, instruction: Instruction, rng: np.random.Generator
) -> Constraint | None:
    """The constraint in words; None if another room can be meant."""
    room = room_with(world.scene, constraint.rooms[0])
    if room is None or not _is_only_one(room, instruction, world):
        return None
    return replace(constraint, text=_sentence("avoid room", rng, _room_word(room, instruction.text)))


def orders_after_thing(
    world: World, thing: Instance, instruction: Instruction, rng: np.random.Generator
) -> Iterator[Constraint]:
    """To pass a thing before a room of the route is entered, in words; for each room with a clear name."""
    name = _clear_name(world, instruction, thing)
    for target in _entered(world, instruction) if name is not None else ():
        yield Constraint(
            "order",
            text=_sentence("order thing room", rng, name or "", _room_word(target, instruction.text)),
            instances=(thing.id,),
            rooms=(target.id,),
            positions_m=(middle(thing),),
            outlines_m=(target.polygon_m,),
            distance_m=round(PASSED_M + half_size_m(thing), 3),
        )


def orders_after_room(
    world: World, before: Room, instruction: Instruction, rng: np.random.Generator
) -> Iterator[Constraint]:
    """To go through a room before another one of the route is entered, in words."""
    if not _is_only_one(before, instruction, world):
        return
    for target in _entered(world, instruction):
        if target.id != before.id:
            words = _room_word(before, instruction.text), _room_word(target, instruction.text)
            rooms, outlines = (before.id, target.id), (before.polygon_m, target.polygon_m)
            yield Constraint(
                "order", text=_sentence("order room room", rng, *words), rooms=rooms, outlines_m=outlines
            )


def _entered(world: World, instruction: Instruction) -> list[Room]:
    """The rooms that a route enters, where nothing else can be meant by their kind."""
    rooms = [room_with(world.scene, leg.room) for leg in instruction.reading.legs[1:]]
    return [room for room in rooms if room is not None and _is_only_one(room, instruction, world)]


def half_size_m(thing: Instance) -> float:
    """From the middle of a thing to a corner of its box, seen from above."""
    return math.hypot(thing.high_m[0] - thing.low_m[0], thing.high_m[2] - thing.low_m[2]) / 2


def middle(thing: Instance) -> tuple[float, float, float]:
    """The middle of a thing on the floor."""
    low, high = thing.low_m, thing.high_m
    return (low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2


def _sentence(key: str, rng: np.random.Generator, *names: str) -> str:
    return SENTENCES[key][int(rng.integers(len(SENTENCES[key])))].format(*names)


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
