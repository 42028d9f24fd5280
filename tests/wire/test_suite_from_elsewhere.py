"""A suite is played by an agent in another environment, with another NumPy and without Wayproof."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from played import BEELINE, behind_the_shim

from wayproof.log import EpisodeLog, key_of, record_digest
from wayproof.log_files import stored_logs

ANOTHER_ENVIRONMENT = """
import numpy
assert int(numpy.__version__.split(".")[0]) < 2
try:
    import wayproof
except ImportError:
    pass
else:
    raise SystemExit("Wayproof is here")
"""
# The same agent as an agent in Wayproof's own process.
HERE = """
from wayproof.vocabulary import Action, AgentCard

class Beeline:
    card = AgentCard("beeline", sensors=("point_goal", "depth"))

    def start(self, brief, seed):
        self.turn_rad = brief.turn_rad

    def act(self, observation):
        distance, angle = observation.readings["point_goal"]
        if distance < 0.2:
            return Action("stop")
        if abs(angle) < self.turn_rad / 2:
            return Action("forward")
        return Action("turn_left" if angle > 0 else "turn_right")
"""
DIES = BEELINE.replace(
    "        assert observation",
    "        if observation['step'] == 4:\n            __import__('os')._exit(1)\n        assert observation",
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An interpreter with NumPy 1 and nothing else."""
    folder = tmp_path_factory.mktemp("another") / "environment"
    made = str(folder / "bin" / "python")
    _done(sys.executable, "-m", "venv", str(folder))
    _done(made, "-m", "pip", "install", "--quiet", "numpy<2")
    _done(made, "-I", "-c", ANOTHER_ENVIRONMENT)
    return made


def _done(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def _smoke(agent: str, folder: Path) -> dict[str, Any]:
    command = ("-m", "wayproof", "run", "smoke", "--agent", agent, "-o", str(folder), "--format", "json")
    told: dict[str, Any] = json.loads(_done(sys.executable, *command))
    return told


def _records(folder: Path) -> dict[str, str]:
    return {key_of(log): record_digest(log) for log in stored_logs(folder)}


def test_the_smoke_suite_gives_the_records_of_the_same_agent_in_process(python: str, tmp_path: Path) -> None:
    (tmp_path / "here.py").write_text(HERE)
    apart = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with behind_the_shim(tmp_path, ANOTHER_ENVIRONMENT + BEELINE, python, environment=apart) as (address, _):
        there = _smoke(address, tmp_path / "there")
    here = _smoke(f"{tmp_path / 'here.py'}:Beeline", tmp_path / "here")
    assert there["agent"] == "beeline" and there["conditions"] == here["conditions"]
    assert _records(tmp_path / "there") == _records(tmp_path / "here")
    assert all(line["invalid"] == 0 for line in there["conditions"])
    logs: list[EpisodeLog] = list(stored_logs(tmp_path / "there"))
    assert len(logs) == 6 and all(log.steps.sent_bytes is not None for log in logs)


def test_a_server_that_dies_stops_the_run_and_no_episode_is_blamed(python: str, tmp_path: Path) -> None:
    with behind_the_shim(tmp_path, DIES, python) as (address, _):
        words = ("run", "smoke", "--agent", address, "-o", str(tmp_path / "run"), "--reconnect", "1")
        done = subprocess.run(
            [sys.executable, "-m", "wayproof", *words],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert f"the connection to {address} broke" in done.stderr and "to resume" in done.stderr
    assert list(stored_logs(tmp_path / "run")) == []
