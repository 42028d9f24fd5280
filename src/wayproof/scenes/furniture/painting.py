"""How furniture wears its material: wood with its grain or under paint, metal brushed or enamelled."""

from __future__ import annotations

import msgspec

from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Variation

Choice = tuple[str, tuple[str, ...]]  # a material and the colours it may have; none means all of them

WITH_GRAIN = ("brown", "beige", "grey", "black")  # stained wood; other colours are paint that hides the grain
BARE_METAL = ("silver", "grey", "gold")


def described_by(vary: Variation, *choices: Choice, polished: bool = False) -> Finish:
    """Draw the main finish of a thing from one of the choices.

    Wood never comes in planks or parquet: those are for floors, on a front they hide the gaps of its doors.
    Small things are `polished`: brush marks are too coarse for them.

    >>> from wayproof.seeding import generator_for
    >>> described_by(Variation(generator_for(1)), ("wood", ("white",))).pattern
    'plain'
    """
    material, colours = vary.choose(choices)
    pattern = "wood_grain" if material == "wood" else "plain" if polished else None
    return painted(vary.main(material, colours=colours, pattern=pattern))


def painted(finish: Finish) -> Finish:
    """The same finish, plain where its colour tells of paint or enamel."""
    under_paint = finish.pattern == "wood_grain" and finish.colour not in WITH_GRAIN
    enamelled = finish.pattern == "brushed" and finish.colour not in BARE_METAL
    return msgspec.structs.replace(finish, pattern="plain") if under_paint or enamelled else finish
