"""An operator's register: precise verbs, no chat, as in a work order (NavTrust's "professional").

The published rewrites invented compass bearings, angles and distances; nothing of that kind is added here.
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Setting
from wayproof.corruptions.instruction.rewrite_contract import ALL_LANGUAGES, instruction_corruption
from wayproof.corruptions.instruction.spoken_style import STYLE_PROFILES, in_style
from wayproof.language.rewrite import Rewrite
from wayproof.language.style import Style

STYLE = Style(
    name="professional",
    brief="Terse operational language of a trained operator; add no angles, distances or bearings.",
    openers=(
        "",
        "",
        "",
        "Route briefing:",
        "Navigation directive:",
        "Operating instructions:",
        "Route sheet:",
        "Course card:",
        "Route card:",
    ),
    starts=("", "", "", "to begin, ", "initially, ", "firstly, ", "from here, ", "to start, "),
    nexts=(
        "subsequently, ",
        "next, ",
        "upon completion, ",
        "thereafter, ",
        "once complete, ",
        "",
        "",
        "",
        "following this, ",
        "once done, ",
        "afterwards, ",
        "following that, ",
    ),
    lasts=(
        "finally, ",
        "to conclude, ",
        "lastly, ",
        "",
        "to finish, ",
        "upon completion, ",
        "once complete, ",
        "thereafter, ",
    ),
    wrappers=(
        *("",) * 10,  # as often nothing
        "ensure that you ",
        "you will ",
        "you shall ",
        "you must ",
        *("",) * 6,  # as often nothing
    ),
    joins=(
        ", then ",
        " and ",
        " and subsequently ",
        ", and then ",
        ", and ",
        " and thereafter ",
        " and then ",
    ),
    series=(" and ", ", then ", ", and then ", ", and "),
    closers=("", "", "", "", "Route complete.", "Course complete.", "Nothing further."),
    verbs={
        "go": ("proceed", "advance", "move", "navigate", ""),
        "continue": ("continue", "proceed", "continue on", "maintain course", "proceed onward", ""),
        "go into": ("enter", "proceed into", "advance into", "move into", "navigate into", ""),
        "go out of": ("exit", "leave", "vacate", "depart from", "exit from", "", "exit"),
        "go past": (
            "proceed past",
            "advance past",
            "pass",
            "move past",
            "navigate past",
            "pass by",
            "continue past",
            "",
        ),
        "go through": (
            "proceed through",
            "pass through",
            "advance through",
            "move through",
            "navigate through",
            "",
        ),
        "go to": ("proceed to", "advance to", "navigate to", "move to", "progress to", "travel to", ""),
        "go up": ("ascend", "proceed up", ""),
        "go down": ("descend", "proceed down", "advance down", "move down", "travel down", ""),
        "go across": ("cross", "proceed across", "advance across"),
        "turn side": (
            "execute a {side} turn",
            "turn {side}",
            "make a {side} turn",
            "perform a {side} turn",
            "turn to the {side}",
            "",
            "take a {side}",
            "",
            "make a {side}",
            "turn {side}",
            "",
            "",
        ),
        "turn bend": (
            "make a {bend}{side} turn",
            "take a {bend}{side}",
            "make a {bend}{side}",
            "",
            "",
            "take a {bend}{side}",
            "execute a {bend}{side}",
            "perform a {bend}{side}",
            "",
        ),
        "turn around": (
            "reverse direction",
            "turn around",
            "",
            "execute a u-turn",
            "perform a u-turn",
            "make a u-turn",
        ),
        "stop": ("halt", "stop", "hold", "pause", "remain", "", "hold position", "stop", "", ""),
    },
    words={
        "right next to": "adjacent to",
        "by": "beside",
        "when you get to": "upon reaching",
        "when you reach": "upon reaching",
        "once you get to": "upon reaching",
        "when you come to": "upon reaching",
        "all the way": "",
    },
    lengths=(1, 2, 2, 3),
)


@instruction_corruption(sources=("navtrust",), languages=ALL_LANGUAGES, profiles=STYLE_PROFILES)
def style_professional(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps in the terse register of a work order."""
    return in_style(text, STYLE, setting, rng)
