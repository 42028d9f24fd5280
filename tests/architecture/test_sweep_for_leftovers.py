"""No unfinished marks and no machine paths in anything that is tracked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = [
    file
    for pattern in ("src/**/*.py", "docs/**/*.md", "*.md", "Makefile", "pyproject.toml", ".ci/run")
    for file in ROOT.glob(pattern)
]
LEFTOVERS = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b|/(root|home)/[a-z]")


@pytest.mark.parametrize("file", TEXT, ids=[file.relative_to(ROOT).as_posix() for file in TEXT])
def test_no_leftovers(file: Path) -> None:
    for number, line in enumerate(file.read_text().splitlines(), start=1):
        assert not LEFTOVERS.search(line), f"{file.name}:{number}: {line.strip()}"
