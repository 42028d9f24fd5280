"""A warm, chatty speaker: greetings, encouragement and contractions around the same steps (NavTrust).

The published variants came from a language model and often dropped or invented steps; these keep them.
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Setting
from wayproof.corruptions.instruction.rewrite_contract import ALL_LANGUAGES, instruction_corruption
from wayproof.corruptions.instruction.spoken_style import STYLE_PROFILES, in_style
from wayproof.language.rewrite import Rewrite
from wayproof.language.style import Style

STYLE = Style(
    name="friendly",
    brief="Warm, casual and encouraging, the way one helps a friend, with contractions and a kind word.",
    openers=(
        "",
        "",
        "Hi there!",
        "Hey you!",
        "Hello, my friend!",
        "Okay, all set?",
        "This one's easy!",
        "Thanks for helping!",
        "Hope you're well!",
        "Hey, how's things?",
        "Nice and easy!",
    ),
    starts=("", "", "", "first, ", "first off, ", "to begin, ", "okay, ", "", "to start, "),
    nexts=(
        "then ",
        "after that, ",
        "next, ",
        "from there, ",
        "now ",
        "once that's done, ",
        "",
        "",
        "okay, ",
        "so then ",
        "after this, ",
        "from here, ",
        "once there, ",
        "once done, ",
    ),
    lasts=("finally, ", "last of all, ", "then ", "to finish up, ", "", "now ", "at last, ", "and then "),
    wrappers=(
        *("",) * 9,  # as often nothing
        "just ",
        "go ahead and ",
        "you'll want to ",
        "you can ",
        "please ",
        "simply ",
        "feel free to ",
        "you just ",
        "you'll ",
        "just ",
        "please ",
        "you should ",
    ),
    middles=(", ",),
    joins=(
        " and ",
        " and then ",
        ", and then just ",
        ", then ",
        ", and ",
        " and then you ",
        ", then just ",
        " and just ",
    ),
    series=(" and ", ", and then ", " and then just ", ", then ", ", and "),
    closers=(
        "",
        "",
        "Thanks so much!",
        "You're doing great!",
        "You're so good!",
        "All done!",
        "That's it, great!",
        "You're the best!",
        "Have fun!",
    ),
    verbs={
        "go": ("walk", "go", "stroll", "wander", "", "head", "move", ""),
        "continue": ("keep going", "carry on", "keep walking", "keep moving", "go on", ""),
        "go into": ("head into", "pop into", "go into", "walk into", "step into", "wander into", ""),
        "go out of": ("leave", "", "exit", "leave", "", "exit", "leave", "", "", "leave", "exit"),
        "go past": ("stroll past", "walk past", "head past", "go past", "wander past", "walk by", "pass", ""),
        "go through": ("walk through", "head through", "go through", "pop through", "come through", ""),
        "go to": (
            "head over to",
            "walk over to",
            "go over to",
            "walk to",
            "head to",
            "stroll to",
            "",
            "pop over to",
            "",
            "",
        ),
        "go up": ("head up", "go up", "walk up", ""),
        "go down": ("head down", "go down", "walk down", "stroll down", "wander down", ""),
        "go across": ("walk across", "head across", "stroll across", ""),
        "turn side": (
            "take a {side}",
            "turn {side}",
            "hang a {side}",
            "make a {side}",
            "",
            "turn to your {side}",
            "",
        ),
        "turn bend": (
            "take a {bend}{side}",
            "make a {bend}{side}",
            "",
            "hang a {bend}{side}",
            "",
            "",
            "take a {bend}{side}",
            "make a {bend}{side}",
            "",
        ),
        "turn around": ("turn around", "", "make a u-turn", "turn around", "turn yourself around"),
        "stop": ("stop", "wait", "pause", "stay", "stand", "", "", "stop", ""),
    },
    words={
        "adjacent to": "next to",
    },
    lengths=(1, 1, 2, 2, 3),
)


@instruction_corruption(sources=("navtrust",), languages=ALL_LANGUAGES, profiles=STYLE_PROFILES)
def style_friendly(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps in a warm and chatty tone."""
    return in_style(text, STYLE, setting, rng)
