"""The drill: killed, damaged and starved, runs end as if nothing had happened; also on Ray."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import drill
import hostile_agents
import pytest
from small_suites import digests, run_small, small_suite

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.log_files import stored_logs, write_logs
from wayproof.run.episode_runner import EpisodeRunner
from wayproof.run.folder import make_plan
from wayproof.wire.sandbox import sandbox_version


@pytest.mark.slow
def test_a_short_drill_loses_doubles_falsifies_and_leaks_nothing() -> None:
    words = [sys.executable, drill.__file__, "0"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 rounds" in done.stdout and "       0  lost" in done.stdout
    attacked = len(hostile_agents.HOSTILE) - (sandbox_version() < drill.SIGNALS_SINCE)
    assert f"{attacked if sandbox_version() else 0:8d}  hostile agents\n" in done.stdout
    assert "       0  hostile agents that beat random" in done.stdout


def test_the_drill_notices_an_agent_that_finds_the_truth(tmp_path: Path) -> None:
    """The control: in the simulator's process a hostile agent finds the way, and the drill counts it."""
    plan = make_plan(small_suite())
    for name in ("random", f"{hostile_agents.__file__}:FrameReader"):
        runner = EpisodeRunner(plan, load_agent(name))
        folder = tmp_path / name.rpartition(":")[2]
        write_logs(folder / "logs" / "here.waylog", [runner.run(work) for work in plan.work])
    (tmp_path / "FrameReader" / "workers.txt").write_text("FOUND FrameReader a trial\n")
    (tmp_path / "random" / "workers.txt").write_text("")
    figures = drill.Drill(tmp_path, 0)
    drill.judge(figures, tmp_path / "random", tmp_path / "random")
    assert figures.figures.total() == 1  # the agent itself
    drill.judge(figures, tmp_path / "FrameReader", tmp_path / "random")
    counted = {name for name, count in figures.figures.items() if name in drill.MUST_BE_ZERO and count}
    assert counted == {"hostile agents that found something", "hostile agents that beat random"}


@pytest.mark.slow
def test_two_ray_nodes_give_the_same_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        f"sys.path.insert(0, {str(Path(__file__).parents[1] / 'made')!r})\n"
        "from ray.cluster_utils import Cluster\n"
        "from small_suites import small_suite\n"
        "from wayproof.run.study import Options, open_study, run_study\n"
        "import ray\n"
        "cluster = Cluster(initialize_head=True, head_node_args={'num_cpus': 1})\n"
        "cluster.add_node(num_cpus=1)\n"
        "ray.init(address=cluster.address, log_to_driver=False)\n"
        "assert len([node for node in ray.nodes() if node['Alive']]) == 2\n"
        "suite = small_suite('motor_failure')\n"
        "study = open_study(suite, 'oracle', Path(sys.argv[1]), Options(workers=2), tell=lambda _: None)\n"
        "run_study(study, 2, executor='ray', on_report=lambda _: None, tell=lambda _: None)\n"
        "ray.shutdown()\n"
        "cluster.shutdown()\n"
    )
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "ray")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    run_small(small_suite("motor_failure"), tmp_path / "local")
    assert digests(tmp_path / "ray") == digests(tmp_path / "local") and len(digests(tmp_path / "ray")) == 8


@pytest.mark.slow
def test_steps_have_a_limit_on_ray_and_an_interrupt_of_the_agents_is_its_own(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        f"sys.path.insert(0, {str(Path(__file__).parents[1] / 'made')!r})\n"
        "from msgspec.structs import replace\n"
        "from small_suites import small_suite\n"
        "from wayproof.run import ray_pool\n"
        "from wayproof.run.study import Options, open_study, run_study\n"
        "ray_pool.GRACE_S, ray_pool.WARM_UP_S = 1.0, 20.0\n"
        "suite = replace(small_suite(episodes=4), step_limit_s=15.0)\n"
        "for name in ('Sleeper', 'Quitter'):\n"
        f"    agent = {str(Path(__file__).with_name('killers.py'))!r} + ':' + name\n"
        "    study = open_study(suite, agent, Path(sys.argv[1]) / name, Options(), tell=lambda _: None)\n"
        "    run_study(study, 1, executor='ray', on_report=lambda _: None, tell=lambda _: None)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    slept = [log.outcome for log in stored_logs(tmp_path / "Sleeper")]
    assert {outcome.reason for outcome in slept} == {"agent_timeout", "stop"} and len(slept) == 4
    assert any("no answer within 15 s" in o.detail or "more than 15 s" in o.detail for o in slept)
    assert {log.outcome.reason for log in stored_logs(tmp_path / "Quitter")} == {"agent_error"}
