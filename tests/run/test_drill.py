"""The drill: killed, damaged and starved, runs end as if nothing had happened; also on Ray."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from small_suites import digests, run_small, small_suite

from wayproof.log_files import stored_logs

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
def test_a_short_drill_loses_doubles_and_falsifies_nothing() -> None:
    drill = [sys.executable, str(ROOT / "examples" / "drill.py"), "0"]
    done = subprocess.run(drill, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 rounds" in done.stdout and "       0  lost" in done.stdout


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
        "suite = replace(small_suite(episodes=4), step_limit_s=5.0)\n"
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
    assert any("no answer within 5 s" in o.detail or "more than 5 s" in o.detail for o in slept)
    assert {log.outcome.reason for log in stored_logs(tmp_path / "Quitter")} == {"agent_error"}
