"""Things to play with and to keep cool: remote controls, game consoles and fans."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import closed_stack, cloth, prism, stack
from wayproof.geometry.outlines import oval, with_hole
from wayproof.geometry.solid import Floats, Solid, both_sides, facing, join, lying, move, turn, without_boxes
from wayproof.geometry.solids import box, cylinder, lathe, panel, sphere
from wayproof.geometry.sweeps import hoop, pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Glow, Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.lamp_parts import SCREEN_LIGHT, screen_finish
from wayproof.scenes.furniture_parts.palettes import METAL_OR_PLASTIC, contrast, described_by


@furniture(
    "remote_control",
    group="electronics",
    shapes=("bar", "waisted"),
    held_out=("short",),
    stands="surface",
    synonyms=("remote", "tv remote"),
)
def remote_control(shape: str, vary: Variation) -> Model:
    """A remote control with rows of buttons."""
    case = vary.main("plastic", colours=("black", "black", "grey", "white"))
    keys, red = contrast(vary, case), vary.finish("rubber", colours=("red",))
    half_x, half_z, thick = 0.024 * vary.scale, 0.09 * vary.scale, 0.018
    if shape == "short":
        half_x, half_z = half_x * 0.85, half_z * 0.65
    outline = oval(2 * half_x, 2 * half_z, squareness=8 if shape == "bar" else 4, sides=12)
    if shape == "waisted":
        outline[:, 0] *= 0.8 + 0.28 * np.abs(outline[:, 1] / half_z)
    body = stack([(0.0, outline * 0.92), (thick * 0.5, outline), (thick, outline * 0.95)])
    rows = 2 if shape == "short" else 3
    buttons = [
        box(
            (half_x * 0.36, 0.004, half_x * 0.3),
            (half_x * 0.52 * x, thick - 0.001, half_z * (0.12 + 0.26 * row)),
        )
        for row in range(rows)
        for x in (-1, 0, 1)
    ]
    wheel = cylinder(half_x * 0.55, 0.004, (0, thick - 0.001, -half_z * 0.28), sides=10)
    power = cylinder(0.005, 0.004, (half_x * 0.5, thick - 0.001, -half_z * 0.8), sides=6)
    return settled((Part(body, case), Part(join([*buttons, wheel]), keys), Part(power, red)), vary)


@furniture(
    "game_console",
    group="electronics",
    shapes=("flat", "upright"),
    held_out=("handheld",),
    stands="surface",
    synonyms=("games console", "video game console"),
)
def game_console(shape: str, vary: Variation) -> Model:
    """A video game console with its controller, or a small one to hold."""
    case = vary.main("plastic", colours=("black", "white", "grey"))
    dark = contrast(vary, case)
    if shape == "handheld":
        return _handheld(vary, case, dark)
    lamp = vary.finish("plastic", colours=("blue", "green"))
    if shape == "flat":
        width, height, depth = 0.3 * vary.scale, 0.06 * vary.scale, 0.24 * vary.scale
        upper = box((width * 0.97, height * 0.55, depth * 0.96), (0, height * 0.45, 0))
        body = join([box((width, height * 0.47, depth)), upper])
    else:
        width, height, depth = 0.11 * vary.scale, 0.32 * vary.scale, 0.24 * vary.scale
        body = join([box((width * 1.2, 0.012, depth * 0.8)), box((width, height, depth), (0, 0.01, 0))])
    front = depth / 2
    slot = box((min(width * 0.6, 0.12), 0.006, 0.006), (0, height * 0.72, front))
    strip = box((width * 0.9, 0.006, 0.006), (0, height * 0.5, front))
    pad, sticks = (move(piece, (0.02, 0, front + 0.09)) for piece in _controller())
    return settled((Part(join([body, pad]), case), Part(join([slot, sticks]), dark), Part(strip, lamp)), vary)


def _controller() -> tuple[Solid, Solid]:
    """A two-handed game pad, and its sticks and buttons."""
    middle = stack([(0.006, oval(0.12, 0.06, squareness=3)), (0.034, oval(0.128, 0.068, squareness=3))])
    grips = [turn(sphere(0.018, (x, 0.0, 0.018), stretch=(1, 1, 2.1), sides=8), x * 5) for x in (-0.06, 0.06)]
    sticks = [cylinder(0.009, 0.016, (x, 0.03, 0.014), sides=8) for x in (-0.024, 0.024)]
    buttons = [
        cylinder(0.005, 0.006, (0.042 + x, 0.031, -0.008 + z), sides=6)
        for x, z in ((-0.01, 0), (0.01, 0), (0, 0.01), (0, -0.01))
    ]
    cross = [
        box((0.024, 0.005, 0.008), (-0.042, 0.031, -0.008)),
        box((0.008, 0.006, 0.024), (-0.042, 0.031, -0.008)),
    ]
    return join([middle, *grips]), join([*sticks, *buttons, *cross])


def _handheld(vary: Variation, case: Finish, dark: Finish) -> Model:
    """A slab with a screen between two coloured grips."""
    lit = vary.state("on", "off") == "on"
    half_x, half_z, thick = 0.09 * vary.scale, 0.053 * vary.scale, 0.014
    glass = screen_finish(vary, lit=lit)
    view = lying(panel(half_x * 1.8, half_z * 1.7), (0, thick + 0.001, half_z * 0.85))
    grip = prism(oval(0.044, 2 * half_z, squareness=4, centre=(half_x + 0.018, 0)), thick)
    keys = []
    for side in (-1, 1):
        x = side * (half_x + 0.018)
        keys.append(cylinder(0.009, 0.012, (x, thick - 0.002, side * 0.02), sides=8))
        keys.append(cylinder(0.008, 0.004, (x, thick - 0.001, -side * 0.018), sides=6))
    parts = (
        Part(join([box((2 * half_x, thick - 0.001, 2 * half_z)), both_sides(grip)]), case),
        Part(join(keys), dark),
        Part(view, glass, glows=True),
    )
    return settled(parts, vary, glow=Glow(((0, 0.06, 0),), SCREEN_LIGHT, 0.02))


@furniture(
    "fan", group="electronics", shapes=("pedestal", "box"), held_out=("tower",), synonyms=("electric fan",)
)
def fan(shape: str, vary: Variation) -> Model:
    """An electric fan that stands on the floor."""
    case = described_by(vary, *METAL_OR_PLASTIC, polished=True)
    dark = contrast(vary, case)
    metal = vary.finish("metal", colours=("silver", "black"), pattern="plain")
    if shape == "tower":
        return _tower_fan(vary, case, dark)
    blades = vary.count("blade", 3, 5)
    radius = (0.2 if shape == "pedestal" else 0.22) * vary.scale
    low = 0.85 * vary.scale**0.5 if shape == "pedestal" else 0.04 + radius
    rotor = [_blade(radius * 0.9, 2 * np.pi * k / blades) for k in range(blades)]
    hub = facing(lathe([(0, 0), (0.035, 0), (0.035, 0.04), (0, 0.055)], sides=10), (0, 0, -0.02))
    cage = move(_cage(radius, 0.07), (0, low, 0))
    spinning = move(join([*rotor, hub]), (0, low, 0))
    if shape == "pedestal":
        motor = facing(cylinder(0.06, 0.1, sides=10), (0, low, -0.13))
        pole = [
            cylinder(0.19, 0.025, (0, 0, -0.08), sides=16),
            cylinder(0.015, low - 0.02, (0, 0.02, -0.08), sides=6),
        ]
        return settled((Part(join([motor, *pole, spinning]), case), Part(cage, metal)), vary)
    outer = radius + 0.04
    shell = closed_stack(_square_ring(outer, radius + 0.004))
    frame = facing(shell, (0, low, -0.06))
    feet = [box((0.05, 0.014, 0.18), (x, low - outer - 0.012, 0)) for x in (-radius * 0.8, radius * 0.8)]
    handle = box((0.12, 0.015, 0.03), (0, low + outer - 0.002, 0))
    return settled((Part(join([frame, *feet, handle]), case), Part(join([cage, spinning]), dark)), vary)


def _square_ring(outer: float, inner: float, *, depth: float = 0.12) -> list[tuple[float, Floats]]:
    """Rings of a shallow square duct with a round bore."""
    square, bore = with_hole(2 * outer, 2 * outer, 2 * inner)
    return [(0.0, square), (depth, square), (depth, bore), (0.0, bore)]


def _blade(length: float, angle: float) -> Solid:
    """A fan blade in the upright plane, pitched, from the axis outwards."""
    rows = [
        [(0.02, -0.012, -0.01), (0.02, 0.012, 0.01)],
        [(length, -0.05, -0.02), (length * 0.9, 0.09, 0.035)],
    ]
    return turn(cloth(np.array(rows)), angle, axis="z")


def _cage(radius: float, depth: float) -> Solid:
    """The wire guard round the blades, bulging in front and behind; its axis is +Z."""
    wire = 0.003
    hoops = [(radius, 0.0), (radius * 0.62, depth * 0.42), (radius * 0.2, depth * 0.5)]
    rings = [facing(hoop(size, wire, sides=12, bar_sides=3), (0, 0, z)) for size, z in hoops]
    spokes = []
    for side in (1, -1):
        stops = [(radius, 0.0), (radius * 0.62, side * depth * 0.42), (radius * 0.15, side * depth * 0.5)]
        spoke = pipe([(r, 0.0, z) for r, z in stops], wire, sides=3, capped=False)
        spokes += [turn(spoke, k * np.pi / 3, axis="z") for k in range(6)]
    return without_boxes(join([*rings, *spokes]))


def _tower_fan(vary: Variation, case: Finish, dark: Finish) -> Model:
    """A slim column that blows through a long slot."""
    height, half = 0.92 * vary.scale, 0.085 * vary.scale
    base = cylinder(0.15, 0.03, top_radius_m=0.13, sides=16)
    outline = oval(2 * half, 2 * half, squareness=3, sides=16)
    body = stack([(0.025, outline), (height - 0.03, outline), (height, 0.85 * outline)])
    slats = [
        box((0.01, height * 0.68, 0.012), (half * 0.22 * k, height * 0.16, half - 0.004))
        for k in range(-2, 3)
    ]
    knobs = cylinder(0.02, 0.012, (0, height - 0.002, 0), sides=8)
    return settled((Part(join([base, body]), case), Part(join([*slats, knobs]), dark)), vary)
