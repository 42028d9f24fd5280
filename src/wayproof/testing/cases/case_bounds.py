"""Constraints of test cases: rooms to avoid, to go through, to go through before the goal's room is entered.

Rooms to go through are the only ones of their type in the house, and the shortest way does not go through
them: an agent that ignores the words fails.
"""

from __future__ import annotations

from collections import Counter

from wayproof.language.object_words import room_name
from wayproof.metrics.kept_constraints import KINDS
from wayproof.scenes.scene import Room
from wayproof.simulator.world import World
from wayproof.testing.cases.case import Bound, Case
from wayproof.vocabulary import Constraint

AVOID, PASS_BY, ORDER = "avoid", "pass_by", "order"
assert {AVOID, PASS_BY, ORDER} == set(KINDS)
SENTENCES = {
    AVOID: ("Do not enter the {0}.", "Stay out of the {0}.", "Keep away from the {0}."),
    PASS_BY: ("Go through the {0} on your way.", "Pass through the {0} on the way.", "Visit the {0} first."),
    ORDER: (
        "Go through the {0} before you enter the {1}.",
        "Do not enter the {1} before you have been in the {0}.",
        "Be in the {0} before you go into the {1}.",
    ),
}


def possible_bounds(world: World, case: Case) -> list[Bound]:
    """Constraints that can be told of a case without doubt; whether an expert can keep them is not asked."""
    rooms = Counter(room.type for room in world.scene.rooms)
    others = sorted(set(rooms) - {case.room})
    found = [Bound(AVOID, room) for room in others]
    found += [Bound(PASS_BY, room) for room in others if rooms[room] == 1]
    if rooms[case.room] == 1:
        found += [Bound(ORDER, room) for room in others if rooms[room] == 1]
    return found


def constraint_of(world: World, case: Case) -> Constraint:
    """The constraint of a case, which has one, as its episode holds it."""
    bound = case.bound
    assert bound is not None
    rooms = _rooms(world, bound.room)
    if bound.kind == ORDER:
        rooms += _rooms(world, case.room)
    sentences = SENTENCES[bound.kind]
    text = sentences[case.wording % len(sentences)].format(room_name(bound.room), room_name(case.room))
    outlines = tuple(tuple((float(x), float(z)) for x, z in one.polygon_m) for one in rooms)
    return Constraint(bound.kind, text, rooms=tuple(one.id for one in rooms), outlines_m=outlines)


def _rooms(world: World, room_type: str) -> list[Room]:
    return [one for one in world.scene.rooms if one.type == room_type]
