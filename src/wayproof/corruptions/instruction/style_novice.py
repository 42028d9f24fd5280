"""A beginner's plain speech: short sentences, one step each, everyday words (NavTrust's "novice")."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Setting
from wayproof.corruptions.instruction.rewrite_contract import ALL_LANGUAGES, instruction_corruption
from wayproof.corruptions.instruction.spoken_style import STYLE_PROFILES, in_style
from wayproof.language.rewrite import Rewrite
from wayproof.language.style import Style

STYLE = Style(
    name="novice",
    brief="Very simple words and short sentences, one step at a time, as a beginner gives directions.",
    openers=("", "", "", "Okay.", "It's simple.", "So, like this.", "It's not hard.", "Here it is."),
    starts=("first, ", "first ", "", "", "to start, ", "okay, ", "to begin, ", "", ""),
    nexts=(
        "next, ",
        "then ",
        "now ",
        "after that, ",
        "then, ",
        "",
        "",
        "",
        "okay, now ",
        "so then ",
        "after this, ",
        "from there, ",
        "from here, ",
    ),
    lasts=("last, ", "finally, ", "then ", "and then ", "", "now ", "lastly, ", "at last, "),
    wrappers=(
        *("",) * 15,  # as often nothing
        "you need to ",
        "just ",
        "you have to ",
        "you should ",
        "now ",
        "you can ",
        "just ",
        "simply ",
        "you must ",
        "now just ",
    ),
    joins=(" and ", " and then ", ", then ", ", and then ", ", and ", " and now "),
    closers=("", "", "", "", "That's it.", "Then you're done.", "That's all.", "All done."),
    verbs={
        "go": ("go", "walk", "move", ""),
        "continue": ("keep going", "keep walking", "keep moving", "go on", ""),
        "go into": ("go into", "walk into", "go inside", "step into", "get into", "move into", ""),
        "go out of": ("leave", "", "leave", "", "", "leave", "exit"),
        "go past": ("go past", "walk past", "move past", "walk by", "go by", "get past", "pass", ""),
        "go through": ("go through", "walk through", "get through", "move through", ""),
        "go to": ("go to", "walk to", "move to", "walk over to", "", "", "", "go to"),
        "go up": ("go up", "walk up", ""),
        "go down": ("go down", "walk down", "move down", "get down", ""),
        "go across": ("go across", "walk across", ""),
        "turn side": (
            "turn {side}",
            "make a {side}",
            "turn to the {side}",
            "take a {side}",
            "",
            "",
            "turn {side}",
            "make a {side}",
            "",
        ),
        "turn bend": (
            "take a {bend}{side}",
            "",
            "make a {bend}{side}",
            "",
            "make a {bend}{side} turn",
            "take a {bend}{side}",
            "",
            "",
            "do a {bend}{side} turn",
        ),
        "turn around": ("turn around", "", ""),
        "stop": ("stop", "wait", "stay", "stand", "", "", "stop", ""),
    },
    words={
        "beside": "by",
        "adjacent to": "by",
        "upon reaching": "at",
        "after passing": "after",
    },
    lengths=(1, 1, 1, 2),
)


@instruction_corruption(sources=("navtrust",), languages=ALL_LANGUAGES, profiles=STYLE_PROFILES)
def style_novice(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps in short sentences and everyday words."""
    return in_style(text, STYLE, setting, rng)
