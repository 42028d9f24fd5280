"""Hostile texts pass every instruction corruption safely and in bounded time."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.instruction.rewrite_contract import explain
from wayproof.corruptions.stream import start
from wayproof.errors import InvalidInput
from wayproof.language.rewrite import edited
from wayproof.language.sample_routes import sample_routes
from wayproof.vocabulary import Context

NAMES = [one.name for one in CORRUPTIONS if one.modality in ("instruction", "system_prompt")]
LONGEST_S = 30.0  # for 100 kB on a busy machine; a quadratic step would take minutes

HOSTILE = {
    "html": "<script>alert('x')</script><b>Turn left</b> at the <a href='#'>couch</a>.",
    "emoji": "\U0001f469\u200d\U0001f467\u2764\ufe0f turn left \U0001f44d\U0001f3fd at a \U0001f6cb\ufe0f",
    "right to left": "\u0627\u0630\u0647\u0628 \u0625\u0644\u0649 \u0627\u0644\u0645\u0637\u0628\u062e",
    "override": "\u202eturn left\u202c at the couch",
    "control": "turn\x00 left\x07\r\n\tat the\x1b[31m couch",
    "only punctuation": "?!.,;:",
    "blank": " \t\n ",
    "lone surrogate": "turn \ud800 left",
    "format fields": "Turn {side} {0} %s left at the {bend} couch",
    "edge quotes": "'turn left' \"at the couch\"",
}
LONG = {
    "a route": " ".join(route.text for route in sample_routes(740, seed=1))[:100_000],
    "one letter": "a" * 100_000,
    "blanks": " " * 100_000,
    "and": "and " * 25_000,
    "the": "the " * 25_000,
    "turns": "turn left " * 10_000,
    "when you": "when you " * 11_000,
    "commas": "," * 100_000,
    "of the end": "of the end " * 9_000,
    "hyphens": "a-" * 50_000,
    "marks": "\u0301" * 100_000,
    "fronted": "at the couch, " * 7_000,
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_gives_a_text(name: str, kind: str) -> None:
    text = HOSTILE[kind]
    result = explain(name, text, seed=1)
    assert result.text
    assert edited(text, result.edits) == result.text


@pytest.mark.parametrize("kind", LONG)
def test_long_text_takes_bounded_time(kind: str) -> None:
    text = LONG[kind]
    for name in ("style_concise", "mask_non_essential", "inject_white_box"):
        begun = time.process_time()
        assert explain(name, text, seed=1).text
        assert time.process_time() - begun < LONGEST_S


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_text_is_no_error(name: str) -> None:
    result = explain(name, "", seed=1)
    assert result.text == "" or name in ("prefix_black_box", "inject_white_box")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_text_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="must be a text"):
        start(name, 1)(b"turn left", context=Context())


@given(text=st.text(), seed=st.integers(0, 5), name=st.sampled_from(NAMES))
@settings(max_examples=200)
def test_any_text_passes_and_no_edit_cuts_a_letter_from_its_marks(text: str, seed: int, name: str) -> None:
    result = explain(name, text, seed=seed)
    assert bool(result.text) or not text
    assert edited(text, result.edits) == result.text
    for edit in result.edits:
        for position in (edit.start, edit.end):
            inside = 0 < position < len(text)
            if inside and name != "inject_white_box" and unicodedata.category(text[position])[0] == "M":
                assert text[position - 1].isspace() or unicodedata.category(text[position - 1])[0] in "ZCM"


PIECES = st.sampled_from(
    "turn left right go walk past the sofa and then , . at into stop when you reach it न ఎ \u0301".split()
)


@given(
    pieces=st.lists(PIECES, max_size=30), name=st.sampled_from([n for n in NAMES if n.startswith("style_")])
)
@settings(max_examples=150)
def test_heaps_of_route_words_never_break_a_style(pieces: list[str], name: str) -> None:
    text = " ".join(pieces)
    result = explain(name, text, seed=0)
    assert edited(text, result.edits) == result.text
    assert result.text == text or not result.fell_back
