"""Other English names of things in a house, for eyes that know each thing by one name only."""

from __future__ import annotations

import re
from functools import lru_cache

OTHER_NAMES = {
    "alarm clock": "clock radio",
    "aquarium": "fish tank",
    "bathtub": "tub; bath",
    "bookshelf": "bookcase; book shelf",
    "ceiling lamp": "ceiling light; pendant lamp; pendant light; chandelier",
    "cellular telephone": "cell phone; mobile phone; smartphone; phone; mobile",
    "child bed": "kid's bed; children's bed",
    "clothes dryer": "tumble dryer; dryer",
    "coat rack": "coat stand; hat stand",
    "coffee machine": "coffee maker; espresso machine",
    "couch": "settee; loveseat",
    "crib": "cot",
    "cutting board": "chopping board",
    "desktop computer": "computer tower; computer; pc",
    "dresser": "chest of drawers",
    "dressing table": "vanity table; vanity",
    "drying rack": "clothes horse; clothes rack; laundry rack",
    "easy chair": "lounge chair",
    "eyeglasses": "glasses; spectacles",
    "filing cabinet": "file cabinet",
    "floor lamp": "standing lamp; standard lamp",
    "garbage can": "waste bin; rubbish bin; trash bin; dustbin; wastebasket; waste basket",
    "handbag": "purse",
    "house plant": "houseplant; pot plant",
    "kitchen counter": "countertop; worktop",
    "laundry basket": "hamper; laundry hamper",
    "makeup mirror": "make-up mirror; vanity mirror; cosmetic mirror",
    "mixer": "stand mixer; food mixer",
    "monitor": "computer monitor; computer screen",
    "night stand": "bedside table; bedside cabinet",
    "ottoman": "footstool; pouffe; pouf",
    "pan": "frying pan",
    "pen holder": "pencil holder; pen cup; pencil cup",
    "pet bed": "dog bed; cat bed",
    "picture": "painting; poster; artwork",
    "picture frame": "photo frame",
    "pot": "cooking pot; saucepan",
    "radiator": "heater",
    "range hood": "extractor hood; cooker hood; kitchen hood",
    "refrigerator": "fridge-freezer",
    "remote control": "remote",
    "safe": "strongbox",
    "scale": "bathroom scales; bathroom scale; scales",
    "soccer ball": "football",
    "speaker": "loudspeaker",
    "statue": "sculpture; figurine",
    "stove": "gas stove; cooker; oven; cooking range",
    "table lamp": "bedside lamp",
    "tissue box": "box of tissues",
    "tool box": "toolbox",
    "toothbrush cup": "toothbrush holder",
    "toy blocks": "building blocks",
    "toy chest": "toy box",
    "tv stand": "tv unit; tv cabinet; tv bench; media console",
    "vacuum cleaner": "vacuum; hoover",
    "wall cupboard": "wall cabinet; kitchen cabinet",
    "wall lamp": "wall light; sconce",
    "wall shelf": "shelf",
    "wardrobe": "closet; almirah",
    "washbasin": "bathroom sink; wash basin; basin",
    "washing machine": "washer",
    "water heater": "boiler; geyser",
    "yoga mat": "exercise mat",
}  # fmt: skip


def with_one_name(text: str, known: tuple[str, ...] = ()) -> str:
    """A text in lower case in which such names are replaced by the one that is known; plurals become one.

    `known` are names that stay, such as "water heater", which is no heater.

    >>> with_one_name("the large paintings near the bedside table")
    'the large picture near the night stand'
    >>> with_one_name("the heater beside the water heater", ("radiator", "water heater"))
    'the radiator beside the water heater'
    """
    name_of, pattern = _names(known)
    return pattern.sub(lambda found: name_of.get(found[0]) or name_of[found[0].removesuffix(found[1])], text)


@lru_cache(maxsize=8)
def _names(known: tuple[str, ...]) -> tuple[dict[str, str], re.Pattern[str]]:
    """Each name with the one that replaces it, and how they are found: the longest first."""
    others = {other: name for name, some in OTHER_NAMES.items() for other in some.split("; ")}
    name_of = {**{name: name for name in (*OTHER_NAMES, *known)}, **others}
    longest_first = sorted(map(re.escape, name_of), key=len, reverse=True)
    return name_of, re.compile(rf"\b(?:{'|'.join(longest_first)})(e?s|)\b")
