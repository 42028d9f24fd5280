"""Groups tagged tokens into the pieces of an instruction: verbs, relations, directions, places, joints.

Left to right, the longest phrase of the lexicon that fits its neighbours wins; what no phrase explains is a
noun phrase or is passed over. Every token is visited a bounded number of times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wayproof.language.chunk_rules import Place, fits
from wayproof.language.lexicon import Lexicon, Phrase, lexicon
from wayproof.language.noun_phrases import noun_phrase_at
from wayproof.tokens import Token

_SENTENCE_ENDS = (".", "!", "?", ";", ":", "\n", "…")
_ORDER = ("negation", "verb", "subordinator", "relation", "direction", "side", "connective", "auxiliary",
          "filler", "subject", "pronoun")  # fmt: skip


@dataclass(frozen=True)
class Chunk:
    """Tokens `first` to `last` (exclusive) and what they stand for; the other fields as in lexicon.Phrase."""

    first: int
    last: int
    kind: str
    value: str
    relation: str = ""
    direction: str = ""
    manner: str = ""
    form: str = ""
    known: bool = True


def chunk(tokens: Sequence[Token], tags: Sequence[str]) -> list[Chunk]:
    """All chunks in order; a token that says nothing about the route is a chunk of kind "other"."""
    words = lexicon()
    chunks: list[Chunk] = []
    index = 0
    while index < len(tokens):
        found = _chunk_at(words, tokens, tags, index, chunks)
        if found is None:
            chunks.append(Chunk(index, index + 1, "other", tokens[index].lower))
            index += 1
        else:
            chunks.append(found)
            index = found.last
    return chunks


def _chunk_at(
    words: Lexicon, tokens: Sequence[Token], tags: Sequence[str], index: int, before: Sequence[Chunk]
) -> Chunk | None:
    token = tokens[index]
    if token.text in _SENTENCE_ENDS:
        return Chunk(index, index + 1, "boundary", "sentence")
    if token.text in (",", "\u2013", "\u2014"):
        return Chunk(index, index + 1, "boundary", "comma")
    if token.lower in ("and", "&"):
        return Chunk(index, index + 1, "boundary", "and")
    if not token.is_word:
        return None
    phrase = _best_phrase(words, tokens, tags, index, before)
    if phrase is not None:
        last = index + len(phrase.words)
        return Chunk(
            index,
            last,
            phrase.kind,
            phrase.value,
            phrase.relation,
            phrase.direction,
            phrase.manner,
            phrase.form,
        )
    found = noun_phrase_at(words, tokens, tags, index)
    if found is not None:
        return Chunk(index, found.last, found.kind, found.name, known=found.known)
    return None


def _best_phrase(
    words: Lexicon, tokens: Sequence[Token], tags: Sequence[str], index: int, before: Sequence[Chunk]
) -> Phrase | None:
    """The longest phrase that fits; of equally long ones the first kind in _ORDER."""
    for length in words.phrase_lengths.get(tokens[index].lower, ()):
        spelled = tuple(token.lower for token in tokens[index : index + length])
        place = Place(words, tokens, tags, index, index + length, before)
        fitting = [phrase for phrase in words.phrases.get(spelled, ()) if fits(phrase, place)]
        if fitting:
            return min(fitting, key=lambda phrase: _ORDER.index(phrase.kind))
    return None


def fold_subordinates(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Turns "when you reach", "until you get to", "after passing" into relations: at, to, after."""
    folded: list[Chunk] = []
    index = 0
    while index < len(chunks):
        relation = _folded_at(chunks, index) if chunks[index].kind == "subordinator" else None
        if relation is None:
            folded.append(chunks[index])
            index += 1
        else:
            folded.append(relation)
            while index < len(chunks) and chunks[index].first < relation.last:
                index += 1
    return folded


def _folded_at(chunks: Sequence[Chunk], index: int) -> Chunk | None:
    opener = chunks[index]
    if opener.value == "by":
        return replace(opener, kind="filler")
    position = index + 1
    while position < len(chunks) and chunks[position].kind in ("subject", "auxiliary", "filler", "negation"):
        if chunks[position].kind == "negation":
            return None
        position += 1
    relation, manner = "", ""
    if position < len(chunks) and chunks[position].kind == "verb":
        verb = chunks[position]
        relation, manner = verb.relation, verb.manner
        if verb.value not in ("go", "see"):
            return None
        position += 1
        if position < len(chunks) and chunks[position].kind == "direction" and not relation:
            return None
    if not relation and position < len(chunks) and chunks[position].kind == "relation":
        relation = chunks[position].value
        position += 1
    if not (relation or manner == "see") or position == index + 1:
        return None
    last = chunks[position - 1].last
    return Chunk(
        opener.first, last, "relation", _relation_of(opener.value, relation, manner), manner="clause"
    )


def _relation_of(opener: str, relation: str, manner: str) -> str:
    """What a subordinate clause says about the place: until + reach -> to, once + pass -> after."""
    seen = manner == "see"
    if opener in ("until", "till"):
        return "until seen" if seen else ("to" if relation in ("to", "at") else f"until {relation}")
    if opener in ("before", "while"):
        return opener if relation in ("to", "at") else f"{opener} {relation}"
    if seen:
        return "at sight of"
    if relation in ("to", "at"):
        return "at"
    return "after" if relation == "past" else f"after {relation}"
