"""The guide "bring your own episodes" as a reader would follow it, and what it promises of the way back."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode_set import EpisodeSet, Recipe
from wayproof.file_episodes.episode_source import read_source
from wayproof.file_episodes.file_set import fitted_set
from wayproof.log import EpisodeLog
from wayproof.metrics.spl import spl
from wayproof.metrics.success import success
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.plan import Plan
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.suite import Suite
from wayproof.tasks import TASKS

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "bring-your-own-episodes.md"
HOUSE = "houses-v1/val/7"  # the one that the guide exports
IMPORTED = "imported/houses-v1_val_7"


def _blocks(language: str) -> list[str]:
    """The fenced blocks of the guide in a language; "" for commands."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE.read_text(), re.DOTALL | re.MULTILINE)
    return [block for spoken, block in fenced if spoken == language]


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The folder in which all commands of the guide were run, and what each of them printed."""
    folder = tmp_path_factory.mktemp("guide")
    (suite,) = [block for block in _blocks("toml") if block.startswith("# mine.toml")]
    (folder / "mine.toml").write_text(suite)
    printed = {}
    for line in "".join(_blocks("")).splitlines():
        if not line.startswith("wayproof "):
            continue
        done = subprocess.run(
            [sys.executable, "-m", *shlex.split(line)],
            capture_output=True,
            text=True,
            cwd=folder,
            env={**os.environ, "XDG_DATA_HOME": str(folder / "home")},
            check=False,
        )
        assert done.returncode == 0, f"{line}: {done.stderr}"
        printed[line] = done.stdout
    return folder, printed


@pytest.mark.slow
def test_every_command_of_the_guide_does_what_it_says(followed: tuple[Path, dict[str, str]]) -> None:
    folder, printed = followed
    assert len(printed) == 6
    check = next(text for line, text in printed.items() if line.endswith("object_goal/val"))
    assert "format              habitat_object_goal" in check and IMPORTED in check
    run = next(text for line, text in printed.items() if line.startswith("wayproof run"))
    assert "2 episodes in 1 scene" in run and "dropped_actions:0.5" in run
    assert re.search(r"clean +2 +100\.0 %", run)
    assert (folder / "runs" / "mine" / "report.html").is_file()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "agent"),
    [
        ("point_goal", "oracle"),
        ("point_goal", "map_and_plan"),
        ("object_goal", "oracle"),
        ("instruction_following", "oracle"),
    ],
)
def test_episodes_read_back_end_as_those_that_were_exported(
    task: str, agent: str, followed: tuple[Path, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawn in the house, and read from the file into the imported mesh: the same steps, success and SPL."""
    folder, _ = followed
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "home"))
    protocol = TASKS[task].protocol()
    world = world_named(HOUSE, body_under(protocol, load_body(protocol.body)), lit=False)
    drawn = tuple(TASKS[task].draw(world, protocol, 0, index).episode for index in range(2))
    recipe = Recipe(task, file=str(folder / "data" / "episodes" / task / "val"))
    read = fitted_set(read_source(recipe))
    assert {episode.scene for episode in read.episodes} == {IMPORTED}
    ours = _logs(EpisodeSet(Recipe(task, 2), drawn, {}, ()), agent)
    theirs = _logs(read, agent)
    for one, other in zip(ours, theirs, strict=True):
        assert list(one.steps.action) == list(other.steps.action)
        assert success(one) == success(other) == 1.0
        assert spl(one) == pytest.approx(spl(other), abs=1e-12)


def _logs(made: EpisodeSet, agent: str) -> list[EpisodeLog]:
    plan = Plan(Suite("round trip", 1, "there and back", (made.recipe,)), (made,))
    runner = EpisodeRunner(plan, load_agent(agent))
    return [runner.run(work) for work in plan.work]
