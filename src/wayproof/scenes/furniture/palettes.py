"""Finishes that several kinds of things share, in the colours that each material really has."""

from __future__ import annotations

from collections.abc import Mapping

from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture.variation import Variation

WOOD_OR_METAL: Mapping[str, tuple[str, ...]] = {
    "wood": ("brown", "black", "white", "beige"),
    "metal": ("silver", "black", "gold"),
}
METAL_OR_PLASTIC: Mapping[str, tuple[str, ...]] = {
    "metal": ("silver", "black", "grey"),
    "plastic": ("white", "black", "grey"),
}


def main_among(
    vary: Variation, colours_of: Mapping[str, tuple[str, ...]], *, pattern: str | None = None
) -> Finish:
    """The finish a thing is described by, in one of the materials and one of that material's colours."""
    material = vary.choose(tuple(colours_of))
    if material == "metal" and pattern is None:
        pattern = "plain"  # the strokes of brushed gold would be taken for the grain of wood
    return vary.main(material, colours=colours_of[material], pattern=pattern)


def porcelain(vary: Variation) -> Finish:
    """Main finish of baths, basins and toilets: mostly white."""
    return vary.main(
        "ceramic", colours=("white", "white", "white", "white", "beige", "grey"), pattern="plain"
    )


def chrome(vary: Variation) -> Finish:
    """Taps, rails and screws: polished metal, mostly silver."""
    return vary.finish("metal", colours=("silver", "silver", "gold", "black"), pattern="plain")


def screen_finish(vary: Variation, *, lit: bool) -> Finish:
    """A picture when lit, else dark glossy glass."""
    if lit:
        return vary.finish("screen", pattern="screen", tile_m=1.0)
    return vary.finish("glass", colours=("black",), pattern="plain")


def contrast(vary: Variation, case: Finish) -> Finish:
    """Plastic for grilles, slots and keys that stands out from the case."""
    return vary.finish("plastic", colours=("grey", "white") if case.colour == "black" else ("black",))


def reflecting(vary: Variation) -> Finish:
    """The silvered face of a mirror."""
    return vary.finish("glass", colours=("silver",), pattern="mirror", tile_m=1.0)


def bulb_finish(vary: Variation) -> Finish:
    """Milky glass of light bulbs and diffusers."""
    return vary.finish("glass", colours=("white",), pattern="plain")
