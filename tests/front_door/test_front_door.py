"""The front door, used as a notebook would use it: every name of `import wayproof as wp`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from forward_agent import Forward
from small_suites import small_suite

import wayproof as wp
from wayproof.agents.idle import Idle
from wayproof.errors import InvalidInput, UnknownName
from wayproof.results.run_folder import Run


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Three runs of one small suite: a built-in agent by name, a class, an object."""
    folder = tmp_path_factory.mktemp("runs")
    suite = small_suite("motor_failure", episodes=4)
    agents: dict[str, object] = {"oracle": "oracle", "idle": Idle, "forward": Forward()}
    for name, agent in agents.items():
        wp.run(suite, agent, folder / name)  # type: ignore[arg-type]
    return {name: folder / name for name in agents}


def test_run_gives_results_that_can_be_read_again(runs: dict[str, Path]) -> None:
    run = wp.read_run(runs["oracle"])
    assert isinstance(run, Run) and run.is_finished and len(run.logs) == 8
    rows = _records(run.table("success"))
    assert [(row["condition"], row["n"]) for row in rows] == [("clean", 4), ("motor_failure:1", 4)]
    assert rows[0]["mean"] == 1.0 and rows[0]["verdict"] == "reference"
    assert _records(run.table("collisions"))[0]["metric"] == "collisions"


def test_the_same_call_again_resumes_and_another_agent_is_refused(runs: dict[str, Path]) -> None:
    before = sorted((runs["oracle"] / "logs").iterdir())
    again = wp.run(small_suite("motor_failure", episodes=4), "oracle", runs["oracle"])
    assert len(again.scores) == 8 and sorted((runs["oracle"] / "logs").iterdir()) == before
    with pytest.raises(InvalidInput, match="holds another run"):
        wp.run(small_suite("motor_failure", episodes=4), "random", runs["oracle"])


def test_an_object_is_run_here_and_gives_what_its_class_gives_elsewhere(
    runs: dict[str, Path], tmp_path: Path
) -> None:
    here = wp.read_run(runs["forward"])
    assert here.manifest is not None and here.manifest.agent == "in process: Forward"
    there = wp.run(small_suite("motor_failure", episodes=4), Forward, tmp_path / "class")
    assert [score.values for score in here.scores] == [score.values for score in there.scores]
    assert there.manifest is not None and there.manifest.agent.endswith(":Forward")
    one, other = here.logs[0], wp.read_run(tmp_path / "class").logs[0]
    assert np.array_equal(one.steps.pose, other.steps.pose)


def test_compare_and_gate(runs: dict[str, Path]) -> None:
    line = wp.compare(runs["idle"], runs["oracle"])[0]
    assert (line.name, line.first, line.second, line.delta) == ("clean", 0.0, 1.0, 1.0)
    assert wp.gate(runs["oracle"], runs["oracle"], max_drop=3.0).verdict == "pass"  # the same run
    verdict, conditions = wp.gate(runs["idle"], runs["oracle"])
    assert verdict in ("fail", "undecided") and conditions[0].delta == -1.0
    steps = wp.compare(runs["idle"], runs["oracle"], metric="steps")[0]
    assert steps.metric == "steps" and steps.first == 1.0 < steps.second


def test_report_writes_a_page(runs: dict[str, Path], tmp_path: Path) -> None:
    assert wp.report(runs["oracle"]) == runs["oracle"] / "report.html"
    both = wp.report([runs["oracle"], runs["idle"]], tmp_path / "both.html")
    assert "<!doctype html>" in both.read_text().lower()
    with pytest.raises(InvalidInput, match="no run given"):
        wp.report([])


def test_corrupt_takes_pictures_depth_and_words() -> None:
    picture = np.full((48, 64, 3), 120, np.uint8)
    foggy = wp.corrupt(picture, "fog:0.5", seed=7)
    assert foggy.shape == picture.shape and not np.array_equal(foggy, picture)
    assert np.array_equal(foggy, wp.corrupt(picture, ["fog:0.5"], seed=7)) and picture.min() == 120
    depth = np.full((48, 64), 2.0, np.float32)
    assert not np.array_equal(wp.corrupt(depth, "gaussian_depth_noise:1", seed=1), depth)
    depth[:9] = np.inf
    assert np.isposinf(wp.corrupt(depth, "gaussian_depth_noise:0.01")[:9]).all()
    assert "[MASK]" in wp.corrupt("Walk past the red chair and stop.", "mask_random:0.5", seed=1)
    assert wp.corrupt(picture, "fog:0") is picture


@pytest.mark.parametrize(
    ("reading", "fault", "kind", "sentence"),
    [
        (np.zeros((4, 4, 3), np.uint8), "gaussian_depth_noise:1", InvalidInput, "acts on depth"),
        ("walk", "fog:1", InvalidInput, "acts on rgb, and a text was given"),
        (np.zeros((4, 4, 3), np.uint8), "motor_failure", InvalidInput, "make_env"),
        (np.zeros((4, 4, 3), np.uint8), "frog:1", UnknownName, "Did you mean 'fog'"),
    ],
)
def test_corrupt_refuses_what_it_cannot_do(
    reading: object, fault: str, kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence):
        wp.corrupt(reading, fault)


def test_make_env_gives_an_environment_with_faults() -> None:
    env = wp.make_env("point_goal", condition="speckle_noise:0.5", sensors=("rgb", "point_goal"))
    assert isinstance(env, gymnasium.Env)
    seen, info = env.reset(seed=3)
    assert seen["rgb"].dtype == np.uint8 and info["success"] is False
    env.step(env.action_space.sample())


def test_make_scene_and_load_eyes_and_components() -> None:
    scene = wp.make_scene("houses-v1/val/3")
    assert scene.rooms and scene.name == "houses-v1/val/3"
    eyes = wp.load_eyes()
    assert eyes.segment(np.zeros((96, 128, 3), np.uint8)).category.shape == (96, 128)
    names = {row["name"] for row in wp.components("agents")}
    assert {"oracle", "value_explorer"} <= names
    with pytest.raises(UnknownName, match="Did you mean 'agents'"):
        wp.components("agent")


def test_run_and_report_can_be_called_whatever_was_imported_before() -> None:
    """Both are packages as well: an import below them must not take the call away."""
    program = (
        "import wayproof as wp, wayproof.run.plan, wayproof.report.text\n"
        "from wayproof.errors import WayproofError\n"
        "for call in (lambda: wp.run('nosuch', 'oracle', 'x'), lambda: wp.report('nosuch')):\n"
        "    try: call()\n"
        "    except WayproofError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "no suite named 'nosuch'" in done.stdout and "there is no folder nosuch" in done.stdout


def test_the_door_is_light_and_lists_what_is_behind_it() -> None:
    program = "import sys, wayproof as wp; print(dir(wp)); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert all(name in done.stdout for name in wp.__all__) and done.stdout.endswith("False\n")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = wp.nothing  # type: ignore[attr-defined]


def _records(table: object) -> list[dict[str, object]]:
    """Rows whether or not pandas is installed."""
    to_dict: Callable[[str], list[dict[str, object]]] | None = getattr(table, "to_dict", None)
    return table if to_dict is None else to_dict("records")  # type: ignore[return-value]
