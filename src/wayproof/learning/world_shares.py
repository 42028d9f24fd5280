"""Which worlds a training learns from, and how much from each."""

from __future__ import annotations

import math

from wayproof.errors import InvalidInput
from wayproof.learning.training_images import Worlds
from wayproof.scenes.by_name import GENERATED, check_world
from wayproof.scenes.packs.pack_files import installed_packs


def read_worlds(text: str) -> Worlds:
    """The shares in a text such as "houses-v1=0.8,houses-v1@packs=0.2"."""
    worlds = []
    for part in text.split(","):
        name, _, share = part.strip().partition("=")
        try:
            worlds.append((name, float(share)))
        except ValueError:
            raise InvalidInput(
                f"cannot read {part!r} as a world and its share; write --worlds "
                "houses-v1=0.8,houses-v1@packs=0.2"
            ) from None
    check_worlds(tuple(worlds))
    return tuple(worlds)


def check_worlds(worlds: Worlds) -> None:
    """Refuse worlds that do not exist or cannot be made here, and shares that are no shares."""
    for world, share in worlds:
        plain = world.partition("@")[0]
        if plain not in GENERATED:
            raise InvalidInput(f"{world} has no train houses; choose of {', '.join(GENERATED)}, or a variant")
        check_world(world)
        if not share > 0.0:
            raise InvalidInput(f"the share of {world} is {share}; give more than 0, or leave it out")
        if world.endswith("@packs") and not installed_packs():
            raise InvalidInput(
                f"{world} needs a furniture pack, and none is installed; add one with: wayproof scenes pack "
                "add --debian, or name other worlds, as --worlds houses-v1=1"
            )
    total = math.fsum(share for _, share in worlds)
    if abs(total - 1.0) > 1e-6:
        raise InvalidInput(f"the shares of the worlds add up to {total:g}; make them add up to 1")
