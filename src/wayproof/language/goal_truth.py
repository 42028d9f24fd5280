"""Which things of a scene a goal's description is true of, clauses and the goal before included.

Made for checking, with a geometry of its own: what we write is clear enough that any sensible reading of
"next to" or "above" finds the same things.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from wayproof.language.goal_reader import BRING, PICK_UP, Clause, GoalRead, goal_words, read_goal
from wayproof.language.phrase_reader import Phrase
from wayproof.language.phrase_truth import called, false_words, matching
from wayproof.scenes.scene import Instance, Scene, things
from wayproof.vocabulary import Goal

BESIDE_M, FAR_ACROSS_M, ASIDE_M, EDGE_M, LINE_M, ON_WALL_M = 0.9, 6.0, 1.3, 0.75, 1.0, 0.25
LIFTED_M = 1.0  # the longest side of what a person picks up


class Before(msgspec.Struct, frozen=True):
    """The goal before: what it was called, the things that satisfied it, and which errand it was, if any."""

    noun: str
    instances: tuple[int, ...]
    errand: str = ""


def before_goals(scene: Scene, goals: Sequence[Goal]) -> list[Before | None]:
    """For each goal of an episode, the one before it as "it" and "the other one" refer to it."""
    kinds = {thing.category for thing in things(scene)}
    found: list[Before | None] = [None]
    for goal in goals[:-1]:
        read, earlier = read_goal(goal.text or "", kinds), found[-1]
        noun = earlier.noun if read.phrase.noun == "one" and earlier else read.phrase.noun
        found.append(Before(noun, goal.instances, read.errand))
    return found


def satisfying(scene: Scene, goal: GoalRead, before: Before | None = None) -> tuple[int, ...]:
    """Ids of all things of which everything that the goal says is true, in order.

    None at all if it refers to a goal before and there is none, or several that could be meant by "it"; nor
    if something is to be brought and nothing was picked up. What is picked up must be carried by something
    and be small enough to lift.
    """
    phrase = goal.phrase
    if goal.refers and before is None:
        return ()
    if goal.errand == BRING and (before is None or before.errand != PICK_UP):
        return ()
    if phrase.noun == "one" and before is not None:
        phrase = Phrase(before.noun)
    everything = {thing.id: thing for thing in things(scene)}
    left = [everything[number] for number in matching(scene, phrase)]
    if goal.errand == PICK_UP:
        left = [thing for thing in left if thing.support is not None and _longest_m(thing) <= LIFTED_M]
    for clause in sorted(goal.clauses, key=lambda one: one.kind == "extreme"):
        left = _left(scene, clause, left, before)
    return tuple(thing.id for thing in left)


def _left(scene: Scene, clause: Clause, among: list[Instance], before: Before | None) -> list[Instance]:
    """Those of which a clause is true."""
    if clause.kind == "extreme":
        return _first(clause.word, among)
    if clause.kind == "other":
        return [thing for thing in among if before is not None and thing.id not in before.instances]
    if clause.kind == "not":
        return [thing for thing in among if not _is_so(scene, clause, thing)]
    if clause.kind == "carries":
        return [thing for thing in among if _carried(scene, clause, thing) == clause.count]
    anchors = _anchors(scene, clause, before)
    if clause.kind == "same colour":
        colours = {one.attributes.colour for one in anchors}
        return [thing for thing in among if thing.attributes.colour in colours]
    if clause.kind == "same room":
        rooms = {one.room for one in anchors}
        return [thing for thing in among if thing.room in rooms]
    stands = _PLACES[clause.word]
    return [thing for thing in among if any(_together(thing, one) and stands(thing, one) for one in anchors)]


def _anchors(scene: Scene, clause: Clause, before: Before | None) -> list[Instance]:
    if clause.phrase is not None:
        found = set(matching(scene, clause.phrase))
        return [thing for thing in things(scene) if thing.id in found]
    if before is None or len(before.instances) != 1:
        return []
    return [thing for thing in things(scene) if thing.id in before.instances]


def _is_so(scene: Scene, clause: Clause, thing: Instance) -> bool:
    if clause.said or clause.phrase is None or not clause.word:
        return not false_words(thing, Phrase("", clause.said))
    carrier = next((one for one in scene.instances if one.id == thing.support), None)
    return carrier is not None and thing.relation == clause.word and called(carrier, clause.phrase.noun)


def _carried(scene: Scene, clause: Clause, thing: Instance) -> int:
    assert clause.phrase is not None
    found = set(matching(scene, clause.phrase))
    return sum(
        one.support == thing.id and one.relation == clause.word and one.id in found for one in scene.instances
    )


def _first(word: str, among: Sequence[Instance]) -> list[Instance]:
    what, which = goal_words().extremes[word]
    sizes = [_height_m(one) if what == "height" else max(_sides_m(one)) for one in among]
    if not sizes:
        return []
    wanted = max(sizes) if which == "most" else min(sizes)
    return [one for one, size in zip(among, sizes, strict=True) if abs(size - wanted) < 1e-3]


def _longest_m(thing: Instance) -> float:
    return max(_height_m(thing), *_sides_m(thing))


def _height_m(thing: Instance) -> float:
    return thing.high_m[1] - thing.low_m[1]


def _sides_m(thing: Instance) -> tuple[float, float]:
    return thing.high_m[0] - thing.low_m[0], thing.high_m[2] - thing.low_m[2]


def _together(thing: Instance, other: Instance) -> bool:
    return thing.id != other.id and thing.room == other.room


def _middle(thing: Instance) -> complex:
    """In the plan: x as the real part, z as the imaginary one."""
    return complex(thing.low_m[0] + thing.high_m[0], thing.low_m[2] + thing.high_m[2]) / 2.0


def _samples(thing: Instance) -> list[complex]:
    """Forty-nine places spread over its plan."""
    x, z = _sides_m(thing)
    corner = complex(thing.low_m[0], thing.low_m[2])
    return [corner + complex(x * i, z * k) / 6.0 for i in range(7) for k in range(7)]


def _away_m(place: complex, thing: Instance) -> float:
    """From a place to a thing's box in the plan."""
    off = place - _middle(thing)
    x, z = _sides_m(thing)
    return math.hypot(max(abs(off.real) - x / 2.0, 0.0), max(abs(off.imag) - z / 2.0, 0.0))


