"""The commands of docs/guides/testing-capabilities.md, as printed."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guides" / "testing-capabilities.md"
UNDECIDED = 2


@pytest.mark.slow
def test_the_guide_does_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "examples").mkdir()
    shutil.copy(ROOT / "examples" / "faulty_explorers.py", tmp_path / "examples")
    (block,) = re.findall(r"```bash\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    for line in block.splitlines():
        words = shlex.split(line)
        done = subprocess.run(
            [sys.executable, "-m", "wayproof", *words[1:]],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        allowed = (0, UNDECIDED) if words[1] == "gate" else (0,)
        assert words[0] == "wayproof" and done.returncode in allowed, done.stderr
    cases = tmp_path / "cases" / "blind"
    summary = json.loads((cases / "summary.json").read_text())
    assert summary["failures"] == summary["cases"] == 2
    assert summary["by_capability"]["perception"] >= 1
    assert not any(summary["by_capability"][name] for name in ("memory", "plan", "decision"))
    assert "Try this." in (cases / "report.html").read_text()
    blind, mended = (success(tmp_path / "runs" / name) for name in ("blind", "mended"))
    assert blind == 0.0 < mended


def success(run: Path) -> float:
    done = subprocess.run(
        [sys.executable, "-m", "wayproof", "score", str(run), "--format", "json"],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)["conditions"][0]["sr"]
