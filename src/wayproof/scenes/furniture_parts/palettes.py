"""Finishes that several kinds of things share, in the colours that each material really has."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture.variation import Variation

Choice = tuple[str, tuple[str, ...]]  # a material and the colours it may have; none means all of them

WOOD_OR_METAL: tuple[Choice, ...] = (
    ("wood", ("brown", "black", "white", "beige")),
    ("metal", ("silver", "black", "gold")),
)
METAL_OR_PLASTIC: tuple[Choice, ...] = (
    ("metal", ("silver", "black", "grey")),
    ("plastic", ("white", "black", "grey")),
)
TIMBER = "wood_grain"  # the texture of solid wood
STAINED = ("brown", "beige", "grey", "black")  # wood in other colours is painted, which hides the grain
BARE_METAL = ("silver", "grey", "gold")  # metal in other colours is enamelled


def described_by(vary: Variation, *choices: Choice, polished: bool = False) -> Finish:
    """Draw the main finish of a thing from one of the choices.

    Wood never comes in planks or parquet: those are for floors, on a front they hide the gaps of its doors.
    Small things of metal are `polished`: brush marks are too coarse for them.

    >>> from wayproof.seeding import generator_for
    >>> described_by(Variation(generator_for(1)), ("wood", ("white",))).pattern
    'plain'
    """
    material, colours = vary.choose(choices)
    return painted(vary.main(material, colours=colours, pattern=_pattern(material, polished=polished)))


def frame_finish(vary: Variation) -> Finish:
    """Wood or metal for legs and frames, each in the colours that it really has."""
    material, colours = vary.choose(WOOD_OR_METAL)
    return vary.finish(material, colours=colours, pattern=_pattern(material, polished=False))


def _pattern(material: str, *, polished: bool) -> str | None:
    if material == "wood":
        return TIMBER
    return "plain" if material == "metal" and polished else None


def painted(finish: Finish) -> Finish:
    """The same finish, plain where its colour tells of paint or enamel."""
    under_paint = finish.pattern == TIMBER and finish.colour not in STAINED
    enamelled = finish.pattern == "brushed" and finish.colour not in BARE_METAL
    return msgspec.structs.replace(finish, pattern="plain") if under_paint or enamelled else finish


def tinted(finish: Finish, rgb: tuple[int, int, int]) -> Finish:
    """The same finish in another shade of the colour that it is called by."""
    return msgspec.structs.replace(finish, rgb=rgb)


def pictured(finish: Finish, pattern: str) -> Finish:
    """The same material and colour showing a picture recipe once over a `panel`."""
    return msgspec.structs.replace(finish, pattern=pattern, tile_m=1.0)


def timber(vary: Variation, *, colours: Sequence[str] = ()) -> Finish:
    """Solid wood for legs, rails and slats: one grain along the piece, no joints."""
    return vary.finish("wood", colours=colours, pattern=TIMBER)


def porcelain(vary: Variation) -> Finish:
    """Main finish of baths, basins and toilets: mostly white."""
    return vary.main(
        "ceramic", colours=("white", "white", "white", "white", "beige", "grey"), pattern="plain"
    )


def chrome(vary: Variation) -> Finish:
    """Taps, rails and screws: polished metal, mostly silver."""
    return vary.finish("metal", colours=("silver", "silver", "gold", "black"), pattern="plain")


def contrast(vary: Variation, case: Finish) -> Finish:
    """Plastic for grilles, slots and keys that stands out from the case."""
    return vary.finish("plastic", colours=("grey", "white") if case.colour == "black" else ("black",))


def reflecting(vary: Variation) -> Finish:
    """The silvered face of a mirror."""
    return vary.finish("glass", colours=("silver",), pattern="mirror", tile_m=1.0)
