"""Results of test cases without a simulator: what a search learns from is plain data."""

from __future__ import annotations

from wayproof.testing.case_result import CaseResult, Source
from wayproof.testing.cases.case import Case
from wayproof.vocabulary import Pose

START = Pose(0.0, 0.0, 0.0)


def made_case(number: int, kind: str = "mug", room: str = "kitchen", **genes) -> Case:
    return Case(f"case-{number:04}", "houses-v1/val/200", room, kind, START, **genes)


def made_source(capability: str = "perception", code: str = "PE-1") -> Source:
    return Source(capability, code, 3, 5, 1.0, "a mug is in view", "once", START, 0.0, "sees nothing", "mug")


def made_result(case: Case, source: Source | None = None, *, failed: bool = False, **more) -> CaseResult:
    told = {"outcome": "steps" if failed else "stop", "steps": 40, "distance_m": 2.0, "shortest_m": 5.0}
    return CaseResult(case, failed or source is not None, **{**told, **more}, source=source)
