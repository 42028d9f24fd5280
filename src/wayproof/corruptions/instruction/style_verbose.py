"""A long-winded speaker: transitions and introductions around every step (OmniNavBench's "verbose").

The paper describes added environmental details and adjectives; its released code forbids new details and
allows transition phrases only. Invented details could be false in the scene, so this follows the code: the
words of the steps stay as they are, and only talk is added. The result is always longer than the original.
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Setting
from wayproof.corruptions.instruction.rewrite_contract import instruction_corruption
from wayproof.corruptions.instruction.spoken_style import STYLE_PROFILES, in_style
from wayproof.language.rewrite import Rewrite
from wayproof.language.style import Style

STYLE = Style(
    name="verbose",
    brief="Longer and more talkative by transition phrases only; add no object, place or detail.",
    openers=(
        "",
        "",
        "There is no need to hurry with any of this.",
        "I will describe the whole route in order.",
        "Please read all of this before you do anything.",
        "This may sound like a lot, but it is quite simple.",
    ),
    starts=(
        "to begin with, ",
        "first of all, ",
        "as the first step, ",
        "from where you are, ",
        "to get started, ",
        "when you are ready, ",
    ),
    nexts=(
        "once you have done that, ",
        "after you have done so, ",
        "with that done, ",
        "as the next step, ",
        "when that is done, ",
        "continuing on from there, ",
        "following that, ",
        "at this point, ",
    ),
    lasts=(
        "last of all, ",
        "to finish, ",
        "as the final step, ",
        "for the last part, ",
        "and then, finally, ",
    ),
    wrappers=(
        "",
        "go ahead and ",
        "you should ",
        "you will want to ",
        "what you need to do is to ",
        "make sure that you ",
        "you will need to ",
    ),
    middles=(", and then ", ", and after that "),
    series=(", and then, once that is done, ", " and, after that, "),
    joins=(
        " and then ",
        ", after which you should ",
        " and, once that is done, ",
        ", and after that you can ",
    ),
    closers=("", "", "", "And that is everything.", "That is really all there is to it."),
    lengths=(1, 1, 2),
    length="longer",
)


@instruction_corruption(
    profiles=STYLE_PROFILES,
    sources=("omninavbench",),
    constants={"added": "transitions only, as in the released code"},
)
def style_verbose(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps with many more words between them."""
    return in_style(text, STYLE, setting, rng)
