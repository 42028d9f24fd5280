"""From what was read along a path to the steps of an instruction: concise, or dense with what is seen.

A concise route says each door and each clear turn, and now and then a thing that is passed; a dense one says
all of it, and what comes into view on the way. What cannot be told without doubt is left out; where that
would leave the hearer at a loss (two doors that answer to the same words) there is no route at all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from wayproof.language.choices import Choices
from wayproof.language.doorways import Leg, doors_of, room_with
from wayproof.language.landmarks import Wording, draw_wording, landmark_words, name_of
from wayproof.language.path_events import Passing, PathReading, Turn
from wayproof.language.placed_steps import PlacedStep
from wayproof.language.route_steps import RouteStep
from wayproof.language.track import side_of

CLEAR_TURN_RAD = math.radians(50.0)
SHARP_RAD, BACK_RAD = math.radians(125.0), math.radians(140.0)
LONG_LEG_M = 3.0
PASSINGS = {False: 1, True: 3}  # in one room, concise and dense
APART_M = 1.0  # between things that are passed and said


@dataclass(frozen=True, eq=False)
class Telling:
    """What one instruction is made from."""

    reading: PathReading
    choices: Choices
    wording: Wording
    dense: bool
    goal: int  # the thing at the end
    adorned: float  # how often a name gets an adjective

    def name(self, thing: int, places_m: tuple[float, ...], side: str = "") -> str | None:
        """What to call a thing that is looked at from these places."""
        word = self.wording.things[self.reading.landmarks.things[thing].category]
        adorned = self.choices.chance(self.adorned)
        outlooks = [self.reading.outlook(at_m) for at_m in places_m]
        return name_of(outlooks, thing, word, side=side, adorned=adorned)

    def room(self, leg: Leg) -> str:
        room = room_with(self.reading.landmarks.world.scene, leg.room)
        return self.wording.rooms.get(room.type, "room") if room is not None else "room"

    def weight(self, thing: int) -> float:
        return landmark_words().things[self.reading.landmarks.things[thing].category].weight


def path_steps(
    reading: PathReading, goal: int, rng: np.random.Generator, *, dense: bool, rich: bool = False
) -> tuple[PlacedStep, ...] | None:
    """The steps along a path to the thing with index `goal`; None if they cannot be told without doubt.

    `rich` ones have more words, and leave out paths that set out to one side and then go to another.
    """
    adorned = 0.6 if dense or rich else 0.35
    telling = Telling(reading, Choices(rng), draw_wording(rng, rich=rich), dense, goal, adorned)
    ending = _ending(telling)
    if ending is None or (
        rich and _first_turn(reading.first_turn_rad) != _first_turn(reading.first_step_rad)
    ):
        return None
    placed = _setting_out(telling)
    for number, leg in enumerate(reading.legs):
        inside = _inside(telling, number, leg)
        placed += inside
        if number < len(reading.crossings):
            onward = _crossing(telling, number)
            if onward is None:
                return None
            placed += onward
        elif leg.length_m > LONG_LEG_M and not inside and telling.choices.chance(0.6):
            placed.append(_approach(ending, leg))
    return (*_unmistakable(sorted(placed, key=lambda one: one.at_m), ending), ending)


def _unmistakable(placed: list[PlacedStep], ending: PlacedStep) -> list[PlacedStep]:
    """The steps without those whose name stands for another thing elsewhere in the route."""
    owners = {ending.step.landmark: ending.thing}
    kept = []
    for one in placed:
        if one.thing is None or owners.setdefault(one.step.landmark, one.thing) == one.thing:
            kept.append(one)
        elif one.step.action == "turn":
            kept.append(PlacedStep(one.at_m, RouteStep("turn", one.step.direction), one.span_m))
    return kept


def bend_words(angle_rad: float) -> str:
    """A turn in words: "slight left", "left", "sharp left"."""
    size = abs(angle_rad)
    kind = "slight " if size < CLEAR_TURN_RAD else "sharp " if size > SHARP_RAD else ""
    return kind + side_of(angle_rad)


def _setting_out(telling: Telling) -> list[PlacedStep]:
    turn = _first_turn(telling.reading.first_turn_rad)
    return [PlacedStep(0.0, RouteStep("turn", turn), (0.0, 0.0))] if turn else []


def _first_turn(angle_rad: float) -> str:
    """How one turns to set out; "" if no more than one does without being told."""
    if abs(angle_rad) >= BACK_RAD:
        return "around"
    return side_of(angle_rad) if abs(angle_rad) >= CLEAR_TURN_RAD else ""


def _inside(telling: Telling, number: int, leg: Leg) -> list[PlacedStep]:
    """Turns and things passed in one room; if there is nothing to say of a long way, that it is gone."""
    reading = telling.reading
    turns = [turn for turn in reading.turns if leg.start_m < turn.bend.middle_m <= leg.end_m]
    found = [placed for turn in turns for placed in _turn(telling, leg, turn)]
    taken = {placed.thing for placed in found}
    passings = [one for one in reading.passings if leg.start_m < one.at_m <= leg.end_m]
    found += _passed(telling, leg, [one for one in passings if one.thing not in taken])
    if telling.dense:
        taken = {placed.thing for placed in found}
        found += _seen(telling, leg, taken)
    is_middle = 0 < number < len(reading.legs) - 1
    if not found and is_middle and leg.length_m > LONG_LEG_M:
        kind = room_with(reading.landmarks.world.scene, leg.room)
        way = "down" if kind is not None and kind.type == "hallway" else "through"
        found.append(PlacedStep((leg.start_m + leg.end_m) / 2, RouteStep("go", way, telling.room(leg))))
    return found


def _turn(telling: Telling, leg: Leg, turn: Turn) -> list[PlacedStep]:
    bend = turn.bend
    if abs(bend.angle_rad) < CLEAR_TURN_RAD and not telling.dense:
        return []
    words, span = bend_words(bend.angle_rad), (bend.start_m, bend.end_m)
    for thing in turn.near:
        seen_m = telling.reading.seen_ahead(thing, max(leg.start_m, bend.start_m - 3.0), bend.start_m)
        name = None if seen_m is None or thing == telling.goal else telling.name(thing, (seen_m,))
        if name is not None and seen_m is not None:
            step = RouteStep("turn", words, name, relation="at")
            return [PlacedStep(bend.middle_m, step, span, thing, (seen_m,))]
    if abs(bend.angle_rad) < CLEAR_TURN_RAD:
        return []
    return [PlacedStep(bend.middle_m, RouteStep("turn", words), span)]


def _passed(telling: Telling, leg: Leg, passings: list[Passing]) -> list[PlacedStep]:
    """The things passed that are worth saying, the most telling first until enough is said."""
    if leg.length_m < 2.0:
        return []
    ranked = sorted(passings, key=lambda one: -telling.weight(one.thing) / (0.5 + one.gap_m))
    found: list[PlacedStep] = []
    for one in ranked:
        is_crowded = any(abs(one.at_m - other.at_m) < APART_M for other in found)
        if len(found) == PASSINGS[telling.dense] or is_crowded or one.thing == telling.goal:
            continue
        side = one.side if telling.dense or telling.choices.chance(0.5) else ""
        places = (one.seen_m, one.at_m)
        for said in dict.fromkeys((side, one.side)):
            name = telling.name(one.thing, places, said)
            if name is not None:
                step = RouteStep("go", "past" if one.side else "across", name, side=said)
                found.append(PlacedStep(one.at_m, step, thing=one.thing, named_m=places))
                break
    return found


def _seen(telling: Telling, leg: Leg, taken: set[int | None]) -> list[PlacedStep]:
    """What comes into view to one side when a room is entered."""
    at_m = telling.reading.eye_near(leg.start_m + min(0.5, leg.length_m / 2))
    outlook = telling.reading.outlook(at_m)
    options = []
    for thing, instance in enumerate(outlook.landmarks.things):
        entry = landmark_words().things.get(instance.category)
        known = entry is not None and not entry.flat and instance.room == leg.room
        if not known or not outlook.seen[thing] or thing in taken or thing == telling.goal:
            continue
        aside = math.radians(15.0) <= abs(outlook.bearing(thing)) <= math.radians(60.0)
        if aside and 1.0 <= outlook.distance_m(thing) <= 5.0:
            options.append(thing)
    options.sort(key=lambda thing: -telling.weight(thing))
    found: dict[str, PlacedStep] = {}
    for thing in options:
        side = side_of(outlook.bearing(thing))
        name = telling.name(thing, (at_m,), side) if side not in found else None
        if name is not None:
            step = RouteStep("see", "", name, side=side)
            found[side] = PlacedStep(at_m, step, thing=thing, named_m=(at_m,))
    return list(found.values())[: 2 if leg.length_m > LONG_LEG_M else 1]


def _crossing(telling: Telling, number: int) -> list[PlacedStep] | None:
    """Leaving one room for the next, with the turns before and behind the door."""
    reading = telling.reading
    leg, onward, crossing = reading.legs[number], reading.legs[number + 1], reading.crossings[number]
    side = side_of(crossing.before_rad) if abs(crossing.before_rad) >= CLEAR_TURN_RAD else ""
    if side in crossing.confusing or (crossing.confusing and not side):
        return None
    target, at_m = telling.room(onward), crossing.at_m
    found = []
    has_one_way_out = len(doors_of(reading.landmarks.world.scene, leg.room)) == 1
    if side:
        step = RouteStep("turn", bend_words(crossing.before_rad), target, relation="into")
        found.append(PlacedStep(at_m, step, (crossing.before_m, at_m)))
    elif telling.dense or not has_one_way_out:
        if number == 0:
            found.append(PlacedStep(at_m - 0.1, RouteStep("go", "out of", telling.room(leg))))
        found.append(PlacedStep(at_m, RouteStep("go", "into", target)))
    else:
        out_of, through = RouteStep("go", "out of", telling.room(leg)), RouteStep("go", "through", "doorway")
        into = RouteStep("go", "into", target)
        found.append(PlacedStep(at_m, telling.choices.of((out_of, out_of, into, through))))
    if abs(crossing.after_rad) >= CLEAR_TURN_RAD:
        step = RouteStep("turn", bend_words(crossing.after_rad))
        found.append(PlacedStep(at_m + 0.05, step, (at_m, crossing.after_m)))
    return found


def _ending(telling: Telling) -> PlacedStep | None:
    """Where to stop: at the goal's thing, if it has come into view on the last metres and has a name."""
    reading = telling.reading
    leg, end_m = reading.legs[-1], reading.track.length_m
    seen_m = reading.seen_ahead(telling.goal, max(leg.start_m - 0.5, end_m - 4.0), end_m)
    if seen_m is None:
        return None
    places = (seen_m, end_m)
    name = telling.name(telling.goal, places)
    if name is None:
        return None
    relations = ("in front of", "in front of", "near") if _is_in_front(telling) else ("near", "near", "at")
    step = RouteStep("stop", telling.choices.freely(relations), name)
    return PlacedStep(end_m, step, thing=telling.goal, named_m=places)


def _approach(ending: PlacedStep, leg: Leg) -> PlacedStep:
    step = RouteStep("go", "to", ending.step.landmark)
    at_m = max(leg.start_m, ending.at_m - 0.5)
    return PlacedStep(at_m, step, thing=ending.thing, named_m=ending.named_m)


def _is_in_front(telling: Telling) -> bool:
    """Whether the path ends before the front of its thing, no further to a side than the thing reaches."""
    landmarks = telling.reading.landmarks
    instance = landmarks.things[telling.goal]
    if not landmark_words().things[instance.category].front:
        return False
    box = landmarks.boxes_m[telling.goal][:, [0, 2]]
    front = np.array([math.sin(instance.heading_rad), math.cos(instance.heading_rad)])
    offset = telling.reading.track.at(telling.reading.track.length_m) - box.mean(axis=0)
    half_width = float(np.abs(np.array([-front[1], front[0]])) @ (box[1] - box[0])) / 2
    aside = abs(float(offset @ np.array([-front[1], front[0]])))
    return float(offset @ front) > 0.0 and aside <= half_width
