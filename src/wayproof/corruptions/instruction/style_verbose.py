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
        "No hurry here.",
        "All in order.",
        "This is simple.",
        "Nothing hard here.",
        "All quite simple.",
        "Please read everything.",
    ),
    starts=(
        "to begin with, ",
        "so first, ",
        "first off, ",
        "initially, ",
        "firstly, ",
        "to start, ",
        "okay, ",
        "to begin, ",
        "first, ",
    ),
    nexts=(
        "with that done, ",
        "that done, ",
        "after which, ",
        "from here, ",
        "next, ",
        "with this done, ",
        "having done that, ",
        "having done so, ",
        "after doing so, ",
        "after doing that, ",
        "following that, ",
        "following this, ",
        "at that point, ",
        "from that point, ",
        "from that spot, ",
        "in due course, ",
        "once done, ",
        "once there, ",
        "moving on, ",
        "after that, ",
        "after this, ",
        "from there, ",
        "afterwards, ",
        "subsequently, ",
        "and then, ",
    ),
    lasts=(
        "last of all, ",
        "to finish, ",
        "to finish up, ",
        "to finish off, ",
        "in conclusion, ",
        "to conclude, ",
        "at last, ",
        "and then, finally, ",
        "finally, ",
        "lastly, ",
        "in the end, ",
    ),
    wrappers=(
        *("",) * 10,  # as often nothing
        "you should ",
        "you can ",
        "you will ",
        "please ",
        "simply ",
        "you may ",
        "go ahead and ",
        "remember to ",
        "be sure to ",
        "try to ",
        "you must ",
        "kindly ",
        "just ",
        "please just ",
    ),
    middles=(
        ", and then ",
        ", and after that ",
        ", and from there ",
        ", and next ",
        ", and afterwards ",
        ", and after this ",
    ),
    series=(", and then ", " and, after that, ", ", and afterwards ", ", and next ", ", and subsequently "),
    joins=(
        " and then ",
        ", and then ",
        ", and after that ",
        ", and after this ",
        ", and from there ",
        ", and afterwards ",
        ", and subsequently ",
        ", and next ",
        ", and from here ",
        ", and following that ",
        ", and at last ",
        ", and so ",
        ", and once done ",
    ),
    closers=("", "", "", "That is everything.", "And that's it.", "That is all.", "There, all done."),
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
