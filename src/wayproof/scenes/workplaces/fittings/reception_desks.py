"""The desk at which visitors are received: a high front and a lower top to work at behind it."""

from __future__ import annotations

from wayproof.geometry.solid import both_sides, join
from wayproof.geometry.solids import box
from wayproof.scenes.furniture import Model, Part, Surface, Variation
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import described_by
from wayproof.scenes.workplaces.fittings import fitting

DESK_M, SHELF_M, BOARD_M = 0.73, 1.1, 0.03


@fitting(
    "reception_desk",
    group="tables",
    shapes=("straight", "slatted"),
    held_out=("stepped",),
    synonyms=("front desk", "reception counter"),
)
def reception_desk(shape: str, vary: Variation) -> Model:
    """A counter for visitors in front, a desk for the receptionist behind it."""
    width, depth = 1.9 * vary.scale, 0.85
    front = described_by(
        vary, ("wood", ("white", "brown", "beige", "grey")), ("stone", ("white", "grey", "black"))
    )
    body = vary.finish("wood", colours=("white", "grey"), pattern="plain")
    trim = vary.finish("wood", colours=("brown", "beige", "black"), pattern="wood_grain")
    face, shelf = depth / 2 - 0.04, 0.3
    high = SHELF_M - BOARD_M + 0.002
    panel = box((width, high, BOARD_M), (0, 0, face))
    sides = both_sides(box((BOARD_M, high, depth - 0.06), (width / 2 - BOARD_M / 2, 0, -0.01)))
    desk = box((width - 2 * BOARD_M + 0.004, BOARD_M, depth - 0.06), (0, DESK_M - BOARD_M, -0.02))
    top_width = width + 0.04 if shape != "stepped" else 0.62 * width
    top_x = 0.0 if shape != "stepped" else (width - top_width) / 2
    shelf_top = box((top_width, BOARD_M, shelf), (top_x, SHELF_M - BOARD_M, face - shelf / 2 + 0.06))
    parts = [Part(panel, front), Part(join([sides, desk]), body), Part(shelf_top, trim)]
    if shape == "slatted":
        count = int(width / 0.12)
        step = width / count
        slats = [
            box((0.05, high - 0.12, 0.018), ((k - (count - 1) / 2) * step, 0.08, face + BOARD_M / 2 + 0.006))
            for k in range(count)
        ]
        parts.append(Part(join(slats), trim))
    else:
        parts.append(Part(box((width - 0.02, 0.09, 0.012), (0, 0, face + BOARD_M / 2 + 0.004)), trim))
        parts.append(Part(box((width * 0.5, 0.02, 0.012), (0, 0.75, face + BOARD_M / 2 + 0.004)), trim))
    work_depth = depth - shelf - 0.12
    middle = -depth / 2 + 0.06 + work_depth / 2
    surfaces = [
        Surface((0, DESK_M, middle), width - 0.2, work_depth),
        Surface((top_x, SHELF_M, face - shelf / 2 + 0.06), top_width - 0.08, shelf - 0.06),
    ]
    return settled(parts, vary, surfaces=surfaces)
