"""A short version of examples/verdict_errors.py: verdicts are seldom wrong, plans and stops do their work."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "verdict_errors.py"


@pytest.fixture(scope="module")
def simulation() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verdict_errors", EXAMPLE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_suites_without_a_change_seldom_show_one(simulation: ModuleType) -> None:
    strong = simulation.World("5 scenes x 10, differ strongly", 5, 10, 1.0, 0.8)
    found = simulation.false_verdicts(strong, 20)
    assert found["verdict"] <= 0.1 < found["interval alone"]


def test_a_clear_drop_stops_before_most_scenes_are_run(simulation: ModuleType) -> None:
    median, early, wrong = simulation.stops(simulation.STOPPING_WORLDS[1], 0.3, "signs", 12)
    assert median < 18 and early > 0.5 and wrong <= 0.2


@pytest.mark.slow
def test_planned_scenes_find_their_drop(simulation: ModuleType) -> None:
    one = simulation.planned_power(*simulation.POWER_WORLDS[0], 8, 60)
    assert one["found"] > 0.65 > one["plain found"]
