"""What the surfaces of a house's shell are made of: the argument by which a style dresses a floor plan."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from wayproof.scenes.finishes import COLOURS, Finish

ENTRY_COLOURS = ("brown", "green", "blue", "red", "grey", "black")
VIEWS = 4


class RoomFinishes(msgspec.Struct, frozen=True):
    floor: Finish
    wall: Finish
    ceiling: Finish
    trim: Finish  # skirting boards and window sills


class ShellFinishes(msgspec.Struct, frozen=True):
    rooms: tuple[RoomFinishes, ...]  # room 1 first
    facade: Finish
    door: Finish  # leaves inside the house
    entry_door: Finish
    door_frame: Finish
    handle: Finish
    threshold: Finish
    window_frame: Finish
    views: tuple[Finish, ...]  # pictures of the outside (tile_m=1), one for each side of the house in turn
    entry_pane: Finish | None = None  # what one sees through a glazed front door; none in a solid one


def dress(
    rooms: Sequence[RoomFinishes], *, facade: Finish, door: Finish, trim: Finish, rng: np.random.Generator
) -> ShellFinishes:
    """All finishes of a shell from the few that a style chooses; fittings and views are drawn."""
    colour = str(rng.choice(ENTRY_COLOURS))
    metal = str(rng.choice(["silver", "silver", "gold", "black"]))
    entry = _finish("wood", "wood_grain", colour, tile_m=1.2, gloss=0.3)
    frame = trim if rng.random() < 0.7 else _finish("wood", "wood_grain", "brown", tile_m=0.8, gloss=0.2)
    first = int(rng.integers(VIEWS))
    view = _finish("glass", "outdoor_view", "blue", tile_m=1.0, gloss=0.9)
    return ShellFinishes(
        rooms=tuple(rooms),
        facade=facade,
        door=door,
        entry_door=entry,
        door_frame=trim,
        handle=_finish("metal", "brushed", metal, tile_m=0.4, gloss=0.7),
        threshold=_finish("metal", "brushed", "silver", tile_m=0.4, gloss=0.4),
        window_frame=frame,
        views=tuple(msgspec.structs.replace(view, variant=(first + k) % VIEWS) for k in range(VIEWS)),
    )


def _finish(material: str, pattern: str, colour: str, *, tile_m: float, gloss: float) -> Finish:
    rgb = COLOURS[colour][0]
    return Finish(material, pattern, colour, rgb, COLOURS["white"][0], tile_m, gloss)
