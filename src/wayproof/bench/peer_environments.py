"""Virtual environments for peers whose packages clash with ours or are needed for nothing else.

They are made once in the current folder, and called as subprocesses that time themselves.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(".venv-peers")


def python_of(name: str, *installs: Sequence[str]) -> Path:
    """The interpreter of a peer's environment; `installs` are the arguments of pip, one call each.

    Raises CalledProcessError or OSError where it cannot be made.
    """
    folder = FOLDER / name
    python = folder.absolute() / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    made = folder / ".made"
    if not made.exists():
        _run(sys.executable, "-m", "venv", "--clear", str(folder))
        for arguments in installs:
            _run(str(python), "-m", "pip", "install", "--quiet", *arguments)
        made.touch()
    return python


def last_line(failure: Exception) -> str:
    """The reason of a failure, in one line."""
    text = getattr(failure, "stderr", None) or str(failure)
    return str(text).strip().splitlines()[-1]


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)
