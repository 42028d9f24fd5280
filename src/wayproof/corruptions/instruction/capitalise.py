"""The salient words are shouted: nouns, verbs and prepositions in capitals (NavTrust).

The paper finds them with spaCy; the profile `parity` does the same, `fixed` uses the built-in tagger, so that
the words are the same on every machine. Masks of an earlier corruption stay as they are.
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Setting
from wayproof.corruptions.instruction.rewrite_contract import instruction_corruption
from wayproof.language.rewrite import Edit, Rewrite, rewritten
from wayproof.language.tagger import tagger_named
from wayproof.tokens import tokenise

SALIENT = ("NOUN", "PROPN", "VERB", "ADP")


@instruction_corruption(
    sources=("navtrust",),
    profiles=("fixed", "parity"),
    constants={
        "salient": "nouns, verbs, prepositions (NavTrust)",
        "tagger": "built in (fixed), spaCy as in the paper (parity; needs the extra `language`)",
    },
)
def capitalise(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """Nouns, verbs and prepositions in capital letters."""
    tokens = tokenise(text)
    tags = tagger_named("spacy" if setting.parity else "built-in")(text, tokens)
    edits = [
        Edit(token.start, token.end, token.text.upper())
        for token, tag in zip(tokens, tags, strict=True)
        if token.is_word and tag in SALIENT
    ]
    return rewritten(text, edits)
