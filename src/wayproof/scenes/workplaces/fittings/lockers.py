"""Steel lockers with vents in their doors."""

from __future__ import annotations

from wayproof.geometry.solid import join, without_boxes
from wayproof.geometry.solids import box
from wayproof.scenes.furniture import Model, Part, Variation
from wayproof.scenes.furniture_parts.cabinetry import BOARD_M, Frame, columns, leaf, rows, shadow_slab
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.workplaces.fittings import fitting


@fitting(
    "locker",
    group="storage",
    shapes=("full", "halves"),
    held_out=("cubes",),
    synonyms=("lockers", "staff locker"),
)
def locker(shape: str, vary: Variation) -> Model:
    """A steel case with narrow doors side by side for what people bring along."""
    count = vary.count("column", 2, 4)
    width, height, depth = 0.32 * count * vary.scale**0.5, 1.78 * vary.scale**0.25, 0.46
    door = vary.main("metal", colours=("grey", "blue", "green", "red", "white", "yellow"), pattern="plain")
    case = vary.finish("metal", colours=("grey", "silver", "white"), pattern="plain")
    dark = vary.finish("plastic", colours=("black",))
    levels = {"full": 1, "halves": 2, "cubes": 4}[shape]
    front = Frame(0.0, 0.1, width - 0.02, height - 0.12)
    fronts = [each for column in columns(front, count) for each in rows(column, [1.0] * levels)]
    leaves = [leaf(each, depth / 2, panelled=False) for each in fronts]
    face = depth / 2 + BOARD_M
    vents = [
        box((0.5 * each.width_m, 0.006, 0.004), (each.x_m, each.y_m + each.height_m - 0.06 - 0.03 * k, face))
        for each in fronts
        for k in range(3 if levels < 4 else 1)
    ]
    locks = [
        box((0.03, 0.05, 0.012), (each.x_m + 0.36 * each.width_m, each.y_m + 0.5 * each.height_m, face))
        for each in fronts
    ]
    parts = [
        Part(box((width, height - 0.08, depth), (0, 0.08, 0)), case),
        Part(box((width - 0.04, 0.081, depth - 0.06)), dark),
        Part(without_boxes(shadow_slab(front, depth / 2)), dark),
        Part(join(leaves), door),
        Part(join([*vents, *locks]), dark),
    ]
    return settled(parts, vary)
