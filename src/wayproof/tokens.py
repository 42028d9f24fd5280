"""Cuts any text into words and single other characters, never through a letter and its marks.

A word is a run of letters, digits and the marks that belong to them (vowel signs of Devanagari and Telugu,
accents, joiners), with apostrophes and hyphens inside. Everything else but blanks is a token of one
character. The cut takes linear time and never fails, whatever the text holds.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

LETTERS_THAT_DECIDE = 4000  # of a long text, to tell its script
_CURLED = "\u2019"  # the typographer's apostrophe
_INNER = f"'-{_CURLED}"
_LETTER, _MARK, _BLANK, _OTHER = range(4)


class Token(NamedTuple):
    """A piece of a text: `text[start:end]`; `lower` is its plain spelling for look-ups."""

    text: str
    start: int
    end: int
    is_word: bool
    lower: str


def tokenise(text: str) -> list[Token]:
    """All tokens in order; a line break is a token, other blanks are not.

    >>> [token.text for token in tokenise("Don't stop, go 1.5 m.")]
    ["Don't", 'stop', ',', 'go', '1.5', 'm', '.']
    """
    tokens: list[Token] = []
    position = 0
    while position < len(text):
        kind = _kind(text[position])
        if kind == _LETTER:
            end = _word_end(text, position)
            word = text[position:end]
            tokens.append(Token(word, position, end, True, word.lower().replace(_CURLED, "'")))
            position = end
            continue
        if kind == _OTHER or text[position] == "\n":
            tokens.append(Token(text[position], position, position + 1, False, text[position]))
        elif kind == _MARK and tokens and tokens[-1].end == position:
            # A mark after a symbol (an emoji's colour) belongs to that symbol.
            last = tokens.pop()
            tokens.append(last._replace(text=text[last.start : position + 1], end=position + 1))
        position += 1
    return tokens


def _word_end(text: str, start: int) -> int:
    position = start + 1
    while position < len(text):
        character = text[position]
        kind = _kind(character)
        if kind in (_LETTER, _MARK):
            position += 1
        elif _joins(text, position, character):
            position += 2
        else:
            break
    return position


def _joins(text: str, position: int, character: str) -> bool:
    """Whether this character holds two parts of one word together: don't, left-hand, 1.5."""
    if position + 1 >= len(text):
        return False
    following = text[position + 1]
    if character in _INNER:
        return _kind(following) == _LETTER
    return character == "." and text[position - 1].isdigit() and following.isdigit()


@lru_cache(maxsize=4096)
def _kind(character: str) -> int:
    category = unicodedata.category(character)
    if category[0] in "LN":
        return _LETTER
    if category[0] == "M" or category == "Cf":
        return _MARK
    if category[0] == "Z" or category == "Cc":
        return _BLANK
    return _OTHER


def language_of(text: str, declared: str) -> str:
    """The declared language, unless the letters belong to another script than it is written in.

    >>> language_of("बाएँ मुड़ें।", "en-US")
    'hi-IN'
    """
    counts = {"hi-IN": 0, "te-IN": 0, "en": 0, "und": 0}
    seen = 0
    for character in text:
        if character.isalpha():
            counts[_script(character)] += 1
            seen += 1
            if seen == LETTERS_THAT_DECIDE:
                break
    most = max(counts, key=lambda script: counts[script])
    if seen == 0 or most == "en" or declared[:2] == most[:2]:
        return declared
    return most


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    code = ord(letter)
    if 0x0900 <= code <= 0x097F:
        return "hi-IN"
    if 0x0C00 <= code <= 0x0C7F:
        return "te-IN"
    return "en" if unicodedata.name(letter, "").startswith("LATIN") else "und"
