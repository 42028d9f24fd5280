"""CI repeats what failed, alone: what passes then is named FLAKY, what fails again fails the run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "test"
TESTS = """
import pathlib, pytest
HERE = pathlib.Path(__file__).parent

@pytest.mark.parametrize("number", ["one - two"])
def test_fails_once(number):
    mark = HERE / "mark"
    if not mark.exists():
        mark.touch()
        pytest.fail("the first time")

def test_fails_where_told():
    assert not (HERE / "broken").exists()
"""


@pytest.mark.parametrize(("broken", "code"), [(False, 0), (True, 1)])
def test_a_flaky_test_is_named_and_a_broken_one_fails(tmp_path: Path, broken: bool, code: int) -> None:
    (tmp_path / "test_made.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    if broken:
        (tmp_path / "broken").touch()
    runner = tmp_path / "pytest"
    runner.write_text(f'#!/bin/sh\nexec {sys.executable} -m pytest "$@"\n')
    runner.chmod(0o755)
    done = subprocess.run(
        ["bash", str(SCRIPT), "-n", "0", str(tmp_path)],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "PYTEST": str(runner)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "FLAKY test_made.py::test_fails_once[one - two]" in done.stdout
    assert "FLAKY test_made.py::test_fails_where_told" not in done.stdout
