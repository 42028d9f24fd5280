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
    openers=("", "", "", "Route briefing:", "Navigation directive:", "Operating instructions:"),
    starts=(
        "",
        "",
        "to begin, ",
        "initially, ",
        "from the starting position, ",
        "from your current position, ",
    ),
    nexts=(
        "subsequently, ",
        "next, ",
        "upon completion, ",
        "thereafter, ",
        "once complete, ",
        "from that point, ",
        "",
    ),
    lasts=("finally, ", "to conclude, ", "as the final step, ", "lastly, "),
    wrappers=("", "", "", "", "ensure that you "),
    joins=(", then ", " and ", " and subsequently ", ", and then "),
    series=(" and ", ", then ", ", and then "),
    closers=("", "", "", "", "This completes the route.", "No further action is required."),
    verbs={
        "go": ("proceed", "advance", "move"),
        "continue": ("continue", "proceed"),
        "go into": ("enter", "proceed into", "advance into"),
        "go out of": ("exit", "proceed out of", "leave"),
        "go past": ("proceed past", "advance past", "pass", "move past"),
        "go through": ("proceed through", "pass through", "advance through"),
        "go to": ("proceed to", "advance to", "navigate to"),
        "go up": ("ascend", "proceed up"),
        "go down": ("descend", "proceed down"),
        "go across": ("cross", "proceed across"),
        "turn side": ("execute a {side} turn", "make a {side} turn", "turn {side}", "perform a {side} turn"),
        "turn bend": (
            "execute a {bend}{side} turn",
            "make a {bend}{side} turn",
            "perform a {bend}{side} turn",
        ),
        "turn around": ("execute a u-turn", "perform a u-turn", "reverse direction"),
        "stop": ("halt", "come to a halt", "stop", "hold position"),
    },
    words={
        "right in front of": "directly in front of",
        "next to": "adjacent to",
        "right next to": "adjacent to",
        "beside": "adjacent to",
        "until you get to": "until you reach",
        "until you come to": "until you reach",
        "when you get to": "upon reaching",
        "when you reach": "upon reaching",
        "once you get to": "upon reaching",
        "when you come to": "upon reaching",
        "once you pass": "after passing",
        "after you pass": "after passing",
        "all the way": "",
    },
    lengths=(1, 2, 2, 3),
)


@instruction_corruption(sources=("navtrust",), languages=ALL_LANGUAGES, profiles=STYLE_PROFILES)
def style_professional(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps in the terse register of a work order."""
    return in_style(text, STYLE, setting, rng)
