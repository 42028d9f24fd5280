"""Computers and printers."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import stack
from wayproof.geometry.outlines import rectangle
from wayproof.geometry.solid import Solid, at_corners, facing, join, lying, turn
from wayproof.geometry.solids import box, cylinder, panel
from wayproof.geometry.sweeps import hoop, pipe
from wayproof.scenes.furniture import Glow, Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.lamp_parts import SCREEN_LIGHT, screen_finish
from wayproof.scenes.furniture_parts.moved_parts import turn_parts
from wayproof.scenes.furniture_parts.palettes import METAL_OR_PLASTIC, contrast, described_by


@furniture(
    "laptop",
    group="electronics",
    shapes=("slim", "chunky"),
    held_out=("tent",),
    stands="surface",
    synonyms=("laptop computer", "notebook computer"),
)
def laptop(shape: str, vary: Variation) -> Model:
    """A portable computer, open with its screen lit or closed."""
    width, depth = 0.33 * vary.scale, 0.23 * vary.scale
    thick, lid = (0.03, 0.014) if shape == "chunky" else (0.016, 0.008)
    case = described_by(vary, *METAL_OR_PLASTIC, polished=True)
    keys = vary.finish("plastic", colours=("black",), pattern="keyboard", tile_m=1.0)
    glass = screen_finish(vary, lit=True)
    is_open = shape == "tent" or vary.chance(0.65)
    vary.state("open" if is_open else "closed")
    base = box((width, thick, depth))
    pad = box((width * 0.32, 0.002, depth * 0.27), (0, thick - 0.0005, depth * 0.3))
    hinge = pipe([(-width * 0.35, thick, -depth / 2), (width * 0.35, thick, -depth / 2)], 0.006)
    cover = box((width, lid, depth), (0, thick + 0.003, 0))
    if not is_open:
        return settled((Part(join([base, cover, hinge]), case),), vary)
    keyboard = lying(panel(width * 0.9, depth * 0.5), (0, thick + 0.002, depth * 0.1))
    cover, view = _opened(cover, width, depth, thick, turned_over=shape == "tent")
    parts = [Part(join([base, pad, hinge, cover]), case), Part(keyboard, keys), Part(view, glass, glows=True)]
    if shape == "tent":
        hinge_line = (0.0, thick, -depth / 2)
        parts = turn_parts(parts, np.radians(63), axis="x", about=hinge_line)
        parts = turn_parts(parts, np.pi, about=hinge_line)
    return settled(parts, vary, glow=Glow(((0, 0.15, 0.1),), SCREEN_LIGHT, 0.05))


def _opened(
    cover: Solid, width: float, depth: float, thick: float, *, turned_over: bool
) -> tuple[Solid, Solid]:
    """The lid and its picture, swung up about the hinge, or all the way round under the base."""
    view = panel(width - 0.022, depth - 0.03)
    if turned_over:
        view = turn(view, np.pi, axis="z", about=(0, (depth - 0.03) / 2, 0))
    face_down = facing(view, (0, thick + 0.001, -depth / 2 + 0.018))
    angle, hinge = (-5.35 if turned_over else -1.9), (0.0, thick, -depth / 2)
    lid, view = (turn(piece, angle, axis="x", about=hinge) for piece in (cover, face_down))
    return lid, view


@furniture(
    "desktop_computer",
    group="electronics",
    shapes=("tower", "gaming"),
    held_out=("cube",),
    synonyms=("computer", "pc", "computer tower"),
)
def desktop_computer(shape: str, vary: Variation) -> Model:
    """The case of a desktop computer, for the floor beside a desk."""
    half_x, height, half_z = {
        "tower": (0.09, 0.4, 0.2),
        "gaming": (0.11, 0.47, 0.23),
        "cube": (0.12, 0.26, 0.12),
    }[shape]
    half_x, height, half_z = half_x * vary.scale, height * vary.scale, half_z * vary.scale
    case = described_by(vary, *METAL_OR_PLASTIC, polished=True)
    dark = contrast(vary, case)
    lamp = vary.finish("plastic", colours=("blue", "green", "red"))
    feet = at_corners(box((0.03, 0.016, 0.04)), 0.8 * half_x, 0.8 * half_z)
    body = box((2 * half_x, height - 0.014, 2 * half_z), (0, 0.014, 0))
    front = half_z
    if shape == "tower":
        trim = [box((half_x * 1.7, height * 0.075, 0.008), (0, height * y, front)) for y in (0.86, 0.75)]
        trim += [box((half_x * 1.2, 0.006, 0.006), (0, height * (0.12 + 0.06 * k), front)) for k in range(5)]
        lights = [facing(cylinder(0.014, 0.008, sides=10), (0, height * 0.6, front - 0.002))]
    elif shape == "gaming":
        fans = vary.count("fan", 2, 3)
        radius = height / fans * 0.4
        heights = [height * (k + 0.5) / fans + 0.01 for k in range(fans)]
        lights = [facing(hoop(radius, 0.006, sides=12, bar_sides=3), (0, y, front + 0.004)) for y in heights]
        trim = [facing(cylinder(radius * 0.9, 0.004, sides=12), (0, y, front - 0.002)) for y in heights]
        trim.append(box((0.004, height * 0.8, half_z * 1.7), (half_x, height * 0.12, 0)))
    else:
        trim = [facing(cylinder(half_x * 0.75, 0.006, sides=14), (0, height * 0.52, front - 0.002))]
        lights = [facing(hoop(half_x * 0.78, 0.005, sides=14), (0, height * 0.52, front + 0.002))]
        trim.append(box((half_x * 1.4, 0.006, half_z * 1.4), (0, height - 0.002, 0)))
    return settled((Part(join([body, feet]), case), Part(join(trim), dark), Part(join(lights), lamp)), vary)


@furniture(
    "printer", group="electronics", shapes=("inkjet", "laser"), held_out=("scanner",), stands="surface"
)
def printer(shape: str, vary: Variation) -> Model:
    """A paper printer with a sheet in its tray."""
    half_x, half_z, height = 0.21 * vary.scale, 0.15 * vary.scale, 0.19 * vary.scale
    case = vary.main("plastic", colours=("white", "grey", "black"))
    dark = contrast(vary, case)
    paper = vary.finish("paper", colours=("white",))
    lamp = vary.finish("plastic", colours=("green", "blue"))
    build = {"inkjet": _inkjet, "laser": _laser, "scanner": _scanner}[shape]
    body, trim, sheets = build(half_x, half_z, height)
    button = box((0.014, 0.014, 0.012), (half_x * 0.85, height * 0.42, half_z))
    return settled((Part(body, case), Part(trim, dark), Part(sheets, paper), Part(button, lamp)), vary)


def _inkjet(half_x: float, half_z: float, height: float) -> tuple[Solid, Solid, Solid]:
    """Paper stands in a tray at the back and comes out flat in front."""
    low, slope = rectangle(2 * half_x, 2 * half_z), half_z * 0.3
    high = rectangle(2 * half_x - 0.03, 2 * half_z - slope - 0.01) - (0, slope / 2 - 0.005)
    body = stack([(0.0, low), (height * 0.65, low), (height, high)])
    about = (0.0, height * 0.9, -half_z * 0.7)
    rest = box((half_x * 1.3, 0.2, 0.008), (0, height * 0.9, -half_z * 0.75))
    paper = box((half_x * 1.15, 0.24, 0.006), (0, height * 0.9, -half_z * 0.75 + 0.009))
    rest, paper = (turn(piece, -0.35, axis="x", about=about) for piece in (rest, paper))
    tray = box((half_x * 1.3, 0.01, 0.12), (0, 0.02, half_z + 0.05))
    page = box((half_x * 1.1, 0.004, 0.15), (0, 0.032, half_z + 0.055))
    mouth = box((half_x * 1.4, 0.05, 0.006), (0, 0.035, half_z))
    return join([body, rest, tray]), mouth, join([paper, page])


def _laser(half_x: float, half_z: float, height: float) -> tuple[Solid, Solid, Solid]:
    """A block with a paper drawer below and pages that land in a hollow on top."""
    tall = height * 1.5
    outer = rectangle(2 * half_x, 2.2 * half_z)
    inner = rectangle(1.36 * half_x, 1.6 * half_z)
    body = stack(
        [(0.0, outer), (tall - 0.02, outer), (tall, outer * 0.96), (tall, inner), (tall - 0.04, inner * 0.98)]
    )
    groove = box((half_x * 1.9, 0.006, 0.006), (0, tall * 0.3, half_z * 1.1))
    pull = box((half_x * 0.5, 0.02, 0.008), (0, tall * 0.16, half_z * 1.1))
    display = box((half_x * 0.5, 0.05, 0.008), (half_x * 0.6, tall * 0.72, half_z * 1.1))
    page = turn(
        box((half_x * 1.1, 0.004, half_z * 1.3), (0, tall - 0.02, 0)),
        0.12,
        axis="x",
        about=(0, tall - 0.02, 0),
    )
    return body, join([groove, pull, display]), page


def _scanner(half_x: float, half_z: float, height: float) -> tuple[Solid, Solid, Solid]:
    """A printer with a flat glass on top and its lid raised."""
    body = box((2 * half_x, height, 2 * half_z))
    lid = box((2 * half_x, 0.025, 2 * half_z), (0, height + 0.004, 0))
    lid = turn(lid, -1.15, axis="x", about=(0, height, -half_z + 0.01))
    glass = box((half_x * 1.6, 0.004, half_z * 1.6), (0, height - 0.002, 0))
    mouth = box((half_x * 1.5, 0.05, 0.006), (0, 0.045, half_z))
    page = box((half_x * 1.1, 0.004, 0.12), (0, 0.032, half_z + 0.055))
    tray = box((half_x * 1.3, 0.01, 0.11), (0, 0.02, half_z + 0.05))
    return join([body, lid, tray]), join([mouth, glass]), page
