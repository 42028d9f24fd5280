"""Radiators and fireplaces."""

from __future__ import annotations

from wayproof.geometry.lofts import stack
from wayproof.geometry.outlines import rectangle
from wayproof.geometry.solid import Solid, at_corners, both_sides, join, move, upright_grain
from wayproof.geometry.solids import box, cylinder
from wayproof.geometry.sweeps import pipe, roller
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Glow, Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.lamp_parts import FLAME_LIGHT, flame, flame_finish


@furniture(
    "radiator",
    group="decoration",
    shapes=("ribbed", "panel"),
    held_out=("tubes",),
    stands="wall",
    synonyms=("heater",),
)
def radiator(shape: str, vary: Variation) -> Model:
    """A heating radiator on a wall."""
    paint = vary.main("metal", colours=("white", "white", "grey", "black", "silver"), pattern="plain")
    metal = vary.finish("metal", colours=("silver",), pattern="plain")
    valve = vary.finish("plastic", colours=("white", "red"))
    if shape == "panel":
        body, half = _panel_radiator(0.8 * vary.scale), 0.4 * vary.scale
    else:
        usual = round(9 * vary.scale)  # large ones have more ribs, so that their size shows
        ribs = vary.count("rib", usual - 1, usual + 1)
        spacing, height, thick = (0.075, 0.58, 0.05) if shape == "ribbed" else (0.06, 1.1, 0.03)
        half = ribs * spacing / 2
        body = _ribs(ribs, spacing, height, thick)
    pipes = pipe([(half + 0.03, 0.06, 0.0), (half + 0.03, 0.06, 0.07), (half - 0.03, 0.06, 0.07)], 0.011)
    knob = roller(0.022, 0.05, (half + 0.05, 0.06, 0.07), sides=8)
    return settled((Part(body, paint), Part(pipes, metal), Part(knob, valve)), vary, hangs=True)


def _ribs(count: int, spacing: float, height: float, thick: float) -> Solid:
    """Upright members side by side, joined by a pipe above and below, a little off the wall."""
    columns = [spacing * (k + 0.5 - count / 2) for k in range(count)]
    depth, z = (0.11, 0.085) if thick > 0.04 else (0.035, 0.07)
    wide, narrow = rectangle(thick, depth), rectangle(0.6 * thick, 0.7 * depth)
    member = stack([(0.0, narrow), (0.03, wide), (height - 0.03, wide), (height, narrow)])
    upright = [move(member, (x, 0, z)) for x in columns]
    end = columns[-1]
    bars = [pipe([(-end, y, z), (end, y, z)], 0.018) for y in (0.07, height - 0.07)]
    brackets = [box((0.02, 0.03, z), (end, y, z / 2)) for y in (0.1, height - 0.1)]
    return join([*upright, *bars, both_sides(join(brackets))])


def _panel_radiator(width: float) -> Solid:
    """A flat heater with upright ridges and a grille on top."""
    height, z = 0.6, 0.05
    body = box((width, height, 0.07), (0, 0, z + 0.035))
    count = round(width / 0.055)
    ridges = [
        box((0.028, height - 0.08, 0.012), ((k + 0.5 - count / 2) * 0.053, 0.04, z + 0.072))
        for k in range(count)
    ]
    slots = [box((width - 0.04, 0.006, 0.012), (0, height - 0.002, z + 0.015 + 0.02 * k)) for k in range(3)]
    brackets = both_sides(box((0.03, 0.3, z + 0.004), (0.35 * width, 0.15, (z + 0.004) / 2)))
    return join([body, *ridges, *slots, brackets])


@furniture(
    "fireplace",
    group="decoration",
    shapes=("mantelpiece", "brick"),
    held_out=("stove",),
    synonyms=("hearth",),
)
def fireplace(shape: str, vary: Variation) -> Model:
    """A place for a log fire against a wall."""
    lit = vary.state("lit", "unlit") == "lit"
    build = {"mantelpiece": _mantelpiece, "brick": _brick_chimney, "stove": _stove}[shape]
    return build(vary, lit)


def _surround(width: float, height: float, depth: float, opening: tuple[float, float]) -> Solid:
    """Two jambs and a lintel round an opening (width, height), standing on a hearth 5 cm high."""
    hole_x, hole_y = opening
    jamb = (width - hole_x) / 2
    sides = [box((jamb, height - 0.048, depth), (x * (hole_x + jamb) / 2, 0.048, 0)) for x in (-1, 1)]
    return join([*sides, box((hole_x + 0.004, height - 0.05 - hole_y, depth - 0.004), (0, 0.05 + hole_y, 0))])


def _fire(vary: Variation, lit: bool, opening: tuple[float, float], depth: float) -> list[Part]:
    """The sooty lining of the opening, logs on a grate and, when lit, flames."""
    hole_x, hole_y = opening
    soot = vary.finish("stone", colours=("black",), pattern="brick", tile_m=0.4)
    bark = vary.finish("wood", colours=("brown",), pattern="bark", tile_m=0.2)
    iron = vary.finish("metal", colours=("black",), pattern="plain")
    back = box((hole_x, hole_y, 0.02), (0, 0.05, -depth / 2 + 0.02))
    cheeks = [box((0.012, hole_y, depth - 0.04), (x * (hole_x / 2 - 0.004), 0.05, -0.005)) for x in (-1, 1)]
    ends = (
        [(-0.19, 0.11, 0.0), (0.19, 0.11, -0.05)],
        [(-0.18, 0.11, -0.07), (0.17, 0.11, 0.02)],
        [(-0.14, 0.18, -0.03), (0.15, 0.17, -0.02)],
    )
    logs = [upright_grain(pipe(pair, 0.038, sides=7)) for pair in ends]
    grate = [box((0.012, 0.03, 0.2), (x, 0.048, -0.02)) for x in (-0.15, 0.0, 0.15)]
    parts = [Part(join([back, *cheeks]), soot), Part(join(logs), bark), Part(join(grate), iron)]
    if lit:
        spots = ((-0.13, 0.2), (-0.05, 0.3), (0.03, 0.24), (0.09, 0.31), (0.15, 0.18))
        tongues = [
            flame((x, 0.12, -0.02 + 0.02 * (k % 2)), tall, sides=6) for k, (x, tall) in enumerate(spots)
        ]
        parts.append(Part(join(tongues), flame_finish(vary), glows=True))
    return parts


