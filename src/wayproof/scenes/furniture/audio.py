"""Loudspeakers and radios."""

from __future__ import annotations

from wayproof.geometry.lofts import stack
from wayproof.geometry.outlines import rounded_rectangle
from wayproof.geometry.solid import Solid, facing, join
from wayproof.geometry.solids import box, cylinder, lathe, sphere
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.handles import arched_handle
from wayproof.scenes.furniture_parts.palettes import contrast


def _knob(x: float, y: float, z: float, radius: float, *, depth: float = 0.015) -> Solid:
    """A disc on an upright front, growing towards +Z from the face at z."""
    return facing(cylinder(radius, depth, sides=10), (x, y, z - 0.002))


def _speaker_cone(x: float, y: float, z: float, radius: float) -> Solid:
    """A round loudspeaker on an upright front: a rim, a dished cone and a dust cap."""
    profile = [
        (radius, 0.0),
        (radius, 0.008),
        (radius * 0.88, 0.01),
        (radius * 0.35, 0.003),
        (radius * 0.2, 0.009),
        (0, 0.011),
    ]
    return facing(lathe(profile, sides=14), (x, y, z - 0.001))


@furniture(
    "speaker",
    group="electronics",
    shapes=("bookshelf", "cylinder"),
    held_out=("ball",),
    stands="surface",
    synonyms=("loudspeaker",),
)
def speaker(shape: str, vary: Variation) -> Model:
    """A loudspeaker."""
    scale = vary.scale
    if shape == "bookshelf":
        case = vary.main("wood", colours=("brown", "black", "white", "beige"))
        dark = contrast(vary, case)
        width, height, depth = 0.19 * scale, 0.32 * scale, 0.22 * scale
        front = depth / 2
        cones = vary.count("cone", 1, 3)
        if cones == 1:
            discs = [_speaker_cone(0, height * 0.45, front, width * 0.4)]
        else:
            sizes = [0.38] + [0.2] * (cones - 1)
            heights = [0.32, 0.68, 0.87][:cones]
            discs = [
                _speaker_cone(0, height * y, front, width * r) for y, r in zip(heights, sizes, strict=True)
            ]
        return settled((Part(box((width, height, depth)), case), Part(join(discs), dark)), vary)
    cloth = vary.main(
        "fabric", colours=("grey", "white", "black", "blue", "red"), pattern="woven", tile_m=0.1
    )
    trim = vary.finish("plastic", colours=("black", "white", "grey"))
    if shape == "cylinder":
        radius, height = 0.06 * scale, 0.2 * scale
        body = cylinder(radius, height, (0, 0.01, 0), sides=16)
        caps = [
            cylinder(radius * 0.92, 0.012, sides=16),
            cylinder(radius * 0.92, 0.01, (0, height + 0.008, 0), sides=16),
        ]
        return settled((Part(body, cloth), Part(join(caps), trim)), vary)
    radius = 0.09 * scale
    caps = [lathe([(0, 0), (radius * 0.65, 0), (radius * 0.5, 0.025), (0, 0.025)], sides=14)]
    caps.append(cylinder(radius * 0.5, 0.008, (0, 0.013 + radius * 1.83, 0), sides=14))
    return settled(
        (Part(sphere(radius, (0, 0.012, 0), stretch=(1, 0.95, 1), sides=14), cloth), Part(join(caps), trim)),
        vary,
    )


@furniture(
    "radio", group="electronics", shapes=("retro", "portable"), held_out=("boombox",), stands="surface"
)
def radio(shape: str, vary: Variation) -> Model:
    """A radio set with a dial, knobs and a loudspeaker."""
    scale = vary.scale
    if shape == "retro":
        case = vary.main("wood", colours=("brown", "beige"))
    else:
        case = vary.main("plastic", colours=("red", "black", "grey", "white", "blue", "green"))
    dark = contrast(vary, case)
    metal = vary.finish("metal", colours=("silver", "gold"), pattern="plain")
    dial = vary.finish("paper", colours=("white", "beige", "yellow"))
    build = {"retro": _retro_radio, "portable": _portable_radio, "boombox": _boombox}[shape]
    body, grille, metalwork, scale_plate = build(scale)
    parts = (Part(body, case), Part(grille, dark), Part(metalwork, metal), Part(scale_plate, dial))
    return settled(parts, vary)


def _retro_radio(scale: float) -> tuple[Solid, Solid, Solid, Solid]:
    half_x, half_y, half_z = 0.16 * scale, 0.1 * scale, 0.075 * scale
    front = rounded_rectangle(2 * half_x, 2 * half_y, 0.15 * half_y)
    shell = stack([(0.0, front), (2 * half_z, front)])
    body = facing(shell, (0, half_y + 0.006, -half_z))
    feet = [box((0.02, 0.012, 0.1 * scale), (x, 0, 0)) for x in (-half_x * 0.7, half_x * 0.7)]
    slats = [
        box((half_x * 0.95, 0.008, 0.008), (-half_x * 0.36, half_y * (0.5 + 0.24 * k), half_z))
        for k in range(6)
    ]
    knobs = [_knob(half_x * x, half_y * 0.55, half_z, 0.02 * scale) for x in (0.38, 0.74)]
    plate = box((half_x * 0.62, half_y * 0.55, 0.006), (half_x * 0.56, half_y * 1.05, half_z))
    needle = box((0.004, half_y * 0.5, 0.004), (half_x * 0.6, half_y * 1.08, half_z + 0.004))
    return join([body, *feet]), join([*slats, needle]), join(knobs), plate


def _portable_radio(scale: float) -> tuple[Solid, Solid, Solid, Solid]:
    half_x, height, half_z = 0.12 * scale, 0.14 * scale, 0.035 * scale
    cone = _speaker_cone(-half_x * 0.42, height * 0.48, half_z, height * 0.36)
    knobs = [_knob(half_x * x, height * 0.25, half_z, 0.015 * scale) for x in (0.3, 0.72)]
    handle = arched_handle(half_x * 0.85, half_x * 0.75, height - 0.01, height + 0.035, 0.007)
    aerial = pipe(
        [
            (half_x * 0.92, height - 0.01, -half_z * 0.5),
            (half_x * 0.98, height + 0.22 * scale, -half_z * 0.5),
        ],
        0.003,
        sides=4,
    )
    plate = box((half_x * 0.8, height * 0.3, 0.006), (half_x * 0.5, height * 0.55, half_z))
    return box((2 * half_x, height, 2 * half_z)), cone, join([*knobs, handle, aerial]), plate


def _boombox(scale: float) -> tuple[Solid, Solid, Solid, Solid]:
    half_x, height, half_z = 0.24 * scale, 0.2 * scale, 0.06 * scale
    cones = [_speaker_cone(x, height * 0.42, half_z, height * 0.34) for x in (-half_x * 0.65, half_x * 0.65)]
    deck = box((half_x * 0.5, height * 0.4, 0.008), (0, height * 0.12, half_z))
    knobs = [_knob(half_x * x, height * 0.88, half_z, 0.012 * scale) for x in (-0.8, -0.62, 0.62, 0.8)]
    handle = arched_handle(half_x * 0.9, half_x * 0.86, height - 0.01, height + 0.05, 0.01)
    plate = box((half_x * 0.9, height * 0.12, 0.006), (0, height * 0.8, half_z))
    return box((2 * half_x, height, 2 * half_z)), join([*cones, deck]), join([*knobs, handle]), plate
