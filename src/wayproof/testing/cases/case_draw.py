"""A new case by chance: a goal of a scene, a start from which an expert reaches it, now and then faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from wayproof.corruptions import CORRUPTIONS
from wayproof.errors import InvalidInput
from wayproof.tasks.object_in_room import WORDINGS, RoomGoal, search_from_somewhere
from wayproof.testing.cases.case import Case, solvable
from wayproof.testing.cases.gene_pool import MOST_PEOPLE, GenePool
from wayproof.vocabulary import Fault, Pose

FAULTY = 0.3  # of new cases have a fault
PEOPLED, CONSTRAINED = 0.2, 0.3  # have people, have a room to avoid; of pools with such genes
LEVELS = (0.2, 0.4, 0.6, 0.8, 1.0)
LATE = 0.5  # of faults set in during the episode
LATEST_STEP = 60


def drawn_case(pool: GenePool, rng: np.random.Generator, name: str) -> Case:
    """A case of any scene of the pool."""
    for scene in rng.permutation(np.array(pool.scenes)).tolist():
        found = case_for(pool, scene, pool.goals(scene), rng, name)
        if found is not None:
            return replace(found, how="chance")
    raise InvalidInput(
        f"no test case can be made in {', '.join(pool.scenes)}: no thing in a room of its own that an expert "
        "reaches; give other scenes"
    )


def case_for(
    pool: GenePool, scene: str, goals: Sequence[RoomGoal], rng: np.random.Generator, name: str
) -> Case | None:
    """A case for the first of these goals, in random order, that an expert reaches; None if there is none."""
    world = pool.world(scene)
    rejected: Counter[str] = Counter()
    for number in rng.permutation(len(goals)).tolist():
        goal, wording = goals[number], int(rng.integers(len(WORDINGS)))
        episode = search_from_somewhere(world, pool.protocol, goal, wording, rng, rejected)
        if episode is None:
            continue
        plain = Case(name, scene, goal.room, goal.kind, episode.start, wording)
        return with_trouble(pool, plain, rng)
    return None


def with_trouble(pool: GenePool, case: Case, rng: np.random.Generator) -> Case:
    """The case with faults, people and a room to avoid, each now and then."""
    faults = (drawn_fault(pool, rng),) if pool.faults and rng.random() < FAULTY else ()
    people = int(rng.integers(1, MOST_PEOPLE + 1)) if pool.people and rng.random() < PEOPLED else 0
    case = replace(case, faults=faults, people=people, avoid=None)
    if not pool.constraints or rng.random() >= CONSTRAINED:
        return case
    types = sorted({room.type for room in pool.world(case.scene).scene.rooms} - {case.room})
    for number in rng.permutation(len(types)).tolist():
        bound = replace(case, avoid=types[number])
        if solvable(pool.world(case.scene), pool.protocol, bound):
            return bound
    return case


def drawn_fault(pool: GenePool, rng: np.random.Generator) -> Fault:
    """A fault of the pool at a severity, from the first step or a later one on."""
    name = str(rng.choice(np.array(pool.faults)))
    severity = 1.0 if CORRUPTIONS[name].switch else float(rng.choice(np.array(LEVELS)))
    if rng.random() < LATE:
        return Fault(name, severity, onset_step=int(rng.integers(1, LATEST_STEP + 1)))
    return Fault(name, severity)


def from_there(pool: GenePool, case: Case, start: Pose) -> Case | None:
    """The case from another start, if an expert solves it from there."""
    moved = replace(case, start=start)
    return moved if solvable(pool.world(case.scene), pool.protocol, moved) else None
