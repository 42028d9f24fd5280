"""Machines that stand on a worktop and heat: microwave ovens, toasters and kettles."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import FLAT, loft, stack
from wayproof.geometry.outlines import oval, rectangle, ring, rounded_rectangle
from wayproof.geometry.solid import Solid, at_corners, enlarged, facing, join
from wayproof.geometry.solids import box, cylinder, lathe, sphere
from wayproof.geometry.sweeps import pipe, roller
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Glow, Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.cabinetry import pull
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import turn_parts
from wayproof.scenes.furniture_parts.palettes import described_by


@furniture(
    "microwave",
    group="appliances",
    shapes=("side_panel", "drop_door"),
    held_out=("retro",),
    stands="surface",
    synonyms=("microwave oven",),
)
def microwave(shape: str, vary: Variation) -> Model:
    """A small oven with a door and a row of keys."""
    colours = ("silver", "black", "white", *(("red",) if shape == "retro" else ()))
    main = described_by(vary, ("metal", colours), ("plastic", colours[1:]))
    dark, steel = vary.finish("plastic", colours=("black",)), vary.finish("metal", colours=("silver",))
    display = vary.finish("plastic", colours=("green", "blue", "orange"))
    is_open = vary.state("open", "closed") == "open"
    width, height, depth, foot = 0.5 * vary.scale, 0.29 * vary.scale**0.5, 0.37, 0.012
    panel = 0.13 if shape != "drop_door" else 0.0
    room = (width - panel - 0.05, height - (0.05 if panel else 0.11))
    middle = (-panel / 2, foot + (height / 2 if panel else 0.025 + room[1] / 2))
    parts = [Part(_microwave_shell(shape, (width, height, depth), foot, room, middle), main)]
    pads = at_corners(box((0.03, foot + 0.004, 0.03)), width / 2 - 0.06, depth / 2 - 0.05)
    parts.append(Part(pads, dark))
    face = depth / 2
    door = box(
        (room[0] + 0.04, room[1] + 0.04, 0.02), (middle[0], middle[1] - room[1] / 2 - 0.02, face + 0.011)
    )
    window = box(
        (room[0] - 0.07, room[1] - 0.05, 0.008), (middle[0], middle[1] - room[1] / 2 + 0.025, face + 0.02)
    )
    bright = steel if main.colour != "silver" else dark
    moving = [Part(door, main if main.colour != "silver" else steel), Part(window, dark)]
    moving.append(Part(_microwave_handle(room, middle, face + 0.02, level=panel == 0.0), bright))
    if is_open:
        edge = (middle[0] - room[0] / 2 - 0.02, middle[1] - room[1] / 2 - 0.02, face)
        angle, axis = (-1.75, "y") if panel else (1.5, "x")
        moving = turn_parts(moving, angle, axis=axis, about=edge)
        floor = middle[1] - room[1] / 2
        parts.append(
            Part(cylinder(0.11, 0.008, (middle[0], floor + 0.004, 0.0), sides=12), vary.finish("glass"))
        )
    parts += moving + _microwave_keys(shape, width, height, foot, face, display, dark, steel)
    top = [Surface((0, foot + height, 0), width - 0.06, depth - 0.06, 0.3)] if shape != "retro" else []
    return settled(parts, vary, surfaces=top)


def _microwave_shell(
    shape: str,
    size: tuple[float, float, float],
    foot_m: float,
    room: tuple[float, float],
    middle: tuple[float, float],
) -> Solid:
    """The case with its hollow, which runs nearly to the back."""
    width, height, depth = size
    outside, inside = (0.0, foot_m + height / 2), middle
    back, front = -depth / 2, depth / 2
    case, hole = rectangle(width, height), rectangle(*room)
    if shape == "retro":
        case, hole = rounded_rectangle(width, height, 0.045), rounded_rectangle(*room, 0.01)
    rings = [ring(case, (*outside, z), axis="z") for z in (back, front)]
    rings += [ring(hole, (*inside, z), axis="z") for z in (front, back + 0.05)]
    return loft(rings)


def _microwave_handle(
    room: tuple[float, float], middle: tuple[float, float], z_m: float, *, level: bool
) -> Solid:
    """A bar along the top of a door that drops, or up the edge of one that swings."""
    if level:
        return pull("bar", (0, middle[1] + room[1] / 2 - 0.005, z_m), length_m=0.8 * room[0])
    place = (middle[0] + room[0] / 2 - 0.005, middle[1], z_m)
    return pull("bar", place, length_m=0.85 * room[1], upright=True)


def _microwave_keys(
    shape: str,
    width_m: float,
    height_m: float,
    foot_m: float,
    face_m: float,
    display: Finish,
    dark: Finish,
    steel: Finish,
) -> list[Part]:
    """Display and keys beside the door, above it, or two dials."""
    z = face_m + 0.002
    if shape == "drop_door":
        y = foot_m + height_m - 0.045
        strip = box((width_m - 0.05, 0.05, 0.006), (0, y - 0.015, z))
        keys = [box((0.02, 0.014, 0.006), (0.05 + 0.03 * k, y, z + 0.004)) for k in range(4)]
        return [
            Part(strip, dark),
            Part(join(keys), steel),
            Part(box((0.08, 0.026, 0.006), (-0.1, y - 0.003, z + 0.004)), display),
        ]
    x, top = width_m / 2 - 0.072, foot_m + height_m - 0.03
    if shape == "retro":
        dial = lathe([(0.03, -0.002), (0.025, 0.018), (0.0, 0.02)], sides=10, smooth=False)
        dials = [facing(dial, (x, top - dy, face_m)) for dy in (0.07, 0.16)]
        return [Part(join(dials), steel), Part(box((0.07, 0.02, 0.005), (x, top - 0.025, z)), display)]
    plate = box((0.1, height_m - 0.05, 0.006), (x, foot_m + 0.025, z))
    keys = [
        box((0.02, 0.016, 0.006), (x + (c - 1) * 0.028, top - 0.075 - r * 0.028, z + 0.004))
        for c in range(3)
        for r in range(4)
    ]
    return [
        Part(plate, dark),
        Part(join(keys), steel),
        Part(box((0.08, 0.028, 0.006), (x, top - 0.04, z + 0.004)), display),
    ]


@furniture(
    "toaster",
    group="appliances",
    shapes=("two_slots", "four_slots"),
    held_out=("retro",),
    stands="surface",
    synonyms=("bread toaster",),
)
def toaster(shape: str, vary: Variation) -> Model:
    """A box with slots that toasts bread."""
    main = described_by(
        vary,
        ("metal", ("silver", "black", "white", "red")),
        ("plastic", ("black", "white", "red")),
        polished=True,
    )
    dark, bread = vary.finish("plastic", colours=("black",)), vary.finish("food", colours=("brown", "orange"))
    hot = vary.finish("ceramic", colours=("orange",), pattern="plain")
    is_on = vary.state("on", "off") == "on"
    slots = vary.count("slot", *((4, 4) if shape == "four_slots" else (2, 2)))
    size = vary.scale**0.5
    width, depth, height = 0.29 * size, (0.29 if slots == 4 else 0.18) * size, 0.19
    stages = [(0.9, 0.0), (1.0, 0.02), (1.0, 0.14), (0.94, 0.178), (0.84, height)]
    round_end = oval(width, depth, squareness=2.4)
    outline = round_end if shape == "retro" else rounded_rectangle(width, depth, 0.03)
    body = stack([(y, outline * s) for s, y in stages])
    parts = [Part(body, main)]
    length = width * (0.56 if shape == "retro" else 0.68)
    for z in (-0.028, 0.028) if slots == 2 else (-0.09, -0.035, 0.035, 0.09):
        parts.append(Part(box((length, 0.006, 0.028), (0, height - 0.004, z * size)), dark))
        if is_on:
            parts.append(
                Part(box((length - 0.02, 0.003, 0.012), (0, height + 0.001, z * size)), hot, glows=True)
            )
        else:
            parts.append(Part(box((length - 0.03, 0.07, 0.015), (0, height - 0.02, z * size)), bread))
    parts.append(Part(_toaster_lever(width / 2, depth, down=is_on), dark))
    glow = Glow(((0.0, height + 0.06, 0.0),), (1.0, 0.45, 0.2), 0.02)
    return settled(parts, vary, glow=glow)


def _toaster_lever(end_m: float, depth_m: float, *, down: bool) -> Solid:
    """The lever in its slit at the end of the toaster, and the dial for the browning."""
    slit = box((0.006, 0.11, 0.014), (end_m - 0.001, 0.035, 0))
    lever = box((0.03, 0.016, 0.045), (end_m + 0.012, 0.045 if down else 0.125, 0))
    dial = roller(0.016, 0.02, (end_m + 0.004, 0.06, 0.28 * depth_m), sides=8)
    return join([slit, lever, dial])


@furniture(
    "kettle",
    group="appliances",
    shapes=("electric", "stovetop"),
    held_out=("gooseneck",),
    stands="surface",
    synonyms=("water kettle", "tea kettle", "electric kettle"),
)
def kettle(shape: str, vary: Variation) -> Model:
    """A vessel with a spout and a handle in which water is boiled."""
    main = described_by(vary, ("metal", ("silver", "white", "black", "red", "blue", "green")), polished=True)
    trim = vary.finish("plastic", colours=("black",) if main.colour != "black" else ("grey",))
    size = vary.scale**0.5
    if shape == "electric":
        solids = _electric_kettle()
    elif shape == "stovetop":
        solids = _stovetop_kettle()
    else:
        solids = _gooseneck_kettle()
    metal, black = (enlarged(solid, size) for solid in solids)
    return settled([Part(metal, main), Part(black, trim)], vary)


def _electric_kettle() -> tuple[Solid, Solid]:
    """A jug on a round base; its metal and its plastic."""
    jug = lathe(
        [(0.072, 0.02), (0.078, 0.04), (0.07, 0.14), (0.058, 0.215), (0.05, 0.222), (0, 0.225)], sides=10
    )
    spout = loft(
        [ring(rectangle(0.012, 0.012), (0.062, 0.15, 0)), ring(rectangle(0.07, 0.05), (0.068, 0.218, 0))],
        crease_rad=FLAT,
    )
    grip = pipe(
        [(-0.05, 0.205, 0), (-0.1, 0.21, 0), (-0.118, 0.18, 0), (-0.11, 0.07, 0), (-0.07, 0.05, 0)],
        0.011,
        sides=5,
    )
    base = lathe([(0, 0), (0.085, 0), (0.085, 0.012), (0.078, 0.022), (0, 0.022)], sides=10, smooth=False)
    knob = cylinder(0.018, 0.016, (0, 0.222, 0), sides=8)
    switch = box((0.03, 0.012, 0.03), (-0.095, 0.03, 0))
    return join([jug, spout]), join([grip, base, knob, switch])


def _stovetop_kettle() -> tuple[Solid, Solid]:
    """A squat round kettle with a handle arched over it."""
    belly = lathe([(0, 0), (0.1, 0), (0.112, 0.03), (0.1, 0.095), (0.055, 0.135), (0, 0.142)], sides=10)
    spout = loft(
        [
            ring(oval(0.05, 0.05, sides=8), (0.085, 0.06, 0)),
            ring(oval(0.026, 0.03, sides=8), (0.155, 0.13, 0)),
        ]
    )
    angles = np.linspace(0.25, np.pi - 0.25, 6)
    arch = pipe([(0.095 * np.cos(a), 0.1 + 0.14 * np.sin(a), 0) for a in angles], 0.01)
    return join([belly, spout]), join([arch, sphere(0.016, (0, 0.138, 0), sides=8)])


def _gooseneck_kettle() -> tuple[Solid, Solid]:
    """A slim pot with a long curved spout and an open handle, on a round base."""
    pot = lathe([(0.078, 0.02), (0.08, 0.035), (0.055, 0.145), (0.05, 0.15), (0, 0.162)], sides=10)
    neck = pipe(
        [(0.065, 0.05, 0), (0.105, 0.06, 0), (0.12, 0.11, 0), (0.13, 0.165, 0), (0.165, 0.185, 0)], 0.009
    )
    grip = pipe([(-0.045, 0.135, 0), (-0.11, 0.15, 0), (-0.14, 0.14, 0), (-0.145, 0.06, 0)], 0.011, sides=5)
    base = lathe([(0, 0), (0.088, 0), (0.088, 0.012), (0.08, 0.022), (0, 0.022)], sides=10, smooth=False)
    return join([pot, neck]), join([grip, base, sphere(0.015, (0, 0.16, 0), sides=8)])
