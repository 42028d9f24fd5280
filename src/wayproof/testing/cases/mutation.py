"""Changes of a test case: mild ones stay in the room, aggressive ones leave it.

Mild is CanTest's other object in the same room, and beyond it one more gene now and then: the wording, the
light, how strong a fault is and when it sets in. The start stays where an expert solves the new case from it,
so that what made the old one fail is likely to be met again. Aggressive is another room and object, and with
even chances another scene; faults are drawn anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec.structs import replace

from wayproof.corruptions import CORRUPTIONS
from wayproof.tasks.object_in_room import WORDINGS
from wayproof.testing.cases.case import DAY, Case
from wayproof.testing.cases.case_draw import LATEST_STEP, LEVELS, case_for, drawn_case, from_there
from wayproof.testing.cases.gene_pool import GenePool
from wayproof.vocabulary import Fault

NUDGED = 0.25  # of mild mutations change a further gene, each of them
ELSEWHERE = 0.5  # of aggressive ones go to another scene
MILD, AGGRESSIVE = "mild", "aggressive"


def mutated(pool: GenePool, case: Case, mild: bool, rng: np.random.Generator, name: str) -> Case:
    """A changed case that an expert solves; where a change finds none, a case by chance."""
    found = _mild(pool, case, rng, name) if mild else _aggressive(pool, case, rng, name)
    if found is None:
        return replace(drawn_case(pool, rng, name), seed=case.seed)
    return replace(found, parent=case.id, how=MILD if mild else AGGRESSIVE, seed=case.seed)


def _mild(pool: GenePool, case: Case, rng: np.random.Generator, name: str) -> Case | None:
    """Another thing in the same room; what depends on the old one (its place, words, confounders) goes."""
    others = [goal for goal in pool.goals(case.scene) if goal.room == case.room and goal.kind != case.kind]
    genes: dict[str, Any] = {
        "wording": _wording(case, rng),
        "faults": _nudged(case, rng),
        "light": _light(pool, case, rng),
    }
    new = {**genes, "words": (), "place": None, "added": ()}
    for number in rng.permutation(len(others)).tolist():
        wanted = replace(case, id=name, kind=others[number].kind, **new)
        stayed = from_there(pool, wanted, case.start)
        if stayed is not None:
            return stayed
    moved = case_for(pool, case.scene, others, rng, name)
    kept = {"bound": case.bound, "people": case.people, **genes}
    return None if moved is None else from_there(pool, replace(moved, **kept), moved.start)


def _aggressive(pool: GenePool, case: Case, rng: np.random.Generator, name: str) -> Case | None:
    scenes = [scene for scene in pool.scenes if scene != case.scene]
    scene = case.scene
    if scenes and rng.random() < ELSEWHERE:
        scene = str(rng.choice(np.array(scenes)))
    others = [goal for goal in pool.goals(scene) if goal.room != case.room and goal.kind != case.kind]
    return case_for(pool, scene, others, rng, name)


def _wording(case: Case, rng: np.random.Generator) -> int:
    return int(rng.integers(len(WORDINGS))) if rng.random() < NUDGED else case.wording


def _light(pool: GenePool, case: Case, rng: np.random.Generator) -> str:
    if not pool.lights or rng.random() >= NUDGED:
        return case.light
    return str(rng.choice(np.array([DAY, *pool.lights])))


def _nudged(case: Case, rng: np.random.Generator) -> tuple[Fault, ...]:
    """The faults, now and then a level weaker or stronger, or with another onset."""
    if rng.random() >= NUDGED:
        return case.faults
    return tuple(other_strength(fault, rng) for fault in case.faults)


def other_strength(fault: Fault, rng: np.random.Generator) -> Fault:
    """A level weaker or stronger, or setting in at another step."""
    if CORRUPTIONS[fault.name].switch or rng.random() < 0.5:
        return Fault(fault.name, fault.severity, fault.profile, int(rng.integers(1, LATEST_STEP + 1)))
    level = LEVELS.index(min(LEVELS, key=lambda one: abs(one - fault.severity)))
    moved = level + int(rng.choice(np.array([-1, 1])))
    return replace(fault, severity=LEVELS[min(max(moved, 0), len(LEVELS) - 1)])
