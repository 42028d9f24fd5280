"""The last step of building a thing: gather its parts by finish, set its origin where placing expects it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from wayproof.geometry.solid import Point, box_round, join, move
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Glow, Model, Part, Surface, Variation


def settled(
    parts: Sequence[Part],
    vary: Variation,
    *,
    surfaces: Sequence[Surface] = (),
    glow: Glow | None = None,
    hangs: bool = False,
) -> Model:
    """A model moved so that its footprint is centred on the origin and its lowest point is at height 0.

    A thing that `hangs` keeps its back in the wall plane z = 0 instead of being centred in depth.
    """
    pieces = gathered(parts)
    low, high = box_round(np.concatenate([part.solid.vertices_m for part in pieces]))[0].tolist()
    depth_shift = -low[2] if hangs else -(low[2] + high[2]) / 2
    offset = (-(low[0] + high[0]) / 2, -low[1], depth_shift)
    return Model(
        parts=tuple(replace(part, solid=move(part.solid, offset)) for part in pieces),
        surfaces=tuple(replace(surface, centre_m=_shifted(surface.centre_m, offset)) for surface in surfaces),
        glow=replace(glow, positions_m=tuple(_shifted(place, offset) for place in glow.positions_m))
        if glow
        else None,
        attributes=vary.attributes(),
    )


def standing(
    parts: Sequence[Part], vary: Variation, *, surfaces: Sequence[Surface] = (), glow: Glow | None = None
) -> Model:
    """A model left where it was built, for modules of a standard size that must meet their neighbours."""
    return Model(gathered(parts), vary.attributes(), tuple(surfaces), glow)


def gathered(parts: Sequence[Part]) -> tuple[Part, ...]:
    """One part per finish, in the order of first appearance."""
    kinds: dict[tuple[Finish, bool], list[Part]] = {}
    for part in parts:
        kinds.setdefault((part.finish, part.glows), []).append(part)
    return tuple(
        Part(join([part.solid for part in alike]), finish, glows) for (finish, glows), alike in kinds.items()
    )


def _shifted(place: Point, offset: Point) -> Point:
    return place[0] + offset[0], place[1] + offset[1], place[2] + offset[2]
