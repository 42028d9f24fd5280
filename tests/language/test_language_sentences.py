"""The hand-written sentences in Indian English, Hindi and Telugu."""

from __future__ import annotations

import unicodedata

import pytest

from wayproof.errors import UnknownName
from wayproof.language.sentences import LANGUAGES, sentences

RANGES = {"hi-IN": (0x0900, 0x097F), "te-IN": (0x0C00, 0x0C7F)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_forty_different_sentences_with_a_gloss(language: str) -> None:
    found = sentences(language)
    assert len({sentence.text for sentence in found}) == len(found) == 40
    assert all(sentence.gloss.endswith(".") and sentence.gloss.isascii() for sentence in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_in_composed_form_and_end_properly(language: str) -> None:
    for sentence in sentences(language):
        assert unicodedata.normalize("NFC", sentence.text) == sentence.text
        assert sentence.text.endswith("।" if language == "hi-IN" else ".")


@pytest.mark.parametrize("language", ["hi-IN", "te-IN"])
def test_letters_belong_to_the_script(language: str) -> None:
    low, high = RANGES[language]
    for sentence in sentences(language):
        for character in sentence.text:
            if character not in " .,":
                assert low <= ord(character) <= high, (sentence.text, character)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownName, match="hi-IN"):
        sentences("hi-XX")
