"""CanTest's search: cases that failed, and by rarer capabilities, are changed mildly and more often."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from msgspec.structs import replace

from wayproof.testing.case_result import CaseResult
from wayproof.testing.cases.case import Case
from wayproof.testing.cases.case_draw import drawn_case
from wayproof.testing.cases.gene_pool import GenePool
from wayproof.testing.cases.mutation import mutated
from wayproof.testing.search.feedback import balance, case_score, mild_probability, selection_probabilities

SEEDS = 8  # cases by chance before the first is changed


@dataclass
class CanTest:
    """The two switches are for ablations: without both, selection and mutation are blind."""

    pool: GenePool
    failure_feedback: bool = True
    capability_feedback: bool = True
    corpus: list[tuple[Case, float]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def propose(self, number: int, rng: np.random.Generator, name: str) -> Case:
        """The next case."""
        if number < SEEDS or not self.corpus:
            return replace(drawn_case(self.pool, rng, name), how="seed")
        scores = [score for _, score in self.corpus]
        chosen = int(rng.choice(len(scores), p=selection_probabilities(scores)))
        case, score = self.corpus[chosen]
        return mutated(self.pool, case, rng.random() < mild_probability(score, scores), rng, name)

    def learn(self, result: CaseResult) -> None:
        """Take a result into account."""
        if result.source is not None:
            self.counts[result.capability] += 1
        score = case_score(
            result.failed,
            None if result.source is None else result.source.error,
            balance(self.counts, result.capability),
            failure_feedback=self.failure_feedback,
            capability_feedback=self.capability_feedback,
        )
        self.corpus.append((result.case, score))
