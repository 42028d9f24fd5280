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
        "A kind request.",
        "Your attention, please.",
        "With kind regards.",
        "Allow me.",
        "My sincere thanks.",
        "At your service.",
    ),
    starts=("to begin, ", "first, ", "", "", "initially, ", "firstly, ", "to start, ", ""),
    nexts=(
        "thereafter, ",
        "subsequently, ",
        "following this, ",
        "after this, ",
        "this done, ",
        "",
        "",
        "afterwards, ",
        "thereupon, ",
        "following that, ",
        "next, ",
        "",
    ),
    lasts=(
        "finally, ",
        "in conclusion, ",
        "lastly, ",
        "to conclude, ",
        "",
        "at last, ",
        "to finish, ",
        "subsequently, ",
    ),
    wrappers=(
        "please ",
        "kindly ",
        "you should ",
        "you shall ",
        *("",) * 4,  # as often nothing
        "you may ",
        "please ",
        "kindly ",
        "you must ",
        "you will ",
        "please ",
        "",
    ),
    joins=(
        " and ",
        ", and subsequently ",
        " and thereafter ",
        ", and then ",
        " and then ",
        ", then ",
        " and afterwards ",
    ),
    series=(" and ", ", and then ", ", and thereafter ", ", and "),
    closers=("", "", "", "Thank you kindly.", "With sincere thanks.", "Much obliged.", "Yours sincerely."),
    verbs={
        "go": ("proceed", "walk", "move", "advance", ""),
        "continue": ("continue", "proceed", "continue on", "carry on", ""),
        "go into": ("enter", "proceed into", "step into", "walk into", "move into", "advance into", ""),
        "go out of": ("exit", "leave", "depart from", "", "exit", "leave", "vacate", "exit from"),
        "go past": (
            "pass",
            "proceed past",
            "walk past",
            "move past",
            "advance past",
            "pass by",
            "continue past",
            "",
        ),
        "go through": (
            "proceed through",
            "pass through",
            "walk through",
            "move through",
            "continue through",
            "",
        ),
        "go to": ("proceed to", "walk to", "advance to", "move to", "navigate to", ""),
        "go up": ("ascend", "climb", "proceed up", ""),
        "go down": ("descend", "proceed down", "walk down", "move down", ""),
        "go across": ("cross", "walk across", "proceed across", ""),
        "turn side": (
            "turn to the {side}",
            "make a {side} turn",
            "turn {side}",
            "",
            "take a {side}",
            "",
            "make a {side}",
            "turn {side}",
            "",
            "take a {side} turn",
            "",
        ),
        "turn bend": (
            "make a {bend}{side} turn",
            "take a {bend}{side}",
            "",
            "make a {bend}{side}",
            "",
            "",
            "take a {bend}{side}",
            "",
            "",
        ),
        "turn around": (
            "turn around",
            "reverse your direction",
            "reverse direction",
            "turn completely around",
        ),
        "stop": ("wait", "halt", "pause", "remain", "", "", "", "stop", "come to rest", "", ""),
    },
    words={
        "right in front of": "in front of",
        "next to": "beside",
        "right next to": "immediately beside",
        "you'll": "you will",
        "you're": "you are",
    },
    lengths=(1, 1, 2, 2),
)


@instruction_corruption(sources=("navtrust",), languages=ALL_LANGUAGES, profiles=STYLE_PROFILES)
def style_formal(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps in polite, complete sentences."""
    return in_style(text, STYLE, setting, rng)
