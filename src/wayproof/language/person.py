"""Tells "you" apart as subject and object, and turns a text from "you" to "I"."""

from __future__ import annotations

from bisect import bisect_left

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
    first = bisect_left(reading.tokens, start, key=lambda token: token.start)
    for index in range(first, len(reading.tokens)):
        token = reading.tokens[index]
        if token.end > end:
            break
        was_you, after_you = after_you, False
        word = _PLAIN.get(token.lower)
        if token.lower == "you":
            before, after = reading.tags[index - 1 : index], reading.tags[index + 1 : index + 2]
            object_of = before == ("ADP",) and after not in (("VERB",), ("AUX",))
            word, after_you = ("me", False) if object_of else ("I", True)
        elif token.lower == "are" and was_you:
            word = "am"
        elif _forbids(reading, index):
            word = f"I {token.lower}"
        if word is not None:
            edits.append(Edit(token.start, token.end, _as_cased(token.text, word)))
    return edits


def _forbids(reading: Reading, index: int) -> bool:
    """ "Do not enter" and "Don't enter" at the head of a sentence."""
    words = [token.lower for token in reading.tokens[index : index + 2]]
    opens = index == 0 or reading.tokens[index - 1].text in (".", "!", ";", "\n")
    return opens and (words[:1] == ["don't"] or words == ["do", "not"])


def _as_cased(original: str, word: str) -> str:
    return word[0].upper() + word[1:] if original[0].isupper() else word
