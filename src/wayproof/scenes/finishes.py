"""What surfaces are made of: a finish names a texture pattern and its colours, in words people use.

A furniture builder asks its `Variation` for finishes by material ("wood", "fabric"); the house's style
limits the choice, so that the rooms of one house go together.
"""

from __future__ import annotations

import msgspec

# Colour names people use, each with one or more shades in 8-bit sRGB.
COLOURS: dict[str, tuple[tuple[int, int, int], ...]] = {
    "white": ((240, 238, 232), (232, 230, 226)),
    "black": ((38, 37, 38), (48, 46, 46)),
    "grey": ((140, 141, 143), (112, 114, 118), (165, 164, 160)),
    "beige": ((214, 197, 166), (203, 186, 158)),
    "brown": ((116, 76, 44), (94, 60, 36), (139, 94, 56)),
    "red": ((176, 44, 40), (150, 34, 38)),
    "orange": ((222, 128, 42), (206, 108, 46)),
    "yellow": ((226, 190, 62), (214, 178, 84)),
    "green": ((74, 120, 66), (96, 134, 92), (52, 92, 62)),
    "blue": ((52, 92, 158), (76, 118, 172), (38, 62, 112)),
    "purple": ((112, 70, 134), (92, 58, 116)),
    "pink": ((216, 142, 158), (226, 164, 172)),
    "gold": ((196, 158, 82),),
    "silver": ((178, 182, 188), (160, 164, 170)),
}


class Finish(msgspec.Struct, frozen=True):
    """A surface, before it becomes a texture.

    `pattern` names a texture recipe (scenes/textures); `tile_m` is the edge of the square one tile covers.
    """

    material: str  # "wood", "metal", "fabric", ...: the word for the attribute
    pattern: str  # the texture recipe: "wood_grain", "plain", "striped", ...
    colour: str
    rgb: tuple[int, int, int]
    second_rgb: tuple[int, int, int]
    tile_m: float = 0.5
    gloss: float = 0.1
    variant: int = 0  # picks one of a few fixed random instances of the recipe


class Family(msgspec.Struct, frozen=True):
    """The finishes that one material comes in."""

    patterns: tuple[str, ...]
    colours: tuple[str, ...]
    tile_m: float
    gloss: float
    held_out_patterns: tuple[str, ...] = ()  # appear in the test split only


# The words under `material` in attributes; the patterns are texture recipes.
FAMILIES: dict[str, Family] = {
    "wood": Family(
        ("wood_grain",),
        ("brown", "beige", "white", "black", "grey"),
        0.8,
        0.2,
        ("wood_parquet",),
    ),
    "metal": Family(
        ("brushed", "plain"), ("silver", "black", "grey", "white", "gold"), 0.4, 0.7, ("hammered",)
    ),
    "fabric": Family(
        ("woven", "striped", "checked"),
        ("grey", "beige", "blue", "green", "red", "brown", "white", "purple", "yellow", "pink", "orange"),
        0.4,
        0.0,
        ("dotted",),
    ),
    "leather": Family(("leather",), ("brown", "black", "white", "red", "beige"), 0.4, 0.3),
    "plastic": Family(
        ("plain",), ("white", "black", "grey", "red", "blue", "green", "yellow", "orange"), 0.3, 0.3
    ),
    "ceramic": Family(
        ("plain", "glazed"), ("white", "beige", "blue", "green", "red", "grey"), 0.3, 0.6, ("speckled",)
    ),
    "glass": Family(("glassy",), ("silver", "green", "blue"), 0.5, 0.95),
    "stone": Family(("marble", "granite"), ("white", "grey", "black", "beige"), 0.8, 0.5, ("terrazzo",)),
    "wicker": Family(("wicker",), ("beige", "brown", "white"), 0.2, 0.05),
    "paper": Family(("plain",), ("white", "beige", "red", "blue", "green", "black", "yellow"), 0.3, 0.0),
    "rubber": Family(("plain",), ("black", "grey"), 0.3, 0.1),
    "wax": Family(("plain",), ("white", "beige", "red", "green", "purple"), 0.2, 0.2),
    "plant": Family(("leafy",), ("green",), 0.2, 0.1),
    "food": Family(("plain",), ("red", "green", "yellow", "brown", "orange"), 0.1, 0.2),
    "screen": Family(("screen",), ("black",), 1.0, 0.8),
}

# How a pattern is called in attributes; recipes that are not named here look plain.
PATTERN_WORDS: dict[str, str] = {
    "striped": "striped",
    "checked": "checked",
    "dotted": "dotted",
    "floral": "floral",
    "marble": "marbled",
    "speckled": "speckled",
    "geometric": "geometric",
}

# Recipes that show a second colour, and pictures of which no two need be alike.
PICTURES = frozenset(
    {"art", "book_cover", "label", "newsprint", "ornament", "outdoor_view", "photo", "screen"}
)
TWO_COLOURED = PICTURES | {
    "striped",
    "checked",
    "dotted",
    "floral",
    "geometric",
    "speckled",
    "terrazzo",
    "wallpaper",
}
