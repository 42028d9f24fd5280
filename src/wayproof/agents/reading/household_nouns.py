"""Other English names of things in a house, for eyes that know each thing by one name only."""

from __future__ import annotations

import re

OTHER_NAMES = {
    "alarm clock": "clock radio",
    "aquarium": "fish tank",
    "bathtub": "tub; bath",
    "bookshelf": "bookcase",
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
_NAME_OF = {other: name for name, others in OTHER_NAMES.items() for other in others.split("; ")}
_OTHER = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, _NAME_OF), key=len, reverse=True))})(e?s)?\b")


def with_one_name(text: str) -> str:
    """A text in lower case in which such names are replaced by the one that is known; plurals become one.

    >>> with_one_name("the large paintings near the bedside table")
    'the large picture near the night stand'
    """
    return _OTHER.sub(lambda found: _NAME_OF[found[0] if found[0] in _NAME_OF else _singular(found)], text)


def _singular(found: re.Match[str]) -> str:
    return found[0].removesuffix(found[1] or "")
