"""Kitchen counters and sinks, as modules of a row."""

from __future__ import annotations

from dataclasses import replace

from wayproof.geometry.lofts import FLAT, loft
from wayproof.geometry.outlines import rectangle, ring
from wayproof.geometry.solid import Point, Solid, join
from wayproof.geometry.solids import box, cylinder
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import (
    BOARD_M,
    GAP_M,
    Frame,
    columns,
    doors,
    drawer,
    hollow_box,
    rows,
    shadow_slab,
)
from wayproof.scenes.furniture_parts.finished_model import standing
from wayproof.scenes.furniture_parts.kitchen_modules import (
    BODY_TOP_M,
    DEPTH_M,
    FRONT_M,
    HEIGHT_M,
    MODULE_M,
    PLINTH_M,
    WORKTOP_M,
    KitchenLook,
    front_frame,
    kitchen_look,
    module_case,
    plinth,
    work_surface,
    worktop_slab,
)


@furniture(
    "kitchen_counter",
    group="kitchen",
    shapes=("one_door", "two_doors", "drawers"),
    held_out=("open_shelves",),
    synonyms=("counter", "worktop", "countertop", "base cabinet"),
)
def kitchen_counter(shape: str, vary: Variation) -> Model:
    """A base cupboard or drawers under a worktop."""
    look = kitchen_look(vary)
    width = 0.9 if shape == "two_doors" else MODULE_M
    surfaces = [work_surface(width - 0.05)]
    parts = [Part(worktop_slab(width), look.worktop)]
    if shape == "open_shelves":
        case, shelves = _open_module(width, look)
        return standing(parts + case, vary, surfaces=[*surfaces, *shelves])
    parts += module_case(width, look)
    frame = front_frame(width)
    if shape == "drawers":
        drawers = vary.count("drawer", 3, 4)
        for opening in rows(frame, [1.5, 1.5, 1.0] if drawers == 3 else [1.3, 1.0, 1.0, 0.7]):
            parts += drawer(opening, FRONT_M, look.work)
    else:
        count = vary.count("door", *((2, 2) if shape == "two_doors" else (1, 1)))
        parts += doors(frame, count, FRONT_M, look.work, pull_at=0.8)
    return standing(parts, vary, surfaces=surfaces)


def _open_module(width_m: float, look: KitchenLook) -> tuple[list[Part], list[Surface]]:
    """A case without doors: its boards are seen and can carry things."""
    depth = DEPTH_M - 0.02
    case = hollow_box((width_m, BODY_TOP_M - PLINTH_M, depth), (0, PLINTH_M, -0.01))
    middle = PLINTH_M + 0.4
    board = box((width_m - 2 * BOARD_M + 0.004, BOARD_M, depth - 0.03), (0, middle - BOARD_M, -0.01))
    surfaces = [
        Surface((0, y, 0.0), width_m - 0.1, depth - 0.1, room, "in")
        for y, room in ((PLINTH_M + BOARD_M, 0.35), (middle, 0.33))
    ]
    return [Part(join([case, board]), look.work.body), plinth(width_m, look)], surfaces


@furniture(
    "kitchen_sink",
    group="kitchen",
    shapes=("single", "double"),
    held_out=("farmhouse",),
    synonyms=("sink", "wash basin in the kitchen"),
)
def kitchen_sink(shape: str, vary: Variation) -> Model:
    """A counter with a sunk basin and a tap."""
    look = kitchen_look(vary)
    width = 0.9
    basins = vary.count("basin", *((2, 2) if shape == "double" else (1, 1)))
    if shape == "farmhouse":
        return _farmhouse_sink(width, look, vary)
    hole = Frame(0.19 if shape == "single" else 0.1, 0.0, 0.44 if shape == "single" else 0.64, 0.4)
    body_depth = DEPTH_M / 2 + FRONT_M
    case = hollow_box(
        (width, BODY_TOP_M - PLINTH_M, body_depth), (0, PLINTH_M, FRONT_M - body_depth / 2), opens="y"
    )
    frame = front_frame(width)
    parts = [
        Part(case, look.work.body),
        plinth(width, look),
        Part(shadow_slab(replace(frame, width_m=width), FRONT_M), look.work.shadow),
        Part(_pierced_worktop(width, hole), look.worktop),
    ]
    parts += doors(frame, 2, FRONT_M, look.work, pull_at=0.8)
    for bowl in columns(hole, basins, gap_m=0.04):
        parts += _basin(bowl, look)
    parts.append(Part(_tap((hole.x_m, HEIGHT_M, -0.24)), look.steel))
    free = hole.x_m - hole.width_m / 2 - 0.04 + width / 2
    return standing(parts, vary, surfaces=[work_surface(free - 0.03, x_m=-width / 2 + free / 2)])


