"""Rugs on floors and curtains beside windows."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from wayproof.geometry.lofts import ROUND, cloth, sheet_over, skinned, stack
from wayproof.geometry.outlines import at_height, oval, rectangle
from wayproof.geometry.solid import Floats, Solid, both_sides, join
from wayproof.geometry.solids import box, sphere
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.drapes import pleats
from wayproof.scenes.furniture_parts.finished_model import settled, standing

RUG_COLOURS = ("red", "blue", "beige", "grey", "green", "brown", "purple", "orange")
PILE_HEIGHT_M, PILE_GRID_M = 0.008, 0.3


@furniture(
    "rug", group="decoration", shapes=("rectangular", "round"), held_out=("runner",), synonyms=("carpet",)
)
def rug(shape: str, vary: Variation) -> Model:
    """A flat rug on the floor."""
    half_x, half_z = {"rectangular": (0.95, 0.66), "round": (0.72, 0.72), "runner": (1.0, 0.33)}[shape]
    half_x, half_z = half_x * vary.scale, half_z * vary.scale
    outline = (
        oval(2 * half_x, 2 * half_z, sides=28) if shape == "round" else rectangle(2 * half_x, 2 * half_z)
    )
    pattern = vary.choose(("ornament", "ornament", "striped", "carpet", "geometric"))
    shown_once = pattern == "ornament"
    pile = vary.main("fabric", colours=RUG_COLOURS, pattern=pattern, tile_m=1.0 if shown_once else 0.5)
    edge = vary.finish("fabric", colours=("beige", "white", "brown"), pattern="woven")
    parts = [
        Part(_pile(outline, shown_once=shown_once), pile),
        Part(stack([(0.0, outline), (0.0055, outline)]), edge),
    ]
    if shape != "round" and shown_once:
        fringes = [box((0.05, 0.004, 2 * half_z - 0.01), (x * (half_x + 0.02), 0, 0)) for x in (-1, 1)]
        parts.append(Part(join(fringes), edge))
    return standing(parts, vary)


def _pile(outline: Floats, *, shown_once: bool) -> Solid:
    """The walked-on face at 8 mm: one picture over the whole rug, or a pattern that repeats.

    Light is kept at the corners of triangles, so they are as small as those of floors.
    """
    own = outline if shown_once else outline * 0.985
    face = _in_squares(own) if len(outline) == 4 else _in_rings(own)
    if not shown_once:
        return face
    low, high = outline.min(axis=0), outline.max(axis=0)
    share_x, share_z = ((face.vertices_m[:, [0, 2]] - low) / (high - low)).T
    return replace(face, uv_m=np.stack([share_x, 1.0 - share_z], axis=1))


def _in_squares(corners: Floats) -> Solid:
    (half_x, half_z), height = corners.max(axis=0), np.array(PILE_HEIGHT_M)
    x, z = (np.linspace(-half, half, math.ceil(2 * half / PILE_GRID_M) + 1) for half in (half_x, half_z))
    return sheet_over(np.stack(np.broadcast_arrays(x[None], height, -z[:, None]), axis=-1))


def _in_rings(rim: Floats) -> Solid:
    count = math.ceil(rim.max() / PILE_GRID_M)
    rings = [at_height(rim * (1 - k / count), PILE_HEIGHT_M) for k in range(count + 1)]
    return skinned(np.array(rings), closed=False, around_rad=ROUND, along_rad=ROUND, in_plan=True)


@furniture(
    "curtain",
    group="decoration",
    shapes=("pair", "single"),
    held_out=("valance",),
    stands="wall",
    synonyms=("curtains", "drapes"),
)
def curtain(shape: str, vary: Variation) -> Model:
    """Cloth that hangs in folds from a rod beside a window."""
    width, length = 1.7 * vary.scale, 2.2
    cotton = vary.main(
        "fabric", colours=("white", "beige", "grey", "blue", "green", "red", "purple", "yellow", "pink")
    )
    metal = vary.finish(
        "metal", "wood", colours=("black", "silver", "gold", "brown", "white"), pattern="plain"
    )
    if shape == "single":
        width *= 0.55
    half, z = width / 2, 0.08
    share = 0.3 if shape != "single" else 0.75
    wing = width * share
    centres = (
        (-half + wing / 2 + 0.04,) if shape == "single" else (-half + wing / 2 + 0.04, half - wing / 2 - 0.04)
    )
    folds = [
        pleats(
            [(x - wing / 2, z), (x + wing / 2, z)],
            0.0,
            length,
            folds=max(3, round(wing / 0.09)),
            depth_m=0.06,
            flare=1.4,
        )
        for x in centres
    ]
    if shape == "valance":
        folds.append(_valance(width, length, z + 0.05))
    high = length + 0.01
    ends = [
        sphere(0.03, (half, length - 0.02, z), sides=6),
        pipe([(half - 0.03, high, 0), (half - 0.03, high, z)], 0.01, sides=4),
    ]
    rod = join([pipe([(-half, high, z), (half, high, z)], 0.014), both_sides(join(ends))])
    return settled((Part(join(folds), cotton), Part(rod, metal)), vary, hangs=True)


def _valance(width: float, top: float, z: float) -> Solid:
    """A short strip of cloth across the top, cut in scallops."""
    steps = np.linspace(0.0, 1.0, 25)
    lower = top - 0.18 - 0.12 * np.abs(np.cos(steps * 4 * np.pi))
    wave = z + 0.015 * np.sin(steps * 24 * np.pi)
    x = (steps - 0.5) * (width - 0.04)
    rows = [np.stack([x, lower, wave], axis=1), np.stack([x, np.full_like(x, top + 0.03), wave], axis=1)]
    return cloth(np.stack(rows))
