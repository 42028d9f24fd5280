"""Runs for the tests of reports: one made by hand, one really run in a small house."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def made_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty episodes in four scenes: clean 32 good, fog 16, dust 32 (other ones), drift at two severities."""
    from made_runs import write_run

    folder = tmp_path_factory.mktemp("made") / "run"
    wins = {
        "clean": [k < 32 for k in range(40)],
        "fog": [k < 16 for k in range(40)],
        "dust": [2 <= k < 34 for k in range(40)],
        "half drift": [k < 30 for k in range(40)],
        "full drift": [k < 24 for k in range(40)],
    }
    write_run(folder, wins)
    return folder


@pytest.fixture(scope="session")
def real_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two episodes of a mapping agent in a house of two rooms, clean, with coarse depth and with drift."""
    from made_runs import really_run

    folder = tmp_path_factory.mktemp("real") / "run"
    really_run(folder)
    return folder
