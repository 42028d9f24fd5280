"""Foreign texts are made harmless, numbers are written as people write them."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from wayproof.report.markdown import safe
from wayproof.report.text import change_span, listed, percent, points, shown, span


@given(st.text(st.characters(), max_size=300))
def test_nothing_invisible_survives(text: str) -> None:
    for mark in shown(text):
        kind = unicodedata.category(mark)
        assert kind[0] != "C" or mark in "\u200c\u200d"
        assert kind not in ("Zl", "Zp")


@given(st.text(max_size=500), st.integers(1, 100))
def test_long_texts_are_cut_and_say_how_long_they_were(text: str, longest: int) -> None:
    written = shown(text, longest)
    assert len(written) <= longest + 60
    assert (f"({len(text):,} characters in all)" in written) == (len(text) > longest)


@given(st.text("abcdefgh xyz0123456789", max_size=80))
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert shown(text) == " ".join(text.split())


def test_hindi_keeps_its_joiners_and_direction_marks_are_shown() -> None:
    assert shown("क्‍ष") == "क्‍ष"
    assert shown("stop\u202egnp.exe\x00\x1b[2J") == "stop⟨202E⟩gnp.exe␀␛[2J"


@given(st.text(max_size=200))
def test_markdown_never_starts_a_tag_a_link_or_a_cell(text: str) -> None:
    written = safe(text)
    assert "<" not in written and "://" not in written
    for place, mark in enumerate(written):
        if mark in "|[]`*_":
            assert written[place - 1] == "\\"


def test_numbers_read_as_people_write_them() -> None:
    assert percent(0.975) == "97.5 %" and percent(None) == "?"
    assert points(-0.575) == "\N{MINUS SIGN}57.5" and points(0.04, 0) == "+4" and points(-0.0001) == "0.0"
    assert span(0.825, 1.0) == "82 to 100" and span(None, 1.0) == ""
    assert change_span(-0.2, 0.0) == "\N{MINUS SIGN}20 to 0"
    assert listed(["a", "b", "c", "d"], 2) == "a, b and 2 more" and listed(["a"]) == "a"
