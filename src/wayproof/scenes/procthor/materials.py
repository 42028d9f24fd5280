"""Names of ProcTHOR's materials as our finishes: pattern and colour are taken from the words in a name.

The names are the only public description of these materials ("bathroomTilesTan4", "WoodFloorsCross"); a
colour that the house gives in numbers goes before the name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wayproof.scenes.finishes import COLOURS, PATTERN_WORDS, Finish
from wayproof.scenes.procthor.house_file import Colour, Material
from wayproof.scenes.scene import Attributes

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class _Surface:
    material: str
    pattern: str
    colour: str  # when the name says none
    tile_m: float
    gloss: float


_WOOD = _Surface("wood", "wood_planks", "brown", 1.6, 0.25)
_CROSSED_WOOD = _Surface("wood", "herringbone", "brown", 1.6, 0.25)
_TILES = _Surface("ceramic", "tile", "white", 0.9, 0.5)
_CHECKERED = _Surface("ceramic", "checked", "white", 0.8, 0.5)
_MARBLE = _Surface("stone", "marble", "white", 1.2, 0.5)
_GRANITE = _Surface("stone", "granite", "grey", 1.2, 0.4)
_BRICK = _Surface("stone", "brick", "red", 1.0, 0.05)
_CARPET = _Surface("fabric", "carpet", "beige", 0.6, 0.0)
_PAINT = _Surface("plaster", "plaster", "white", 2.0, 0.05)

# The first line of which a word occurs in the name counts.
_PATTERNS: tuple[tuple[tuple[str, ...], _Surface], ...] = (
    (("brick",), _BRICK),
    (("carpet", "rug", "fabric", "cloth", "upholstery", "velvet"), _CARPET),
    (("checkerboard",), _CHECKERED),
    (("cross", "slashhatch", "parquet"), _CROSSED_WOOD),
    (("wood", "cabinet", "beams", "robinegg", "wornwood", "bedroomfloor", "greyfloor", "boards"), _WOOD),
    (("marble",), _MARBLE),
    (("tile", "subway", "kitchenfloor"), _TILES),
    (("granite", "countertop", "concrete"), _GRANITE),
    (("drywall", "plaster", "porcelain", "purewhite", "wall", "white", "pvc"), _PAINT),
)
# Words for colours in names, the particular before the general.
_COLOUR_WORDS: tuple[tuple[str, str], ...] = (
    *(("offwhite", "white"), ("pureblack", "black"), ("darkgreen", "green"), ("darkgrey", "grey")),
    *(("turquoise", "blue"), ("robinegg", "blue"), ("teal", "blue"), ("blue", "blue"), ("green", "green")),
    *(("yellow", "yellow"), ("orange", "orange"), ("pink", "pink"), ("rose", "pink"), ("maroon", "red")),
    *(("red", "red"), ("brown", "brown"), ("tan", "beige"), ("sand", "beige"), ("cream", "beige")),
    *(("beige", "beige"), ("eggshell", "beige"), ("pale", "beige"), ("light", "beige"), ("grey", "grey")),
    *(("gray", "grey"), ("black", "black"), ("dark", "brown"), ("white", "white"), ("concrete", "grey")),
)
# Walls and floors are paler than furniture of the same colour.
_SHADES: dict[str, Rgb] = {
    "white": (236, 234, 228),
    "black": (70, 68, 68),
    "grey": (168, 169, 170),
    "beige": (216, 200, 172),
    "brown": (128, 88, 56),
    "red": (168, 92, 78),
    "orange": (218, 164, 112),
    "yellow": (232, 214, 152),
    "green": (176, 196, 168),
    "blue": (168, 190, 208),
    "pink": (226, 194, 190),
}
_WOODS: dict[str, Rgb] = {"red": (126, 70, 50), "beige": (196, 162, 118), "orange": (178, 118, 68)}
_DARK_WOOD: Rgb = (92, 60, 40)
_DEFAULTS = {"floor": _WOOD, "wall": _PAINT, "ceiling": _PAINT}


def finish_for(material: Material | str | None, role: str, colour: Colour | None = None) -> Finish:
    """The finish of a "floor", "wall" or "ceiling" from its material's name.

    >>> finish_for("bathroomTilesTan4", "wall").pattern, finish_for("bathroomTilesTan4", "wall").colour
    ('tile', 'beige')
    """
    given = material if isinstance(material, Material) else Material(material or "", colour)
    name = re.sub(r"[^a-z]", "", given.name.lower())
    surface = next((one for words, one in _PATTERNS if any(word in name for word in words)), _DEFAULTS[role])
    if given.color is not None:
        red, green, blue = (round(255 * part) for part in (given.color.r, given.color.g, given.color.b))
        shade = (red, green, blue)
        word = colour_word(shade)
    else:
        word = next((meant for said, meant in _COLOUR_WORDS if said in name), surface.colour)
        shade = _shade(word, surface, name)
    return Finish(
        material=surface.material,
        pattern=surface.pattern,
        colour=word,
        rgb=shade,
        second_rgb=COLOURS["grey" if word == "white" else "white"][0],
        tile_m=surface.tile_m,
        gloss=surface.gloss,
    )


def colour_word(rgb: Rgb) -> str:
    """The colour name whose nearest shade is least far away.

    >>> colour_word((250, 250, 250)), colour_word((95, 109, 89))
    ('white', 'green')
    """
    distances = {
        name: min(sum((a - b) ** 2 for a, b in zip(shade, rgb, strict=True)) for shade in shades)
        for name, shades in COLOURS.items()
        if name not in ("gold", "silver")  # a matter of gloss, not of colour
    }
    return min(distances, key=lambda name: distances[name])


def attributes_of(finish: Finish, *, size: str | None = None) -> Attributes:
    """A finish in words; what the user's own meshes are made of is unknown."""
    if finish.material == "mesh":
        return Attributes(colour=finish.colour, size=size)
    pattern = PATTERN_WORDS.get(finish.pattern, "plain")
    return Attributes(colour=finish.colour, size=size, pattern=pattern, material=finish.material)


def _shade(word: str, surface: _Surface, name: str) -> Rgb:
    if surface.material == "wood":
        return _DARK_WOOD if word == "brown" and "dark" in name else _WOODS.get(word, _SHADES[word])
    if surface is _BRICK and word == "red":
        return (164, 98, 76)
    return _SHADES[word]
