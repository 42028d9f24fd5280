"""House plants in pots, with real leaves."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import cloth, stack
from wayproof.geometry.solid import Point, Solid, as_point, join, with_boxes
from wayproof.geometry.solids import lathe
from wayproof.geometry.sweeps import horn, pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.foliage import drooping_rib, plant_leaf


def _flower_pot(radius: float, height: float, *, round_belly: bool) -> tuple[Solid, Solid]:
    """A pot, open above, and the soil in it."""
    belly = [(radius * 0.95, height * 0.5)] if round_belly else []
    foot = radius * (0.6 if round_belly else 0.72)
    profile = [
        (0.0, 0.0),
        (foot, 0.0),
        *belly,
        (radius * 0.94, height * 0.86),
        (radius, height * 0.86),
        (radius, height),
        (radius * 0.88, height),
        (radius * 0.84, height * 0.8),
        (0.0, height * 0.8),
    ]
    soil = lathe([(radius * 0.86, height * 0.84), (0.0, height * 0.9)], sides=12)
    return lathe(profile, sides=12, smooth=False), soil


@furniture(
    "house_plant",
    group="decoration",
    shapes=("bushy", "palm", "snake_plant"),
    held_out=("cactus",),
    synonyms=("potted plant", "plant"),
)
def house_plant(shape: str, vary: Variation) -> Model:
    """A green plant in a pot on the floor."""
    green = vary.main("plant", pattern="leafy" if shape != "cactus" else "plain")
    clay = vary.finish(
        "ceramic", "wicker", "plastic", colours=("white", "brown", "grey", "beige", "blue", "black", "orange")
    )
    earth = vary.finish("food", colours=("brown",))
    pot_radius, pot_height = 0.16 * vary.scale, 0.26 * vary.scale
    pot, soil = _flower_pot(pot_radius, pot_height, round_belly=vary.chance(0.4))
    grow = {"bushy": _bushy, "palm": _palm, "snake_plant": _snake_plant, "cactus": _cactus}[shape]
    foliage, wood = grow(vary, pot_height * 0.85, vary.scale)
    parts = [Part(_with_canopy_box(foliage), green), Part(pot, clay), Part(soil, earth)]
    if wood:
        parts.append(Part(wood, _bark(vary)))
    return settled(parts, vary)


def _bark(vary: Variation) -> Finish:
    return vary.finish("wood", colours=("brown",), pattern="bark", tile_m=0.2)


def _with_canopy_box(foliage: Solid) -> Solid:
    """Leaves take up most of the room they span, so that no wall or shelf is put through them."""
    low, high = foliage.vertices_m.min(axis=0), foliage.vertices_m.max(axis=0)
    centre, half = (low + high) / 2, (high - low) / 2 * (0.85, 1.0, 0.85)
    return with_boxes(foliage, [(as_point(centre - half), as_point(centre + half))])


def _bushy(vary: Variation, low: float, scale: float) -> tuple[Solid, Solid | None]:
    """Several stems, each with broad leaves up its length, as rubber trees have."""
    leaves, stems = [], []
    for stem in range(4):
        heading = stem * np.pi / 2 + vary.between(-0.4, 0.4)
        height, lean = vary.between(0.45, 0.75) * scale, vary.between(0.08, 0.16) * scale
        foot = np.array([0.04 * np.sin(heading), low, 0.04 * np.cos(heading)])
        tip = foot + (lean * np.sin(heading), height, lean * np.cos(heading))
        stems.append(pipe([as_point(foot), as_point(tip)], 0.007, sides=4))
        for k in range(11):
            at = foot + (tip - foot) * (0.15 + 0.085 * k)
            turned = heading + k * 2.4 + vary.between(-0.3, 0.3)
            size = vary.between(0.2, 0.28) * scale * (1.1 - 0.04 * k)
            leaves.append(plant_leaf(as_point(at), turned, 0.25 + 0.075 * k, size, size * 0.55, droop=0.55))
    return join(leaves), join(stems)


def _palm(vary: Variation, low: float, scale: float) -> tuple[Solid, Solid | None]:
    """A trunk with arching fronds, each a rib with narrow leaflets on both sides."""
    crown = (0.0, low + 0.45 * scale, 0.0)
    trunk = lathe(
        [
            (0.05 * scale, 0.0),
            (0.035 * scale, 0.3 * scale),
            (0.042 * scale, 0.45 * scale),
            (0.0, 0.5 * scale),
        ],
        (0, low, 0),
        sides=8,
    )
    fronds = []
    for k in range(8):
        heading = k * 2.4 + vary.between(-0.2, 0.2)
        fronds.append(_frond(crown, heading, 1.4 - 0.07 * k, vary.between(0.44, 0.54) * scale))
    return join(fronds), trunk


def _frond(base: Point, heading: float, rise: float, length: float, *, pairs: int = 6) -> Solid:
    """An arching rib with pairs of leaflets that get smaller towards its ends."""
    steps = np.linspace(0.0, 1.0, pairs + 1)
    rib, across = drooping_rib(base, heading, rise - 1.5 * steps**1.5, steps * length)
    pieces = [cloth(np.stack([rib[::2] - 0.004 * across, rib[::2] + 0.004 * across], axis=1))]
    forward = np.diff(rib, axis=0)
    forward /= np.linalg.norm(forward, axis=1, keepdims=True)
    sizes = 0.42 * length * np.sin(np.pi * (0.15 + 0.7 * steps[1:, None]))
    breadth = forward * 0.052 * length
    for side in (-1, 1):
        root = rib[1:]
        tips = root + sizes * (0.75 * side * across + 0.6 * forward - (0.0, 0.22, 0.0))
        middle = (root + tips) / 2 + (0.0, 0.03 * length, 0.0)
        rows = np.array([[root, root], [middle - breadth, middle + breadth], [tips, tips]])
        pieces += [cloth(rows[:, :, k]) for k in range(pairs)]
    return join(pieces)


def _snake_plant(vary: Variation, low: float, scale: float) -> tuple[Solid, Solid | None]:
    """Stiff sword-shaped leaves that stand straight up."""
    leaves = []
    for k in range(13):
        heading, spread = k * 2.4, 0.02 + 0.0065 * k
        foot = np.array([spread * np.sin(heading), low, spread * np.cos(heading)]) * (scale, 1.0, scale)
        height, lean = vary.between(0.4, 0.75) * scale, (0.03 + 0.012 * k) * scale
        looks = heading + vary.between(-0.6, 0.6)
        across = np.array([np.cos(looks), 0.0, -np.sin(looks)])
        share = np.array([0.0, 0.4, 0.8, 1.0])[:, None]
        half = np.array([0.014, 0.032, 0.024, 0.0])[:, None]
        out = np.array([np.sin(heading), 0.0, np.cos(heading)])
        middle = foot + lean * share**2 * out + (0.0, height, 0.0) * share
        edges = [middle + 0.35 * half * out + side * half * scale * across for side in (-1, 1)]
        leaves.append(cloth(np.stack([edges[0], middle, edges[1]], axis=1)))
    return join(leaves), None


def _cactus(vary: Variation, low: float, scale: float) -> tuple[Solid, Solid | None]:
    """A ribbed column with two arms."""
    vary.modifier("cactus")
    height, radius = vary.between(0.5, 0.7) * scale, 0.085 * scale
    column = _ribbed(radius, height, low - 0.02)
    arms, thick, reach = [], 0.045 * scale, 0.17 * scale
    for side in (-1, 1):
        start = low + height * vary.between(0.3, 0.5)
        top = start + height * vary.between(0.25, 0.4)
        bend = [(0.0, start), (0.8 * reach, start + 0.01), (reach, start + 0.06), (reach, top)]
        tip = [(reach, top + 0.7 * thick), (reach, top + thick)]
        radii = [thick] * 4 + [0.75 * thick, 0.2 * thick]
        arms.append(horn([(side * x, y, 0.0) for x, y in bend + tip], radii, sides=7))
    return join([column, *arms]), None


def _ribbed(radius: float, height: float, low: float) -> Solid:
    count = 20
    angle = 2 * np.pi * np.arange(count) / count
    wave = np.where(np.arange(count) % 2 == 0, 1.0, 0.8)
    star = np.stack([np.cos(angle) * wave, -np.sin(angle) * wave], axis=1) * radius
    sizes = ((0.0, 0.85), (0.3, 1.0), (0.8, 1.0), (0.94, 0.75), (1.0, 0.2))
    return stack([(share * height, star * size) for share, size in sizes], (0, low, 0))
