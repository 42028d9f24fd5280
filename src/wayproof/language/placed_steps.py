"""Steps with their places on a path, and other ways of telling them that are as true.

A rich instruction says now and then that the way is straight, counts the doors on a side, tells a turn apart
from the room behind it, or names the room in which a thing stands.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from wayproof.language.choices import Choices
from wayproof.language.doorways import Crossing, Leg, room_with
from wayproof.language.landmarks import adjectives_of, landmark_words
from wayproof.language.path_events import PathReading
from wayproof.language.route_steps import RouteStep
from wayproof.language.track import heading_between, side_of, turned

ORDINALS = ("first", "second", "third")
DOORS = ("doorway", "door", "open door", "entrance")
# Other words for an adjective that is true of a thing.
ADJECTIVES = {
    "large": ("large", "big", "sizeable"),
    "small": ("small", "little", "tiny"),
    "grey": ("grey", "gray"),
    "beige": ("beige", "tan", "cream"),
    "brown": ("brown", "brownish"),
    "wooden": ("wooden", "wood"),
    "golden": ("golden", "gold"),
    "silver": ("silver", "silvery"),
    "metal": ("metal", "metallic"),
    "checked": ("checked", "chequered"),
    "striped": ("striped", "stripy"),
    "purple": ("purple", "violet"),
}
FELT_RAD, BACK_RAD = math.radians(45.0), math.radians(120.0)  # a turn that is felt; one that goes back
STRAIGHT_M = 1.6  # before a thing, for a way that is called straight
LONGEST_TURN_M = 1.2  # a longer bend is no turn to one who walks it
LAST_M = 0.5  # before the end of a path, where nobody notices a turn any more
AHEAD_RAD = math.radians(20.0)
SET_OUT_M = 2.5  # a start is called straight if nothing is told on so many metres


@dataclass(frozen=True)
class PlacedStep:
    """A step and where on the path it belongs.

    Turns say from where to where they are made; steps with a thing which one, as an index among the
    landmarks, and from where its name was judged.
    """

    at_m: float
    step: RouteStep
    span_m: tuple[float, float] | None = None
    thing: int | None = None
    named_m: tuple[float, ...] = ()


def varied(
    reading: PathReading, placed: tuple[PlacedStep, ...], choices: Choices, most: int
) -> tuple[PlacedStep, ...]:
    """The same route, some steps told in another way; beyond `most` steps, things passed are left out."""
    placed = _shortened(placed, choices, most)
    found = []
    begins_ahead = placed[0].at_m > SET_OUT_M and abs(reading.first_step_rad) < AHEAD_RAD
    if begins_ahead and reading.is_straight(0.0, SET_OUT_M) and choices.chance(0.7):
        found.append(PlacedStep(0.05, RouteStep("go", "straight")))
    for one, following in zip(placed, (*placed[1:], None), strict=True):
        enters = following is not None and following.step.direction == "into"
        if one.step.direction == "out of" and enters and choices.chance(0.6):
            continue  # the room that is entered says enough
        found += _varied(reading, one, choices)
    adorned = [one if one.thing is None else _adorned(reading, one, choices) for one in found]
    return tuple(replace(one, step=_reworded(one.step, choices)) for one in adorned)


def _shortened(placed: tuple[PlacedStep, ...], choices: Choices, most: int) -> tuple[PlacedStep, ...]:
    kept = list(placed)
    while len(kept) > most:
        passed = [one for one in kept if one.thing is not None and one.step.direction in ("past", "across")]
        if not passed:
            break
        kept.remove(choices.freely(passed))
    return tuple(kept)


def turns_are_made(reading: PathReading, placed: Sequence[PlacedStep]) -> bool:
    """Whether the path itself turns to each side that is told, by more than a walker would overlook."""
    track = reading.track
    first = next((one for one in placed if one.step.action != "see"), placed[0])
    later = first.step.action == "turn" and first.step.relation != "at" and first.span_m != (0.0, 0.0)
    if later and abs(reading.first_step_rad) > AHEAD_RAD:
        return False  # told first, it would be made at the start
    for one in placed:
        if one.step.action != "turn" or not one.span_m or one.step.direction == "around":
            continue
        start_m, end_m = one.span_m
        if end_m == 0.0:
            continue  # setting out
        if end_m > track.length_m - LAST_M or end_m - start_m > LONGEST_TURN_M:
            return False
        angle = turned(track.heading_before(start_m), track.heading_after(end_m))
        made = angle if one.step.direction.endswith("left") else -angle
        if made < FELT_RAD and not made < -BACK_RAD:  # a turn of more than a half goes round the other way
            return False
    return True


def _adorned(reading: PathReading, one: PlacedStep, choices: Choices) -> PlacedStep:
    """A step whose thing, if it was named without an adjective, may get one that is true of it."""
    known, name = adjectives_of(reading.landmarks.things[one.thing or 0]), one.step.landmark
    is_adorned = any(name.startswith(f"{word} ") for word in known)
    if is_adorned or not known or not choices.chance(0.6):
        return one
    return replace(one, step=replace(one.step, landmark=f"{choices.freely(known)} {name}"))


def _reworded(step: RouteStep, choices: Choices) -> RouteStep:
    """The same step with other words for its adjectives, or for a door."""
    if step.landmark == "doorway":
        return replace(step, landmark=choices.of(DOORS))
    words = step.landmark.split(" ")
    told = [choices.freely(ADJECTIVES[word]) if word in ADJECTIVES else word for word in words[:-1]]
    return replace(step, landmark=" ".join([*told, *words[-1:]]))


def _varied(reading: PathReading, one: PlacedStep, choices: Choices) -> list[PlacedStep]:
    step = one.step
    if step.action == "turn" and step.relation == "into":
        return _through_a_door(reading, one, choices)
    if step.action == "go" and step.direction in ("past", "to", "through") and choices.chance(0.6):
        way = (one.at_m - STRAIGHT_M, one.at_m)
        leg = next((leg for leg in reading.legs if way[0] >= leg.start_m and way[1] <= leg.end_m), None)
        if leg is not None and step.landmark != "doorway" and reading.is_straight(*way):
            relation = step.direction
            step = replace(step, direction="straight", relation=relation)
            return [replace(one, step=step)]
    if one.thing is not None and not step.side and step.action != "turn" and choices.chance(0.12):
        return [replace(one, step=replace(step, room=_room_of(reading, one.thing)))]
    return [one]


def _room_of(reading: PathReading, thing: int) -> str:
    """The plainest word for the room in which a thing stands."""
    room = room_with(reading.landmarks.world.scene, reading.landmarks.things[thing].room or 0)
    return "" if room is None else landmark_words().rooms.get(room.type, ("",))[0]


def _through_a_door(reading: PathReading, one: PlacedStep, choices: Choices) -> list[PlacedStep]:
    """A turn into a room: as one step, as two, or as the n-th door on a side."""
    places = [crossing.at_m for crossing in reading.crossings]
    number = min(range(len(places)), key=lambda k: abs(places[k] - one.at_m))
    side = one.step.direction.rpartition(" ")[2]
    ordinal = _ordinal(reading, reading.legs[number], reading.crossings[number], side)
    if ordinal and choices.chance(0.5):
        return [replace(one, step=RouteStep("go", "through", f"{ordinal} door", side=side))]
    if choices.chance(0.5):
        turn = replace(one, step=RouteStep("turn", one.step.direction))
        return [turn, PlacedStep(one.at_m + 0.01, RouteStep("go", "into", one.step.landmark))]
    return [one]


def _ordinal(reading: PathReading, leg: Leg, crossing: Crossing, side: str) -> str:
    """Which door on that side the path takes, counted from where it enters the room; "" if unclear."""
    track, taken = reading.track, crossing.door
    if taken is None or not reading.is_straight(leg.start_m + 0.3, crossing.before_m - 0.1):
        return ""
    start = track.at(leg.start_m)
    heading = track.heading(leg.start_m, crossing.before_m)
    ahead = np.array([-np.sin(heading), -np.cos(heading)])
    reached = []
    for door in reading.landmarks.world.scene.doors:
        if leg.room not in door.rooms:
            continue
        offset = np.array(door.centre_m) - start
        along_m = float(offset @ ahead)
        bearing = turned(heading, heading_between(start + along_m * ahead, np.array(door.centre_m)))
        if along_m > 0.8 and side_of(bearing) == side and np.linalg.norm(offset - along_m * ahead) > 0.3:
            reached.append((along_m, door is taken))
    reached.sort()
    number = next((place for place, (_, is_taken) in enumerate(reached) if is_taken), None)
    return "" if number is None or number >= len(ORDINALS) else ORDINALS[number]
