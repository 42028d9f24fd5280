"""Small things of a bathroom: mirrors, towel racks and bath mats."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import Floats, Solid, box, cylinder, join, lathe, move, tube, turn
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture.outlines import arch, oval, rectangle
from wayproof.scenes.furniture.palettes import WOOD_OR_METAL, main_among, reflecting
from wayproof.scenes.furniture.shaping import cloth, facing, framed, loft, picture, pipe


@furniture("mirror", group="bathroom", shapes=("rectangular", "round"), held_out=("arched",), stands="wall")
def mirror(shape: str, vary: Variation) -> Model:
    """A framed mirror on a wall."""
    half_x, half_y = {"rectangular": (0.3, 0.42), "round": (0.34, 0.34), "arched": (0.3, 0.5)}[shape]
    half_x, half_y, bar = half_x * vary.scale, half_y * vary.scale, vary.between(0.025, 0.05)
    outline = _mirror_outline(shape, half_x, half_y)
    frame = main_among(vary, WOOD_OR_METAL)
    glass = reflecting(vary)
    depth = 0.03
    # The glass lies inside the frame; picture and frame share the outline's -z as up.
    pane = picture(_inside(outline, bar - 0.002), (0, half_y, depth * 0.5 + 0.002))
    return Model(
        parts=(Part(move(framed(outline, bar, depth), (0, half_y, 0)), frame), Part(pane, glass)),
        attributes=vary.attributes(),
    )


def _mirror_outline(shape: str, half_x: float, half_y: float) -> Floats:
    if shape == "rectangular":
        return rectangle(half_x, half_y)
    return oval(half_x, half_y, count=24) if shape == "round" else arch(half_x, half_y)


def _inside(outline: Floats, margin_m: float) -> Floats:
    half = np.abs(outline).max(axis=0)
    return np.asarray(outline * (half - margin_m) / half)


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
    kinds = {"metal": ("silver", "gold", "black"), "plastic": ("white", "pink", "black", "blue")}
    metal = main_among(vary, kinds, pattern="plain")
    glass = reflecting(vary)
    if shape == "trifold":
        body, panes = _trifold(0.13 * vary.scale, 0.28 * vary.scale)
    else:
        body, panes = _on_stand(shape, 0.1 * vary.scale)
    return Model(parts=(Part(body, metal), Part(panes, glass)), attributes=vary.attributes())


def _on_stand(shape: str, radius: float) -> tuple[Solid, Solid]:
    """A mirror that swings in a fork on a foot."""
    outline = oval(radius, radius, count=14) if shape == "round" else rectangle(radius, radius)
    hub = 0.09 + radius * 1.08
    foot = lathe([(0, 0), (0.075, 0), (0.072, 0.01), (0.012, 0.022), (0.012, 0.09), (0, 0.09)], sides=8)
    reach = radius + 0.012
    if shape == "round":
        angles = np.linspace(np.pi, 2 * np.pi, 7)
        fork = [(reach * float(np.cos(a)), hub + reach * float(np.sin(a)), 0.0) for a in angles]
    else:
        fork = [(-reach, hub, 0.0), (-reach, hub - reach, 0.0), (reach, hub - reach, 0.0), (reach, hub, 0.0)]
    pivots = [tube([(x * reach, hub, 0), (x * (radius - 0.005), hub, 0)], 0.005, sides=4) for x in (-1, 1)]
    frame = move(framed(outline, 0.008, 0.014), (0, hub, -0.007))
    pane = picture(_inside(outline, 0.007), (0, hub, 0.002))
    tilt, about = np.radians(-14), (0.0, hub, 0.0)
    frame, pane = (turn(piece, tilt, axis="x", about=about) for piece in (frame, pane))
    return join([foot, pipe(fork, 0.005, sides=4), *pivots, frame]), pane


def _trifold(half_x: float, height: float) -> tuple[Solid, Solid]:
    """Three hinged leaves; the outer ones are folded forward and keep the whole upright."""
    bodies, panes = [], []
    for x, width, angle in ((0.0, 2 * half_x, 0.0), (-half_x, half_x, 0.75), (half_x, half_x, -0.75)):
        middle = x + np.sign(x) * width / 2
        outline = rectangle(width / 2, height / 2)
        leaf = move(framed(outline, 0.012, 0.014), (middle, height / 2, 0))
        pane = picture(_inside(outline, 0.011), (middle, height / 2, 0.009))
        bodies.append(turn(leaf, angle, about=(x, 0, 0.007)))
        panes.append(turn(pane, angle, about=(x, 0, 0.007)))
    body = join(bodies)
    shift = -(body.vertices_m[:, 2].min() + body.vertices_m[:, 2].max()) / 2
    return move(body, (0, 0, float(shift))), move(join(panes), (0, 0, float(shift)))


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
    return Model(parts=(Part(hanging, towel), Part(rail, metal)), attributes=vary.attributes())


def _draped(
    width: float, front: float, back: float, at: tuple[float, float, float], *, radius: float = 0.02
) -> Solid:
    """A folded towel over a bar whose middle is `at`; front and back hang down by different lengths."""
    x, y, z = at
    thick = 0.014
    slabs = [
        box((width, length, thick), (x, y - length, z + side * (radius - thick / 2)))
        for length, side in ((front, 1), (back, -1))
    ]
    hem = box((width - 0.002, 0.012, thick + 0.006), (x, y - front + 0.05, z + radius - thick / 2))
    return join([*slabs, hem, tube([(x - width / 2, y, z), (x + width / 2, y, z)], radius, sides=10)])


def _single_bar(width: float) -> tuple[Solid, Solid]:
    drop, z = 0.5, 0.075
    y = drop
    bar = tube([(-width / 2, y, z), (width / 2, y, z)], 0.009)
    posts = [facing(cylinder(0.011, z, (x, 0, -y), sides=6)) for x in (-width / 2 + 0.012, width / 2 - 0.012)]
    plates = [
        facing(cylinder(0.028, 0.01, (x, 0, -y), sides=10)) for x in (-width / 2 + 0.012, width / 2 - 0.012)
    ]
    return join([bar, *posts, *plates]), _draped(width * 0.62, drop, drop * 0.8, (0, y, z))


def _ladder(width: float, bars: int) -> tuple[Solid, Solid]:
    height, z = 0.14 * bars, 0.07
    rails = [tube([(x, 0, z), (x, height, z)], 0.014, sides=6) for x in (-width / 2, width / 2)]
    heights = [height * (k + 0.5) / bars for k in range(bars)]
    rungs = [tube([(-width / 2, y, z), (width / 2, y, z)], 0.01, sides=5) for y in heights]
    feet = [
        tube([(x, y, 0), (x, y, z)], 0.01, sides=5)
        for x in (-width / 2, width / 2)
        for y in (0.08, height - 0.08)
    ]
    top = heights[-2]
    return join([*rails, *rungs, *feet]), _draped(width * 0.66, top * 0.72, top * 0.6, (0.03, top, z))


def _towel_ring(width: float) -> tuple[Solid, Solid]:
    drop, radius, z = 0.42, 0.085, 0.05
    middle = drop + radius
    hoop = [
        (radius * float(np.cos(a)), middle + radius * float(np.sin(a)), z)
        for a in 2 * np.pi * np.arange(10) / 10
    ]
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
    return join([pipe(hoop, 0.007, sides=4, closed=True), plate]), join(
        [cloth(front), cloth(behind), cloth(bridge)]
    )


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
    outlines = {
        "rectangular": oval(half_x, half_z, power=12, count=20),
        "oval": oval(half_x, half_z, count=20),
        "half_round": oval(half_x, half_z, count=20),
    }
    outline = outlines[shape]
    if shape == "half_round":
        outline[:, 1] = np.maximum(outline[:, 1] * 2 - half_z, -half_z)
        outline[outline[:, 1] <= -half_z, 0] = np.linspace(
            half_x, -half_x, int((outline[:, 1] <= -half_z).sum())
        )
    edge = loft([(0.0, outline), (0.007, outline * 0.99)])
    middle = loft([(0.004, outline * 0.88), (0.01, outline * 0.86)])
    return Model(parts=(Part(middle, pile), Part(edge, trim)), attributes=vary.attributes())
