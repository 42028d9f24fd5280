"""The last step of building a thing: gather its parts by finish, set its origin where placing expects it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from wayproof.geometry.solids import Point, join, move
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
    points = np.concatenate([part.solid.vertices_m for part in parts])
    low, high = points.min(axis=0), points.max(axis=0)
    depth_shift = -low[2] if hangs else -(low[2] + high[2]) / 2
    offset = (float(-(low[0] + high[0]) / 2), float(-low[1]), float(depth_shift))
    return Model(
        parts=gathered([replace(part, solid=move(part.solid, offset)) for part in parts]),
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
    kinds: list[Part] = []
    for part in parts:
        if not any(part.finish == kind.finish and part.glows == kind.glows for kind in kinds):
            kinds.append(part)
    return tuple(
        Part(
            join([p.solid for p in parts if p.finish == kind.finish and p.glows == kind.glows]),
            kind.finish,
            kind.glows,
        )
        for kind in kinds
    )


def _shifted(point: Point, offset: Point) -> Point:
    return point[0] + offset[0], point[1] + offset[1], point[2] + offset[2]
