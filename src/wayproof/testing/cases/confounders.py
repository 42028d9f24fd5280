"""Things that confound: of the same group of furniture as the thing sought, left in one of its rooms.

A confounding thing is never one that answers to the goal, so that what counts as success stays.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.kinds import answering
from wayproof.scenes.furniture import FURNITURE, HOME, Furniture
from wayproof.scenes.variants.added_things import ON_FLOOR, AddedThing
from wayproof.testing.cases.case import Case
from wayproof.testing.cases.case_episode import solvable
from wayproof.testing.cases.gene_pool import GenePool

TRIES = 4
MOST_NUMBERS = 1000


def with_confounder(pool: GenePool, case: Case, rng: np.random.Generator) -> Case:
    """The case with one more thing in a room of its goal; the same if none fits or nobody solves it then."""
    kinds = confounding(case)
    plain = pool.world(case.scene).scene
    rooms = [room.id for room in plain.rooms if room.type == case.room]
    for _ in range(TRIES if kinds else 0):
        one = AddedThing(
            str(rng.choice(np.array(kinds))),
            int(rng.choice(np.array(rooms))),
            int(rng.integers(MOST_NUMBERS)),
        )
        changed = replace(case, added=(*case.added, one))
        if fits(pool, changed):
            return changed
    return case


def fits(pool: GenePool, case: Case) -> bool:
    """Whether the things that a case adds find room and an expert solves it among them."""
    try:
        return solvable(pool.world(case.place_name), case)
    except InvalidInput:
        return False  # no free floor for it, or it hides the goal from everywhere


def confounding(case: Case) -> list[str]:
    """Kinds of the same group that can be left on a floor and do not answer to the goal or the place."""
    asked = [case.kind, *([case.place.kind] if case.place else [])]
    group = FURNITURE[case.kind].group if case.kind in FURNITURE else ""
    return [
        kind.name
        for kind in FURNITURE
        if kind.group == group and _can_be_left(kind) and not any(_answers(kind.name, name) for name in asked)
    ]


def _can_be_left(kind: Furniture) -> bool:
    return kind.stands in ON_FLOOR and kind.place == HOME and kind.name == kind.category


def _answers(kind: str, asked: str) -> bool:
    return kind in answering(asked) or asked in answering(kind)
