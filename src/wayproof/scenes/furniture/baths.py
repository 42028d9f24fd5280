"""Where people wash all over: bathtubs and showers."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.lofts import stack
from wayproof.geometry.outlines import oval, rectangle
from wayproof.geometry.solid import Floats, Solid, join, with_boxes
from wayproof.geometry.solids import box, cylinder, lathe, sphere
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.drapes import pleats
from wayproof.scenes.furniture_parts.finished_model import standing
from wayproof.scenes.furniture_parts.palettes import chrome, porcelain
from wayproof.scenes.furniture_parts.plumbing import tap
from wayproof.scenes.furniture_parts.vessels import hollow

RAIL_M = 1.96


@furniture(
    "bathtub",
    group="bathroom",
    shapes=("built_in", "freestanding"),
    held_out=("clawfoot",),
    synonyms=("bath", "tub"),
)
def bathtub(shape: str, vary: Variation) -> Model:
    """A hollow tub to bathe in, with a tap."""
    half_x, half_z, height = 0.82 * vary.scale**0.5, 0.37 * vary.scale**0.3, 0.58
    enamel = porcelain(vary)
    metal = chrome(vary)
    legs = 0.14 if shape == "clawfoot" else 0.0
    rim = 0.07 if shape == "built_in" else 0.04
    tub = stack(_tub_rings(shape, half_x, half_z, legs, height, rim))
    fittings = [cylinder(0.03, 0.006, (half_x * 0.5, legs + 0.117, 0), sides=8)]
    if shape == "built_in":
        fittings.append(tap((0, height, -half_z + 0.034), height_m=0.1, reach_m=0.16))
    else:
        fittings.append(_standing_tap(half_x, half_z, height))
    if shape == "clawfoot":
        fittings.extend(_claw(x * half_x * 0.5, z * half_z * 0.5, legs) for x in (-1, 1) for z in (-1, 1))
    tub = hollow(tub, 2 * (half_x - rim), 2 * (half_z - rim), legs + 0.1)
    return standing((Part(tub, enamel), Part(join(fittings), metal)), vary)


def _tub_rings(
    shape: str, half_x: float, half_z: float, low: float, high: float, rim: float
) -> list[tuple[float, Floats]]:
    outside, inside = (10.0, 3.4) if shape == "built_in" else (2.6, 2.6)

    def section(factor: float, margin: float, squareness: float) -> Floats:
        width, depth = 2 * factor * (half_x - margin), 2 * factor * (half_z - margin)
        return oval(width, depth, squareness=squareness, sides=20)

    steps: dict[str, list[tuple[float, float, float]]] = {
        "built_in": [(0.0, 1, 0.015), (high - 0.04, 1, 0.015), (high - 0.04, 1, 0)],
        "freestanding": [(0.0, 0.8, 0), (high * 0.35, 0.86, 0), (high - 0.03, 0.98, 0)],
        "clawfoot": [(low, 0.55, 0), (low + 0.06, 0.78, 0), (high - 0.06, 0.95, 0), (high - 0.03, 1, 0)],
    }
    return [
        *((height, section(factor, margin, outside)) for height, factor, margin in steps[shape]),
        (high, section(1, 0, outside)),
        (high, section(1, rim, inside)),
        (low + 0.25, section(0.9, rim, inside)),
        (low + 0.12, section(0.76, rim, inside)),
    ]


def _standing_tap(half_x: float, half_z: float, height: float) -> Solid:
    """A tap on a floor pipe behind the tub; the pipe starts inside the tub's widest outline."""
    x, z = half_x * 0.75, -half_z + 0.014
    bend = height + 0.1
    riser = pipe([(x, 0, z), (x, bend, z), (x, bend + 0.06, z + 0.05), (x, bend + 0.04, z + 0.2)], 0.014)
    knobs = pipe([(x - 0.06, bend - 0.04, z), (x + 0.06, bend - 0.04, z)], 0.012)
    return join([riser, knobs])


def _claw(x: float, z: float, height: float) -> Solid:
    knee = (x * 1.2, height * 0.7, z * 1.25)
    leg = pipe([(x, height + 0.07, z), knee, (x * 1.1, 0.03, z * 1.1)], 0.026, sides=4)
    return join([leg, sphere(0.036, (x * 1.1, 0, z * 1.1), sides=5)])


