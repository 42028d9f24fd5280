"""The route as the robot itself would tell it: "I walk past the couch" (OmniNavBench's "first person").

As in the benchmark, one leading sentence says who speaks; every "you" becomes "I", "me" or "my".
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Setting
from wayproof.corruptions.instruction.rewrite_contract import instruction_corruption
from wayproof.corruptions.instruction.spoken_style import STYLE_PROFILES, in_style
from wayproof.language.rewrite import Rewrite
from wayproof.language.style import Style

STYLE = Style(
    name="first person",
    brief="First person singular, as the robot tells its own route, after one sentence: I am the robot.",
    openers=(
        "I am the robot, and this is my route.",
        "I am the robot, and this is what I do.",
        "This is my own route, since I am the robot.",
        "As the robot, I tell my route in my own words.",
        "I speak as the robot on this route.",
        "I am the robot in this task, and this is my plan.",
    ),
    starts=("", "", "first, ", "to begin, "),
    nexts=("then ", "next, ", "after that, ", "from there, ", "now ", ""),
    lasts=("finally, ", "then ", "at last, ", ""),
    joins=(" and ", " and then ", ", then I ", " and then I ", ", and I "),
    verbs={
        "go": ("walk", "go", "head"),
        "continue": ("keep going", "continue", "keep walking"),
        "go into": ("walk into", "enter", "go into"),
        "go out of": ("leave", "walk out of", "exit"),
        "go past": ("walk past", "pass", "go past"),
        "go to": ("walk to", "go to", "make my way to"),
        "turn side": ("turn {side}", "take a {side}", "make a {side}"),
        "turn around": ("turn around",),
        "stop": ("stop", "wait"),
    },
    series=(" and ", " and then ", ", and then "),
    lengths=(1, 1, 2, 2, 3),
    subject="I",
)


@instruction_corruption(sources=("omninavbench",), profiles=STYLE_PROFILES)
def style_first_person(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps told as what I, the robot, do."""
    return in_style(text, STYLE, setting, rng)
