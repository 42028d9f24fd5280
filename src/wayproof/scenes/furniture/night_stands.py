"""Night stands: small cases with drawers beside a bed."""

from __future__ import annotations

from wayproof.geometry.solid import Solid, join
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import four_legs
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import BOARD_M, Frame, hollow_box, joinery
from wayproof.scenes.furniture_parts.drawers import drawer_stack
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.tabletops import table_top


@furniture(
    "night_stand",
    group="tables",
    shapes=("legged", "chest", "niche"),
    held_out=("tall_legs",),
    synonyms=("nightstand", "bedside table", "night table"),
)
def night_stand(shape: str, vary: Variation) -> Model:
    """A small case with drawers beside a bed."""
    width, depth, height = 0.46 * vary.scale, 0.38 * vary.scale**0.5, 0.56 * vary.scale**0.4
    work = joinery(vary, ("wood", ()))
    fewest, most = {"legged": (1, 2), "chest": (2, 3), "niche": (1, 1), "tall_legs": (1, 1)}[shape]
    count = vary.count("drawer", fewest, most)
    is_open = vary.state("open", "closed") == "open"
    low = {"legged": 0.17, "chest": 0.05, "niche": 0.08, "tall_legs": height - 0.19}[shape]
    under = height - 0.022
    top = table_top(width, depth, 0.022, height)
    front = depth / 2 - BOARD_M - 0.006
    inner = (width - 0.02, front + depth / 2 - 0.004)
    middle = (front - depth / 2 + 0.004) / 2
    split = low + (0.52 * (under - low) if shape == "niche" else 0.0)
    case: list[Solid] = [top, box((inner[0], under - split + 0.002, inner[1]), (0, split, middle))]
    surfaces = [Surface((0, height, 0), width - 0.05, depth - 0.05)]
    if shape == "niche":
        case.append(hollow_box((inner[0], split - low, inner[1]), (0, low, middle)))
        floor = low + BOARD_M
        room = (inner[0] - 0.08, inner[1] - 0.08)
        surfaces.append(Surface((0, floor, middle), *room, clearance_m=split - floor - 0.02, relation="in"))
    frame = Frame(0.0, split + 0.012, inner[0] - 0.024, under - split - 0.022)
    stack = drawer_stack(frame, front, [1.0] * count, work, is_open=is_open)
    stand, lower = _stand(shape, width, depth, low)
    parts = [Part(join([*case, stand]), work.body), *stack.parts]
    return settled(parts, vary, surfaces=[*surfaces, *lower, *stack.surfaces])


def _stand(shape: str, width: float, depth: float, low: float) -> tuple[Solid, list[Surface]]:
    """What the case stands on: a plinth or legs, in the tall kind with a shelf between them."""
    x, z = width / 2 - 0.04, depth / 2 - 0.045
    if shape == "chest":
        return box((width - 0.06, low + 0.002, depth - 0.08), (0, 0, -0.015)), []
    if shape != "tall_legs":
        out = 0.02 if shape == "legged" else 0.0
        return four_legs((x + out, 0, z + 0.4 * out), (x, low + 0.004, z), 0.022, 0.04, sides=6), []
    legs = four_legs((x, 0, z), (x, low + 0.004, z), 0.022, 0.034)
    shelf = box((width - 0.05, 0.018, depth - 0.06), (0, 0.12, 0))
    surface = Surface((0, 0.138, 0), width - 0.14, depth - 0.13, clearance_m=low - 0.16)
    return join([legs, shelf]), [surface]
