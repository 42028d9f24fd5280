"""From the command line: run, resume, score, compare, gate, plan; and what wrong use gets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import wayproof_here

from wayproof.log_files import stored_logs

SUITE = """
name = "tiny"
version = 1
summary = "for tests"
camera = {width_px = 24, height_px = 18}
conditions = [{faults = ["motor_failure"]}]

[[episodes]]
task = "point_goal"
protocol = "robustnav"
split = "train"
rooms = 2
count = 2
"""


def _wayproof(*words: object, check: int | None = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "wayproof", *map(str, words)], capture_output=True, text=True, check=False
    )
    assert check is None or done.returncode == check, done.stderr
    return done


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("runs")
    (place / "tiny.toml").write_text(SUITE)
    _wayproof("run", place / "tiny.toml", "--agent", "oracle", "-o", place / "oracle")
    return place


def test_run_ends_with_a_table_and_resumes_in_json(place: Path) -> None:
    done = _wayproof(
        "run", place / "tiny.toml", "--agent", "oracle", "-o", place / "oracle", "--format", "json"
    )
    told = json.loads(done.stdout)
    assert told["agent"] == "oracle" and told["beyond_protocol"] == ["advice"]
    names = [line["name"] for line in told["conditions"]]
    assert names == ["clean", "motor_failure:1"]
    wanted = {"name", "n", "sr", "sr_low", "sr_high", "spl", "delta", "delta_low", "delta_high", "verdict"}
    assert all(wanted <= set(line) for line in told["conditions"])
    assert {"protocol", "prs_sr", "prs_spl"} <= set(told)


def test_repeats_are_as_many_as_asked_for(place: Path) -> None:
    folder = place / "repeated"
    _wayproof("run", place / "tiny.toml", "--agent", "random", "--limit", 1, "--repeats", 3, "-o", folder)
    found = [log for log in stored_logs(folder) if log.condition.name == "clean"]
    assert sorted(log.repeat for log in found) == [0, 1, 2]
    assert len({log.steps.action.tobytes() for log in found}) == 3  # each draws anew


def test_episodes_are_spread_over_as_many_scenes_as_asked_for(place: Path) -> None:
    folder = place / "spread"
    _wayproof("run", place / "tiny.toml", "--agent", "oracle", "--per-scene", 1, "-o", folder)
    assert len({log.episode.scene for log in stored_logs(place / "oracle")}) == 1
    assert len({log.episode.scene for log in stored_logs(folder)}) == 2


def test_a_slurm_script_is_sound_and_keeps_the_options(place: Path) -> None:
    told = _wayproof(
        *("run", place / "tiny.toml", "--agent", "it's.py:Mine", "-o", place / "many"),
        *("--print-slurm", 3, "--limit", 7, "--per-scene", 2, "--repeats", 2),
    ).stdout
    subprocess.run(["bash", "-n"], input=told, text=True, check=True)
    assert "#SBATCH --array=1-3\n" in told and " --limit 7 --per-scene 2 --repeats 2 " in told
    assert not (place / "many").exists()


def test_score_gives_the_numbers_of_the_run(place: Path) -> None:
    run = json.loads(
        _wayproof(
            "run", place / "tiny.toml", "--agent", "oracle", "-o", place / "oracle", "--format", "json"
        ).stdout
    )
    score = json.loads(_wayproof("score", place / "oracle", "--format", "json").stdout)
    assert score == {name: value for name, value in run.items() if name != "folder"}
    rows = json.loads(_wayproof("score", place / "oracle", "--all", "--format", "json").stdout)
    assert {row["condition"] for row in rows} == {"clean", "motor_failure:1"} and "soft_spl" in rows[0]
    slices = json.loads(_wayproof("score", place / "oracle", "--by", "difficulty", "--format", "json").stdout)
    assert {row["difficulty"] for row in slices} == {"easy", "medium"}


@pytest.mark.slow
def test_compare_and_gate_answer_with_exit_codes(place: Path) -> None:
    _wayproof("run", place / "tiny.toml", "--agent", "idle", "-o", place / "idle")
    rows = json.loads(_wayproof("compare", place / "idle", place / "oracle", "--format", "json").stdout)
    assert (rows[0]["delta"], rows[0]["unit"]) == (100.0, "points")
    itself = _wayproof("gate", place / "oracle", "--baseline", place / "oracle")
    assert "both sides are the same run" in itself.stdout and "verdict: pass" in itself.stdout
    junit = _wayproof("gate", place / "idle", "--baseline", place / "oracle", "--format", "junit", check=None)
    assert junit.returncode in (1, 2) and junit.stdout.startswith("<?xml")


@pytest.mark.slow
def test_verify_and_plan_answer(place: Path) -> None:
    checks = json.loads(_wayproof("verify", place / "oracle", "--again", 1, "--format", "json").stdout)
    assert all(check["passed"] for check in checks)
    outlook = json.loads(
        _wayproof("plan", place / "tiny.toml", "--agent", "oracle", "--mde", 5, "--format", "json").stdout
    )
    assert outlook["episodes_needed"] > 100 and outlook["seconds_per_episode"] > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("run", "smoke", "--agent", "orcale", "-o", "x"), "no agent named 'orcale'"),
        (("run", "smok", "--agent", "oracle", "-o", "x"), "no suite named 'smok'"),
        (("run", "smoke", "--agent", "oracle", "--shard", "3", "-o", "x"), "--shard is '3'"),
        (("run", "smoke", "--agent", "oracle", "--workers", "0", "-o", "x"), "workers is 0"),
        (("run", "smoke", "--agent", "oracle", "--limit", "0", "-o", "x"), "limit is 0"),
        (("run", "smoke", "--agent", "oracle", "--per-scene", "0", "-o", "x"), "per-scene is 0"),
        (("run", "smoke", "--agent", "oracle", "--repeats", "0", "-o", "x"), "repeats is 0"),
        (("run", "smoke", "--agent", "broken.py:Agent", "-o", "x"), "could not be imported"),
        (("score", "nowhere"), "there is no folder nowhere"),
        (("gate", "nowhere", "--baseline", "nowhere"), "there is no folder nowhere"),
        (("verify", "nowhere"), "there is no folder nowhere"),
        (("view", "nowhere"), "there is no folder nowhere"),
        (("report", "nowhere"), "there is no folder nowhere"),
    ],
)
def test_wrong_use_gets_a_sentence_and_exit_code_3(
    words: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "broken.py").write_text("raise RuntimeError('no weights')\n")
    done = wayproof_here(*words, cwd=tmp_path)
    assert done.returncode == 3 and sentence in done.stderr, done.stderr
    assert not (tmp_path / "x").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_a_sentence(place: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = _wayproof("run", place / "tiny.toml", "--agent", "oracle", "-o", tmp_path / "x", check=1)
    assert "could not write" in done.stderr
