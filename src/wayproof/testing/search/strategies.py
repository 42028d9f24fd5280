"""Strategies of search by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol as Interface

import numpy as np

from wayproof.errors import unknown_name
from wayproof.testing.case_result import CaseResult
from wayproof.testing.cases.case import Case
from wayproof.testing.cases.gene_pool import GenePool
from wayproof.testing.search.adversary import Adversary
from wayproof.testing.search.cantest import CanTest
from wayproof.testing.search.rivals import Behaviours, Chance, Operators


class Strategy(Interface):
    """Proposes cases and learns from results, which come in the order of the cases."""

    def propose(self, number: int, rng: np.random.Generator, name: str) -> Case: ...

    def learn(self, result: CaseResult) -> None: ...


STRATEGIES: dict[str, Callable[[GenePool], Strategy]] = {
    "cantest": CanTest,
    "random": Chance,
    "behaviour": Behaviours,
    "vlatest": Operators,
    "adversary": Adversary,
    "cantest-without-failure": partial(CanTest, failure_feedback=False),
    "cantest-without-capability": partial(CanTest, capability_feedback=False),
    "cantest-without-feedback": partial(CanTest, failure_feedback=False, capability_feedback=False),
}


def strategy_named(name: str, pool: GenePool) -> Strategy:
    """A strategy that has learnt nothing yet."""
    if name not in STRATEGIES:
        raise unknown_name("strategy", name, STRATEGIES)
    return STRATEGIES[name](pool)
