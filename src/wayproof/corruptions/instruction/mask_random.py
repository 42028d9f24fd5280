"""Any words are lost, as in a bad radio link: a random share of all words becomes [MASK].

The reading of NavTrust's results section; its method section masks non-essential words only (see
mask_non_essential). At severity 1 no word is left. Whole words are replaced, with all their marks, so the
operation serves every language.
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Setting
from wayproof.corruptions.instruction.rewrite_contract import ALL_LANGUAGES, instruction_corruption
from wayproof.language.rewrite import Rewrite
from wayproof.language.word_masks import every_word, masked


@instruction_corruption(
    sources=("navtrust",),
    languages=ALL_LANGUAGES,
    switch=False,
    constants={"share": "the severity, of all words; NavTrust: 0.5 and 1.0"},
)
def mask_random(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """A random share of all words becomes [MASK]."""
    return masked(text, every_word(text), setting.severity, rng)
