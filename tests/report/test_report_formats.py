"""The other formats say the same: Markdown, JSON, CSV, Parquet, JUnit; and the command writes them."""

from __future__ import annotations

import csv
import importlib.util
import io
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
import typer
from junit_shape import check_junit
from made_runs import write_run
from typer.testing import CliRunner

from wayproof.cli.report import report
from wayproof.errors import InvalidInput, MissingDependency
from wayproof.log_files import stored_logs
from wayproof.report.output_formats import Form, default_file
from wayproof.report.outputs import report_text, write_report
from wayproof.results.table import tables_in
from wayproof.vocabulary import AgentCard


def text_of(folder: Path, form: Form) -> str:
    return report_text([folder], form, tell=lambda _: None)


def command() -> typer.Typer:
    app = typer.Typer()
    app.command("report")(report)
    app.command("other")(lambda: None)
    return app


def test_json_has_the_table_of_score_and_every_section(made_run: Path) -> None:
    plain = msgspec.json.decode(text_of(made_run, Form.JSON))
    (part,) = plain["parts"]
    assert msgspec.convert(part["table"], type(tables_in(made_run)[0])) == tables_in(made_run)[0]
    assert {
        "verdict",
        "retained",
        "curves",
        "failures",
        "behaviour",
        "slices",
        "noise",
        "assurance",
    } <= part.keys()


def test_markdown_has_a_row_for_each_condition_and_the_sum_of_the_score(made_run: Path) -> None:
    text = text_of(made_run, Form.MARKDOWN)
    assert "| fog | 40 | 40.0 % (" in text and "| clean | 40 | 80.0 % (" in text
    assert "PRS of success: 0.7969" in text and "(0.5000 + 1.0000 + 0.9375 + 0.7500) / 4." in text


def test_csv_has_a_row_for_each_log_and_no_formulas(tmp_path: Path) -> None:
    evil = '=HYPERLINK("http://evil.example")'
    folder = write_run(
        tmp_path / "run", {"clean": [True, False], evil: [False, False]}, agent=AgentCard("@made"), scenes=1
    )
    rows = list(csv.DictReader(io.StringIO(text_of(folder, Form.CSV))))
    assert len(rows) == sum(1 for _ in stored_logs(folder)) == 4
    assert [row["success"] for row in rows] == ["1.0", "0.0", "0.0", "0.0"]
    assert rows[0]["agent"] == "'@made" and rows[2]["condition"].startswith("'=HYPERLINK")
    assert rows[1]["failure_mode"] == "premature_stop" and rows[0]["labels"] == "difficulty=easy"


def test_junit_fails_where_a_drop_is_shown(made_run: Path) -> None:
    (suite,) = root = ElementTree.fromstring(text_of(made_run, Form.JUNIT))
    check_junit(root)
    cases = {case.get("name"): case for case in suite.iter("testcase")}
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "2", "0")
    failure = cases["fog"].find("failure")
    assert failure is not None and "success 40.0 %" in (failure.get("message") or "")
    assert cases["dust"].find("failure") is None


def test_junit_skips_what_cannot_be_decided_with_its_reason(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", {"clean": [True] * 4, "fog": [False] * 4}, scenes=1)
    root = ElementTree.fromstring(text_of(folder, Form.JUNIT))
    check_junit(root)
    (skipped,) = root.iter("skipped")
    message = skipped.get("message") or ""
    assert message.startswith("cannot decide: success 0.0 %") and "in one scene" in message


def test_hostile_names_leave_xml_whole(tmp_path: Path) -> None:
    evil = 'x"/><evil>&\x00\x1f]]>'
    folder = write_run(tmp_path / "run", {"clean": [True] * 9, evil: [False] * 9}, agent=AgentCard(evil))
    root = ElementTree.fromstring(text_of(folder, Form.JUNIT))
    assert not list(root.iter("evil")) and "<evil>" in (root[0].get("name") or "")


def test_parquet_has_the_same_rows_or_says_what_to_install(made_run: Path, tmp_path: Path) -> None:
    file = tmp_path / "rows.parquet"
    if importlib.util.find_spec("pyarrow") is None:
        with pytest.raises(MissingDependency, match=r"pip install 'wayproof\[parquet\]'"):
            write_report([made_run], file, Form.PARQUET, tell=lambda _: None)
        assert not file.exists()
        return
    import pyarrow.parquet

    write_report([made_run], file, Form.PARQUET, tell=lambda _: None)
    table = pyarrow.parquet.read_table(file)
    rows = list(csv.DictReader(io.StringIO(text_of(made_run, Form.CSV))))
    assert table.num_rows == len(rows) == 200 and table.column_names == list(rows[0])
    assert sum(table["success"].to_pylist()) == sum(float(row["success"]) for row in rows)


def test_the_command_writes_a_page_and_prints_its_path(made_run: Path, tmp_path: Path) -> None:
    file = tmp_path / "out" / "report.html"
    done = CliRunner().invoke(command(), ["report", str(made_run), "-o", str(file), "--episodes", "0"])
    assert done.exit_code == 0 and done.stdout.strip() == str(file)
    assert file.read_text().startswith("<!DOCTYPE html>")
    assert [one.name for one in file.parent.iterdir()] == ["report.html"]


def test_texts_go_to_stdout_and_remarks_do_not(made_run: Path) -> None:
    done = CliRunner().invoke(command(), ["report", str(made_run), "--format", "json"])
    assert done.exit_code == 0 and msgspec.json.decode(done.stdout)["parts"][0]["label"] == "made"
    assert "read 200 episode logs" in done.stderr


def test_a_folder_as_file_and_no_run_are_refused(made_run: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(command(), ["report", str(made_run), "-o", str(tmp_path)])
    assert isinstance(done.exception, InvalidInput) and "is a folder" in str(done.exception)
    with pytest.raises(InvalidInput, match="no run given"):
        report_text([], tell=lambda _: None)
    with pytest.raises(InvalidInput, match="is not a run"):
        report_text([tmp_path], tell=lambda _: None)


def test_one_run_is_reported_in_its_own_folder_and_several_here() -> None:
    assert default_file([Path("runs/a")], Form.HTML) == Path("runs/a/report.html")
    assert default_file([Path("a"), Path("b")], Form.PARQUET) == Path("report.parquet")
