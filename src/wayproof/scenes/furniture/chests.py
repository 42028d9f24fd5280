"""Chests and strong boxes: toy chests, safes and filing cabinets."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.lofts import extruded
from wayproof.geometry.solid import Point, Solid, at_corners, both_sides, facing, join, move, turn
from wayproof.geometry.solids import box, cylinder, lathe, sphere
from wayproof.geometry.sweeps import pipe, roller
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import (
    Frame,
    four_feet,
    hollow_box,
    leaf,
    pull,
    rows,
    shadow_slab,
)
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import move_parts, turn_parts
from wayproof.scenes.furniture_parts.palettes import described_by

TOY_COLOURS = ("red", "blue", "green", "yellow", "orange")


@furniture(
    "toy_chest",
    group="storage",
    shapes=("box", "trunk"),
    held_out=("bench",),
    synonyms=("toy box", "chest", "toy trunk"),
)
def toy_chest(shape: str, vary: Variation) -> Model:
    """A chest with a hinged lid that toys are kept in."""
    main = described_by(vary, ("wood", ()), *((("plastic", ()),) if shape == "box" else ()))
    metal = vary.finish("metal", colours=("gold", "silver"))
    is_open = vary.state("open", "closed") == "open"
    width, depth, height, foot = 0.82 * vary.scale, 0.44 * vary.scale**0.5, 0.4, 0.05
    top = foot + height
    chest = hollow_box((width, height, depth), (0, foot, 0), wall_m=0.02, opens="y")
    parts = [Part(join([chest, four_feet(width, depth, foot + 0.002, style="block")]), main)]
    parts += _chest_fittings(shape, width, depth, top, main, metal)
    hinge: Point = (0.0, top, -depth / 2)
    lid = move_parts(_lid(shape, width, depth, main, metal), (0, top + 0.003, 0))
    parts += turn_parts(lid, -1.42, axis="x", about=hinge) if is_open else lid
    surfaces = []
    if is_open:
        parts += _toys(width, depth, foot + 0.02, vary)
        surfaces = [Surface((width / 4, foot + 0.02, 0), width / 2 - 0.08, depth - 0.1, height - 0.03, "in")]
    elif shape != "trunk":
        surfaces = [Surface((0, top + 0.031, 0.01), width - 0.06, depth - 0.06)]
    return settled(parts, vary, surfaces=surfaces)


def _lid(shape: str, width_m: float, depth_m: float, main: Finish, metal: Finish) -> list[Part]:
    """A flat or a domed lid with its underside at height 0."""
    if shape != "trunk":
        return [Part(box((width_m + 0.03, 0.028, depth_m + 0.02), (0, 0, 0.01)), main)]
    places = (-0.3 * width_m, 0.3 * width_m)
    bands = [move(_dome(0.045, 0.15, depth_m + 0.012, x), (0, 0.006, 0)) for x in places]
    return [Part(_dome(width_m, 0.15, depth_m, 0.0), main), Part(join(bands), metal)]


def _dome(width_m: float, rise_m: float, depth_m: float, x_m: float) -> Solid:
    """A half cylinder that lies along x, on its flat side."""
    bow = [(depth_m / 2 * x, rise_m * y) for x, y, _ in arc((0, 0, 0), 1.0, 0, np.pi, steps=7)]
    return move(extruded(bow, width_m, axis="x"), (x_m, 0, 0))


def _chest_fittings(
    shape: str, width_m: float, depth_m: float, top_m: float, main: Finish, metal: Finish
) -> list[Part]:
    """A latch and handles; bands down a trunk; the back and arms of a bench."""
    pieces = [box((0.06, 0.09, 0.012), (0, top_m - 0.1, depth_m / 2 + 0.004))]
    y, reach = top_m - 0.12, width_m / 2
    path = [(reach - 0.005, y, -0.07), (reach + 0.035, y - 0.02, 0), (reach - 0.005, y, 0.07)]
    pieces.append(both_sides(pipe(path, 0.01, sides=5)))
    if shape == "trunk":
        tall = top_m - 0.052
        pieces += [box((0.045, tall, 0.012), (s * 0.3 * width_m, 0.051, depth_m / 2)) for s in (-1, 1)]
    if shape != "bench":
        return [Part(join(pieces), metal)]
    back = box((width_m + 0.06, 0.36, 0.03), (0, top_m + 0.05, -depth_m / 2 - 0.07))
    x = reach + 0.04
    side = [
        box((0.05, top_m + 0.43, 0.045), (x, 0, -depth_m / 2 - 0.045)),
        box((0.05, top_m + 0.2, 0.045), (x, 0, depth_m / 2 - 0.02)),
        box((0.06, 0.03, depth_m + 0.08), (x, top_m + 0.19, -0.02)),
    ]
    return [Part(join([back, both_sides(join(side))]), main), Part(pieces[0], metal)]


def _toys(width_m: float, depth_m: float, floor_m: float, vary: Variation) -> list[Part]:
    """Blocks, a ball and a bear in the left half of the chest."""
    x, size = -width_m / 4, 0.16
    paints = [vary.finish("plastic", colours=(colour,)) for colour in TOY_COLOURS]
    blocks = [((-0.09, 0.0, -0.06), 0.2), ((0.08, 0.0, 0.08), 0.5), ((-0.04, size, 0.03), 0.9)]
    parts = []
    for (dx, dy, dz), angle in blocks:
        block = turn(box((size, size, size)), angle)
        parts.append(Part(move(block, (x + dx, floor_m + dy, dz)), vary.choose(paints)))
    parts.append(Part(sphere(0.1, (x + 0.1, floor_m + 0.19, -0.05), sides=10), vary.choose(paints)))
    fur = vary.finish("fabric", colours=("brown", "beige"), pattern="terry")
    head: Point = (x - 0.08, floor_m + 0.34, 0.02)
    ears = [sphere(0.028, (head[0] + s * 0.055, head[1] + 0.1, head[2]), sides=6) for s in (-1, 1)]
    parts.append(Part(join([sphere(0.075, head, sides=8), *ears]), fur))
    return parts


@furniture(
    "safe",
    group="storage",
    shapes=("dial", "keypad"),
    held_out=("wheel",),
    synonyms=("strongbox", "money safe"),
)
def safe(shape: str, vary: Variation) -> Model:
    """A steel box with a thick door and a lock."""
    main = described_by(vary, ("metal", ("grey", "black", "white", "silver")))
    steel = vary.finish("metal", colours=("silver",) if main.colour != "silver" else ("grey",))
    dark = vary.finish("plastic", colours=("black",))
    is_open = vary.state("open", "closed") == "open"
    width, depth = 0.5 * vary.scale, 0.46 * vary.scale
    height, foot = (1.0 if shape == "wheel" else 0.52) * vary.scale, 0.03
    wall = 0.05
    body = hollow_box((width, height, depth), (0, foot, 0), wall_m=wall)
    shelf_top = foot + height / 2
    shelf = box(
        (width - 2 * wall + 0.004, 0.012, depth - wall - 0.05), (0, shelf_top - 0.012, wall / 2 - 0.027)
    )
    parts = [
        Part(join([body, four_feet(width, depth, foot + 0.002, style="block")]), main),
        Part(shelf, steel),
    ]
    frame = Frame(0.0, foot + 0.03, width - 0.06, height - 0.06)
    leaves = [Part(leaf(frame, depth / 2 + 0.002, panelled=True, thickness_m=0.04), main)]
    leaves += _lock(shape, frame, depth / 2 + 0.033, steel, dark)
    pivot = (-frame.width_m / 2, 0.0, depth / 2)
    parts += turn_parts(leaves, -1.75, about=pivot) if is_open else leaves
    hinges = [
        cylinder(0.012, 0.07, (pivot[0] - 0.012, y, pivot[2] + 0.012), sides=6) for y in _hinge_heights(frame)
    ]
    parts.append(Part(join(hinges), steel))
    surfaces = [Surface((0, foot + height, 0), width - 0.06, depth - 0.06)]
    if is_open:
        room = height / 2 - wall - 0.02
        inner_width, inner_depth = width - 2 * wall - 0.04, depth - wall - 0.11
        surfaces += [
            Surface((0, y, 0), inner_width, inner_depth, room, "in") for y in (foot + wall, shelf_top)
        ]
    return settled(parts, vary, surfaces=surfaces)


def _hinge_heights(frame: Frame) -> tuple[float, float]:
    return frame.y_m + 0.06, frame.y_m + frame.height_m - 0.13


def _lock(shape: str, frame: Frame, z_m: float, steel: Finish, dark: Finish) -> list[Part]:
    """What one opens the door with: a dial, a keypad or a spoked wheel, and a lever."""
    y = frame.y_m + 0.6 * frame.height_m
    lever = [
        facing(cylinder(0.018, 0.03, sides=8), (0.08, y - 0.1, z_m)),
        box((0.11, 0.018, 0.014), (0.05, y - 0.109, z_m + 0.032)),
    ]
    if shape == "dial":
        dial = facing(
            lathe(
                [(0.065, 0), (0.06, 0.012), (0.035, 0.016), (0.03, 0.04), (0, 0.042)], sides=14, smooth=False
            ),
            (0, y, z_m),
        )
        return [
            Part(join([dial, *lever]), steel),
            Part(box((0.006, 0.02, 0.004), (0, y + 0.038, z_m + 0.016)), dark),
        ]
    if shape == "keypad":
        pad = box((0.12, 0.13, 0.014), (-0.02, y - 0.03, z_m + 0.005))
        keys = [
            box((0.022, 0.018, 0.008), (-0.02 + (c - 1) * 0.032, y - 0.02 + r * 0.026, z_m + 0.014))
            for c in range(3)
            for r in range(3)
        ]
        window = box((0.09, 0.025, 0.004), (-0.02, y + 0.066, z_m + 0.013))
        return [Part(pad, dark), Part(join([*keys, window, *lever]), steel)]
    return [Part(_spoked_wheel((0.0, y, z_m)), steel)]


def _spoked_wheel(at: Point) -> Solid:
    """A vault's hand wheel that stands off the door at a point of its face."""
    rim = pipe(arc((0, 0, 0.06), 0.11, 0, 2 * np.pi, steps=10)[:-1], 0.012, sides=5, closed=True)
    spokes = [turn(box((0.22, 0.018, 0.014), (0, -0.009, 0.06)), k * np.pi / 3, axis="z") for k in range(3)]
    hub = facing(cylinder(0.03, 0.075, sides=10), (0, 0, -0.002))
    return move(join([rim, *spokes, hub]), at)


