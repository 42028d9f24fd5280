"""Runs to look at: hand-made logs that cost nothing, and a small real one whose frames can be made again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "metrics"))

from shown_runs import SmallRun, made_run, real_run


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> SmallRun:
    """Two episodes of an agent with a depth camera, clean and under three faults, with its thoughts."""
    return real_run(tmp_path_factory.mktemp("runs") / "small")


@pytest.fixture
def logs_folder(tmp_path: Path) -> Iterator[Path]:
    """Six hand-made episodes under three conditions."""
    made_run(tmp_path / "made")
    yield tmp_path / "made"
