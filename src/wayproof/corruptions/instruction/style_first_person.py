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
        "I'm the robot.",
        "The robot here.",
        "The robot speaks.",
        "The robot speaking.",
        "The robot reports.",
        "The robot explains.",
        "I, the robot.",
        "The robot's plan.",
        "The robot's route.",
        "The robot's words.",
        "The robot's view.",
    ),
    starts=("", "", "", "first, ", "to begin, ", "to start, ", "initially, ", "at first "),
    nexts=(
        "then ",
        "next, ",
        "after that, ",
        "from there, ",
        "now ",
        "",
        "",
        "after this, ",
        "so ",
        "from here, ",
    ),
    lasts=("finally, ", "then ", "at last, ", "lastly, ", "", "", "now ", "to finish, "),
    wrappers=(
        "I ",
        "I'll ",
        "I will ",
        "I now ",
        "I'm going to ",
        "I ",
        "I ",
        "I should ",
        "I just ",
        "I simply ",
        "I need to ",
        "I can ",
        "I have to ",
    ),
    joins=(
        " and ",
        " and then ",
        ", then I ",
        ", and I ",
        ", and then I ",
        ", then I'll ",
        " and I'll ",
        " and ",
        ", and ",
    ),
    verbs={
        "go": ("walk", "go", "head", "move", "", "proceed", ""),
        "continue": ("keep going", "continue", "keep walking", "carry on", "keep moving", ""),
        "go into": ("walk into", "enter", "go into", "step into", "head into", "move into", ""),
        "go out of": ("leave", "exit", "", "leave", "exit", "", "exit from"),
        "go past": (
            "walk past",
            "pass",
            "go past",
            "head past",
            "move past",
            "pass by",
            "walk by",
            "make my way past",
            "",
        ),
        "go through": ("walk through", "go through", "pass through", "head through", "move through", ""),
        "go to": (
            "walk to",
            "go to",
            "make my way to",
            "head to",
            "move to",
            "walk over to",
            "head over to",
            "",
            "",
        ),
        "go down": ("go down", "walk down", "head down", "proceed down", "move down", ""),
        "turn side": (
            "turn {side}",
            "take a {side}",
            "make a {side}",
            "turn to the {side}",
            "make a {side} turn",
            "",
            "hang a {side}",
            "turn {side}",
            "",
            "",
            "take a {side}",
        ),
        "turn bend": (
            "take a {bend}{side}",
            "make a {bend}{side}",
            "",
            "make a {bend}{side} turn",
            "",
            "",
            "take a {bend}{side}",
            "hang a {bend}{side}",
            "",
        ),
        "turn around": ("turn around", "make a u-turn", "reverse direction", "turn myself around", ""),
        "stop": ("stop", "wait", "halt", "pause", "stand", "stay", "", "", "stop", ""),
    },
    series=(" and ", " and then ", ", and then ", ", and "),
    lengths=(1, 1, 2, 2, 3),
    subject="I",
)


@instruction_corruption(sources=("omninavbench",), profiles=STYLE_PROFILES)
def style_first_person(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps told as what I, the robot, do."""
    return in_style(text, STYLE, setting, rng)
