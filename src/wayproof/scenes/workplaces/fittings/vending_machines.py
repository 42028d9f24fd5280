"""Machines that sell snacks and drinks."""

from __future__ import annotations

from wayproof.geometry.solid import join
from wayproof.geometry.solids import box, panel
from wayproof.scenes.furniture import Model, Part, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.workplaces.fittings import fitting


@fitting(
    "vending_machine",
    group="appliances",
    shapes=("snacks", "drinks"),
    held_out=("slim",),
    synonyms=("snack machine", "drinks machine"),
)
def vending_machine(shape: str, vary: Variation) -> Model:
    """A tall machine that sells snacks and drinks behind glass."""
    width, height, depth = (0.62 if shape == "slim" else 0.86) * vary.scale**0.5, 1.82, 0.78 * vary.scale**0.5
    case = vary.main("metal", colours=("red", "blue", "black", "white"), pattern="plain")
    dark = vary.finish("plastic", colours=("black",))
    prints = [
        vary.finish("paper", colours=(colour,), pattern="label", tile_m=1.0)
        for colour in ("red", "yellow", "green", "blue", "white")
    ]
    glass_width = 0.64 * width
    x, front = -width / 2 + 0.06 + glass_width / 2, depth / 2
    window = box((glass_width, 1.15, 0.01), (x, 0.5, front))
    slot = box((glass_width, 0.16, 0.012), (x, 0.2, front))
    keys = box((0.12, 0.3, 0.02), (width / 2 - 0.12, 1.0, front))
    parts = [Part(box((width, height, depth)), case), Part(join([window, slot, keys]), dark)]
    columns = 4 if shape == "slim" else 5
    pitch = glass_width / columns
    for row in range(5):
        for column in range(columns):
            place = (x + (column - (columns - 1) / 2) * pitch, 0.54 + 0.22 * row, front + 0.007)
            tall = 0.17 if shape == "drinks" else 0.13
            parts.append(Part(panel(0.74 * pitch, tall, place), vary.choose(prints)))
    return settled(parts, vary)
