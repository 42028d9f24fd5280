"""Small things of a bathroom: mirrors, towel racks and bath mats."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.lofts import cloth, stack
from wayproof.geometry.outlines import arch, oval, rectangle, rounded_rectangle
from wayproof.geometry.solid import Point, Solid, both_sides, facing, join, move, turn
from wayproof.geometry.solids import box, cylinder, lathe
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.drapes import draped
from wayproof.scenes.furniture_parts.finished_model import settled, standing
from wayproof.scenes.furniture_parts.palettes import WOOD_OR_METAL, described_by, reflecting
from wayproof.scenes.furniture_parts.picture_frames import framed_picture


@furniture("mirror", group="bathroom", shapes=("rectangular", "round"), held_out=("arched",), stands="wall")
def mirror(shape: str, vary: Variation) -> Model:
    """A framed mirror on a wall."""
    half_x, half_y = {"rectangular": (0.3, 0.42), "round": (0.34, 0.34), "arched": (0.3, 0.5)}[shape]
    half_x, half_y, bar = half_x * vary.scale, half_y * vary.scale, vary.between(0.025, 0.05)
    outline = {
        "rectangular": rectangle(2 * half_x, 2 * half_y),
        "round": oval(2 * half_x, 2 * half_y, sides=24),
        "arched": arch(2 * half_x, 2 * half_y),
    }[shape]
    rim = described_by(vary, *WOOD_OR_METAL, polished=True)
    glass = reflecting(vary)
    frame, pane = framed_picture(outline, bar, 0.03, (0, half_y, 0))
    return standing((Part(frame, rim), Part(pane, glass)), vary)


@furniture(
    "makeup_mirror",
    group="bathroom",
    shapes=("round", "square"),
    held_out=("trifold",),
    stands="surface",
    synonyms=("vanity mirror", "cosmetic mirror"),
)
def makeup_mirror(shape: str, vary: Variation) -> Model:
    """A small tilting mirror on a stand."""
    kinds = ("metal", ("silver", "gold", "black")), ("plastic", ("white", "pink", "black", "blue"))
    metal = described_by(vary, *kinds, polished=True)
    glass = reflecting(vary)
    if shape == "trifold":
        body, panes = _trifold(0.13 * vary.scale, 0.28 * vary.scale)
    else:
        body, panes = _on_stand(shape, 0.1 * vary.scale)
    return settled((Part(body, metal), Part(panes, glass)), vary)


def _on_stand(shape: str, radius: float) -> tuple[Solid, Solid]:
    """A mirror that swings in a fork on a foot."""
    width = 2 * radius
    outline = oval(width, width, sides=14) if shape == "round" else rectangle(width, width)
    hub = 0.09 + radius * 1.08
    foot = lathe([(0, 0), (0.075, 0), (0.072, 0.01), (0.012, 0.022), (0.012, 0.09), (0, 0.09)], sides=8)
    reach = radius + 0.012
    if shape == "round":
        fork = arc((0, hub, 0), reach, np.pi, 2 * np.pi)
    else:
        fork = [(-reach, hub, 0.0), (-reach, hub - reach, 0.0), (reach, hub - reach, 0.0), (reach, hub, 0.0)]
    pivots = [pipe([(x * reach, hub, 0), (x * (radius - 0.005), hub, 0)], 0.005, sides=4) for x in (-1, 1)]
    mirrored = framed_picture(outline, 0.008, 0.014, (0, hub, -0.007))
    frame, pane = (turn(piece, np.radians(-14), axis="x", about=(0, hub, 0)) for piece in mirrored)
    return join([foot, pipe(fork, 0.005, sides=4), *pivots, frame]), pane


def _trifold(half_x: float, height: float) -> tuple[Solid, Solid]:
    """Three hinged leaves; the outer ones are folded forward and keep the whole upright."""
    bodies, panes = [], []
    for x, width, angle in ((0.0, 2 * half_x, 0.0), (-half_x, half_x, 0.75), (half_x, half_x, -0.75)):
        place = (x + np.sign(x) * width / 2, height / 2, 0)
        leaf, pane = framed_picture(rectangle(width, height), 0.012, 0.014, place)
        bodies.append(turn(leaf, angle, about=(x, 0, 0.007)))
        panes.append(turn(pane, angle, about=(x, 0, 0.007)))
    return join(bodies), join(panes)


@furniture(
    "towel_rack",
    group="bathroom",
    shapes=("single_bar", "ladder"),
    held_out=("ring",),
    stands="wall",
    synonyms=("towel rail", "towel bar"),
)
def towel_rack(shape: str, vary: Variation) -> Model:
    """A towel that hangs on a rail fixed to the wall."""
    towel = vary.main("fabric", pattern=vary.choose(("terry", "terry", "striped")))
    metal = vary.finish("metal", colours=("silver", "black", "gold", "white"), pattern="plain")
    if shape == "ladder":
        rail, hanging = _ladder(0.5 * vary.scale, vary.count("bar", 5, 8))
    elif shape == "ring":
        rail, hanging = _towel_ring(0.26 * vary.scale)
    else:
        rail, hanging = _single_bar(0.6 * vary.scale)
    return standing((Part(hanging, towel), Part(rail, metal)), vary)


def _towel(width: float, front: float, back: float, at: Point) -> Solid:
    """A folded bath towel over a bar, with a hem across its front."""
    x, y, z = at
    towel = draped(width, front, back, at, radius_m=0.013, thickness_m=0.014)
    return join([towel, box((width - 0.002, 0.012, 0.02), (x, y - front + 0.05, z + 0.013))])


def _single_bar(width: float) -> tuple[Solid, Solid]:
    y, z = 0.5, 0.075
    bar = pipe([(-width / 2, y, z), (width / 2, y, z)], 0.009)
    post, plate = facing(cylinder(0.011, z, sides=6)), facing(cylinder(0.028, 0.01, sides=10))
    fixed = both_sides(move(join([post, plate]), (width / 2 - 0.012, y, 0)))
    return join([bar, fixed]), _towel(width * 0.62, y, 0.8 * y, (0, y, z))


def _ladder(width: float, bars: int) -> tuple[Solid, Solid]:
    height, z = 0.14 * bars, 0.07
    rails = [pipe([(x, 0, z), (x, height, z)], 0.014) for x in (-width / 2, width / 2)]
    heights = [height * (k + 0.5) / bars for k in range(bars)]
    rungs = [pipe([(-width / 2, y, z), (width / 2, y, z)], 0.01, sides=5) for y in heights]
    feet = [pipe([(width / 2, y, 0), (width / 2, y, z)], 0.01, sides=5) for y in (0.08, height - 0.08)]
    top = heights[-2]
    towel = _towel(width * 0.66, top * 0.72, top * 0.6, (0.03, top, z))
    return join([*rails, *rungs, both_sides(join(feet))]), towel


def _towel_ring(width: float) -> tuple[Solid, Solid]:
    drop, radius, z = 0.42, 0.085, 0.05
    middle = drop + radius
    loop = arc((0, middle, z), radius, 0, 2 * np.pi, steps=10)[:-1]
    top = middle + radius
    plate = facing(cylinder(0.03, z, (0, 0, -top - 0.015), sides=10))
    # Cloth gathers where it passes through the ring and spreads below.
    rows = []
    for height, half in ((0.0, width / 2), (drop * 0.75, width * 0.36), (drop + 0.012, radius * 0.55)):
        steps = np.linspace(-1, 1, 9)
        wave = 0.013 * np.sin(steps * 6.0)
        rows.append(np.stack([steps * half, np.full(9, height), z + 0.016 + wave], axis=1))
    front = np.stack(rows)
    behind = front - (0, 0, 0.034)
    behind[0, :, 1] += 0.07
    bridge = np.stack([front[-1], behind[-1]])
    towel = join([cloth(front), cloth(behind), cloth(bridge)])
    return join([pipe(loop, 0.007, sides=4, closed=True), plate]), towel


@furniture(
    "bath_mat",
    group="bathroom",
    shapes=("rectangular", "oval"),
    held_out=("half_round",),
    synonyms=("bathmat", "shower mat"),
)
def bath_mat(shape: str, vary: Variation) -> Model:
    """A soft flat mat to step on after bathing."""
    half_x, half_z = 0.38 * vary.scale, 0.25 * vary.scale
    pile = vary.main("fabric", pattern=vary.choose(("terry", "terry", "striped", "dotted")))
    trim = vary.choose((pile, vary.finish("fabric", colours=("white", "grey", "beige"), pattern="woven")))
    angles = np.linspace(0.0, np.pi, 11)
    outline = {
        "rectangular": rounded_rectangle(2 * half_x, 2 * half_z, 0.04),
        "oval": oval(2 * half_x, 2 * half_z, sides=20),
        "half_round": np.stack([half_x * np.cos(angles), half_z * (2 * np.sin(angles) - 1)], axis=1),
    }[shape]
    edge = stack([(0.0, outline), (0.007, outline * 0.99)])
    middle = stack([(0.004, outline * 0.88), (0.01, outline * 0.86)])
    return standing((Part(middle, pile), Part(edge, trim)), vary)
