"""Styles by a language model: same check, same fall-back, answers kept on disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripted_server import serving

from wayproof.corruptions.instruction.style_concise import STYLE as CONCISE
from wayproof.corruptions.instruction.style_friendly import STYLE as FRIENDLY
from wayproof.corruptions.stream import start
from wayproof.corruptions.written import condition_written
from wayproof.errors import InvalidInput
from wayproof.language.llm import Endpoint
from wayproof.language.llm_style import LONGEST_CHARACTERS, plain, rewrite_by_model
from wayproof.language.rewrite import Rewrite
from wayproof.suites import conditions_of, load_suite

TEXT = "Exit the kitchen and turn left at the red couch."
GOOD = "Hey! Leave the kitchen, then take a left at the red couch. Thanks!"


def _rewrite(url: str, *, text: str = TEXT, cache: Path | None = None) -> Rewrite:
    return rewrite_by_model(
        text, FRIENDLY, Endpoint(url, "tiny"), cache=cache, timeout_s=60, first_wait_s=0.01
    )


def test_a_faithful_answer_is_used() -> None:
    with serving(("say", f'"{GOOD}"\n')) as script:
        result = _rewrite(script.url)
    assert result.text == GOOD
    assert not result.fell_back


def test_the_question_holds_the_style_and_the_rules() -> None:
    with serving(("say", GOOD)) as script:
        _rewrite(script.url)
    messages = script.asked[0]["messages"]
    assert isinstance(messages, list)
    assert FRIENDLY.brief in messages[0]["content"]
    assert messages[1]["content"] == TEXT


def test_a_wrong_turn_makes_it_fall_back_and_says_why() -> None:
    with serving(("say", GOOD.replace("left", "right"))) as script:
        result = _rewrite(script.url)
    assert (result.text, result.fell_back) == (TEXT, True)
    assert "direction is left in the first text and right" in result.reason


def test_an_invented_step_makes_it_fall_back() -> None:
    with serving(("say", GOOD + " Open the door.")) as script:
        assert _rewrite(script.url).fell_back


def test_a_concise_answer_must_be_shorter() -> None:
    with serving(("say", GOOD)) as script:
        result = rewrite_by_model(TEXT, CONCISE, Endpoint(script.url, "tiny"))
    assert (result.fell_back, result.reason) == (True, "the draft is not shorter")


def test_a_dead_server_makes_it_fall_back() -> None:
    with serving(("status", 500)) as script:
        result = _rewrite(script.url)
    assert (result.text, result.reason) == (TEXT, "the server answered with status 500")


def test_errors_then_success_is_success() -> None:
    with serving(("status", 500), ("send", b"garbage"), ("say", GOOD)) as script:
        assert _rewrite(script.url).text == GOOD


def test_a_kept_answer_needs_no_server(tmp_path: Path) -> None:
    with serving(("say", GOOD)) as script:
        first = _rewrite(script.url, cache=tmp_path)
        url = script.url
    assert _rewrite(url, cache=tmp_path) == first
    assert len(list(tmp_path.glob("*.json"))) == 1


def test_failures_are_not_kept(tmp_path: Path) -> None:
    with serving(("status", 401)) as script:
        _rewrite(script.url, cache=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_torn_kept_answer_is_asked_again(tmp_path: Path) -> None:
    with serving(("say", GOOD)) as script:
        _rewrite(script.url, cache=tmp_path)
        kept = next(tmp_path.glob("*.json"))
        kept.write_bytes(kept.read_bytes()[:10])
        assert _rewrite(script.url, cache=tmp_path).text == GOOD
        assert len(script.asked) == 2


def test_another_text_or_model_is_another_question(tmp_path: Path) -> None:
    with serving(("say", GOOD)) as script:
        _rewrite(script.url, cache=tmp_path)
        _rewrite(script.url, text=f"{TEXT} Stop.", cache=tmp_path)
        rewrite_by_model(TEXT, FRIENDLY, Endpoint(script.url, "other"), cache=tmp_path)
    assert len(script.asked) == 3


def test_text_without_a_route_or_of_absurd_length_is_not_sent() -> None:
    with serving(("say", GOOD)) as script:
        assert _rewrite(script.url, text="Good morning!").fell_back
        assert _rewrite(script.url, text="Turn left. " * LONGEST_CHARACTERS).fell_back
        assert script.asked == []


def test_an_answer_loses_quotes_line_breaks_and_control_characters() -> None:
    assert plain("```\n\u201cTurn\x07 left.\u201d\n```") == "Turn left."


SUITE = """
name = "styles"
version = 1
summary = "friendly words by a model"

[[episodes]]
task = "instruction_following"
count = 1

[[conditions]]
faults = ["style_friendly:1"]
profile = "model"
"""


def test_a_suite_can_have_its_styles_written_by_a_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "styles.toml"
    file.write_text(SUITE)
    monkeypatch.delenv("WAYPROOF_LLM_URL", raising=False)
    with pytest.raises(InvalidInput, match="set WAYPROOF_LLM_URL"):
        load_suite(file)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with serving(("say", GOOD)) as script:
        monkeypatch.setenv("WAYPROOF_LLM_URL", script.url)
        monkeypatch.setenv("WAYPROOF_LLM_MODEL", "tiny")
        (fault,) = conditions_of(load_suite(file))[1].faults
        assert fault.profile == "model"
        assert start(fault.name, fault.severity, profile=fault.profile)(TEXT) == GOOD
    # Answered once, a question needs no model any more.
    assert start(fault.name, fault.severity, profile=fault.profile)(TEXT) == GOOD


def test_what_no_model_writes_keeps_its_own_profile() -> None:
    assert condition_written(["fog:0.5"], profile="model").faults[0].profile == "fixed"
    assert condition_written(["style_formal"], profile="model").faults[0].profile == "model"