def _mantelpiece(vary: Variation, lit: bool) -> Model:
    """Pilasters under a shelf."""
    width, height, depth = 1.25 * vary.scale**0.6, 1.08 * vary.scale**0.3, 0.3
    case = vary.main("stone", "wood", colours=("white", "grey", "beige", "black"))
    slab = vary.finish("stone", colours=("black", "grey", "white"))
    opening = (width * 0.54, 0.6)
    pilaster = width * 0.5 - width * 0.115
    front = depth / 2
    trim = [box((width * 0.15, height - 0.2, 0.03), (x * pilaster, 0.14, front + 0.012)) for x in (-1, 1)]
    trim += [box((width * 0.18, 0.1, 0.05), (x * pilaster, 0.046, front + 0.018)) for x in (-1, 1)]
    trim += [box((width * 0.18, 0.07, 0.045), (x * pilaster, height - 0.072, front + 0.016)) for x in (-1, 1)]
    trim.append(box((width * 0.5, height * 0.16, 0.014), (0, height * 0.74, front + 0.004)))
    cornice = box((width + 0.06, 0.04, depth + 0.07), (0, height - 0.002, 0.035))
    shelf = box((width + 0.14, 0.045, depth + 0.12), (0, height + 0.036, 0.06))
    hearth = box((width + 0.04, 0.05, depth + 0.14), (0, 0, 0.07))
    top = height + 0.081
    parts = [
        Part(join([_surround(width, height, depth, opening), *trim, cornice, shelf]), case),
        Part(hearth, slab),
    ]
    parts += _fire(vary, lit, opening, depth)
    surface = Surface((0, top, 0.05), width + 0.06, depth + 0.04)
    glow = Glow(((0, 0.32, front + 0.12),), FLAME_LIGHT, 0.35)
    return settled(parts, vary, surfaces=(surface,), glow=glow)


def _brick_chimney(vary: Variation, lit: bool) -> Model:
    """A brick breast up the wall, with a beam for a mantel."""
    width, height, depth = 1.35 * vary.scale**0.6, 1.05, 0.36
    brick = vary.main("stone", colours=("red", "brown", "grey", "white"), pattern="brick", tile_m=0.8)
    beam = vary.finish("wood", colours=("brown", "beige"), pattern="wood_grain")
    slab = vary.finish("stone", colours=("grey", "black"))
    opening = (width * 0.5, 0.62)
    breast = box((width * 0.82, 1.1, depth - 0.1), (0, height + 0.04, -0.05))
    parts = [
        Part(join([_surround(width, height, depth, opening), breast]), brick),
        Part(box((width + 0.12, 0.09, depth + 0.1), (0, height - 0.002, 0.054)), beam),
        Part(box((width + 0.04, 0.05, depth + 0.2), (0, 0, 0.1)), slab),
        *_fire(vary, lit, opening, depth),
    ]
    surface = Surface((0, height + 0.088, 0.182), width, 0.14)
    glow = Glow(((0, 0.32, depth / 2 + 0.12),), FLAME_LIGHT, 0.35)
    return settled(parts, vary, surfaces=(surface,), glow=glow)


def _stove(vary: Variation, lit: bool) -> Model:
    """An iron stove on legs with a window in its door and a pipe to the ceiling."""
    iron = vary.main("metal", colours=("black", "black", "grey", "green", "red"), pattern="plain")
    steel = vary.finish("metal", colours=("silver",), pattern="plain")
    half, low, height = 0.27 * vary.scale, 0.14, 0.6 * vary.scale
    legs = at_corners(box((0.05, low + 0.004, 0.05)), 0.82 * half, 0.7 * half)
    body = box((2 * half, height, 1.7 * half), (0, low, 0))
    lid = box((2 * half + 0.06, 0.03, 1.7 * half + 0.06), (0, low + height - 0.002, 0))
    flue = cylinder(0.065, 2.15 - low - height, (0, low + height, -half * 0.35), sides=12)
    front = 0.85 * half
    door = box((half * 1.55, height * 0.72, 0.025), (0, low + height * 0.15, front + 0.01))
    handle = pipe(
        [(half * 0.65, low + height * 0.4, front + 0.05), (half * 0.65, low + height * 0.6, front + 0.05)],
        0.01,
    )
    window = box((half * 1.2, height * 0.46, 0.008), (0, low + height * 0.3, front + 0.022))
    pane: Finish = flame_finish(vary) if lit else vary.finish("glass", colours=("black",), pattern="plain")
    parts = [
        Part(join([legs, body, lid, flue, door]), iron),
        Part(handle, steel),
        Part(window, pane, glows=lit),
    ]
    return settled(parts, vary, glow=Glow(((0, low + height * 0.5, front + 0.12),), FLAME_LIGHT, 0.2))
