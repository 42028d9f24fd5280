"""The verdict says in one sentence what is shown and what is not known."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from made_runs import write_run

from wayproof.report.run_data import read_parts
from wayproof.report.verdict import cautions, verdict
from wayproof.vocabulary import AgentCard

GOOD, BAD = [True] * 40, [False] * 40
MINUS = "\N{MINUS SIGN}"


def said(folder: Path) -> str:
    return verdict(read_parts([folder])[0])


def test_a_drop_is_named_with_its_interval_and_the_rest_stays_open(made_run: Path) -> None:
    text = said(made_run)
    assert text.startswith(
        f"The success of made drops under 2 of 4 conditions, most under fog ({MINUS}40.0 points, "
    )
    assert "under the other 2 no change is shown, and losses of up to" in text
    assert text.endswith("cannot be ruled out over 40 episodes in 4 scenes.") and text.count(". ") == 0


def test_no_drop_shown_is_not_no_drop(tmp_path: Path) -> None:
    text = said(write_run(tmp_path / "run", {"clean": GOOD, "fog": GOOD, "dust": GOOD}))
    assert re.fullmatch(
        r"No drop in success is shown for made under any of 2 conditions, and losses of up to [79] points "
        r"\(fog\) cannot be ruled out over 40 episodes in 4 scenes\.",
        text,
    )


def test_when_all_conditions_drop_nothing_is_left_open(tmp_path: Path) -> None:
    text = said(write_run(tmp_path / "run", {"clean": GOOD, "fog": BAD}))
    assert text.startswith("The success of made drops under 1 of 1 condition, most under fog")
    assert "ruled out" not in text


def test_a_drop_that_many_looks_explain_is_no_drop(tmp_path: Path) -> None:
    """Six losses and no gain: the interval leaves out zero; p is 2/64 alone, more among five comparisons."""
    few = [k >= 6 for k in range(40)]
    others = dict.fromkeys(("dust", "half drift", "full drift", "motor"), GOOD)
    text = said(write_run(tmp_path / "run", {"clean": GOOD, "fog": few} | others))
    assert "No drop in success is shown for made under any of 5 conditions" in text
    alone = said(write_run(tmp_path / "alone", {"clean": GOOD, "fog": few}))
    assert "drops under 1 of 1 condition" in alone


def test_two_losses_or_one_scene_cannot_decide(tmp_path: Path) -> None:
    two = said(write_run(tmp_path / "two", {"clean": [True] * 2, "fog": [False] * 2}))
    assert "cannot be decided" in two
    one_scene = write_run(tmp_path / "one", {"clean": GOOD, "fog": BAD}, scenes=1)
    assert "cannot be decided over 40 episodes in 1 scene: all episodes are in one scene" in said(one_scene)


@pytest.mark.parametrize(
    ("wins", "wanted"),
    [
        ({"clean": [k < 3 for k in range(40)], "fog": BAD}, "succeeds in only 3 of 40 clean episodes"),
        ({"clean": GOOD}, "no fault was tested"),
    ],
)
def test_what_cannot_be_decided_is_said(tmp_path: Path, wins: dict[str, list[bool]], wanted: str) -> None:
    assert wanted in said(write_run(tmp_path / "run", wins))


def test_gains_are_told(tmp_path: Path) -> None:
    few = [k < 10 for k in range(40)]
    text = said(write_run(tmp_path / "run", {"clean": few, "fog": GOOD, "dust": BAD}))
    assert "drops under 1 of 2 conditions, most under dust" in text and "it rises under fog" in text


def test_an_unfinished_run_and_a_privileged_agent_are_cautioned(tmp_path: Path) -> None:
    oracle = AgentCard("oracle", sensors=("rgb",), truths=("advice",))
    folder = write_run(tmp_path / "run", {"clean": GOOD, "fog": GOOD}, left_out=5, agent=oracle)
    told = cautions(read_parts([folder])[0])
    assert told[0].startswith("The run is not finished: 75 of 80 episodes are stored.")
    assert any("uses more than the protocol allows: advice" in text for text in told)
    assert any("only 4 scenes" in text.lower() for text in told)
