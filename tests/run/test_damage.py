"""Damage: it is named with its place, costs its own records only, and the rest goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_logs import made_log
from made_runs import write_run
from msgspec.structs import replace
from small_suites import digests, run_small, small_suite
from typer.testing import CliRunner

from wayproof.cli import app
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.log import LaterVersion, decode_log, encode_log
from wayproof.log_files import MAGIC, Damage, framed, stored_files, stored_logs, stored_records
from wayproof.report.output_formats import Form
from wayproof.report.outputs import report_text
from wayproof.results.run_folder import read_run
from wayproof.run.merge import merge
from wayproof.run.readable_record import readable_record
from wayproof.run.store import Writer, remove_logs, repair
from wayproof.view.index import RunIndex

SUITE = small_suite("motor_failure", episodes=2)


def _flip(file: Path, place: int) -> None:
    data = bytearray(file.read_bytes())
    data[place] ^= 1
    file.write_bytes(data)


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A run of 20 records, one of which has a flipped bit."""
    folder = write_run(tmp_path / "run", {"clean": [True] * 10, "fog": [False] * 10})
    _flip(stored_files(folder)[0], 5000)
    return folder


def test_score_and_report_say_what_is_damaged_and_count_the_rest(damaged: Path) -> None:
    told = CliRunner().invoke(app, ["score", str(damaged)])
    shown = " ".join(told.output.split())
    assert "19 of 20 episodes are stored" in shown
    assert "damaged: 1 record cannot be read and does not count (made.waylog at byte" in shown
    assert "Damaged: 1 record" in report_text([damaged], Form.MARKDOWN, episodes=0, tell=lambda _: None)
    every = CliRunner().invoke(app, ["score", str(damaged), "--all"])
    assert "caution: damaged: 1 record" in every.output


def test_compare_and_gate_say_which_run_is_damaged_and_by_how_much(damaged: Path, tmp_path: Path) -> None:
    whole = write_run(tmp_path / "whole", {"clean": [True] * 10, "fog": [False] * 10})
    for words in (["compare", damaged, whole], ["gate", whole, "--baseline", damaged]):
        told = CliRunner().invoke(app, [*map(str, words)]).stderr
        assert f"caution: {damaged}: damaged: 1 record cannot be read" in told
        assert f"caution: {whole}" not in told


def test_a_folder_of_damage_alone_says_so(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", {"clean": [True]})
    _flip(stored_files(folder)[0], 200)
    with pytest.raises(InvalidInput, match=r"no finished episode yet \(damaged: 1 record"):
        report_text([folder], Form.MARKDOWN, episodes=0, tell=lambda _: None)
    with pytest.raises(BrokenFile, match="damaged: 1 record"):
        read_run(stored_files(folder)[0])


def test_one_log_of_another_shape_is_passed_over_by_every_reader(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", {"clean": [True] * 3})
    log = next(stored_logs(folder))
    malformed = replace(log, steps=replace(log.steps, goal=log.steps.goal[:1]), repeat=5)
    writer = Writer(folder, "odd")
    writer.append(encode_log(malformed))
    writer.close()
    (folder / "logs" / "text.waylog").write_text("hello, this is no log of ours")
    damage: list[Damage] = []
    assert len(list(stored_logs(folder, damage))) == 3
    assert [one.file for one in damage] == ["odd.waylog", "text.waylog"] and "goal is" in damage[0].why
    index = RunIndex(folder, "run")
    assert index.read_new() == 3 and len(index.troubles) == 2


def test_a_log_of_a_later_version_is_not_called_damaged(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", {"clean": [True] * 3})
    writer = Writer(folder, "later")
    writer.append(encode_log(replace(next(stored_logs(folder)), version=99)))
    writer.close()
    with pytest.raises(LaterVersion, match="this Wayproof reads up to"):
        read_run(folder)


def test_repair_keeps_whole_records_before_and_after_the_damage(damaged: Path) -> None:
    before = list(stored_records(damaged))
    told = repair(damaged)
    assert len(told) == 1 and "damaged: cut" in told[0] and "19 whole records stay" in told[0]
    assert list(stored_records(damaged)) == before and len(before) == 19 and repair(damaged) == []


def test_a_file_whose_writer_is_alive_is_left_alone(tmp_path: Path) -> None:
    writer = Writer(tmp_path, "alive")
    writer.append(encode_log(made_log(reason="invalid")))
    with writer.file.open("ab") as stream:
        stream.write(b"half a rec")
    assert repair(tmp_path) == [] and remove_logs(tmp_path, lambda _: True) == 0
    writer.close()
    assert len(repair(tmp_path)) == 1 and remove_logs(tmp_path, lambda _: True) == 1


def test_resuming_names_the_damage_and_runs_only_what_it_cost(tmp_path: Path) -> None:
    run_small(SUITE, tmp_path)
    whole = digests(tmp_path)
    file = stored_files(tmp_path)[0]
    frames = [framed(record) for record in stored_records(tmp_path)]
    _flip(file, len(MAGIC) + len(frames[0]) + len(frames[1]) // 2)
    said: list[str] = []
    run_small(SUITE, tmp_path, notes=said.append)
    assert any("damaged" in sentence and file.name in sentence for sentence in said)
    assert digests(tmp_path) == whole and len(stored_files(tmp_path)) == 2
    assert len(list(stored_records(tmp_path))) == 4


def test_a_damaged_shard_is_not_merged(damaged: Path, tmp_path: Path) -> None:
    with pytest.raises(BrokenFile, match="damaged: 1 record .*resume that shard"):
        merge([damaged], tmp_path / "whole")
    assert not (tmp_path / "whole").exists()


def test_a_log_that_no_reader_would_take_is_stored_without_what_the_agent_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = made_log(texts=["\ud800"], end="answer")
    kept, record = readable_record(log)
    assert kept.outcome.reason == "agent_error" and "could not be kept" in kept.outcome.detail
    assert kept.claims[0].text is None
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    kept, record = readable_record(replace(made_log(), trace=({"memory": deep},)))
    assert kept.trace == () and decode_log(record).outcome == kept.outcome
    fine = made_log()
    assert readable_record(fine)[0] is fine
    monkeypatch.setattr("wayproof.log.LARGEST_WRITTEN_BYTES", 5000)
    large = replace(made_log(), trace=({"memory": "x" * 10_000},))
    assert "5000 are the most" in readable_record(large)[0].outcome.detail


def test_a_name_that_is_too_long_for_every_log_is_refused_before_the_run(tmp_path: Path) -> None:
    agent = tmp_path / "wordy.py"
    agent.write_text(
        "from wayproof.vocabulary import Action, AgentCard\n"
        "class Wordy:\n"
        "    card = AgentCard('x' * 5000)\n"
        "    def start(self, brief, seed): ...\n"
        "    def act(self, observation): return Action('stop')\n"
    )
    with pytest.raises(InvalidInput, match="a name of 5000 characters"):
        run_small(SUITE, tmp_path / "run", agent=f"{agent}:Wordy")
    assert not (tmp_path / "run" / "manifest.json").exists()
