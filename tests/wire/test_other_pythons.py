"""The shim on every Python that can be had: the same records, whatever runs the agent.

Interpreters are looked for in the folders of the variable WAYPROOF_PYTHONS, among those of pyenv and on the
PATH. One without NumPy gets an environment of its own with it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from played import BEELINE, behind_the_shim, played

from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.log import record_digest

NAMES = (*(f"python3.{minor}" for minor in range(6, 16)), "pypy3")
FIVE_MINUTES_S = 300
ABOUT = "import sys, numpy; print(sys.implementation.name, sys.version.split()[0], numpy.__version__)"


def _found(name: str) -> str | None:
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    places = [
        *os.environ.get("WAYPROOF_PYTHONS", "").split(os.pathsep),
        *map(str, sorted(pyenv.glob("versions/*/bin"))),
        *os.environ.get("PATH", "").split(os.pathsep),
    ]
    return shutil.which(name, path=os.pathsep.join(place for place in places if place))


def _about(python: str) -> str | None:
    """Name, version and NumPy of an interpreter; None without NumPy."""
    done = subprocess.run([python, "-c", ABOUT], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def _with_numpy(python: str, folder: Path) -> str:
    """The interpreter itself, or one of an environment that is made here."""
    if _about(python):
        return python
    made = str(folder / "environment" / "bin" / "python")
    for command in (
        [python, "-m", "venv", str(folder / "environment")],
        [made, "-m", "pip", "install", "--quiet", "numpy"],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=FIVE_MINUTES_S)
        if done.returncode:
            pytest.skip(f"{python} has no NumPy and cannot get it: {done.stderr.strip()[-200:]}")
    return made


def _record(python: str, folder: Path) -> str:
    with behind_the_shim(folder, BEELINE, python) as (address, _):
        remote = WebSocketAgent(address)
        log = played(remote)
        remote.close()
    assert log.agent.name == "beeline" and len(log.steps.action) > 3, log.outcome
    return record_digest(log)


@cache
def _here(folder: Path) -> str:
    return _record(sys.executable, folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_shim_plays_the_same_episode_on_another_python(
    name: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = _found(name)
    if found is None:
        pytest.skip(f"no {name} on the PATH, in WAYPROOF_PYTHONS or among pyenv's")
    python = _with_numpy(found, tmp_path)
    print(name, _about(python))
    assert _record(python, tmp_path) == _here(tmp_path_factory.getbasetemp())
