"""Only the core of the route, in as few words as a hurried speaker needs (OmniNavBench's "concise").

Redundant words go, steps and landmarks stay; the result is always shorter than the original or falls back.
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Setting
from wayproof.corruptions.instruction.rewrite_contract import instruction_corruption
from wayproof.corruptions.instruction.spoken_style import STYLE_PROFILES, in_style
from wayproof.language.rewrite import Rewrite
from wayproof.language.style import Style

STYLE = Style(
    name="concise",
    brief="As short as possible: only the core of each step, with every landmark and direction kept.",
    starts=("",),
    nexts=("", "", "", "", "", "then ", "next, ", "now "),
    lasts=("",),
    middles=(", ",),
    joins=(", ", ", ", ", then ", " and ", ", and ", ", next "),
    series=(", ", ", ", ", then ", " and "),
    verbs={
        "go": ("", "", "go", "walk", "head", "move"),
        "continue": ("", "", "go", "continue", "keep going", "go on"),
        "go into": ("enter", "", "go into", "step into", "walk into"),
        "go out of": ("exit", "leave", "", "leave", "exit"),
        "go past": ("pass", "", "go past", "walk past", "pass by", "move past"),
        "go through": ("go through", "through", "", "walk through", "pass through"),
        "go to": ("", "go to", "walk to", "head to", "move to"),
        "go up": ("go up", "up", "", "climb"),
        "go down": ("go down", "down", "", "walk down"),
        "go across": ("cross", ""),
        "turn side": ("turn {side}", "", "take a {side}", "turn {side}"),
        "turn side there": ("turn {side}", "{side}", ""),
        "turn bend": ("", "take a {bend}{side}", "make a {bend}{side}", "", ""),
        "turn bend there": ("{bend}{side}", "", "take a {bend}{side}"),
        "turn around": ("turn around", "", "reverse direction"),
        "stop": ("", "", "stop", "", "wait", "halt", "", "", ""),
    },
    words={
        "all the way": "",
        "all the way to": "to",
        "all the way down": "down",
        "all the way up": "up",
        "just": "",
        "a bit": "",
        "a little": "",
        "immediately beside": "beside",
        "just before": "before",
        "right before": "before",
        "a little before": "before",
        "before you reach": "before",
        "just after": "after",
        "after you pass": "after",
        "after passing": "after",
        "once you pass": "after",
        "once you have passed": "after",
        "until you reach": "to",
        "until you get to": "to",
        "until you come to": "to",
        "when you reach": "at",
        "when you get to": "at",
        "when you come to": "at",
        "once you reach": "at",
        "once you get to": "at",
        "as soon as you reach": "at",
        "upon reaching": "at",
        "towards": "to",
        "on your left-hand side": "on the left",
        "on your right-hand side": "on the right",
        "on the left-hand side": "on the left",
        "on the right-hand side": "on the right",
        "on the left side": "on the left",
        "on the right side": "on the right",
    },
    lengths=(2, 3, 3, 4),
    length="shorter",
    telegraphic=True,
)


@instruction_corruption(sources=("omninavbench",), profiles=STYLE_PROFILES)
def style_concise(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps in fewer words."""
    return in_style(text, STYLE, setting, rng)
