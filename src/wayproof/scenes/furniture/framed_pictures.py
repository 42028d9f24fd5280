"""Framed pictures: paintings on walls and photographs on shelves."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.outlines import oval, rectangle
from wayproof.geometry.solid import join, move, turn
from wayproof.geometry.solids import box, panel
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import WOOD_OR_METAL, described_by
from wayproof.scenes.furniture_parts.picture_frames import framed, framed_picture, strip_of_picture


@furniture(
    "picture",
    group="decoration",
    shapes=("landscape", "portrait"),
    held_out=("triptych",),
    stands="wall",
    synonyms=("painting",),
)
def painting(shape: str, vary: Variation) -> Model:
    """A framed painting on a wall."""
    art = vary.main(
        "paper", colours=("blue", "green", "red", "yellow", "beige", "brown"), pattern="art", tile_m=1.0
    )
    wood = vary.finish(
        "wood", "metal", colours=("black", "white", "brown", "gold", "silver"), pattern="plain"
    )
    mount = vary.finish("paper", colours=("white", "beige"))
    width, height = {"landscape": (0.72, 0.52), "portrait": (0.5, 0.7), "triptych": (0.34, 0.72)}[shape]
    width, height = width * vary.scale, height * vary.scale
    middles = (-1.1 * width, 0.0, 1.1 * width) if shape == "triptych" else (0.0,)
    bar, depth = (0.014 if shape == "triptych" else vary.between(0.02, 0.045)), 0.028
    margin = 0.0 if shape == "triptych" or vary.chance(0.5) else 0.04 * vary.scale
    rails, mats, views = [], [], []
    for k, x in enumerate(middles):
        rails.append(move(framed(rectangle(width, height), bar, depth), (x, height / 2, 0)))
        inset = bar + margin
        view = panel(width - 2 * inset, height - 2 * inset, (x, inset, depth / 2 + 0.004))
        views.append(strip_of_picture(view, k, len(middles)))
        if margin:
            edge = panel(width - 2 * bar, height - 2 * bar, (x, bar, depth / 2 + 0.002))
            mats.append(Part(edge, mount))
    parts = [Part(join(rails), wood), Part(join(views), art), *mats]
    return settled(parts, vary, hangs=True)


@furniture(
    "picture_frame",
    group="decoration",
    shapes=("portrait", "landscape"),
    held_out=("oval", "double"),
    stands="surface",
    synonyms=("photo frame", "photo", "framed photo"),
)
def picture_frame(shape: str, vary: Variation) -> Model:
    """A framed photograph that stands on furniture."""
    rail = described_by(vary, *WOOD_OR_METAL, polished=True)
    photos = [vary.finish("paper", pattern="photo", tile_m=1.0) for _ in range(2)]
    half_x, half_y = {"landscape": (0.105, 0.08), "double": (0.07, 0.095)}.get(shape, (0.08, 0.105))
    half_x, half_y, bar = half_x * vary.scale, half_y * vary.scale, 0.016
    outline = oval(2 * half_x, 2 * half_y, sides=20) if shape == "oval" else rectangle(2 * half_x, 2 * half_y)
    body, view = framed_picture(outline, bar, 0.016, (0, half_y, 0))
    if shape == "double":
        leaves = []
        for side, photo in zip((-1, 1), photos, strict=True):
            for solid, finish in ((body, rail), (view, photo)):
                opened = turn(move(solid, (side * half_x, 0, 0)), -side * 0.5)
                leaves.append(Part(opened, finish))
        return settled(leaves, vary)
    lean = -0.22
    body, view = (turn(piece, lean, axis="x") for piece in (body, view))
    strut = box((half_x * 0.5, half_y * 1.3, 0.004), (0, -half_y * 1.3, 0))
    strut = move(
        turn(strut, 0.42, axis="x"), (0, half_y * 1.25, -half_y * 1.25 * float(np.tan(-lean)) + 0.002)
    )
    return settled((Part(join([body, strut]), rail), Part(view, photos[0])), vary)
