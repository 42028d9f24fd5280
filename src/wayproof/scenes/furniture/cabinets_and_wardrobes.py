"""Cases that close: cabinets, wardrobes and dressers."""

from __future__ import annotations

from itertools import pairwise

from wayproof.geometry.lofts import FLAT, stack
from wayproof.geometry.outlines import oval, rectangle
from wayproof.geometry.solid import Solid, both_sides, join, without_boxes
from wayproof.geometry.solids import box
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import (
    BOARD_M,
    Frame,
    Joinery,
    columns,
    door,
    drawer,
    four_feet,
    hollow_box,
    joinery,
    leaf,
    rows,
    shadow_slab,
)
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import reflecting
from wayproof.scenes.furniture_parts.picture_frames import framed_picture

OPEN_RAD = 1.68  # a little past square, as a door that was let go


@furniture(
    "cabinet",
    group="storage",
    shapes=("low", "tall"),
    held_out=("on_legs",),
    synonyms=("cupboard", "sideboard", "storage cabinet"),
)
def cabinet(shape: str, vary: Variation) -> Model:
    """A case with hinged doors and shelves behind them."""
    work = joinery(
        vary, ("wood", ()), ("wood", ()), ("wood", ()), ("metal", ("white", "grey", "black", "silver"))
    )
    doors = vary.count("door", 1, 3 if shape == "tall" else 4)
    is_open = vary.state("open", "closed") == "open"
    width = doors * (0.46 if doors < 3 else 0.4) * vary.scale
    foot = {"low": 0.08, "tall": 0.08, "on_legs": 0.2}[shape]
    height = {"low": 0.78, "tall": 1.62, "on_legs": 0.6}[shape] * vary.scale**0.5
    depth = 0.42 * vary.scale**0.5
    levels = 4 if shape == "tall" else 2
    step = (height - BOARD_M) / levels
    shelves = [foot + BOARD_M + k * step for k in range(levels)]
    case = [hollow_box((width, height, depth), (0, foot, 0))]
    case += [_inner_board(width, depth, y) for y in shelves[1:]]
    openings = columns(Frame(0.0, foot + 0.002, width - 0.004, height - 0.004), doors)
    pull_at = 0.5 if shape == "tall" else 0.75
    parts = [
        Part(join(case), work.body),
        *_doors(openings, depth / 2, work, is_open=is_open, pull_at=pull_at),
    ]
    parts += _foot(width, depth, foot, work, on_legs=shape == "on_legs")
    surfaces = [] if shape == "tall" else [Surface((0, foot + height, 0), width - 0.06, depth - 0.06)]
    if is_open:
        first, inner = openings[0], depth - BOARD_M - 0.08
        surfaces += [
            Surface((first.x_m, y, -0.005), first.width_m - 0.08, inner, step - BOARD_M - 0.01, "in")
            for y in shelves
        ]
    return settled(parts, vary, surfaces=surfaces)


def _inner_board(width_m: float, depth_m: float, top_m: float) -> Solid:
    """A shelf inside a case of this size, short of the doors, its upper side at top_m."""
    back = -depth_m / 2 + BOARD_M - 0.002
    front = depth_m / 2 - 0.02
    size = (width_m - 2 * BOARD_M + 0.004, BOARD_M, front - back)
    return box(size, (0, top_m - BOARD_M, (front + back) / 2))


def _doors(
    openings: list[Frame], z_m: float, work: Joinery, *, is_open: bool, pull_at: float = 0.5
) -> list[Part]:
    """Doors hinged in pairs, the first one swung out when open, and the shadow between them."""
    parts: list[Part] = []
    for k, opening in enumerate(openings):
        hinge = "left" if k % 2 == 0 and (k < len(openings) - 1 or k == 0) else "right"
        swing = OPEN_RAD if is_open and k == 0 else 0.0
        parts += door(opening, z_m, work, hinge=hinge, swing_rad=swing, pull_at=pull_at)
    seams = [0.5 * (a.x_m + b.x_m) for a, b in pairwise(openings)]
    strips = [Frame(x, openings[0].y_m, 0.016, openings[0].height_m - 0.004) for x in seams]
    return parts + [Part(without_boxes(shadow_slab(strip, z_m)), work.shadow) for strip in strips]


