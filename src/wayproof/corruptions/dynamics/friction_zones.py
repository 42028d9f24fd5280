"""Friction zones: wheels do otherwise on carpet and on tiles than on the floor that they were tuned on.

Pile holds wheels back, and holds a body back most that turns on the spot. On tiles wheels spin a little as
they start, and a turn slides on beyond its end. The robot was tuned on a hard dry floor such as wood.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.dynamics.proportion import scaled
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context


class Zone(NamedTuple):
    """What is left of a step and of a turn at severity 1."""

    way: float
    turn: float


HARD, CARPET, TILE = Zone(1.0, 1.0), Zone(0.7, 0.6), Zone(0.9, 1.3)
ZONES = (CARPET, TILE, HARD)
# By the words of scenes for what surfaces are made of; what is not listed is hard and dry.
SOFT = ("fabric",)
SMOOTH = ("stone", "ceramic", "glass")


@corruption(
    modality="dynamics",
    sources=("ours",),
    scope="episode",
    needs_floor=True,
    constants={
        "on carpet and rugs": f"{CARPET.way:g} of a step, {CARPET.turn:g} of a turn (ours)",
        "on stone and ceramic tiles": f"{TILE.way:g} of a step, {TILE.turn:g} of a turn (ours)",
        "on all other floors": "as commanded (ours)",
        "where the material is not known": "one of the three for the whole episode (ours)",
        "severity": "multiplies the difference from the command (ours)",
    },
    approximation="without a simulator the floor's material is not known: one zone is drawn per episode",
)
def friction_zones(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Steps and turns that come out otherwise on carpet and on tiles, by the floor where a step begins.

    A scanned world does not know what its floor is made of; there one zone is drawn for the whole episode.
    """
    drawn = ZONES[int(rng.integers(len(ZONES)))]

    def corrupt(motion: Motion, rng: np.random.Generator, context: Context) -> Motion:
        zone = zone_of(context.floor_material) or drawn
        way, turn = (1.0 + setting.severity * (gain - 1.0) for gain in zone)
        return motion if zone == HARD else scaled(motion, way, turn)

    return corrupt


def zone_of(material: str | None) -> Zone | None:
    """The zone of a floor; None if nobody knows what it is made of."""
    if material is None:
        return None
    return CARPET if material in SOFT else TILE if material in SMOOTH else HARD
