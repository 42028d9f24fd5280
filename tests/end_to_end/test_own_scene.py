"""The guide "bring your own scene" as a reader would follow it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guides" / "bring-your-own-scene.md"


@pytest.mark.slow
def test_every_command_of_the_guide_does_what_it_says(tmp_path: Path) -> None:
    (commands,) = re.findall(r"^```\n(.*?)^```$", GUIDE.read_text(), re.DOTALL | re.MULTILINE)
    told: list[tuple[str, str]] = []
    for line in commands.splitlines():
        words = shlex.split(line.replace("examples/", f"{ROOT}/examples/"))
        start = [sys.executable] if words[0] == "python" else [sys.executable, "-m", "wayproof"]
        done = subprocess.run(
            [*start, *words[1:]],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "home"), "HOME": str(tmp_path / "home")},
            check=False,
        )
        assert done.returncode == 0, f"{line}: {done.stderr}"
        told.append((done.stdout, done.stderr))
    assert len(told) == 5
    mesh, world = told[1], told[2]
    assert "light from" in mesh[1] and "body of 0.18 m radius" in mesh[1] and "imported/flat" in mesh[0]
    assert "models" in world[1] and "imported/flat_gazebo" in world[0]
    assert len(mesh[0].splitlines()) <= 8  # the table at the end is short
    assert list(tmp_path.glob("shown*"))
