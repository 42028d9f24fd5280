"""Keyboards for the desks of offices, with a mouse beside them."""

from __future__ import annotations

from wayproof.geometry.solid import join, lying, without_boxes
from wayproof.geometry.solids import box, panel, sphere
from wayproof.scenes.furniture import Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.workplaces.fittings import fitting


@fitting(
    "keyboard",
    group="electronics",
    shapes=("full", "short"),
    held_out=("split",),
    stands="surface",
    synonyms=("computer keyboard",),
)
def keyboard(shape: str, vary: Variation) -> Model:
    """A computer keyboard and its mouse."""
    vary.fixed_size()
    case = vary.main("plastic", colours=("black", "black", "white", "grey"))
    keys = vary.finish("plastic", colours=("black",), pattern="keyboard", tile_m=1.0)
    width, depth, thick = {"full": 0.44, "short": 0.32, "split": 0.4}[shape], 0.135, 0.018
    pieces = [box((width, thick, depth))]
    tops = [lying(panel(width - 0.012, depth - 0.014), (0, thick + 0.002, depth / 2 - 0.007))]
    if shape == "split":
        half = width / 2 - 0.02
        xs = (-half / 2 - 0.02, half / 2 + 0.02)
        pieces = [box((half, thick, depth), (x, 0, 0)) for x in xs]
        tops = [lying(panel(half - 0.012, depth - 0.014), (x, thick + 0.002, depth / 2 - 0.007)) for x in xs]
    mouse = sphere(0.02, (width / 2 + 0.07, 0, 0.01), stretch=(1.5, 0.9, 2.5), sides=8)
    return settled([Part(join([*pieces, mouse]), case), Part(without_boxes(join(tops)), keys)], vary)