def _foot(width_m: float, depth_m: float, foot_m: float, work: Joinery, *, on_legs: bool) -> list[Part]:
    if on_legs:
        return [Part(four_feet(width_m, depth_m, foot_m, style="round"), work.pull)]
    return [Part(box((width_m - 0.02, foot_m, depth_m - 0.05), (0, 0, -0.02)), work.shadow)]


@furniture(
    "wardrobe",
    group="storage",
    shapes=("hinged", "sliding"),
    held_out=("armoire",),
    synonyms=("closet", "clothes cupboard"),
)
def wardrobe(shape: str, vary: Variation) -> Model:
    """A tall case for clothes, with a rail to hang them on."""
    work = joinery(vary, ("wood", ("white", "brown", "beige", "grey")))
    doors = vary.count("door", 2, 3 if shape == "sliding" else 4 if shape == "hinged" else 2)
    width = doors * {"hinged": 0.47, "sliding": 0.7, "armoire": 0.58}[shape] * vary.scale
    height, depth, foot = (
        2.0 * vary.scale**0.25,
        0.58,
        {"hinged": 0.07, "sliding": 0.05, "armoire": 0.12}[shape],
    )
    is_open = shape != "sliding" and vary.state("open", "closed") == "open"
    body = hollow_box((width, height, depth), (0, foot, 0))
    parts = [Part(join([body, _inner_board(width, depth, foot + height - 0.32)]), work.body)]
    if shape == "sliding":
        parts += _sliding_doors(Frame(0.0, foot + 0.03, width, height - 0.05), doors, depth / 2, work)
    else:
        lower = 0.34 if shape == "armoire" else 0.002
        openings = columns(Frame(0.0, foot + lower, width - 0.004, height - lower - 0.002), doors)
        parts += _doors(openings, depth / 2, work, is_open=is_open)
        if is_open:
            parts += _hanging_clothes(openings[0], foot + height - 0.42, vary, work)
    if shape == "armoire":
        parts += _armoire_trim(width, height, depth, foot, work)
    else:
        parts += _foot(width, depth, foot, work, on_legs=False)
    return settled(parts, vary)


def _sliding_doors(frame: Frame, doors: int, z_m: float, work: Joinery) -> list[Part]:
    """Doors that run in two tracks, so that their edges overlap; the metal edges serve as grips."""
    parts: list[Part] = []
    metal: list[Solid] = []
    overlap = 0.04
    width = (frame.width_m + (doors - 1) * overlap) / doors
    for k in range(doors):
        x = frame.x_m - frame.width_m / 2 + width / 2 + k * (width - overlap)
        z = z_m + 0.003 + (0.028 if k % 2 else 0.0)
        front = leaf(Frame(x, frame.y_m, width - 0.01, frame.height_m), z, panelled=work.panelled)
        parts.append(Part(front, work.front))
        size = (0.024, frame.height_m - 0.004, BOARD_M + 0.006)
        places = [x + side * (width / 2 - 0.012) for side in (-1, 1)]
        metal += [box(size, (place, frame.y_m + 0.002, z + BOARD_M / 2)) for place in places]
    for y in (frame.y_m - 0.028, frame.y_m + frame.height_m - 0.006):
        metal.append(box((frame.width_m - 0.004, 0.028, 0.06), (frame.x_m, y, z_m + 0.03)))
    return [*parts, Part(join(metal), work.pull)]


