"""Words of others on the page: nothing invisible stays invisible, and differences lose no letter."""

from __future__ import annotations

import time
import unicodedata
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from shown_runs import HOSTILE

from wayproof.view.shown_text import differences, shortened, visible

words = st.sampled_from(["go", "to", "the", "red", "chair", " ", ".", ",", "\n", "कुर्सी", "\u202e", "\x00"])
texts = st.one_of(st.lists(words, max_size=25).map("".join), st.text(max_size=40))


@given(st.text(max_size=80))
def test_no_control_or_direction_character_is_left(text: str) -> None:
    assert all(c == "\n" or unicodedata.category(c)[0] != "C" for c in visible(text))


@given(st.text(alphabet="abc äö कुर्सी.,!?", max_size=40))
def test_ordinary_words_in_any_script_stay_as_they_are(text: str) -> None:
    assert visible(text) == text


def test_invisible_characters_are_named() -> None:
    assert visible("a\x00b\x1b\x7f\u202e\u200b\n") == "a␀b␛␡⟨U+202E⟩⟨U+200B⟩\n"


@given(texts, texts)
def test_what_stayed_and_went_is_the_old_text_and_what_stayed_and_came_the_new(
    before: str, after: str
) -> None:
    pieces = differences(before, after)
    assert "".join(text for kind, text in pieces if kind != "new") == visible(before)
    assert "".join(text for kind, text in pieces if kind != "gone") == visible(after)
    assert all(text for _, text in pieces)
    assert all(one[0] != other[0] for one, other in pairwise(pieces))


def test_differences_are_whole_words() -> None:
    assert differences("Find the red chair.", "Find the [MASK] chair.") == [
        ("same", "Find the "),
        ("gone", "red"),
        ("new", "[MASK]"),
        ("same", " chair."),
    ]


def test_equal_texts_are_one_piece_and_empty_ones_none() -> None:
    assert differences("go on", "go on") == [("same", "go on")]
    assert differences("", "") == []


def test_a_hundred_kilobytes_are_no_reason_to_hang() -> None:
    began_s = time.process_time()
    pieces = differences("go left " * 12_000, HOSTILE)
    assert time.process_time() - began_s < 30.0  # what grows with the square takes minutes
    assert sum(len(text) for _, text in pieces) > 100_000


@given(st.text(max_size=300), st.integers(4, 60))
def test_a_shortened_text_is_one_line_of_at_most_so_many_characters(text: str, longest: int) -> None:
    line = shortened(text, longest)
    assert "\n" not in line
    if text.isprintable():
        assert len(line) <= longest


def test_what_is_cut_off_is_marked() -> None:
    assert shortened("go on and on", 6) == "go on…"
    assert shortened("go\n  on", 6) == "go on"
