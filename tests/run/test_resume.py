"""Resuming: the same agent and software only, or mixed with a caution; invalid episodes are run again."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from made_runs import write_run
from msgspec.structs import replace
from small_suites import digests, run_small, small_suite
from typer.testing import CliRunner

from wayproof.agents.contract.agent_source import source_hash
from wayproof.cli import app
from wayproof.episode.agent_seed import AGENT_SEEDS
from wayproof.errors import InvalidInput
from wayproof.log import Outcome, encode_log, key_of
from wayproof.log_files import stored_logs
from wayproof.manifest import read_manifest, write_manifest
from wayproof.report.output_formats import Form
from wayproof.report.outputs import report_text
from wayproof.run import store
from wayproof.run.store import remove_logs
from wayproof.run.study import Options, open_study, run_study
from wayproof.run.verify import verify
from wayproof.seeding import ANY_SEED

AGENT = """
from wayproof.vocabulary import Action, AgentCard


class Mine:
    card = AgentCard("mine")

    def start(self, brief, seed):
        self._fails = {fails}

    def act(self, observation):
        return Action("stop")
"""
SUITE = small_suite(episodes=2)


@pytest.fixture
def agent(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(AGENT.format(fails="False"))
    return f"{tmp_path / 'mine.py'}:Mine"


def test_a_changed_agent_is_refused_or_mixed_with_a_caution_in_every_table(
    tmp_path: Path, agent: str
) -> None:
    folder = tmp_path / "run"
    open_study(SUITE, agent, folder, Options(), tell=lambda _: None)
    before = read_manifest(folder)
    (tmp_path / "mine.py").write_text(AGENT.format(fails="True"))
    with pytest.raises(InvalidInput, match=r"begun with another agent .*the agent's file had the hash"):
        run_small(SUITE, folder, agent=agent)
    assert read_manifest(folder) == before
    run_small(SUITE, folder, agent=agent, mixed=True)
    run_small(SUITE, folder, agent=agent)  # it is the agent of the run now
    compared = CliRunner().invoke(app, ["compare", str(folder), str(folder)])
    assert "mixed: agent or software changed" in compared.output
    told = " ".join(CliRunner().invoke(app, ["score", str(folder)]).output.split())
    assert "caution: mixed: agent or software changed during the run: the agent's file had" in told
    assert "Mixed: agent or software changed" in report_text(
        [folder], Form.MARKDOWN, episodes=0, tell=lambda _: None
    )


def test_changed_software_and_another_version_of_the_agent_are_refused(tmp_path: Path) -> None:
    open_study(SUITE, "oracle", tmp_path, Options(), tell=lambda _: None)
    stood = read_manifest(tmp_path)
    write_manifest(tmp_path, replace(stood, software={**stood.software, "numpy": "1.0"}))
    with pytest.raises(InvalidInput, match=r"numpy was 1.0 and is \d"):
        run_small(SUITE, tmp_path)
    write_manifest(tmp_path, replace(stood, card=replace(stood.card, version="0.5")))
    with pytest.raises(InvalidInput, match="the agent had the version '0.5'"):
        run_small(SUITE, tmp_path)


def test_runs_from_before_the_hash_are_resumed(tmp_path: Path) -> None:
    open_study(SUITE, "oracle", tmp_path, Options(), tell=lambda _: None)
    write_manifest(tmp_path, replace(read_manifest(tmp_path), agent_source="", software={}))
    run_small(SUITE, tmp_path)
    assert len(digests(tmp_path)) == 2


def test_runs_from_before_the_sixteen_seeds_go_on_and_are_verified_with_theirs(tmp_path: Path) -> None:
    suite = small_suite(episodes=4)
    run_small(suite, tmp_path / "new", agent="random")
    open_study(suite, "random", tmp_path / "old", Options(), tell=lambda _: None)
    stood = read_manifest(tmp_path / "old")
    assert stood.agent_seeds == AGENT_SEEDS
    write_manifest(tmp_path / "old", replace(stood, agent_seeds=ANY_SEED))
    run_small(suite, tmp_path / "old", agent="random")
    assert {log.agent_seeds for log in stored_logs(tmp_path / "old")} == {ANY_SEED}
    assert {log.agent_seeds for log in stored_logs(tmp_path / "new")} == {AGENT_SEEDS}
    for name in ("old", "new"):
        again = [one for one in verify(tmp_path / name, again=4, tell=lambda _: None) if one.name == "again"]
        assert [one.passed for one in again] == [True]
    assert digests(tmp_path / "old") != digests(tmp_path / "new")


def test_the_source_of_an_agent_is_known_without_importing_it(tmp_path: Path, agent: str) -> None:
    (tmp_path / "deadly.py").write_text("raise SystemExit('imported')")
    assert len(source_hash(f"{tmp_path / 'deadly.py'}:X")) == 12
    assert source_hash(f"habitat:{tmp_path / 'deadly.py'}:X") == source_hash(f"{tmp_path / 'deadly.py'}:X")
    assert source_hash("oracle") and source_hash("wayproof.agents.oracle:Oracle") == source_hash("oracle")
    assert source_hash("ws://127.0.0.1:1") == source_hash("nothing.of.that.name:X") == ""


def test_a_file_changed_while_the_run_is_going_is_noticed_by_the_next_worker(
    tmp_path: Path, agent: str
) -> None:
    study = open_study(SUITE, agent, tmp_path / "run", Options(), tell=lambda _: None)
    (tmp_path / "mine.py").write_text(AGENT.format(fails="True"))
    with pytest.raises(InvalidInput, match="was changed while the run was going"):
        run_study(study, 1, on_report=lambda _: None, tell=lambda _: None)


def test_invalid_episodes_are_run_again_unless_told_otherwise(tmp_path: Path) -> None:
    suite = small_suite(episodes=4)
    run_small(suite, tmp_path, agent="idle")
    first, second, *_ = stored_logs(tmp_path)
    broken = {key_of(log) for log in (first, second)}
    remove_logs(tmp_path, lambda log: key_of(log) in broken)
    with contextlib.closing(store.Writer(tmp_path, "broken")) as writer:
        for log in (first, second):
            writer.append(encode_log(replace(log, outcome=Outcome("invalid", "a broken line"))))
    files = {file.name for file in (tmp_path / "logs").iterdir()}
    reports: list[str] = []
    run_small(suite, tmp_path, agent="idle", keep_invalid=True)
    assert {file.name for file in (tmp_path / "logs").iterdir()} == files
    run_small(suite, tmp_path, agent="idle", notes=reports.append)
    assert reports[0].startswith("2 invalid episodes are run again")
    assert len(digests(tmp_path)) == 4
    assert {log.outcome.reason for log in stored_logs(tmp_path)} == {"stop"}


def test_logs_are_taken_out_and_the_others_stay(tmp_path: Path) -> None:
    folder = write_run(
        tmp_path, {"clean": [True] * 3}, broken={("clean", 1): Outcome("invalid", "a broken line")}
    )
    assert remove_logs(folder, lambda log: log.outcome.reason == "invalid") == 1
    assert [log.outcome.reason for log in stored_logs(folder)] == ["stop", "stop"]


def test_two_that_begin_at_the_same_moment_do_not_both_write_a_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "LOCK_WAIT_S", 0.1)
    with store.locked(tmp_path), pytest.raises(InvalidInput, match="another process is running"):
        open_study(SUITE, "oracle", tmp_path, Options(), tell=lambda _: None)
    assert not (tmp_path / "manifest.json").exists()
