"""Rivals of CanTest's search, adapted to navigation: chance, VLATest's operators, BehAVExplor's novelty.

VLATest draws each case anew, without feedback: a target, confounding things, the light, the camera. Where a
pool adds no confounding things, a target is one that has others of its group of furniture in the house. An
agent without a colour camera meets neither light nor camera.

BehAVExplor keeps cases whose behaviour is new, or which come nearer to failing than their parents, and
changes them; failed cases are no seeds. Its energies are those of its code, with the distance left to the
goal as fitness.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from msgspec.structs import replace

from wayproof.scenes.furniture import FURNITURE
from wayproof.scenes.scene import things
from wayproof.testing.behaviour_letters import behaviour_distance
from wayproof.testing.case_result import CaseResult
from wayproof.testing.cases.case import DAY, Case
from wayproof.testing.cases.case_draw import LEVELS, case_for, drawn_case
from wayproof.testing.cases.confounders import with_confounder
from wayproof.testing.cases.gene_pool import CAMERA, DIMMED, GenePool
from wayproof.testing.cases.mutation import MILD, mutated
from wayproof.testing.search.cantest import SEEDS
from wayproof.vocabulary import Fault

OFTEN = len(LEVELS) / (len(LEVELS) + 1)  # of cases meet an operator: no change is one of its settings
NOVEL = 0.4  # distance from all behaviours so far, from which one is new
SMALL_CHANGE = 0.5  # energy above which a case is changed mildly


@dataclass
class Chance:
    """Every case anew."""

    pool: GenePool

    def propose(self, number: int, rng: np.random.Generator, name: str) -> Case:
        return drawn_case(self.pool, rng, name)

    def learn(self, result: CaseResult) -> None:
        """Nothing is learnt."""


@dataclass
class Operators:
    """VLATest: target, confounders, light and camera, each case anew."""

    pool: GenePool

    def propose(self, number: int, rng: np.random.Generator, name: str) -> Case:
        scene = str(rng.choice(np.array(self.pool.scenes)))
        groups = Counter(_group(thing.category) for thing in things(self.pool.world(scene).scene))
        confounding = [goal for goal in self.pool.goals(scene) if groups[_group(goal.kind)] > 1]
        case = case_for(self.pool, scene, confounding, rng, name) or drawn_case(self.pool, rng, name)
        faults = tuple(
            Fault(fault, float(rng.choice(np.array(LEVELS))))
            for fault in (DIMMED, CAMERA)
            if fault in self.pool.faults and rng.random() < OFTEN
        )
        light = str(rng.choice(np.array([DAY, *self.pool.lights])))
        plain = replace(case, faults=faults, people=0, bound=None, place=None, light=light, added=())
        if self.pool.confounders and rng.random() < OFTEN:
            plain = with_confounder(self.pool, plain, rng)
        return replace(plain, how="operators")

    def learn(self, result: CaseResult) -> None:
        """Nothing is learnt."""


def _group(category: str) -> str:
    return FURNITURE[category].group if category in FURNITURE else category


@dataclass
class _Seed:
    case: Case
    fitness: float
    energy: float


@dataclass
class Behaviours:
    """BehAVExplor: seeds with new behaviours, or nearer to failing than their parents."""

    pool: GenePool
    seeds: dict[str, _Seed] = field(default_factory=dict)
    behaviours: list[str] = field(default_factory=list)
    run: int = 0
    useful: int = 0

    def propose(self, number: int, rng: np.random.Generator, name: str) -> Case:
        if number < SEEDS or not self.seeds:
            return replace(drawn_case(self.pool, rng, name), how="seed")
        seeds = list(self.seeds.values())
        energies = np.array([max(seed.energy, 0.01) for seed in seeds])
        seed = seeds[int(rng.choice(len(seeds), p=energies / energies.sum()))]
        return mutated(self.pool, seed.case, seed.energy > SMALL_CHANGE, rng, name)

    def learn(self, result: CaseResult) -> None:
        """Keep a case as a seed or not, and give its parent more or less energy."""
        novelty = min((behaviour_distance(result.behaviour, one) for one in self.behaviours), default=1.0)
        fitness = -result.distance_m / max(result.shortest_m, 1.0)  # lower is nearer to a failure
        parent = self.seeds.get(result.case.parent)
        gained = 0.0 if parent is None else parent.fitness - fitness
        self.run += 1
        useful = result.failed or novelty > NOVEL
        self.useful += useful
        if parent is not None:
            parent.energy += self._change(result.case.how == MILD, useful, gained, novelty)
        if not result.failed and (novelty > NOVEL or parent is None or gained > 0):
            energy = 1.0 + gained / 2 + novelty / 2
            self.seeds[result.case.id] = _Seed(result.case, fitness, energy)
        if novelty > NOVEL:
            self.behaviours.append(result.behaviour)

    def _change(self, mild: bool, useful: bool, gained: float, novelty: float) -> float:
        if not mild:
            return -0.1
        share = self.useful / self.run
        effect = share if useful else -0.1 * (1.0 - share)
        return 0.5 * effect + 0.5 * math.tanh(gained / max(1.0 - novelty, 0.05)) - 0.05
