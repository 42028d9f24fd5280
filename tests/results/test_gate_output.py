"""What `gate` and `compare` print: one unit everywhere, and JUnit XML that CI systems read."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from junit_shape import check_junit
from typer.testing import CliRunner

from wayproof import api
from wayproof.cli import app
from wayproof.cli.gate_formats import as_junit
from wayproof.results.compare import Difference, plain_difference, shown_unit
from wayproof.results.estimates.interval import Interval, opposite
from wayproof.results.estimates.verdicts import POINTS, judge

RUN = str(Path(__file__).parent / "earlier_run")  # is looked through for damage, and nothing else
VERDICTS = ("pass", "fail", "undecided", "not compared", "n/a")


def _line(name: str, verdict: str, metric: str = "success") -> Difference:
    return Difference(name, 40, 0.75, 0.5, -0.25, -0.5, -0.125, verdict, f"{verdict}: why", metric=metric)


def test_what_is_not_decided_is_skipped_with_its_reason() -> None:
    shown = ElementTree.fromstring(as_junit([_line(verdict, verdict) for verdict in VERDICTS]))
    check_junit(shown)
    counts = [shown.get(key) for key in ("tests", "failures", "errors", "skipped")]
    assert counts == ["5", "1", "0", "3"]
    skipped = {case.get("name"): one.get("message") for case in shown for one in case.iter("skipped")}
    assert skipped == {name: f"{name}: why" for name in ("undecided", "not compared", "n/a")}


def test_marks_that_xml_forbids_are_made_visible() -> None:
    check_junit(ElementTree.fromstring(as_junit([_line("a\x00\x0b<b>", "fail")])))


def test_shares_are_shown_in_points_and_other_metrics_in_their_unit() -> None:
    keys = ("first", "second", "delta", "delta_low", "delta_high", "unit")
    share, metres = (plain_difference(_line("fog", "drop", name)) for name in ("spl", "distance_to_goal"))
    assert [share[key] for key in keys] == [75, 50, -25, -50, -12.5, "points"]
    assert [metres[key] for key in keys] == [0.75, 0.5, -0.25, -0.5, -0.125, "m"]
    assert shown_unit("success") == POINTS and shown_unit("steps").factor == 1.0


def test_an_unknown_change_stays_unknown() -> None:
    line = Difference("fog", 0, None, None, None, None, None, "n/a")
    assert plain_difference(line)["delta"] is None and plain_difference(line)["unit"] == "points"


def test_a_gates_sentence_is_in_points() -> None:
    change = Interval(-0.05, -0.08, -0.04, 0.95, 100, "made")
    told = judge(change, 0.03, POINTS).text
    assert told == "fail: the drop is at least 4.00 points (change -8.00 to -4.00, allowed drop 3)"


def test_where_lower_is_better_the_sentence_speaks_of_a_rise_as_measured() -> None:
    measured = Interval(0.05, 0.04, 0.08, 0.95, 100, "made")
    told = judge(opposite(measured), 0.03, POINTS, "rise").text
    assert told == "fail: the rise is at least 4.00 points (change 4.00 to 8.00, allowed rise 3)"
    fewer = Interval(-0.5, -1.0, 0.0, 0.95, 100, "made")
    assert judge(opposite(fewer), 1.0, worse="rise").text == (
        "pass: the rise is at most 0.0000 (change -1.0000 to 0.0000, allowed rise 1)"
    )


@pytest.mark.parametrize("verdict", ["pass", "fail", "undecided"])
def test_the_json_of_a_gate_names_its_unit(verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "gate", lambda *_: api.Gate(verdict, [_line("fog", verdict)]))
    done = CliRunner().invoke(app, ["gate", RUN, "--baseline", RUN, "--format", "json"])
    found = json.loads(done.stdout)
    assert (found["max_drop"], found["unit"], found["conditions"][0]["delta"]) == (3.0, "points", -25.0)
    assert done.exit_code == ["pass", "fail", "undecided"].index(verdict)
