"""Workers: the same records with any number of them, and episodes that kill or hang end only themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from small_suites import digests, run_small, small_suite

from wayproof.errors import InvalidInput
from wayproof.log_files import stored_logs
from wayproof.run import pool
from wayproof.run.merge import merge

KILLERS = Path(__file__).with_name("killers.py")
SUITE = small_suite("motor_failure", "motion_drift:0.6")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("one")
    run_small(SUITE, folder)
    return folder


def test_two_workers_give_the_records_of_one(undisturbed: Path, tmp_path: Path) -> None:
    run_small(SUITE, tmp_path, workers=2)
    assert digests(tmp_path) == digests(undisturbed) and len(digests(tmp_path)) == 12


@pytest.mark.slow
def test_shards_merged_give_the_same_records(undisturbed: Path, tmp_path: Path) -> None:
    for number in (1, 2):
        run_small(SUITE, tmp_path / f"shard-{number}", shard=(number, 2))
    assert merge([tmp_path / "shard-2", tmp_path / "shard-1"], tmp_path / "whole") == 12
    assert digests(tmp_path / "whole") == digests(undisturbed)
    with pytest.raises(InvalidInput, match="shard 2/2 is missing"):
        merge([tmp_path / "shard-1"], tmp_path / "half")
    with pytest.raises(InvalidInput, match="2 folders for|is there twice|is missing"):
        merge([tmp_path / "shard-1", tmp_path / "shard-1"], tmp_path / "double")
    with pytest.raises(InvalidInput, match="already holds a run"):
        merge([tmp_path / "shard-1", tmp_path / "shard-2"], tmp_path / "whole")
    assert not (tmp_path / "half").exists() and not (tmp_path / "double").exists()


def test_an_episode_that_kills_its_worker_three_times_is_stored_as_invalid(tmp_path: Path) -> None:
    suite = small_suite(episodes=4)
    run_small(suite, tmp_path, agent=f"{KILLERS}:Killer")
    reasons = sorted(log.outcome.reason for log in stored_logs(tmp_path))
    assert len(reasons) == 4 and set(reasons) == {"invalid", "stop"}
    fatal = [log for log in stored_logs(tmp_path) if log.outcome.reason == "invalid"]
    assert all("killed its worker 3 times" in log.outcome.detail for log in fatal)


@pytest.mark.slow
def test_an_agent_that_never_comes_back_is_timed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GRACE_S", 0.5)
    monkeypatch.setattr(pool, "WARM_UP_S", 2.0)
    suite = replace(small_suite(episodes=4), step_limit_s=1.0)
    run_small(suite, tmp_path, agent=f"{KILLERS}:Sleeper")
    logs = list(stored_logs(tmp_path))
    assert {log.outcome.reason for log in logs} == {"agent_timeout", "stop"} and len(logs) == 4


def test_what_an_agent_prints_disturbs_nobody(tmp_path: Path) -> None:
    run_small(small_suite(episodes=2), tmp_path, agent=f"{KILLERS}:Printer")
    assert len(digests(tmp_path)) == 2
    assert "step 0" in (tmp_path / "workers.txt").read_text()
