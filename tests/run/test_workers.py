"""Workers: the same records with any number of them, and episodes that kill or hang end only themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from small_suites import digests, run_small, small_suite

from wayproof.errors import InvalidInput
from wayproof.log_files import stored_logs
from wayproof.run import pool, store
from wayproof.run.merge import merge
from wayproof.run.queues import Order, Queues
from wayproof.run.store import locked
from wayproof.run.study import Options, open_study
from wayproof.run.words_file import WordsFile
from wayproof.run.worker import Report
from wayproof.work import Work

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


def test_an_agent_that_kills_its_process_ends_its_episodes_only(tmp_path: Path) -> None:
    run_small(small_suite(episodes=4), tmp_path, agent=f"{KILLERS}:Killer")
    outcomes = [log.outcome for log in stored_logs(tmp_path)]
    assert len(outcomes) == 4 and {one.reason for one in outcomes} == {"agent_error", "stop"}
    assert all("killed by SIGKILL" in one.detail for one in outcomes if one.reason == "agent_error")


def test_work_that_kills_its_worker_three_times_is_given_up() -> None:
    queues = Queues([Work(0, 0, 0, 0, 0, "scene", "key")])
    for _ in range(2):
        queues.crashed(Order(0), "ended with code -9")
        assert queues.next("", ()) == Order(0)
    queues.crashed(Order(0), "ended with code -9")
    given_up = queues.next("", ())
    assert given_up is not None and given_up.outcome is not None and given_up.outcome.reason == "invalid"
    assert given_up.outcome.detail == "killed its worker 3 times; the last one ended with code -9"


@pytest.mark.slow
def test_an_agent_that_never_comes_back_is_timed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GRACE_S", 0.5)
    monkeypatch.setattr(pool, "WARM_UP_S", 2.0)
    suite = replace(small_suite(episodes=4), step_limit_s=15.0)
    run_small(suite, tmp_path, agent=f"{KILLERS}:Sleeper")
    logs = list(stored_logs(tmp_path))
    assert {log.outcome.reason for log in logs} == {"agent_timeout", "stop"} and len(logs) == 4


def test_garbage_where_reports_belong_costs_its_episode_only(tmp_path: Path) -> None:
    run_small(small_suite(episodes=4), tmp_path, agent=f"{KILLERS}:Babbler")
    logs = list(stored_logs(tmp_path))
    assert len(logs) == 4 and {log.outcome.reason for log in logs} <= {"stop", "agent_error"}


def test_what_an_agent_forked_does_not_keep_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "LOCK_WAIT_S", 120.0)  # what was forked sleeps for an hour
    run_small(small_suite(episodes=1), tmp_path, agent=f"{KILLERS}:Forker")
    locked(tmp_path).close()


def test_what_is_no_exception_ends_the_episode_as_the_agents_error(tmp_path: Path) -> None:
    run_small(small_suite(episodes=4), tmp_path, agent=f"{KILLERS}:Quitter")
    logs = list(stored_logs(tmp_path))
    assert [log.outcome.reason for log in logs] == ["agent_error"] * 4
    assert any("SystemExit" in log.outcome.detail for log in logs)
    assert any("KeyboardInterrupt" in log.outcome.detail for log in logs)


def test_a_worker_that_dies_after_storing_counts_with_what_it_stored(tmp_path: Path) -> None:
    """Its last report is lost; early stopping and the table must hear of a success all the same."""
    study = open_study(small_suite(episodes=1), "oracle", tmp_path, Options(), tell=lambda _: None)
    reports: list[Report] = []
    with locked(tmp_path) as lock:
        made = pool.Pool(tmp_path, study.mine, 1, pool.Limits(60.0, 600.0), lock, reports.append)
        heard = made._heard

        def deaf(hand: pool._Hand, report: Report) -> None:
            if report.kind == "done":
                hand.process.kill()
            else:
                heard(hand, report)

        made._heard = deaf  # type: ignore[method-assign]
        made.run()
    assert [(one.kind, one.success, one.reason) for one in reports] == [("done", True, "stop")]
    assert len(digests(tmp_path)) == 1


def test_what_agents_print_is_bounded(tmp_path: Path) -> None:
    words = WordsFile(tmp_path, 1000)
    for number in range(100):
        words.write(b"%90d" % number)
    sizes = [file.stat().st_size for file in tmp_path.iterdir()]
    assert len(sizes) == 2 and max(sizes) <= 1000
    assert (tmp_path / "workers.txt").read_bytes().endswith(b" 99")
    run_small(small_suite(episodes=1), tmp_path / "run", agent=f"{KILLERS}:Shouter")
    assert (tmp_path / "run" / "workers.txt").stat().st_size > 900_000


def test_what_an_agent_prints_disturbs_nobody(tmp_path: Path) -> None:
    run_small(small_suite(episodes=2), tmp_path, agent=f"{KILLERS}:Printer")
    assert len(digests(tmp_path)) == 2
    assert "step 0" in (tmp_path / "workers.txt").read_text()