@furniture(
    "filing_cabinet",
    group="storage",
    shapes=("vertical", "lateral"),
    held_out=("pedestal",),
    synonyms=("file cabinet", "office drawers"),
)
def filing_cabinet(shape: str, vary: Variation) -> Model:
    """A metal case with deep drawers for papers."""
    main = described_by(vary, ("metal", ("grey", "white", "black", "silver")))
    steel = vary.finish("metal", colours=("silver",) if main.colour in ("black", "grey") else ("black",))
    dark, card = vary.finish("plastic", colours=("black",)), vary.finish("paper", colours=("white",))
    drawers = vary.count("drawer", *{"vertical": (2, 4), "lateral": (2, 4), "pedestal": (3, 3)}[shape])
    is_open = vary.state("open", "closed") == "open"
    width = {"vertical": 0.46, "lateral": 0.9, "pedestal": 0.42}[shape] * vary.scale**0.5
    depth = {"vertical": 0.6, "lateral": 0.45, "pedestal": 0.54}[shape]
    height, foot = (0.5, 0.07) if shape == "pedestal" else (0.32 * drawers + 0.02, 0.03)
    frame = Frame(0.0, foot + 0.012, width - 0.024, height - 0.024)
    parts = [Part(box((width, height, depth), (0, foot, 0)), main), Part(shadow_slab(frame, depth / 2), dark)]
    for k, opening in enumerate(rows(frame, [2.0, 1.0, 1.0] if shape == "pedestal" else [1.0] * drawers)):
        out = 0.3 if is_open and k == drawers - 1 else 0.0
        parts += _file_drawer(opening, depth / 2, out, main, steel, card)
    parts.append(
        Part(
            _castors(width, depth, foot)
            if shape == "pedestal"
            else box((width - 0.04, foot, depth - 0.06), (0, 0, -0.01)),
            dark,
        )
    )
    return settled(parts, vary, surfaces=[Surface((0, foot + height, 0), width - 0.06, depth - 0.06)])


