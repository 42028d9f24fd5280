"""Shelves that hang on the wall."""

from __future__ import annotations

from wayproof.geometry.lofts import prism
from wayproof.geometry.solid import Solid, join
from wayproof.geometry.solids import box
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import BOARD_M, hollow_box
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import described_by

DEPTH_M = 0.22
BRACKET_M = 0.15  # height of the brackets, so of the board's underside


@furniture(
    "wall_shelf",
    group="storage",
    shapes=("floating", "bracketed"),
    held_out=("double", "boxed"),
    stands="wall",
    synonyms=("floating shelf",),
)
def wall_shelf(shape: str, vary: Variation) -> Model:
    """A board fixed to the wall."""
    wood = described_by(vary, ("wood", ()))
    width = 0.8 * vary.scale
    if shape == "floating":
        parts, surfaces = _floating(width, vary.between(0.04, 0.06), wood)
    elif shape == "boxed":
        parts, surfaces = _boxed(width, 0.28, wood)
    else:
        metal = vary.finish("metal", colours=("black", "silver", "gold"))
        parts, surfaces = _bracketed(width, 2 if shape == "double" else 1, wood, metal)
    return settled(parts, vary, surfaces=surfaces, hangs=True)


def _floating(width_m: float, thick_m: float, wood: Finish) -> tuple[list[Part], list[Surface]]:
    """A thick board with its front corners cut off and nothing to be seen that holds it."""
    half, cut = width_m / 2, 0.03
    front = [(-half, DEPTH_M - cut), (cut - half, DEPTH_M), (half - cut, DEPTH_M), (half, DEPTH_M - cut)]
    board = prism([(half, 0.0), (-half, 0.0), *front], thick_m)
    return [Part(board, wood)], [_shelf_top(width_m, thick_m)]


def _boxed(width_m: float, height_m: float, wood: Finish) -> tuple[list[Part], list[Surface]]:
    """A long box with an open front."""
    case = hollow_box((width_m, height_m, DEPTH_M), (0, 0, DEPTH_M / 2))
    room = height_m - 2 * BOARD_M - 0.01
    inside = Surface((0, BOARD_M, DEPTH_M / 2), width_m - 0.1, DEPTH_M - 0.06, room, "in")
    return [Part(case, wood)], [inside, _shelf_top(width_m, height_m)]


def _bracketed(width_m: float, boards: int, wood: Finish, metal: Finish) -> tuple[list[Part], list[Surface]]:
    """One board on brackets, or two with posts between them."""
    thick, between = 0.022, 0.3
    heights = [BRACKET_M + k * between for k in range(boards)]
    shelves = [box((width_m, thick, DEPTH_M), (0, y, DEPTH_M / 2)) for y in heights]
    pieces = [_bracket(side * (width_m / 2 - 0.12)) for side in (-1, 1)]
    surfaces = [_shelf_top(width_m, heights[-1] + thick)]
    if boards == 2:
        size, y = (0.014, between - thick + 0.004, 0.03), BRACKET_M + thick - 0.002
        pieces += [box(size, (side * (width_m / 2 - 0.02), y, 0.02)) for side in (-1, 1)]
        lower = (0.0, BRACKET_M + thick, DEPTH_M / 2 + 0.02)
        surfaces.append(Surface(lower, width_m - 0.1, DEPTH_M - 0.09, between - thick - 0.01))
    return [Part(join(shelves), wood), Part(join(pieces), metal)], surfaces


def _shelf_top(width_m: float, height_m: float) -> Surface:
    return Surface((0, height_m, DEPTH_M / 2), width_m - 0.06, DEPTH_M - 0.05, 0.4)


def _bracket(x_m: float) -> Solid:
    """An arm under the board, a plate on the wall and a strut between them."""
    reach = DEPTH_M - 0.03
    arm = box((0.02, 0.012, reach), (x_m, BRACKET_M - 0.010, reach / 2 + 0.002))
    plate = box((0.016, BRACKET_M - 0.008, 0.012), (x_m, 0, 0.006))
    strut = pipe([(x_m, 0.03, 0.008), (x_m, BRACKET_M - 0.006, DEPTH_M - 0.06)], 0.006, sides=4)
    return join([arm, plate, strut])
