"""Replaces whole words of a text by a mask, and tells which words carry no place, no move and no number."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from wayproof.language.chunks import chunk
from wayproof.language.lexicon import lexicon
from wayproof.language.rewrite import Edit, Rewrite, rewritten
from wayproof.language.route_steps import Span
from wayproof.language.tagger import Tagger
from wayproof.tokens import Token, tokenise

MASK = "[MASK]"
_SPEAKING = ("direction", "side", "amount")


def non_essential(text: str, tagger: Tagger) -> list[Token]:
    """Stop words and adjectives that say neither where nor which; words inside a direction are essential."""
    words = lexicon()
    tokens = tokenise(text)
    tags = tagger(text, tokens)
    essential = _essential(tokens, tags)
    found = []
    for index, token in enumerate(tokens):
        if not token.is_word or index in essential:
            continue
        low = tags[index] == "ADJ" and token.lower not in words.spatial
        if token.lower in words.stop_words or low:
            found.append(token)
    return found


def every_word(text: str) -> list[Token]:
    """All words, in any script, each with all of its marks."""
    return [token for token in tokenise(text) if token.is_word]


def masked(text: str, candidates: Sequence[Token], share: float, rng: np.random.Generator) -> Rewrite:
    """The text with a share of the candidates masked, at least one; a larger share masks these and more."""
    count = min(len(candidates), math.ceil(share * len(candidates) - 1e-9))
    order = rng.permutation(len(candidates))[:count]
    chosen = [candidates[int(index)] for index in sorted(order)]
    kept = {token.start for token in chosen}
    protected = [
        Span(token.start, token.end) for token in tokenise(text) if token.start not in kept and token.is_word
    ]
    return rewritten(text, [Edit(token.start, token.end, MASK) for token in chosen], protected=protected)


def _essential(tokens: Sequence[Token], tags: Sequence[str]) -> set[int]:
    """Tokens of directions, sides, amounts and of relations of several words ("next to", "in front of")."""
    found: set[int] = set()
    for piece in chunk(tokens, tags):
        if piece.kind in _SPEAKING or piece.kind == "relation":
            found.update(
                index
                for index in range(piece.first, piece.last)
                if piece.kind == "amount" or tokens[index].lower not in ("the", "your", "my", "a")
            )
    return found
