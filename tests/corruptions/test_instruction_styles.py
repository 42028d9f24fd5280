"""Styles of instructions: the same walk in other words, or the original with a flag."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from functools import cache

import pytest

from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.instruction.rewrite_contract import explain
from wayproof.language.meaning import same_meaning
from wayproof.language.parse import parse
from wayproof.language.rewrite import Rewrite, edited
from wayproof.language.sample_routes import sample_routes
from wayproof.language.sentences import sentences
from wayproof.language.style import Style

STYLES = [name for name in CORRUPTIONS.names() if name.startswith("style_")]
ROUTES = [route.text for route in sample_routes(300, seed=11)]


@cache
def _rewritten(name: str) -> tuple[Rewrite, ...]:
    return tuple(explain(name, text, seed=3, episode=str(index)) for index, text in enumerate(ROUTES))


def _style(name: str) -> Style:
    style: Style = importlib.import_module(f"wayproof.corruptions.instruction.{name}").STYLE
    return style


def test_the_seven_styles_of_both_papers_are_there() -> None:
    assert STYLES == [
        "style_concise",
        "style_first_person",
        "style_formal",
        "style_friendly",
        "style_novice",
        "style_professional",
        "style_verbose",
    ]


@pytest.mark.parametrize("name", STYLES)
def test_every_style_keeps_the_steps_or_says_that_it_fell_back(name: str) -> None:
    for text, result in zip(ROUTES, _rewritten(name), strict=True):
        assert same_meaning(text, result.text).same, (text, result.text)
        if result.fell_back:
            assert result.text == text
            assert result.reason


@pytest.mark.parametrize("name", STYLES)
def test_styles_seldom_fall_back(name: str) -> None:
    fallen = [result for result in _rewritten(name) if result.fell_back]
    assert len(fallen) < 0.05 * len(ROUTES), fallen[:3]


@pytest.mark.parametrize("name", STYLES)
def test_every_landmark_is_named_with_the_same_words(name: str) -> None:
    for text, result in zip(ROUTES[:60], _rewritten(name), strict=False):
        for step in parse(text).steps:
            if step.landmark is not None:
                words = re.sub("^(the|an?) ", "", text[step.landmark.start : step.landmark.end])
                assert words in result.text


def _sides(text: str) -> list[str]:
    """Left and right in order, found without the parser; "right next to" only stresses."""
    return re.findall(r"\b(left|right)\b(?! next| in front)", text)


@pytest.mark.parametrize("name", STYLES)
def test_the_sides_come_in_the_same_order(name: str) -> None:
    for text, result in zip(ROUTES, _rewritten(name), strict=True):
        assert _sides(result.text.lower()) == _sides(text.lower())


@pytest.mark.parametrize("name", STYLES)
def test_edits_lead_from_the_original_to_the_result(name: str) -> None:
    for text, result in zip(ROUTES, _rewritten(name), strict=True):
        assert edited(text, result.edits) == result.text


@pytest.mark.parametrize("name", STYLES)
def test_a_style_has_many_voices(name: str) -> None:
    text = ROUTES[0]
    variants = {explain(name, text, seed=1, episode=str(index)).text for index in range(40)}
    assert len(variants) > 20
    openings = {variant.split()[0] for variant in variants}
    assert len(openings) >= (1 if name == "style_concise" else 2)


def _said_by_me(text: str) -> str:
    """Told in the first person: "you" is "I" there, which is no phrase of the style's own."""
    return re.sub(r"\byour\b", "my", re.sub(r"\byou\b", "I", text))


def _phrases(text: str) -> set[tuple[str, ...]]:
    """All four words in a row of a sentence."""
    sentences = (re.findall(r"[\w'-]+", part) for part in re.split(r"[.!?:;]", text.lower()))
    return {tuple(words[k : k + 4]) for words in sentences for k in range(len(words) - 3)}


@pytest.mark.parametrize("name", STYLES)
def test_no_stock_phrase_marks_a_style(name: str) -> None:
    """Four words in a row that a style brought in stand in at most 3 % of its texts."""
    routes = [route.text for route in sample_routes(600, seed=11)]
    brought: Counter[tuple[str, ...]] = Counter()
    for index, text in enumerate(routes):
        styled = explain(name, text, seed=3, episode=str(index)).text
        brought.update(_phrases(styled) - _phrases(text) - _phrases(_said_by_me(text)))
    often = {" ".join(words): count for words, count in brought.items() if count > 0.03 * len(routes)}
    assert not often


