"""A ceremonious speaker: full and polite sentences without contractions (NavTrust's "formal")."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Setting
from wayproof.corruptions.instruction.rewrite_contract import ALL_LANGUAGES, instruction_corruption
from wayproof.corruptions.instruction.spoken_style import STYLE_PROFILES, in_style
from wayproof.language.rewrite import Rewrite
from wayproof.language.style import Style

STYLE = Style(
    name="formal",
    brief="Polite and formal full sentences, no contractions, as in a letter.",
    openers=(
        "",
        "",
        "",
        "Good day.",
        "Your attention is kindly requested.",
        "Kindly observe the following directions.",
        "We are grateful for your assistance.",
    ),
    starts=("to begin, ", "first, ", "", "at the outset, ", "to begin with, "),
    nexts=("thereafter, ", "subsequently, ", "following this, ", "after this, ", "having done so, ", ""),
    lasts=("finally, ", "in conclusion, ", "lastly, ", "to conclude, "),
    wrappers=(
        "please ",
        "kindly ",
        "you are requested to ",
        "you are kindly asked to ",
        "you should ",
        "you are to ",
        "you shall ",
        "",
    ),
    joins=(" and ", ", and subsequently ", " and thereafter ", ", and then "),
    series=(" and ", ", and then ", ", and thereafter "),
    closers=("", "", "", "Your cooperation is appreciated.", "Thank you for your attention."),
    verbs={
        "go": ("proceed", "walk", "move"),
        "continue": ("continue", "proceed"),
        "go into": ("enter", "proceed into", "step into"),
        "go out of": ("exit", "leave", "depart from"),
        "go past": ("pass", "proceed past", "walk past"),
        "go through": ("proceed through", "pass through", "walk through"),
        "go to": ("proceed to", "walk to", "make your way to"),
        "go up": ("ascend", "climb"),
        "go down": ("descend", "proceed down"),
        "go across": ("cross", "walk across"),
        "turn side": ("turn to the {side}", "make a {side} turn", "turn {side}"),
        "turn bend": ("make a {bend}{side} turn", "take a {bend}{side} turn"),
        "turn around": ("turn around", "reverse your direction"),
        "stop": ("come to a stop", "wait", "stop", "come to rest"),
    },
    words={
        "right in front of": "directly in front of",
        "next to": "beside",
        "right next to": "immediately beside",
        "until you get to": "until you reach",
        "until you come to": "until you reach",
        "when you get to": "when you reach",
        "once you get to": "once you have reached",
        "once you pass": "once you have passed",
        "you'll": "you will",
        "you're": "you are",
    },
    lengths=(1, 1, 2, 2),
)


@instruction_corruption(sources=("navtrust",), languages=ALL_LANGUAGES, profiles=STYLE_PROFILES)
def style_formal(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps in polite, complete sentences."""
    return in_style(text, STYLE, setting, rng)
