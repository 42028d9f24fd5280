"""The commands of docs/guides/adapt-a-policy.md, as printed."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `learn` is not installed")

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "adapt-a-policy.md"


@pytest.mark.slow
def test_the_guide_does_what_it_says(tmp_path: Path) -> None:
    (block,) = re.findall(r"```bash\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    for line in block.splitlines():
        words = shlex.split(line)
        assert words[0] == "wayproof"
        done = subprocess.run(
            [sys.executable, "-m", "wayproof", *words[1:]],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "finetuned" / "pointnav_depth_finetuned.onnx").exists()
    assert "pointnav_depth_finetuned" in done.stdout
