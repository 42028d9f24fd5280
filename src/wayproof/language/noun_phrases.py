"""Finds the noun phrases of an instruction: "the second door", "the end of the hallway", "three steps"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wayproof.language.lexicon import Lexicon
from wayproof.language.word_forms import singular
from wayproof.tokens import Token

LONGEST_WORDS = 12
_CONTENT = ("ADJ", "NUM", "NOUN", "PROPN")


@dataclass(frozen=True)
class NounPhrase:
    """Tokens `first` to `last` (exclusive); `name` is its plain form without articles and praise."""

    first: int
    last: int
    kind: str  # "place", "amount" or "talk" (nouns about the walk itself)
    name: str
    known: bool  # its head is in the lexicon


def noun_phrase_at(
    words: Lexicon, tokens: Sequence[Token], tags: Sequence[str], index: int
) -> NounPhrase | None:
    """The noun phrase that begins at a token, or None."""
    plain = _plain_at(words, tokens, tags, index)
    if plain is None:
        return None
    end = plain.last
    if end + 1 < len(tokens) and tokens[end].lower == "of" and plain.kind != "talk":
        whole = _plain_at(words, tokens, tags, end + 1)
        if whole is not None and whole.kind == "place":
            name = f"{plain.name} of {whole.name}"
            return NounPhrase(index, whole.last, "place", name, whole.known or plain.known)
    return plain


def _plain_at(words: Lexicon, tokens: Sequence[Token], tags: Sequence[str], index: int) -> NounPhrase | None:
    start = index
    while index < len(tokens) and tags[index] == "DET" and index - start < 2:
        index += 1
    first_content, last_noun, head = index, -1, ""
    while index < len(tokens) and index - start < LONGEST_WORDS:
        named = _known_name(words, tokens, index)
        if named:
            index += named
            last_noun, head = index, " ".join(token.lower for token in tokens[index - named : index])
        elif tags[index] in _CONTENT:
            if tags[index] in ("NOUN", "PROPN"):
                last_noun, head = index + 1, tokens[index].lower
            index += 1
        else:
            break
    if last_noun < 0:
        return None
    content = tokens[first_content:last_noun]
    return _judged(words, tags, start, last_noun, content, head, first_content)


def _known_name(words: Lexicon, tokens: Sequence[Token], index: int) -> int:
    """How many tokens the longest known name of several words takes here, 0 if there is none."""
    for name in words.nouns.get(tokens[index].lower, ()):
        length = len(name)
        if length == 1 or index + length > len(tokens):
            continue
        found = [token.lower for token in tokens[index : index + length]]
        if found[:-1] == list(name[:-1]) and name[-1] in (found[-1], singular(found[-1])):
            return length
    return 0


def _judged(
    words: Lexicon,
    tags: Sequence[str],
    start: int,
    end: int,
    content: Sequence[Token],
    head: str,
    first_content: int,
) -> NounPhrase:
    kept = [token.lower for token in content if token.lower not in words.evaluative] or [head]
    name = " ".join(kept)
    counted = tags[first_content] == "NUM" or content[0].lower in ("few", "several", "couple")
    if head in words.units and counted:
        return NounPhrase(start, end, "amount", name, True)
    known = head in words.landmarks or singular(head) in words.landmarks
    if head in words.talk and head not in words.landmarks:
        return NounPhrase(start, end, "talk", name, False)
    return NounPhrase(start, end, "place", name, known)
