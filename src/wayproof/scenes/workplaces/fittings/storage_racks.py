"""Racks of steel for stockrooms, with cartons on their boards."""

from __future__ import annotations

from wayproof.geometry.solid import Solid, at_corners, in_one_box, join
from wayproof.geometry.solids import box
from wayproof.scenes.furniture import Model, Part, Surface, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.workplaces.fittings import fitting

BOARD_M = 0.03


@fitting(
    "storage_rack",
    group="storage",
    shapes=("open", "mesh_back"),
    held_out=("narrow",),
    synonyms=("stock shelf", "metal rack", "storage shelf"),
)
def storage_rack(shape: str, vary: Variation) -> Model:
    """Boards between steel posts, some full of cartons, some free."""
    width, depth = (0.7 if shape == "narrow" else 1.0) * vary.scale, 0.45
    levels = vary.count("shelf", 4, 5)
    step = 0.45
    height = (levels - 1) * step + 0.12
    posts = vary.main("metal", colours=("grey", "blue", "silver", "black"), pattern="plain")
    boards = vary.finish("metal", colours=("grey", "silver"), pattern="plain")
    carton = vary.finish("paper", colours=("beige",), pattern="cardboard")
    tape = vary.finish("paper", colours=("white", "beige"))
    frame = [at_corners(box((0.04, height, 0.04)), width / 2 - 0.02, depth / 2 - 0.02)]
    if shape == "mesh_back":
        frame += [box((width - 0.06, 0.02, 0.01), (0, 0.3 + 0.3 * k, 0.005 - depth / 2)) for k in range(5)]
    shelves = [box((width - 0.01, BOARD_M, depth - 0.01), (0, 0.08 + k * step, 0)) for k in range(levels)]
    parts = [Part(join(frame), posts), Part(join(shelves), boards)]
    surfaces = []
    for k in range(levels):
        y = 0.08 + k * step + BOARD_M
        if vary.chance(0.55):
            boxes, strips = _cartons(width - 0.1, y, depth, step - 0.08, vary)
            parts += [Part(boxes, carton), Part(strips, tape)]
        else:
            relation = "on" if k == levels - 1 else "in"
            clear = 0.4 if k == levels - 1 else step - BOARD_M - 0.02
            surfaces.append(Surface((0, y, 0), width - 0.14, depth - 0.1, clear, relation))
    return settled(parts, vary, surfaces=surfaces)


def _cartons(
    width_m: float, y_m: float, depth_m: float, room_m: float, vary: Variation
) -> tuple[Solid, Solid]:
    """Boxes side by side that stand on a height, with tape over each."""
    x, boxes, strips = -width_m / 2, [], []
    while x < width_m / 2 - 0.24:
        wide = min(vary.between(0.24, 0.42), width_m / 2 - x)
        tall, deep = vary.between(0.5, 1.0) * room_m, vary.between(0.7, 0.95) * depth_m
        boxes.append(box((wide, tall, deep), (x + wide / 2, y_m, 0)))
        strips.append(box((0.05, tall - 0.01, deep + 0.004), (x + wide / 2, y_m + 0.011, 0)))
        x += wide + vary.between(0.01, 0.06)
    return in_one_box(join(boxes)), in_one_box(join(strips))
