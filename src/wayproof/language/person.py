"""Tells "you" apart as subject and object, and turns a text from "you" to "I"."""

from __future__ import annotations

from wayproof.language.parse import Reading
from wayproof.language.rewrite import Edit

_PLAIN = {
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
    "you'll": "I'll",
    "you've": "I've",
    "you'd": "I'd",
    "you're": "I'm",
}


def first_person_edits(reading: Reading, start: int, end: int) -> list[Edit]:
    """Edits that make "I" of every "you" in `text[start:end]`: "in front of you" -> "in front of me"."""
    edits: list[Edit] = []
    after_you = False
    for index, token in enumerate(reading.tokens):
        if token.start < start or token.end > end:
            continue
        was_you, after_you = after_you, False
        word = _PLAIN.get(token.lower)
        if token.lower == "you":
            object_of = index > 0 and reading.tags[index - 1] == "ADP"
            word, after_you = ("me", False) if object_of else ("I", True)
        elif token.lower == "are" and was_you:
            word = "am"
        if word is not None:
            edits.append(Edit(token.start, token.end, _as_cased(token.text, word)))
    return edits


def _as_cased(original: str, word: str) -> str:
    return word[0].upper() + word[1:] if original[0].isupper() else word
