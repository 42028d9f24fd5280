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
        "Hey, how are you?",
        "Hello, my friend!",
        "Okay, all set?",
        "Hi! This one is easy.",
        "Hey there, thanks for doing this!",
        "Hi, I hope you are well!",
    ),
    starts=("", "", "first, ", "to start off, ", "whenever you're ready, ", "first off, "),
    nexts=("then ", "after that, ", "next, ", "from there, ", "now ", "once that's done, ", ""),
    lasts=("finally, ", "last of all, ", "then ", "to finish up, "),
    wrappers=("", "", "just ", "go ahead and ", "you'll want to ", "you can ", "please "),
    middles=(", ",),
    joins=(" and ", " and then ", ", and then just ", ", and then you can ", " and then go ahead and "),
    series=(" and ", ", and then ", " and then just "),
    closers=(
        "",
        "",
        "Thanks so much!",
        "You're doing great!",
        "You can do it!",
        "That's all, well done!",
        "And that's all there is to it!",
        "Thank you, you're the best!",
        "Have fun!",
    ),
    verbs={
        "go": ("walk", "head", "go", "stroll"),
        "continue": ("keep going", "carry on", "keep walking"),
        "go into": ("head into", "pop into", "go into", "walk into", "step into"),
        "go out of": ("head out of", "step out of", "walk out of", "leave"),
        "go past": ("stroll past", "walk past", "head past", "go past"),
        "go through": ("walk through", "head through", "go through"),
        "go to": ("head over to", "walk over to", "make your way to", "go over to"),
        "go up": ("head up", "go up", "walk up"),
        "go down": ("head down", "go down", "walk down"),
        "go across": ("walk across", "head across", "stroll across"),
        "turn side": ("take a {side}", "turn {side}", "hang a {side}", "make a {side}"),
        "turn bend": ("take a {bend}{side}", "make a {bend}{side}"),
        "turn around": ("turn around", "turn yourself around"),
        "stop": ("stop", "wait", "come to a stop"),
    },
    words={
        "beside": "right next to",
        "adjacent to": "right next to",
        "upon reaching": "when you get to",
        "until you reach": "until you get to",
        "when you reach": "when you get to",
        "once you reach": "once you get to",
    },
    lengths=(1, 1, 2, 2, 3),
)


@instruction_corruption(sources=("navtrust",), languages=ALL_LANGUAGES, profiles=STYLE_PROFILES)
def style_friendly(text: str, setting: Setting, rng: np.random.Generator) -> Rewrite:
    """The same steps in a warm and chatty tone."""
    return in_style(text, STYLE, setting, rng)
