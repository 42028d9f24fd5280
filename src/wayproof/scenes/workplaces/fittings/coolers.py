"""Cold shelves and stacks of baskets, as in grocery shops."""

from __future__ import annotations

from wayproof.geometry.solid import join
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Surface, Variation
from wayproof.scenes.furniture_parts.cabinetry import hollow_box
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.lamp_parts import bulb_finish
from wayproof.scenes.workplaces.fittings import fitting
from wayproof.scenes.workplaces.goods import Board, prints_for, row_of


@fitting(
    "cold_shelf",
    group="shop",
    category="refrigerator",
    shapes=("open_front", "low_front"),
    held_out=("two_doors",),
)
def cold_shelf(shape: str, vary: Variation) -> Model:
    """A refrigerator of a shop, open in front, with drinks and milk on its boards."""
    width, height, deep = 1.2 * vary.scale**0.5, 1.92, 0.68
    case = vary.main("metal", colours=("white", "grey", "silver"), pattern="plain")
    dark = vary.finish("plastic", colours=("black", "blue", "green"))
    prints = {kind: prints_for(kind, vary) for kind in ("bottles", "packets")}
    foot = 0.2 if shape != "low_front" else 0.36
    body = [
        hollow_box((width, height - foot, deep), (0, foot, 0), wall_m=0.04),
        box((width, foot + 0.002, deep), (0, 0, 0)),
    ]
    head = box((width, 0.16, 0.05), (0, height - 0.17, deep / 2 - 0.02))
    vent = box((width - 0.1, 0.08, 0.01), (0, 0.06, deep / 2))
    levels = vary.count("shelf", 4, 4)
    step = (height - foot - 0.24) / levels
    boards, goods, reach = [], [], deep - 0.12
    front = deep / 2 - 0.07
    for k in range(levels):
        y = foot + 0.04 + k * step
        if k:
            boards.append(box((width - 0.08, 0.02, reach), (0, y - 0.02, front - reach / 2)))
        kind = "bottles" if k % 2 else "packets"
        room = Board(0.06 - width / 2, width / 2 - 0.06, y, front, 0.4, step - 0.04)
        goods += row_of(kind, room, prints[kind], vary)
    parts = [Part(join([*body, *boards]), case), Part(join([head, vent]), dark)]
    parts.append(Part(box((width - 0.1, 0.02, 0.03), (0, height - 0.2, deep / 2 - 0.08)), bulb_finish(vary)))
    if shape == "two_doors":
        bars = [
            box((0.05, height - foot - 0.16, 0.02), (s * (width / 2 - 0.025), foot, deep / 2))
            for s in (-1, 1)
        ]
        bars.append(box((0.07, height - foot - 0.16, 0.02), (0, foot, deep / 2)))
        parts.append(Part(join(bars), dark))
    return settled([*parts, *goods], vary)


@fitting(
    "basket_stack",
    group="shop",
    category="basket",
    shapes=("plastic_stack", "tall_stack"),
    held_out=("wire_stack",),
)
def basket_stack(shape: str, vary: Variation) -> Model:
    """Shopping baskets, one in the other, beside the entrance."""
    width, depth = 0.44 * vary.scale**0.5, 0.32 * vary.scale**0.5
    finish = (
        vary.main("metal", colours=("silver",), pattern="plain")
        if shape == "wire_stack"
        else vary.main("plastic", colours=("red", "blue", "green", "black"))
    )
    dark = vary.finish("plastic", colours=("black", "grey"))
    count = 4 if shape == "tall_stack" else 3
    baskets = [box((0.9 * width, 0.1, 0.9 * depth))]
    baskets += [box((width, 0.045, depth), (0, 0.08 + 0.07 * k, 0)) for k in range(count - 1)]
    top = 0.08 + 0.07 * (count - 1)
    baskets.append(hollow_box((width, 0.2, depth), (0, top, 0), wall_m=0.012, opens="y"))
    x = width / 2 - 0.02
    grip = pipe(
        [(-x, top + 0.19, 0), (-x, top + 0.33, 0), (x, top + 0.33, 0), (x, top + 0.19, 0)], 0.009, sides=5
    )
    surface = Surface((0, top + 0.012, 0), width - 0.08, depth - 0.08, 0.16, "in")
    return settled([Part(join(baskets), finish), Part(grip, dark)], vary, surfaces=[surface])
