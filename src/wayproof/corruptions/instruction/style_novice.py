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
    openers=("", "", "", "Okay.", "It's simple.", "So, this is the way.", "It's not hard."),
    starts=("first, ", "first ", "", "to start, ", "first of all, "),
    nexts=("next, ", "then ", "now ", "after that, ", "then, ", "", "okay, now "),
    lasts=("last, ", "finally, ", "then ", "and then "),
    wrappers=("", "", "", "you need to ", "just ", "you have to "),
    joins=(" and ", " and then ", ", then "),
    closers=("", "", "", "", "That's it.", "Then you're done.", "That's all."),
    verbs={
        "go": ("go", "walk"),
        "continue": ("keep going", "keep walking"),
        "go into": ("go into", "walk into", "go inside"),
        "go out of": ("go out of", "walk out of", "get out of", "leave"),
        "go past": ("go past", "walk past"),
        "go through": ("go through", "walk through"),
        "go to": ("go to", "walk to"),
        "go up": ("go up", "walk up"),
        "go down": ("go down", "walk down"),
        "go across": ("go across", "walk across"),
        "turn side": ("turn {side}", "make a {side}", "turn to the {side}", "take a {side}"),
        "turn bend": ("take a {bend}{side}", "make a {bend}{side} turn"),
        "turn around": ("turn around",),
        "stop": ("stop", "wait"),
    },
    words={
        "beside": "next to",
        "adjacent to": "next to",
        "upon reaching": "when you get to",
        "until you reach": "until you get to",
        "until you come to": "until you get to",
        "when you reach": "when you get to",
        "when you come to": "when you get to",
        "once you reach": "when you get to",
        "as soon as you reach": "when you get to",
        "after passing": "after you go past",
        "once you have passed": "after you go past",
        "once you pass": "after you go past",
    },
    lengths=(1, 1, 1, 2),
)


@instruction_corruption(sources=("navtrust",), languages=ALL_LANGUAGES, profiles=STYLE_PROFILES)
def style_novice(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps in short sentences and everyday words."""
    return in_style(text, STYLE, setting, rng)
