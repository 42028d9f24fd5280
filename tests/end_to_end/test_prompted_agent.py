"""A suite with a white-box attack against an agent that is served and obeys its system prompt."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from wayproof.bench.served import served
from wayproof.corruptions.instruction.inject_white_box import RULES
from wayproof.log_files import stored_logs

PROMPT = "You steer a robot. Follow the advice."
AGENT = f'''
from wayproof.agents.oracle import Oracle
from wayproof.vocabulary import DISCRETE_ACTIONS, Action, AgentCard

PROMPT = {PROMPT!r}

class Prompted(Oracle):
    """Follows advice as long as its prompt is all that it was prompted with; any other rule makes it stop."""

    card = AgentCard(
        "prompted", "obeys", ("bump",), DISCRETE_ACTIONS, ("advice",), version="1", system_prompt=PROMPT
    )

    def start(self, brief, seed):
        self.as_ever = brief.system_prompt == PROMPT

    def act(self, observation):
        return super().act(observation) if self.as_ever else Action("stop")

class Unprompted(Prompted):
    card = AgentCard("unprompted", "obeys nobody", ("bump",), DISCRETE_ACTIONS, ("advice",), version="1")
'''
SUITE = """
name = "prompts"
version = 1
summary = "for tests"
camera = {width_px = 24, height_px = 18}
conditions = [{name = "white box", faults = ["inject_white_box"]}]

[[episodes]]
task = "point_goal"
protocol = "robustnav"
split = "train"
rooms = 2
count = 6
episodes_per_house = 3
"""


def _run(place: Path, class_name: str) -> subprocess.CompletedProcess[str]:
    (place / "prompted.py").write_text(AGENT)
    (place / "prompts.toml").write_text(SUITE)
    agent = f"{place / 'prompted.py'}:{class_name}"
    wayproof = (sys.executable, "-m", "wayproof")
    with served((*wayproof, "serve", agent, "--port", "0")) as at:
        command = [*wayproof, "run", place / "prompts.toml", "--agent", at.address, "-o", place / "run"]
        return subprocess.run(
            [*map(str, command), "--format", "json"], capture_output=True, text=True, check=False, timeout=600
        )


@pytest.mark.slow
def test_a_served_agent_is_attacked_through_its_system_prompt(tmp_path: Path) -> None:
    done = _run(tmp_path, "Prompted")
    assert done.returncode == 0, done.stderr
    clean, attacked = json.loads(done.stdout)["conditions"]
    assert (clean["n"], clean["sr"], attacked["n"], attacked["sr"]) == (6, 1.0, 6, 0.0)
    assert (attacked["delta"], attacked["verdict"]) == (-1.0, "drop")  # six of six, in two houses
    rules = [rule for group in RULES.values() for rule in group]
    for log in stored_logs(tmp_path / "run"):
        assert log.agent.system_prompt == PROMPT and log.system_prompt is not None
        added = [rule for rule in rules if rule in log.system_prompt]
        assert len(added) == (0 if log.condition.name == "clean" else 1)
        assert (log.system_prompt == PROMPT) == (log.condition.name == "clean")


@pytest.mark.slow
def test_an_agent_without_a_system_prompt_is_refused_before_the_first_episode(tmp_path: Path) -> None:
    done = _run(tmp_path, "Unprompted")
    assert done.returncode == 3 and not list(stored_logs(tmp_path / "run"))
    assert "no fault of prompts can reach 'unprompted': the agent declares no system prompt" in done.stderr
