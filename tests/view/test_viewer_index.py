"""The index of a run: what is on the disk, once, as it arrives, and nothing that is torn."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest
from made_logs import made_log, straight
from msgspec.structs import replace
from shown_runs import SmallRun, made_run, pair, some_logs

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.log import EpisodeLog, encode_log
from wayproof.log_files import MAGIC, framed, stored_files, stored_logs
from wayproof.view.index import RunIndex
from wayproof.view.query import Query, page, selected
from wayproof.view.run_library import Library, find_runs


def read(folder: Path) -> RunIndex:
    run = RunIndex(folder, folder.name)
    run.read_new()
    return run


def append(file: Path, *logs: EpisodeLog) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab") as stream:
        stream.write(b"" if stream.tell() else MAGIC)
        stream.write(b"".join(framed(encode_log(log)) for log in logs))


def test_a_row_tells_an_episode_in_short(logs_folder: Path) -> None:
    row = next(r for r in read(logs_folder).rows if (r.episode, r.condition) == ("e2", "fog"))
    assert (row.success, row.mode, row.reason, row.steps, row.bumps) == (
        False,
        "premature_stop",
        "stop",
        4,
        1,
    )
    assert (row.path_m, row.distance_m) == (1.0, 2.0)
    assert row.metrics == {"success": 0.0, "spl": 0.0}


def test_rows_know_what_the_agent_was_told_or_what_is_sought(logs_folder: Path) -> None:
    words = {(row.episode, row.condition): row.words for row in read(logs_folder).rows}
    assert words["e1", "fog"] == "Go to the [MASK] chair."
    assert words["e2", "clean"] == "a point 3.0 m away"


def test_twins_are_the_same_trial_under_other_conditions(logs_folder: Path) -> None:
    run = read(logs_folder)
    row = next(r for r in run.rows if (r.episode, r.condition) == ("e1", "fog"))
    assert set(run.twins(row)) == {"clean", "fog", "motor_failure"}
    clean = run.clean_twin(row)
    assert clean is not None and (clean.condition, clean.episode) == ("clean", "e1")


def test_repeats_agents_and_protocols_are_not_taken_for_twins(tmp_path: Path) -> None:
    clean, fog = pair("e1")
    run = read(
        made_run(tmp_path, [clean, replace(fog, repeat=1), replace(fog, agent=replace(fog.agent, name="b"))])
    )
    assert [run.clean_twin(row) is not None for row in run.rows] == [True, False, False]


def test_the_log_behind_a_row_is_read_again_from_its_place(logs_folder: Path) -> None:
    run = read(logs_folder)
    for row in run.rows:
        log = run.log(row)
        assert (log.episode.id, log.condition.name) == (row.episode, row.condition)


def test_only_new_records_are_read_while_a_run_is_going(tmp_path: Path) -> None:
    logs = some_logs()
    file = tmp_path / "logs" / "a.waylog"
    append(file, *logs[:3])
    run = read(tmp_path)
    assert len(run.rows) == 3 and run.read_new() == 0
    append(file, *logs[3:5])
    append(tmp_path / "logs" / "b.waylog", logs[5])
    assert run.read_new() == 3
    assert [row.number for row in run.rows] == [0, 1, 2, 3, 4, 5]
    assert [run.log(row).episode.id for row in run.rows] == [log.episode.id for log in logs[:6]]


@pytest.mark.parametrize("missing", [1, 5, 30])
def test_a_record_that_is_half_written_is_waited_for(tmp_path: Path, missing: int) -> None:
    first, second = pair("e1")
    file = tmp_path / "logs" / "a.waylog"
    whole = MAGIC + framed(encode_log(first)) + framed(encode_log(second))
    file.parent.mkdir()
    file.write_bytes(whole[:-missing])
    run = read(tmp_path)
    assert len(run.rows) == 1 and len(run.troubles) == 1
    file.write_bytes(whole)
    assert run.read_new() == 1 and not run.troubles


def test_a_file_that_was_cut_back_and_written_on_is_read_on(tmp_path: Path) -> None:
    first, second = pair("e1")
    file = tmp_path / "logs" / "a.waylog"
    append(file, first)
    good = file.stat().st_size
    with file.open("ab") as stream:
        stream.write(framed(encode_log(second))[:40])
    run = read(tmp_path)
    with file.open("rb+") as stream:
        stream.truncate(good)
    run.read_new()
    append(file, second)
    run.read_new()
    assert [row.condition for row in run.rows] == ["clean", "fog"]


def test_an_episode_stored_twice_counts_once(tmp_path: Path) -> None:
    clean, _ = pair("e1")
    assert len(read(made_run(tmp_path, [clean, clean])).rows) == 1


def test_foreign_files_and_broken_records_are_told_of_and_hide_nothing(tmp_path: Path) -> None:
    made_run(tmp_path)
    (tmp_path / "logs" / "b.waylog").write_bytes(b"something else altogether")
    (tmp_path / "logs" / "c.waylog").write_bytes(MAGIC + framed(b"no log"))
    run = read(tmp_path)
    assert len(run.rows) == 7
    assert any("b.waylog" in text for text in run.troubles)
    assert any("not an episode log" in text for text in run.troubles)


def test_a_log_whose_file_has_gone_is_an_error_with_a_sentence(logs_folder: Path) -> None:
    run = read(logs_folder)
    (logs_folder / "logs" / "a.waylog").unlink()
    with pytest.raises(BrokenFile, match="restart the viewer"):
        run.log(run.rows[0])


def test_a_run_knows_its_suite_and_how_far_it_is(small_run: SmallRun) -> None:
    about = read(small_run.folder).about()
    assert (about["suite"], about["agent"]) == ("shown", "map_and_plan")
    assert (about["done"], about["planned"]) == (8, 8)
    conditions = [facet["value"] for facet in read(small_run.folder).facets()["condition"]]
    assert conditions == ["clean", "depth noise", "missing depth", "dropped commands"]


def test_facets_count_every_row_once(logs_folder: Path) -> None:
    run = read(logs_folder)
    for name, facet in run.facets().items():
        assert sum(value["count"] for value in facet) == len(run.rows), name
    fog = next(facet for facet in run.facets()["condition"] if facet["value"] == "fog")
    assert (fog["count"], fog["successes"]) == (3, 1)


def test_runs_are_found_in_a_folder_of_runs(small_run: SmallRun, tmp_path: Path) -> None:
    assert find_runs(small_run.folder) == [small_run.folder]
    assert find_runs(small_run.folder.parent) == [small_run.folder]
    made_run(tmp_path / "loose")
    assert find_runs(tmp_path / "loose") == [tmp_path / "loose"]
    file = tmp_path / "loose" / "logs" / "a.waylog"
    assert find_runs(file) == [file]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("nowhere", "there is no folder"), ("empty", "holds no run"), ("a.txt", "is not a log file")],
)
def test_a_path_without_runs_is_refused(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "a.txt").write_text("hello")
    with pytest.raises(InvalidInput, match=sentence):
        find_runs(tmp_path / name)


def test_another_run_in_the_same_folder_begins_anew(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "one"
    made_run(folder, pair("e1"))
    (folder / "manifest.json").write_text("{}")
    library = Library(tmp_path / "runs")
    try:
        (first,) = library.runs()
        first.read_new()
        (folder / "manifest.json").unlink()
        (folder / "manifest.json").write_text("{ }")
        library._find()
        (second,) = library.runs()
        assert second is not first and second.key == first.key
    finally:
        library.close()


@pytest.mark.slow
def test_ten_thousand_episodes_are_read_in_seconds_and_searched_at_once(tmp_path: Path) -> None:
    conditions = ["clean", *(f"fault {number}" for number in range(9))]
    way = straight(*(0.25 * step for step in range(60)))
    basis = {name: made_log(way, condition=name, shortest_length_m=3.0) for name in conditions}
    logs = (
        replace(log, episode=replace(log.episode, id=f"e{number}"))
        for number in range(1000)
        for log in basis.values()
    )
    append(tmp_path / "logs" / "a.waylog", *logs)
    began_s = time.process_time()
    run = read(tmp_path)
    read_s = time.process_time() - began_s
    began_s = time.process_time()
    query = Query(
        conditions=tuple(conditions[1:6]), result="failure", text="e7", sort="path_m", descending=True
    )
    found = page(run, query, 100, 100)
    asked_s = time.process_time() - began_s
    assert len(run.rows) == 10_000 and found["total"] == 5 * 111 and len(found["rows"]) == 100
    print(f"10,000 episodes: {read_s:.1f} s to read, {1000 * asked_s:.0f} ms to ask")
    assert read_s < 60.0
    assert asked_s < 5.0
    assert len(selected(run, query)) == 555


def test_the_order_of_the_list_is_that_of_the_plan_however_the_run_went(
    small_run: SmallRun, tmp_path: Path
) -> None:
    """The same logs, stored the other way round, are listed alike."""
    turned = tmp_path / "turned"
    shutil.copytree(small_run.folder, turned)
    logs = list(stored_logs(turned))
    for file in stored_files(turned):
        file.unlink()
    append(turned / "logs" / "a.waylog", *reversed(logs))
    one, other = (
        [(row.number, row.episode, row.condition) for row in selected(read(folder), Query())]
        for folder in (small_run.folder, turned)
    )
    assert one == other and [number for number, _, _ in one] == list(range(len(logs)))
