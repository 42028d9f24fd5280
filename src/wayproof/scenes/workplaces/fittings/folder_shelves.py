"""Shelves of offices, with folders in rows."""

from __future__ import annotations

from wayproof.geometry.solid import in_one_box, join, without_boxes
from wayproof.geometry.solids import box
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation
from wayproof.scenes.furniture_parts.cabinetry import BOARD_M, hollow_box
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import described_by
from wayproof.scenes.workplaces.fittings import fitting

FOLDER_COLOURS = ("blue", "black", "red", "green")


@fitting(
    "folder_shelf",
    group="storage",
    category="bookshelf",
    shapes=("tall", "half_height"),
    held_out=("closed_base",),
)
def folder_shelf(shape: str, vary: Variation) -> Model:
    """An office shelf with rows of folders."""
    levels = vary.count("shelf", *{"tall": (5, 5), "half_height": (2, 3), "closed_base": (4, 5)}[shape])
    width, depth, step = 0.82 * vary.scale, 0.38, 0.36
    height = levels * step + BOARD_M
    wood = described_by(vary, ("wood", ("white", "beige", "grey", "brown")), ("metal", ("grey", "white")))
    covers = [vary.finish("plastic", colours=(colour,)) for colour in FOLDER_COLOURS]
    paper = vary.finish("paper", colours=("white",))
    case = [hollow_box((width, height, depth))]
    inner = width - 2 * BOARD_M
    case += [box((inner + 0.004, BOARD_M, depth - 0.02), (0, k * step, 0.004)) for k in range(1, levels)]
    closed = 1 if shape == "closed_base" else 0
    if closed:
        case.append(box((width, 2 * step, BOARD_M), (0, 0.0, depth / 2 - BOARD_M / 2)))
    parts = [Part(join(case), wood)]
    surfaces = []
    first = 2 * closed
    for k in range(first, levels):
        y = k * step + BOARD_M
        if k > first and vary.chance(0.3):
            surfaces.append(Surface((0, y, 0), inner - 0.05, depth - 0.08, step - BOARD_M - 0.01, "in"))
        else:
            parts += _folders(inner, y, depth, covers, paper, vary)
    if shape == "half_height":
        surfaces.append(Surface((0, height, 0), width - 0.06, depth - 0.06))
    return settled(parts, vary, surfaces=surfaces)


def _folders(
    width_m: float, y_m: float, depth_m: float, covers: list[Finish], paper: Finish, vary: Variation
) -> list[Part]:
    """Folders side by side with a white label on each back, some space left at the end."""
    parts = []
    colour, thick = vary.choose(covers), vary.choose((0.05, 0.075))
    count = int(width_m * vary.between(0.6, 0.98) / (thick + 0.003))
    x = 0.003 - width_m / 2
    backs, labels = [], []
    for _ in range(count):
        backs.append(box((thick, 0.315, 0.28), (x + thick / 2, y_m, depth_m / 2 - 0.17)))
        labels.append(box((0.6 * thick, 0.12, 0.002), (x + thick / 2, y_m + 0.14, depth_m / 2 - 0.029)))
        x += thick + 0.003
    parts.append(Part(in_one_box(join(backs)), colour))
    parts.append(Part(without_boxes(join(labels)), paper))
    return parts
