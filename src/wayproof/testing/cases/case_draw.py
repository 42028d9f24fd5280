"""A new case by chance: a goal of a scene, a start from which an expert reaches it, now and then trouble."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from wayproof.corruptions import CORRUPTIONS
from wayproof.errors import InvalidInput
from wayproof.tasks.object_in_room import WORDINGS, RoomGoal, search_from_somewhere
from wayproof.tasks.take_and_place import places_for, takeable
from wayproof.testing.cases.case import DAY, Case, Place, goal_of
from wayproof.testing.cases.case_bounds import possible_bounds
from wayproof.testing.cases.case_episode import solvable
from wayproof.testing.cases.confounders import with_confounder
from wayproof.testing.cases.gene_pool import MOST_PEOPLE, GenePool
from wayproof.vocabulary import Fault, Pose

FAULTY = 0.3  # of new cases have a fault
# Have people, a constraint, a confounding thing, a place to bring the thing to, another light than day; of
# pools with such genes.
PEOPLED, CONSTRAINED, CONFOUNDED, CARRIED, DARKER = 0.2, 0.3, 0.3, 0.3, 0.2
LEVELS = (0.2, 0.4, 0.6, 0.8, 1.0)
LATE = 0.5  # of faults set in during the episode
LATEST_STEP = 60
MOST_PLACES = 4  # that are tried for one thing


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
    """The case with faults, people, another light, a place, a constraint, a confounder, each now and then."""
    faults = (drawn_fault(pool, rng),) if pool.faults and rng.random() < FAULTY else ()
    people = int(rng.integers(1, MOST_PEOPLE + 1)) if pool.people and rng.random() < PEOPLED else 0
    dark = bool(pool.lights) and rng.random() < DARKER
    light = str(rng.choice(np.array(pool.lights))) if dark else DAY
    case = replace(case, faults=faults, people=people, light=light)
    if pool.symbolic and rng.random() < CARRIED:
        case = _with_place(pool, case, rng)
    if pool.constraints and case.place is None and rng.random() < CONSTRAINED:
        case = _with_bound(pool, case, rng)
    if pool.confounders and rng.random() < CONFOUNDED:
        case = with_confounder(pool, case, rng)
    return case


def _with_bound(pool: GenePool, case: Case, rng: np.random.Generator) -> Case:
    """The case with the first constraint, in random order, that an expert can keep; kinds are drawn first."""
    world = pool.world(case.scene)
    possible = possible_bounds(world, case)
    kinds = sorted({one.kind for one in possible})
    for kind in rng.permutation(np.array(kinds)).tolist():
        alike = [one for one in possible if one.kind == kind]
        for number in rng.permutation(len(alike)).tolist():
            bound = replace(case, bound=alike[number])
            if solvable(world, bound):
                return bound
    return case


def _with_place(pool: GenePool, case: Case, rng: np.random.Generator) -> Case:
    """The case with a place to bring the thing to, if the thing can be taken and an expert does both."""
    world = pool.world(case.scene)
    if not takeable(world, [goal_of(world, case)]):
        return case
    places = [goal for goal in places_for(world, list(pool.goals(case.scene))) if goal.kind != case.kind]
    for number in rng.permutation(len(places))[:MOST_PLACES].tolist():
        carried = replace(case, place=Place(places[number].room, places[number].kind))
        if solvable(world, carried):
            return carried
    return case


def drawn_fault(pool: GenePool, rng: np.random.Generator) -> Fault:
    """A fault of the pool at a severity, from the first step or from a later one on."""
    name = str(rng.choice(np.array(pool.faults)))
    severity = 1.0 if CORRUPTIONS[name].switch else float(rng.choice(np.array(LEVELS)))
    if rng.random() < LATE:
        return Fault(name, severity, onset_step=int(rng.integers(1, LATEST_STEP + 1)))
    return Fault(name, severity)


def from_there(pool: GenePool, case: Case, start: Pose) -> Case | None:
    """The case from another start, if an expert solves it from there."""
    moved = replace(case, start=start)
    return moved if solvable(pool.world(case.place_name), moved) else None
