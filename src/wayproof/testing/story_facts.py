"""What a person needs to believe an attribution: what the agent put out at the source, and what was right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from wayproof.agents.contract.capabilities import read_entries, read_points
from wayproof.kinds import ROOM_SURFACES
from wayproof.log import EpisodeLog
from wayproof.testing.attribution import Attribution
from wayproof.testing.case_result import PlanPoints, Source
from wayproof.testing.examination import Examined
from wayproof.testing.failure_types import type_of
from wayproof.testing.oracles.step_facts import StepFacts, to_world

MOST_NAMED = 8  # things in a sentence


def source_of(examined: Examined, found: Attribution) -> Source:
    """The source of an attributed failure, with its evidence."""
    error = found.source
    assert error is not None
    facts = examined.facts[error.first]
    said, right = _told(facts, error.capability, error.verdict.expected)
    right_plan = _right_plan(facts, error.verdict.expected) if error.capability == "plan" else ()
    repaired = found.repaired
    return Source(
        capability=error.capability,
        type=type_of(error),
        step=error.first,
        last_step=error.last,
        error=round(error.verdict.error, 4),
        evidence=error.verdict.evidence,
        repair=found.how,
        pose=facts.pose,
        pitch_rad=round(float(examined.log.steps.pitch_rad[error.first]), 4),
        said=said,
        right=right,
        boxes=_boxes(facts.detections or ()),
        true_boxes=_boxes([one for _, one in facts.true]),
        plan_m=_rounded(facts.plan or ()),
        right_plan_m=right_plan,
        repaired_path_m=() if repaired is None else walked(repaired),
        repaired_steps=0 if repaired is None else len(repaired.steps.action),
    )


def walked(log: EpisodeLog) -> PlanPoints:
    """Where the body was, (x, z), turns on the spot left out."""
    points: list[tuple[float, float]] = []
    for x, z in np.round(log.steps.pose[:, [0, 2]], 2).tolist():
        if not points or points[-1] != (x, z):
            points.append((x, z))
    return tuple(points)


def _told(facts: StepFacts, capability: str, expected: object) -> tuple[str, str]:
    """What the agent put out and what was right, in words."""
    if capability == "perception":
        said = _named([one.label for one in facts.detections or ()])
        return f"sees {said}", f"{_named([one.label for _, one in facts.true])} in view"
    if capability == "memory":
        entries = facts.entries or ()
        right = read_entries(expected["entries"]) if isinstance(expected, Mapping) else ()
        return (
            f"recalls {_named([one.what for one in entries])}",
            f"{_named([one.what for one in right])} met",
        )
    if capability == "plan":
        count = len(facts.plan or ())
        return f"a plan of {count} way-points", f"a way of {len(_right_plan(facts, expected))} way-points"
    return f"does {facts.action}", f"{expected} follows its plan"


def _named(labels: list[str]) -> str:
    names = list(dict.fromkeys(one.replace("_", " ") for one in labels if one not in ROOM_SURFACES))
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return (", ".join(names[:MOST_NAMED]) or "nothing") + more


def _right_plan(facts: StepFacts, expected: Any) -> PlanPoints:
    if not isinstance(expected, list):
        return ()
    return _rounded([to_world(facts.start, one) for one in read_points("plan", expected)])


def _rounded(points: Any) -> PlanPoints:
    return tuple((round(float(x), 2), round(float(z), 2)) for x, z in points)


def _boxes(seen: Any) -> tuple[tuple[str, tuple[int, int, int, int]], ...]:
    found = []
    for one in seen:
        left, top, right, bottom = one.box_px
        found.append((str(one.label), (int(left), int(top), int(right), int(bottom))))
    return tuple(found)
