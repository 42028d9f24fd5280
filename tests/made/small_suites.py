"""Suites small enough for tests: two little houses, cheap cameras, an expert or a blind agent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from wayproof.episode_set import Recipe
from wayproof.log import key_of, record_digest
from wayproof.log_files import stored_logs
from wayproof.run.study import Options, Study, open_study, run_study
from wayproof.run.worker import Report
from wayproof.suite import Camera, ConditionLine, Suite

SEEING = f"{Path(__file__).with_name('seeing_experts.py')}:SeeingExpert"


def small_suite(
    *conditions: str, episodes: int = 4, per_house: int = 2, repeats: int = 1, **more: object
) -> Suite:
    """PointNav in houses of two rooms."""
    return Suite(
        name="small",
        version=1,
        summary="for tests",
        episodes=(
            Recipe("point_goal", episodes, "robustnav", split="train", rooms=2, episodes_per_house=per_house),
        ),
        conditions=tuple(ConditionLine((text,)) for text in conditions),
        camera=Camera(width_px=24, height_px=18),
        repeats=repeats,
    )


def run_small(
    suite: Suite,
    folder: Path,
    *,
    agent: str = "oracle",
    workers: int = 1,
    notes: Callable[[str], None] = lambda _: None,
    **more: Any,
) -> Study:
    """Run a suite to its end."""
    study = open_study(suite, agent, folder, Options(workers=workers, **more), tell=lambda _: None)

    def heard(report: Report) -> None:
        if report.kind == "note":
            notes(report.text)

    run_study(study, workers, on_report=heard, tell=lambda _: None)
    return study


def digests(folder: Path) -> dict[str, str]:
    """What each piece of work came to, whatever the order; a piece stored twice is an error."""
    found: dict[str, str] = {}
    for log in stored_logs(folder):
        assert key_of(log) not in found, f"{key_of(log)} is stored twice"
        found[key_of(log)] = record_digest(log)
    return found


__all__ = ["SEEING", "Report", "digests", "run_small", "small_suite"]
