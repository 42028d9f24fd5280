"""Two places for one errand: what is to be picked up, and where it is to be brought.

Pick up the red mug on the desk.    Bring it to the round dining table.

Symbolic: nothing is held. Each is a goal of its own that is claimed at its place, and the second is told when
the first is done with. "It" is what was picked up; back is not said, for nothing tells where a thing belongs.
"""

from __future__ import annotations

import msgspec
import numpy as np

from wayproof.language.choices import Choices
from wayproof.language.description_constraints import NO_TAG
from wayproof.language.description_english import OPENINGS
from wayproof.language.descriptions import Description
from wayproof.scenes.scene import Instance

PICK_UP, BRING = "pick_up", "bring"
ERRANDS = (PICK_UP, BRING)
OPENINGS_OF = {PICK_UP: ("Pick up the", "Take the", "Get the"), BRING: ("Bring it to the", "Take it to the")}
# What a person carries in one hand or under one arm, and what it can be put down on.
CARRIED = (
    *(
        "apple",
        "banana",
        "baseball_bat",
        "basketball",
        "blanket",
        "book",
        "bottle",
        "bowl",
        "bread",
        "candle",
    ),
    *("cellular_telephone", "cup", "cutting_board", "eyeglasses", "handbag", "hat", "jar", "keys", "laptop"),
    *("mug", "newspaper", "notebook", "orange", "pan", "pillow", "plate", "pot", "remote_control", "shoes"),
    *(
        "soccer_ball",
        "teapot",
        "teddy_bear",
        "tennis_racket",
        "toy_car",
        "towel",
        "tray",
        "vase",
        "wine_glass",
    ),
)
PUT_DOWN_ON = (
    *("bed", "bench", "bookshelf", "cabinet", "chair", "coffee_table", "console_table", "couch", "desk"),
    *("dining_table", "dresser", "easy_chair", "kitchen_counter", "kitchen_island", "night_stand"),
    *("shoe_rack", "side_table", "stool", "tv_stand"),
)
KINDS = {PICK_UP: CARRIED, BRING: PUT_DOWN_ON}


def may_be(errand: str, thing: Instance) -> bool:
    """Whether an errand can begin or end at a thing. What stands on the floor by itself is not picked up."""
    return thing.category in KINDS[errand] and (errand == BRING or thing.support is not None)


def as_errand(said: Description, errand: str, rng: np.random.Generator) -> Description:
    """A description of a thing, told as one half of an errand."""
    opening = next(words for words in OPENINGS if said.text.startswith(f"{words} "))
    text = Choices(rng).of(OPENINGS_OF[errand]) + said.text[len(opening) :]
    tags = tuple(tag for tag in said.tags if tag != NO_TAG)
    return msgspec.structs.replace(said, text=text, tags=(*tags, errand))
