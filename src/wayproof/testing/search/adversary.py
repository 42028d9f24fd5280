"""An adversary: it keeps goal and start, and searches how strong a fault is, when it sets in, and the words.

It works on the case that came nearest to failing and moves on once that has failed, so that its budget goes
to failures of other goals; and it gives a case up that some changes have not brought down. What it is worth
is measured beside `random` at equal budget.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from msgspec.structs import replace

from wayproof.corruptions import CORRUPTIONS
from wayproof.tasks.object_in_room import WORDINGS
from wayproof.testing.case_result import CaseResult
from wayproof.testing.cases.case import Case
from wayproof.testing.cases.case_draw import LATEST_STEP, LEVELS, drawn_case, drawn_fault
from wayproof.testing.cases.gene_pool import GenePool
from wayproof.testing.search.cantest import SEEDS
from wayproof.vocabulary import Fault

HOW = "adversary"
PATIENCE = 4  # changes of one case that may come to nothing
AFRESH = 0.2  # of cases are drawn by chance, so that goals do not run out
SEVERITY, ONSET, WORDING, OTHER = "severity", "onset", "wording", "other fault"
ERROR_STRAIN = 0.05  # what an error that did no harm counts, as a share of all steps


@dataclass
class _Target:
    """A case that has not failed yet: how near it came, and how often it was changed in vain."""

    case: Case
    strain: float
    tries: int = 0


@dataclass
class Adversary:
    """Changes nothing but severity, onset, wording and which fault it is."""

    pool: GenePool
    targets: dict[str, _Target] = field(default_factory=dict)  # by the first case of its line
    lines: dict[str, str] = field(default_factory=dict)  # of a case that is being tried: its line

    def propose(self, number: int, rng: np.random.Generator, name: str) -> Case:
        """The target under most strain, changed; or one by chance."""
        if number < SEEDS or not self.targets or rng.random() < AFRESH:
            self.lines[name] = name
            return replace(drawn_case(self.pool, rng, name), how="seed")
        line = max(self.targets, key=lambda one: (self.targets[one].strain - self.targets[one].tries, one))
        target = self.targets[line]
        target.tries += 1
        self.lines[name] = line
        return replace(changed(self.pool, target.case, rng), id=name, parent=target.case.id, how=HOW)

    def learn(self, result: CaseResult) -> None:
        """A failure ends its line; what came nearer to one is the line's new target."""
        line = self.lines.pop(result.case.id, result.case.id)
        if result.failed:
            self.targets.pop(line, None)
            return
        strain = strain_of(result)
        target = self.targets.get(line)
        if line == result.case.id or (target is not None and strain > target.strain):
            self.targets[line] = _Target(result.case, strain)
        elif target is not None and target.tries >= PATIENCE:
            del self.targets[line]


def changed(pool: GenePool, case: Case, rng: np.random.Generator) -> Case:
    """A case with one of the genes changed that an adversary may touch."""
    ways = [WORDING, *((SEVERITY, ONSET) if case.faults else ()), *((OTHER,) if pool.faults else ())]
    way = str(rng.choice(np.array(ways)))
    if way == WORDING:
        others = [number for number in range(len(WORDINGS)) if number != case.wording]
        return replace(case, wording=int(rng.choice(np.array(others))), words=())
    if way == OTHER:
        return replace(case, faults=(drawn_fault(pool, rng),))
    first, *rest = case.faults
    made = _stronger(first) if way == SEVERITY else _at_another_step(first, rng)
    return replace(case, faults=(made, *rest))


def strain_of(result: CaseResult) -> float:
    """How near a success came to failing: the share of its steps that it used, and its errors."""
    used = result.steps / result.case.protocol.maximum_steps
    return used + ERROR_STRAIN * sum(result.errors.values())


def _stronger(fault: Fault) -> Fault:
    """The fault a level stronger; at the top, and where there is only on and off, from the first step on."""
    above = [level for level in LEVELS if level > fault.severity + 1e-9]
    if CORRUPTIONS[fault.name].switch or not above:
        return Fault(fault.name, fault.severity, fault.profile)
    return replace(fault, severity=above[0])


def _at_another_step(fault: Fault, rng: np.random.Generator) -> Fault:
    return Fault(fault.name, fault.severity, fault.profile, int(rng.integers(1, LATEST_STEP + 1)))