@furniture(
    "shower",
    group="bathroom",
    shapes=("curtain", "glass_panel"),
    held_out=("bow_front",),
    synonyms=("shower stall",),
)
def shower(shape: str, vary: Variation) -> Model:
    """A shower tray under a shower head, open in front."""
    vary.fixed_size()
    half, top = 0.45, 2.08
    rail = _rail_path(shape, half)
    if shape == "glass_panel":
        screen = vary.main("glass", colours=("silver", "green", "blue"))
        sheet = box((0.012, 1.88, 0.62), (half - 0.03, 0.088, -0.09))
    else:
        screen = vary.main("fabric", colours=("white", "blue", "green", "grey", "yellow", "pink"))
        sheet = pleats(_drawn(rail), 0.1, RAIL_M - 0.01, folds=6, depth_m=0.05, flare=1.3)
    china = vary.finish("ceramic", colours=("white",), pattern="plain")
    tiles = vary.finish(
        "ceramic", colours=("white", "beige", "blue", "green", "grey"), pattern="tile", tile_m=0.6
    )
    metal = chrome(vary)
    bars = [_shower_head(half), cylinder(0.045, 0.006, (0, 0.048, 0), sides=10)]
    if shape == "glass_panel":
        bars.append(box((0.03, 1.9, 0.02), (half - 0.03, 0.085, -half + 0.038)))
    else:
        bars.append(pipe([(x, RAIL_M, z) for x, z in rail], 0.012, sides=5))
    wall = box((2 * half, top - 0.06, 0.03), (0, 0.06, -half + 0.015))
    parts = Part(sheet, screen), Part(_tray(shape, half), china), Part(wall, tiles), Part(join(bars), metal)
    return standing(parts, vary)


def _rail_path(shape: str, half: float) -> list[tuple[float, float]]:
    """The curtain rail from wall to wall, as (x, z)."""
    edge, back = half - 0.035, -half + 0.02
    if shape == "bow_front":
        bow = [(x, z) for x, _, z in arc((0, 0, 0), edge, np.pi, 0, steps=8, plane="xz")]
        return [(-edge, back), *bow, (edge, back)]
    return [(-edge, back), (-edge, edge), (edge, edge), (edge, back)]


def _drawn(rail: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The part of the rail that the half-drawn curtain covers: the left side and the front's first third."""
    left = [point for point in rail if point[0] < 1e-6]
    if len(left) == 2:
        left.append((-0.12, left[1][1]))
    return left[1:] if len(left) > 3 else [(left[0][0], 0.1), *left[1:]]


def _tray(shape: str, half: float) -> Solid:
    """A shallow basin with a drain; the bow-fronted one is round towards the room."""
    outline = rectangle(2 * half, 2 * half)
    if shape == "bow_front":
        front = [(x, z) for x, _, z in arc((0, 0, 0), half, np.pi, 0, steps=12, plane="xz")]
        outline = np.array([*front, (half, -half), (-half, -half)])
    rings = [(0.0, outline), (0.09, outline), (0.09, outline * 0.91), (0.05, outline * 0.88)]
    return with_boxes(stack(rings), [((-half, 0.0, -half), (half, 0.05, half))])


def _shower_head(half: float) -> Solid:
    back = -half + 0.03
    riser = pipe(
        [(0, 1.0, back + 0.03), (0, 1.96, back + 0.03), (0, 2.0, back + 0.07), (0, 2.0, back + 0.3)], 0.011
    )
    disc = [(0, 0), (0.11, 0), (0.11, 0.012), (0.02, 0.035), (0, 0.05)]
    head = lathe(disc, (0, 1.955, back + 0.3), sides=12, smooth=False)
    mixer = box((0.22, 0.045, 0.05), (0, 0.98, back + 0.022))
    knobs = [
        pipe([(x, 1.0, back + 0.03), (x * 1.3, 1.0, back + 0.03)], 0.026, sides=8) for x in (-0.108, 0.108)
    ]
    return join([riser, head, mixer, *knobs])