def _file_drawer(
    frame: Frame, z_m: float, out_m: float, main: Finish, steel: Finish, card: Finish
) -> list[Part]:
    """A drawer front with a handle and a label, drawn out by some way with folders behind it."""
    z = z_m + out_m
    middle = frame.y_m + frame.height_m * 0.62
    handle = pull("bar", (frame.x_m, middle, z + 0.02), length_m=0.15)
    label = (
        box((0.08, 0.035, 0.004), (frame.x_m, middle - 0.085, z + 0.021)) if frame.height_m > 0.2 else None
    )
    parts = [Part(leaf(frame, z, panelled=False, thickness_m=0.02), main), Part(handle, steel)]
    parts += [Part(label, card)] if label else []
    if out_m:
        size = (frame.width_m - 0.05, frame.height_m - 0.06, out_m + 0.02)
        tray = hollow_box(
            size, (frame.x_m, frame.y_m + 0.03, z - size[2] / 2 + 0.002), wall_m=0.008, opens="y"
        )
        folders = [
            box((size[0] - 0.05, size[1] - 0.02, 0.012), (frame.x_m, frame.y_m + 0.04, z - 0.04 - k * 0.045))
            for k in range(int(out_m / 0.05))
        ]
        parts += [Part(tray, main), Part(join(folders), card)]
    return parts


def _castors(width_m: float, depth_m: float, height_m: float) -> Solid:
    wheel = roller(height_m * 0.4, 0.03, (0, height_m * 0.4, 0), sides=8)
    fork = box((0.02, height_m * 0.6 + 0.002, 0.02), (0, height_m * 0.4, 0))
    return at_corners(join([wheel, fork]), width_m / 2 - 0.05, depth_m / 2 - 0.05)
