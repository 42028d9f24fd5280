"""A campaign of tests: rounds of cases, each proposed from what all rounds before it have shown.

Cases of a round are proposed together, and results are learnt in their order, so that the number of workers
changes nothing. Every result is in a journal; a campaign that was stopped is played again from there without
running anything twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wayproof.seeding import generator_for
from wayproof.testing.campaign_folder import Journal, Settings
from wayproof.testing.case_result import CaseResult
from wayproof.testing.case_workers import Workers
from wayproof.testing.failure_groups import clusters
from wayproof.testing.search.strategies import Strategy, strategy_named
from wayproof.testing.search.written_cases import WrittenCases
from wayproof.testing.writing.case_writer import CaseWriter

ROUND = 4  # cases that are proposed at once


@dataclass(frozen=True)
class Found:
    """What a campaign has found: all results in order; of each cluster of like failures the smallest case,
    and how many there are."""

    settings: Settings
    results: tuple[CaseResult, ...]
    smallest: tuple[CaseResult, ...]
    alike: tuple[int, ...]


def campaign(
    folder: Path,
    settings: Settings,
    workers: Workers,
    on_result: Callable[[CaseResult], None],
    writer: CaseWriter | None = None,
) -> Found:
    """Run what the journal of a folder does not hold yet; `writer` words the cases, None: our grammar."""
    strategy = strategy_named(settings.strategy, settings.pool)
    if writer is not None:
        strategy = WrittenCases(settings.pool, strategy, writer)
    journal = Journal(folder)
    results: list[CaseResult] = []
    while len(results) < settings.budget:
        results += _round(strategy, settings, len(results), journal, workers, on_result)
    smallest = []
    alike = clusters(results)
    for cluster in alike:
        result = cluster.easiest
        kept = journal.smallest(result.case.id)
        if kept is None:
            kept = next(iter(workers.shrink([result])))
            journal.add_smallest(result.case.id, kept)
        smallest.append(kept)
    return Found(settings, tuple(results), tuple(smallest), tuple(len(one.results) for one in alike))


def _round(
    strategy: Strategy,
    settings: Settings,
    first: int,
    journal: Journal,
    workers: Workers,
    on_result: Callable[[CaseResult], None],
) -> Iterator[CaseResult]:
    """The results of one round, from the journal or run now."""
    numbers = range(first, min(first + ROUND, settings.budget))
    cases = []
    for number in numbers:
        rng = generator_for(settings.seed, "campaign", settings.strategy, number)
        cases.append(strategy.propose(number, rng, f"case-{number:04}"))
    known = [journal.result(case) for case in cases]
    fresh = workers.run([case for case, one in zip(cases, known, strict=True) if one is None])
    for one in known:
        result = one
        if result is None:
            result = next(fresh)
            journal.add(result)
        strategy.learn(result)
        on_result(result)
        yield result