def _pierced_worktop(width_m: float, hole: Frame) -> Solid:
    """A worktop round a rectangular hole whose depth is the frame's height."""
    left = hole.x_m - hole.width_m / 2 + width_m / 2
    right = width_m - left - hole.width_m
    rim = (DEPTH_M - hole.height_m) / 2
    return join(
        [
            box((left, WORKTOP_M, DEPTH_M), (left / 2 - width_m / 2, BODY_TOP_M, 0)),
            box((right, WORKTOP_M, DEPTH_M), (width_m / 2 - right / 2, BODY_TOP_M, 0)),
            *(
                box((hole.width_m, WORKTOP_M, rim), (hole.x_m, BODY_TOP_M, s * (DEPTH_M - rim) / 2))
                for s in (-1, 1)
            ),
        ]
    )


def _basin(bowl: Frame, look: KitchenLook, *, depth_m: float = 0.17) -> list[Part]:
    """A steel bowl hung into the worktop by a thin rim, with a dark drain."""
    width, deep, top = bowl.width_m - 0.004, bowl.height_m - 0.004, HEIGHT_M + 0.003
    stages = [
        (-0.05, top - depth_m - 0.006),
        (0.0, HEIGHT_M + 0.001),
        (0.03, HEIGHT_M + 0.001),
        (0.03, top),
        (-0.012, top),
        (-0.05, top - depth_m),
    ]
    rings = [ring(rectangle(width + grow, deep + grow), (bowl.x_m, y, 0)) for grow, y in stages]
    drain = cylinder(0.03, 0.004, (bowl.x_m, top - depth_m - 0.001, 0), sides=8)
    return [Part(loft(rings, crease_rad=FLAT), look.steel), Part(drain, look.work.shadow)]


def _tap(at: Point) -> Solid:
    """A tall curved tap with a lever on its side."""
    x, y, z = at
    bend = [(0.02, 0.0), (0.24, 0.0), (0.31, 0.05), (0.31, 0.12), (0.25, 0.17)]
    spout = pipe([(x, y + up, z + out) for up, out in bend], 0.013)
    base = cylinder(0.027, 0.05, (x, y - 0.002, z), sides=8)
    lever = pipe([(x + 0.015, y + 0.035, z), (x + 0.09, y + 0.07, z)], 0.007, sides=5)
    return join([base, spout, lever])


def _farmhouse_sink(width_m: float, look: KitchenLook, vary: Variation) -> Model:
    """A deep ceramic trough whose front is seen, doors below it and worktop on either side."""
    ceramic = vary.finish("ceramic", colours=("white",), pattern="plain")
    trough, side, lower = 0.6, (width_m - 0.6) / 2, 0.64
    body_depth = DEPTH_M / 2 + FRONT_M
    middle = FRONT_M - body_depth / 2
    frame = Frame(0.0, PLINTH_M + 0.003, width_m - GAP_M, lower - PLINTH_M - 0.01)
    parts = [Part(box((width_m, lower - PLINTH_M, body_depth), (0, PLINTH_M, middle)), look.work.body)]
    parts += [
        plinth(width_m, look),
        Part(shadow_slab(replace(frame, width_m=width_m), FRONT_M), look.work.shadow),
    ]
    parts += doors(frame, 2, FRONT_M, look.work, pull_at=0.8)
    basin = hollow_box((trough, HEIGHT_M + 0.006 - lower, 0.5), (0, lower, 0.05), wall_m=0.03, opens="y")
    parts += [
        Part(basin, ceramic),
        Part(cylinder(0.03, 0.004, (0, lower + 0.028, 0.05), sides=8), look.steel),
    ]
    ledge = box((trough, WORKTOP_M, 0.1), (0, BODY_TOP_M, -0.25))
    behind = box((trough, BODY_TOP_M - lower, 0.1), (0, lower, -0.25))
    parts += [Part(behind, look.work.body), Part(_tap((0, HEIGHT_M, -0.25)), look.steel)]
    tops = [ledge]
    for s in (-1, 1):
        x = s * (width_m - side) / 2
        parts.append(Part(box((side, BODY_TOP_M - lower, body_depth), (x, lower, middle)), look.work.body))
        tops.append(box((side, WORKTOP_M, DEPTH_M), (x, BODY_TOP_M, 0)))
    parts.append(Part(join(tops), look.worktop))
    surfaces = [work_surface(side - 0.03, x_m=s * (width_m - side) / 2) for s in (-1, 1)]
    return standing(parts, vary, surfaces=surfaces)
