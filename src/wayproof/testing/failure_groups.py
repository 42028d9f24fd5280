"""Failures put together: distinct ones by signature, clusters of like ones with a representative each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wayproof.testing.case_result import CaseResult
from wayproof.testing.failure_types import TYPES, UNATTRIBUTED
from wayproof.testing.oracles import ORDER

MOST_CLUSTERS = 12  # each costs a few cases to make its representative smaller


def distinct(results: Iterable[CaseResult]) -> list[CaseResult]:
    """One failure for each signature: the shortest, the first of equals."""
    best: dict[str, CaseResult] = {}
    for result in results:
        if result.failed and (result.signature not in best or result.steps < best[result.signature].steps):
            best[result.signature] = result
    return list(best.values())


@dataclass(frozen=True)
class Cluster:
    """Failures of one type that ended alike under the same troubles; its easiest has few faults and steps."""

    results: tuple[CaseResult, ...]

    @property
    def easiest(self) -> CaseResult:
        return min(self.results, key=lambda one: (len(one.case.faults), one.steps, one.case.id))


def clusters(results: Sequence[CaseResult]) -> list[Cluster]:
    """Like failures together, by type, the largest first; MOST_CLUSTERS of them, of every type one."""
    alike: dict[tuple[str, ...], list[CaseResult]] = {}
    for one in results:
        if one.failed:
            alike.setdefault((one.type, one.outcome, *one.case.troubles), []).append(one)
    ranks = {code: rank for rank, code in enumerate((*TYPES, UNATTRIBUTED))}
    found = sorted(alike.values(), key=lambda same: (ranks[same[0].type], -len(same), same[0].case.id))
    firsts = {same[0].type: same[0].case.id for same in reversed(found)}
    others = sorted(
        (one for one in found if one[0].case.id not in firsts.values()), key=lambda one: -len(one)
    )
    kept = {*firsts.values(), *(one[0].case.id for one in others[: max(MOST_CLUSTERS - len(firsts), 0)])}
    return [Cluster(tuple(same)) for same in found if same[0].case.id in kept]


def by_capability(results: Iterable[CaseResult]) -> dict[str, int]:
    """Failures of each capability, and those that none was found for."""
    counts = Counter(one.capability for one in results if one.failed)
    return {name: counts[name] for name in (*ORDER, UNATTRIBUTED)}


def by_type(results: Iterable[CaseResult]) -> dict[str, int]:
    """Failures of each type, types without any left out."""
    counts = Counter(one.type for one in results if one.failed)
    return {code: counts[code] for code in (*TYPES, UNATTRIBUTED) if counts[code]}


def harmless(results: Iterable[CaseResult]) -> dict[str, int]:
    """Errors by type in cases that succeeded all the same."""
    counts: Counter[str] = Counter()
    for one in results:
        if not one.failed:
            counts.update(one.errors)
    return dict(sorted(counts.items()))
