"""Runs to look at, hand-made ones that cost nothing and a small real one, and a real browser to look with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Tab
from served import BROWSER_ARGUMENTS, CHROMIUM
from shown_runs import SmallRun, made_run, real_run


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> SmallRun:
    """Two episodes of an agent with a depth camera, clean and under three faults, with its trace."""
    return real_run(tmp_path_factory.mktemp("runs") / "small")


@pytest.fixture
def logs_folder(tmp_path: Path) -> Iterator[Path]:
    """Six hand-made episodes under three conditions."""
    made_run(tmp_path / "made")
    yield tmp_path / "made"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as started:
        made = started.chromium.launch(executable_path=CHROMIUM, args=BROWSER_ARGUMENTS)
        yield made
        made.close()


@pytest.fixture
def tab(browser: Any) -> Iterator[Tab]:
    made = Tab(browser)
    yield made
    made.page.close()