def _armoire_trim(
    width_m: float, height_m: float, depth_m: float, foot_m: float, work: Joinery
) -> list[Part]:
    """A drawer under the doors, a cornice above them and bun feet."""
    drawers = columns(Frame(0.0, foot_m + 0.012, width_m - 0.02, 0.318), 1)
    top = foot_m + height_m
    steps = [(0.0, 0.0), (0.03, 0.03), (0.06, 0.09), (0.06, 0.11)]
    outlines = [
        (top + up, rectangle(width_m + grow, depth_m + grow, centre=(0, grow / 2))) for grow, up in steps
    ]
    parts = [Part(stack(outlines, crease_rad=FLAT), work.body)]
    parts += drawer(drawers[0], depth_m / 2, work)
    return [*parts, Part(four_feet(width_m, depth_m, foot_m, style="bun"), work.body)]


def _hanging_clothes(opening: Frame, rail_m: float, vary: Variation, work: Joinery) -> list[Part]:
    """A rail and some shirts and coats on it, behind an open door."""
    reach = opening.width_m / 2
    parts = [Part(box((2 * reach, 0.025, 0.02), (opening.x_m, rail_m, 0)), work.pull)]
    for k in range(4):
        x = opening.x_m - reach + (k + 0.8) * 2 * reach / 5
        length = vary.between(0.65, 1.05)
        stages = [(0.02, 0.06, -0.01), (0.05, 0.36, -0.1), (0.07, 0.38, -0.3), (0.08, 0.4, -length)]
        garment = stack([(y, oval(thick, wide, sides=6)) for thick, wide, y in stages], (x, rail_m, 0))
        parts.append(Part(without_boxes(garment), vary.finish("fabric")))
    return parts


@furniture(
    "dresser",
    group="storage",
    shapes=("chest", "wide"),
    held_out=("mirrored",),
    synonyms=("chest of drawers", "drawers"),
)
def dresser(shape: str, vary: Variation) -> Model:
    """A chest of drawers for clothes."""
    work = joinery(vary, ("wood", ("white", "brown", "beige", "black")))
    drawers = vary.count("drawer", *{"chest": (3, 5), "wide": (4, 7), "mirrored": (2, 4)}[shape])
    width = {"chest": 0.75, "wide": 1.35, "mirrored": 1.0}[shape] * vary.scale
    height = 0.21 * drawers if shape == "chest" else 0.75 if shape == "wide" else 0.68
    depth, foot = 0.46, 0.12
    frame = Frame(0.0, foot + 0.012, width - 0.024, height - 0.02)
    lines = drawers if shape == "chest" else (drawers + 1) // 2
    layout = rows(frame, [1.25] * (lines // 2) + [1.0] * (lines - lines // 2))
    parts = [
        Part(box((width, height, depth), (0, foot, 0)), work.body),
        Part(without_boxes(shadow_slab(frame, depth / 2)), work.shadow),
        Part(box((width + 0.03, 0.025, depth + 0.03), (0, foot + height, 0.0)), work.body),
        Part(four_feet(width, depth, foot, style=vary.choose(("block", "bun", "round"))), work.body),
    ]
    for k, line in enumerate(layout):
        alone = shape == "chest" or (drawers % 2 == 1 and k == lines - 1)
        for opening in columns(line, 1 if alone else 2):
            parts += drawer(opening, depth / 2, work)
    top = foot + height + 0.025
    surface = Surface((0, top, 0.0), width - 0.04, depth - 0.04)
    if shape == "mirrored":
        parts += _dresser_mirror(width, top, depth, vary, work)
        surface = Surface((0, top, 0.04), width - 0.04, depth - 0.12)
    return settled(parts, vary, surfaces=[surface])


def _dresser_mirror(
    width_m: float, top_m: float, depth_m: float, vary: Variation, work: Joinery
) -> list[Part]:
    """An oval mirror between two posts, standing on the back of the top."""
    z = -depth_m / 2 + 0.02
    half, tall = 0.36 * width_m, 0.66
    posts = both_sides(box((0.035, 0.6, 0.035), (half + 0.045, top_m - 0.002, z)))
    place = (0.0, top_m + 0.05 + tall / 2, z - 0.015)
    frame, pane = framed_picture(oval(2 * half, tall, sides=16), 0.05, 0.027, place, recess=0.22)
    return [Part(join([posts, frame]), work.body), Part(pane, reflecting(vary))]
