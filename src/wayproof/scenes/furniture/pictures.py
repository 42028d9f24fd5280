"""Framed pictures: paintings on walls and photographs on shelves."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import Solid, box, join, move, panel, turn
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture.outlines import oval, rectangle, shrunk
from wayproof.scenes.furniture.palettes import WOOD_OR_METAL, main_among
from wayproof.scenes.furniture.settling import settled
from wayproof.scenes.furniture.shaping import framed, picture


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
    half_x, half_y = {"landscape": (0.36, 0.26), "portrait": (0.25, 0.35), "triptych": (0.17, 0.36)}[shape]
    half_x, half_y = half_x * vary.scale, half_y * vary.scale
    middles = (-2.2 * half_x, 0.0, 2.2 * half_x) if shape == "triptych" else (0.0,)
    bar, depth = (0.014 if shape == "triptych" else vary.between(0.02, 0.045)), 0.028
    margin = 0.0 if shape == "triptych" or vary.chance(0.5) else 0.04 * vary.scale
    rails, mats, views = [], [], []
    for k, x in enumerate(middles):
        rails.append(move(framed(rectangle(half_x, half_y), bar, depth), (x, half_y, 0)))
        inner_x, inner_y = half_x - bar - margin, half_y - bar - margin
        view = panel(2 * inner_x, 2 * inner_y, (x, half_y - inner_y, depth / 2 + 0.004))
        views.append(_share(view, k, len(middles)))
        if margin:
            edge = panel(2 * (half_x - bar), 2 * (half_y - bar), (x, bar, depth / 2 + 0.002))
            mats.append(Part(edge, mount))
    parts = [Part(join(rails), wood), Part(join(views), art), *mats]
    return settled(parts, vary, hangs=True)


def _share(view: Solid, index: int, count: int) -> Solid:
    """One of several panels side by side that together show one picture."""
    uv = (view.uv_m + (index, 0.0)) / (count, 1.0)
    return Solid(view.vertices_m, view.normals, uv, view.faces, view.boxes_m)


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
    rail = main_among(vary, WOOD_OR_METAL)
    photos = [vary.finish("paper", pattern="photo", tile_m=1.0) for _ in range(2)]
    half_x, half_y = {"landscape": (0.105, 0.08), "double": (0.07, 0.095)}.get(shape, (0.08, 0.105))
    half_x, half_y, bar = half_x * vary.scale, half_y * vary.scale, 0.016
    outline = oval(half_x, half_y, count=20) if shape == "oval" else rectangle(half_x, half_y)
    body = move(framed(outline, bar, 0.016), (0, half_y, 0))
    view = picture(shrunk(outline, bar - 0.001), (0, half_y, 0.01))
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
