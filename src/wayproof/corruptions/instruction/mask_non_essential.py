"""Words that carry no route are lost: articles, pronouns, auxiliaries, adjectives of looks become [MASK].

NavTrust's text masks such words; severity is the share of them, so 0.5 and 1.0 are its "50 %" and "100 %"
(that the share is of these words, and not of all, is our reading). Its results section speaks of random
masking and near-random walks at 100 %, which does not follow from this: see mask_random for that reading.
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Setting
from wayproof.corruptions.instruction.rewrite_contract import instruction_corruption
from wayproof.language.rewrite import Rewrite
from wayproof.language.tagger import tagger_named
from wayproof.language.word_masks import masked, non_essential


@instruction_corruption(
    sources=("navtrust",),
    switch=False,
    profiles=("fixed", "parity"),
    constants={
        "share": "the severity; NavTrust: 0.5 and 1.0",
        "tagger": "built in (fixed), spaCy as in the paper (parity; needs the extra `language`)",
    },
)
def mask_non_essential(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """A share of the words that carry no route becomes [MASK]."""
    tagger = tagger_named("spacy" if setting.parity else "built-in")
    return masked(text, non_essential(text, tagger), setting.severity, rng)