def _before_it(thing: Instance, anchor: Instance) -> list[complex]:
    """A thing's corners for whoever faces the anchor: to the right, and (imaginary) towards the viewer."""
    x, z = _sides_m(thing)
    corners = [
        _middle(thing) + complex(i * x, k * z) / 2.0 - _middle(anchor) for i in (-1, 1) for k in (-1, 1)
    ]
    # Heading 0 looks along +z: then to the viewer's right is +x.
    turn = complex(math.cos(anchor.heading_rad), math.sin(anchor.heading_rad))
    return [corner * turn for corner in corners]


def _beside(thing: Instance, anchor: Instance) -> bool:
    smaller, larger = sorted((thing, anchor), key=lambda one: math.prod(_sides_m(one)))
    return min(_away_m(place, larger) for place in _samples(smaller)) <= BESIDE_M


def _across(thing: Instance, anchor: Instance) -> bool:
    at = _before_it(thing, anchor)
    middle = sum(at) / 4.0
    turned = abs(math.remainder(thing.heading_rad - anchor.heading_rad, math.tau))
    return turned > math.radians(135.0) and abs(middle.real) <= LINE_M and 0.0 < middle.imag <= FAR_ACROSS_M


def _aside(sign: int) -> Callable[[Instance, Instance], bool]:
    def stands(thing: Instance, anchor: Instance) -> bool:
        own, at = _before_it(anchor, anchor), _before_it(thing, anchor)
        edge, inner = max(place.real for place in own), min(sign * place.real for place in at)
        off = abs(sum(at).imag) / 4.0 - max(place.imag for place in own)
        return -0.2 <= inner - edge <= ASIDE_M and off <= EDGE_M

    return stands


def _behind(thing: Instance, anchor: Instance) -> bool:
    own, at = _before_it(anchor, anchor), _before_it(thing, anchor)
    gap = min(place.imag for place in own) - max(place.imag for place in at)
    off = abs(sum(at).real) / 4.0 - max(place.real for place in own)
    return -0.3 <= gap <= ASIDE_M and off <= EDGE_M


def _below(thing: Instance, anchor: Instance) -> bool:
    lower = thing.low_m[1] + thing.high_m[1] < anchor.low_m[1] + anchor.high_m[1]
    hangs = anchor.low_m[1] > 0.5
    smaller, larger = sorted((thing, anchor), key=lambda one: math.prod(_sides_m(one)))
    reach_m = ON_WALL_M if hangs else 0.0
    over = sum(_away_m(place, larger) <= reach_m for place in _samples(smaller))
    return lower and over >= 15 and (not hangs or thing.high_m[1] <= anchor.low_m[1] + 0.2)


_PLACES: dict[str, Callable[[Instance, Instance], bool]] = {
    "beside": _beside,
    "across": _across,
    "left": _aside(-1),
    "right": _aside(1),
    "behind": _behind,
    "below": _below,
    "over": lambda thing, anchor: _below(anchor, thing),
}
