"""Thirteen conditions of two hundred episodes are reported in seconds, on a page of a few megabytes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from made_runs import write_run

from wayproof.report.outputs import report_text


@pytest.mark.slow
def test_a_large_report_is_quick_and_small(tmp_path: Path) -> None:
    wins = {"clean": [k % 10 > 0 for k in range(200)]}
    wins |= {
        f"fault {number}": [(k * 7 + number) % 10 > number % 8 for k in range(200)] for number in range(12)
    }
    folder = write_run(tmp_path / "run", wins, scenes=20)
    report_text([folder], tell=lambda _: None)  # compiles
    began_s = time.process_time()
    text = report_text([folder], tell=lambda _: None)
    assert time.process_time() - began_s < 60.0  # a few seconds on a quiet machine
    assert len(text.encode()) < 5_000_000
