"""What a run shows as it runs, on terminals of several widths."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from wayproof.cli.progress import Progress
from wayproof.run.study import Options, open_study
from wayproof.run.worker import Report
from wayproof.suites import load_suite


@pytest.mark.parametrize("width", [80, 120])
def test_bar_and_heading_have_a_line_each(width: int, tmp_path: Path) -> None:
    study = open_study(load_suite("smoke"), "oracle", tmp_path / "run", Options(), tell=lambda _: None)
    progress = Progress()
    progress.begin(study)
    progress.report(Report("done", 0, success=True))
    screen = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    screen.print(progress._view(study))
    assert isinstance(screen.file, io.StringIO)
    lines = [line.strip() for line in screen.file.getvalue().splitlines()]
    heading = next(at for at, line in enumerate(lines) if "condition" in line)
    assert lines[heading].split() == ["condition", "episodes", "success"]
    assert lines[0].startswith(f"1/{len(study.mine)} episodes") and lines[1].startswith("━") and heading == 2