def test_beside_never_becomes_right_next_to() -> None:
    text = "Turn left beside the sofa. Walk to the bed beside the desk and stop beside the lamp."
    styled = [explain(name, text, seed=seed).text for name in STYLES for seed in range(20)]
    assert not [one for one in styled if "right" in one]


@pytest.mark.parametrize("name", STYLES)
def test_results_are_clean_sentences(name: str) -> None:
    for result in _rewritten(name):
        assert not re.search(r"  | ,|\.\.|,,|\{|\}|\bi\b(?!')", result.text), result.text
        for sentence in re.split(r"(?<=[.!?]) ", result.text):
            assert sentence[0].isupper(), result.text


@pytest.mark.parametrize("name", STYLES)
def test_openers_and_closers_ask_for_no_step(name: str) -> None:
    style = _style(name)
    for talk in (*style.openers, *style.closers):
        assert parse(talk).steps == (), talk


@pytest.mark.parametrize("name", STYLES)
def test_indian_english_is_served(name: str) -> None:
    results = [explain(name, s.text, seed=2, language="en-IN") for s in sentences("en-IN")]
    assert sum(result.outcome == "rewritten" for result in results) >= 36


def test_concise_is_shorter_and_verbose_longer() -> None:
    for text, short, long in zip(
        ROUTES, _rewritten("style_concise"), _rewritten("style_verbose"), strict=True
    ):
        assert short.fell_back or len(short.text) < len(text)
        assert long.fell_back or len(long.text) > len(text)


def test_verbose_keeps_every_word_that_speaks_of_the_route() -> None:
    for text, result in zip(ROUTES, _rewritten("style_verbose"), strict=True):
        route_words = [text[s.action.start : s.action.end].lower() for s in parse(text).steps if s.action]
        assert all(word in result.text.lower() for word in route_words)


def test_first_person_says_who_speaks_and_never_you() -> None:
    for result in _rewritten("style_first_person"):
        assert "the robot" in result.text.split(".")[0].lower()
        assert not re.search(r"\b[Yy]ou", result.text), result.text
        assert re.search(r"\bI\b", result.text.partition(".")[2])


def test_novice_uses_short_sentences() -> None:
    def words_per_sentence(texts: list[str]) -> float:
        found = [len(part.split()) for text in texts for part in re.split(r"[.!?] ?", text) if part]
        return sum(found) / len(found)

    assert words_per_sentence([r.text for r in _rewritten("style_novice")]) < words_per_sentence(ROUTES)


def test_formal_and_professional_use_no_contractions_of_their_own() -> None:
    for name in ("style_formal", "style_professional"):
        style = _style(name)
        spoken = (*style.openers, *style.starts, *style.nexts, *style.lasts, *style.wrappers, *style.joins)
        assert not [phrase for phrase in (*spoken, *style.closers) if "'" in phrase]


def test_formal_and_professional_differ() -> None:
    pairs = zip(_rewritten("style_formal"), _rewritten("style_professional"), strict=True)
    assert sum(one.text != other.text for one, other in pairs) > 0.98 * len(ROUTES)


def test_a_text_without_a_route_falls_back() -> None:
    result = explain("style_formal", "What a lovely day it is")
    assert (result.fell_back, result.reason) == (True, "no step of a route was found")


def test_a_question_becomes_a_statement() -> None:
    text = explain("style_formal", "Could you turn left and stop near the bed?").text
    assert "?" not in text


def test_negated_steps_stay_word_for_word() -> None:
    text = "Do not enter the kitchen. Walk past the stove and stop."
    for name in ("style_formal", "style_friendly", "style_verbose"):
        assert "o not enter the kitchen." in explain(name, text, seed=5).text


def test_protected_stretches_are_told() -> None:
    text = "Turn left at the red couch."
    spans = explain("style_formal", text).protected
    assert [text[span.start : span.end] for span in spans] == ["left", "the red couch"]
