"""Cutting texts into words: every script stays whole."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.language.sentences import LANGUAGES, sentences
from wayproof.tokens import language_of, tokenise


def _words(text: str) -> list[str]:
    return [token.text for token in tokenise(text) if token.is_word]


def test_contractions_hyphens_and_decimals_are_one_word() -> None:
    assert _words("Don't take the left-hand door, walk 1.5 m.") == [
        "Don't",
        "take",
        "the",
        "left-hand",
        "door",
        "walk",
        "1.5",
        "m",
    ]


def test_words_glued_by_punctuation_come_apart() -> None:
    assert _words("couch,table/desk") == ["couch", "table", "desk"]


def test_a_typographers_apostrophe_is_looked_up_as_a_plain_one() -> None:
    assert tokenise("don\u2019t")[0].lower == "don't"


@pytest.mark.parametrize("language", ["hi-IN", "te-IN"])
def test_indian_words_keep_their_vowel_signs(language: str) -> None:
    for sentence in sentences(language):
        spoken = sentence.text.replace("।", " ").replace(".", " ").replace(",", " ").split()
        assert _words(sentence.text) == spoken


def test_an_emoji_keeps_its_colour() -> None:
    assert [token.text for token in tokenise("ok \u2764\ufe0f")] == ["ok", "\u2764\ufe0f"]


@given(st.text())
def test_tokens_are_in_order_and_never_start_at_a_mark(text: str) -> None:
    end = 0
    for token in tokenise(text):
        assert token.start >= end
        assert text[token.start : token.end] == token.text
        end = token.end
        if token.is_word:
            assert unicodedata.category(token.text[0])[0] in "LN"
            following = text[token.end : token.end + 1]
            assert not following or unicodedata.category(following)[0] != "M"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_declared_language_holds_for_its_own_script(language: str) -> None:
    assert all(language_of(sentence.text, language) == language for sentence in sentences(language))


def test_a_wrongly_declared_script_is_noticed() -> None:
    assert language_of("बाएँ मुड़ें।", "en-US") == "hi-IN"
    assert language_of("ఎడమవైపు తిరగండి.", "en-US") == "te-IN"
    assert language_of("اذهب إلى المطبخ", "en-US") == "und"


def test_a_text_without_letters_keeps_its_declared_language() -> None:
    assert language_of("123 !?", "te-IN") == "te-IN"


def test_latin_letters_do_not_overrule_hindi() -> None:
    assert language_of("baayen muden", "hi-IN") == "hi-IN"
