"""Failures put together: distinct ones by signature, one representative for each type, coverage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from wayproof.testing.case_result import CaseResult
from wayproof.testing.failure_types import TYPES, UNATTRIBUTED
from wayproof.testing.oracles import ORDER


def distinct(results: Iterable[CaseResult]) -> list[CaseResult]:
    """One failure for each signature: the shortest, the first of equals."""
    best: dict[str, CaseResult] = {}
    for result in results:
        if result.failed and (result.signature not in best or result.steps < best[result.signature].steps):
            best[result.signature] = result
    return list(best.values())


def representatives(results: Sequence[CaseResult]) -> list[CaseResult]:
    """For each type of failure the one that is easiest to look at: few faults, few steps."""
    chosen = []
    for code in (*TYPES, UNATTRIBUTED):
        same = [one for one in results if one.type == code]
        if same:
            chosen.append(min(same, key=lambda one: (len(one.case.faults), one.steps, one.case.id)))
    return chosen


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
