"""The numbers of a campaign, as plain data: what `--format json` prints and summary.json keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wayproof.results.estimates.proportions import wilson
from wayproof.testing.behaviour_letters import behaviour_distance
from wayproof.testing.campaign import Found
from wayproof.testing.case_result import CaseResult
from wayproof.testing.cases.gene_pool import GenePool
from wayproof.testing.failure_groups import by_capability, by_type, distinct, harmless
from wayproof.testing.failure_types import UNATTRIBUTED, suggestion_for, told_type


def summary_of(found: Found, missing: Sequence[str] = ()) -> dict[str, Any]:
    """Failures, where they come from, what they cost to find, what was covered."""
    results, settings = found.results, found.settings
    failures = [one for one in results if one.failed]
    attributed = [one for one in failures if one.source is not None]
    placebos, turned = sum(one.placebos for one in failures), sum(one.placebo_repairs for one in failures)
    return {
        "agent": settings.agent,
        "strategy": settings.strategy,
        "seed": settings.seed,
        "cases": len(results),
        "failures": len(failures),
        "failure_rate": _share(len(failures), len(results)),
        "distinct_failures": len(distinct(results)),
        "diversity": diversity(failures),
        "by_capability": by_capability(results),
        "by_type": by_type(results),
        "unattributed": _share(by_capability(results)[UNATTRIBUTED], len(failures)),
        "attributed": _share(len(attributed), len(failures)),
        "placebo": _share(turned, placebos),
        "rollouts": sum(one.rollouts for one in results),
        "harmless_errors": harmless(results),
        "coverage": coverage(results, settings.scenes),
        "missing": list(missing),
        "smallest": [
            {
                "type": one.type,
                "name": told_type(one.type),
                "case": one.case.id,
                "instruction": one.instruction,
                "evidence": "" if one.source is None else one.source.evidence,
                "suggestion": suggestion_for(one.type),
                "alike": alike,
            }
            for one, alike in zip(found.smallest, found.alike, strict=True)
        ],
    }


def coverage(results: Sequence[CaseResult], scenes: tuple[str, ...]) -> dict[str, int]:
    """How many of the rooms and things that could be asked for were, and with how many failure types."""
    pool = GenePool(scenes)
    possible = {(scene, goal.room, goal.kind) for scene in scenes for goal in pool.goals(scene)}
    tried = {(one.case.scene, one.case.room, one.case.kind) for one in results}
    failed = {(one.case.room, one.case.kind, one.type) for one in results if one.failed}
    return {
        "goals": len(possible),
        "goals_tried": len(tried),
        "rooms": len({room for _, room, _ in possible}),
        "rooms_tried": len({room for _, room, _ in tried}),
        "failed_combinations": len(failed),
    }


def diversity(failures: Sequence[CaseResult]) -> float | None:
    """The mean distance between the ways that failures were walked, from 0 to 1; None of fewer than two."""
    gaps = [
        behaviour_distance(one.behaviour, other.behaviour)
        for number, one in enumerate(failures)
        for other in failures[:number]
    ]
    return round(sum(gaps) / len(gaps), 4) if gaps else None


def _share(count: int, of: int) -> dict[str, float | int] | None:
    """A share with its interval; None of nothing."""
    if not of:
        return None
    found = wilson(count, of)
    bounds = {"low": round(found.low or 0.0, 4), "high": round(found.high or 0.0, 4)}
    return {"count": count, "of": of, "share": round(count / of, 4), **bounds}
