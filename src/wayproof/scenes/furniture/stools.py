"""Seats without a place to lean, or hardly one: stools, bar stools and benches."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc, bowed
from wayproof.geometry.solid import Point, Solid, both_sides, join, turn, without_boxes
from wayproof.geometry.solids import box, cylinder, slat, upright
from wayproof.geometry.sweeps import board, four_legs, hoop, leg, pipe
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import TIMBER, frame_finish, timber
from wayproof.scenes.furniture_parts.upholstery import leaning, padded, round_pad


@furniture(
    "stool", group="seating", shapes=("three_legs", "square"), held_out=("folding",), synonyms=("footstool",)
)
def stool(shape: str, vary: Variation) -> Model:
    """A low seat for one without a back."""
    build = {"three_legs": _three_legs, "square": _square_stool, "folding": _folding_stool}[shape]
    parts, height, room = build(vary)
    return settled(parts, vary, surfaces=(Surface((0, height, 0), room, room),))


def _three_legs(vary: Variation) -> tuple[list[Part], float, float]:
    radius, height = 0.165 * vary.scale, 0.43 * vary.scale**0.5
    wood = vary.main("wood", pattern=TIMBER)
    pieces = [round_pad(radius, 0.04, (0, height - 0.04, 0), rounding_m=0.012, sides=16)]
    foot, knee = -radius - 0.035, -0.6 * radius
    stand = [
        leg((0, 0, foot), (0, height - 0.035, knee), 0.026, 0.04, sides=6),
        pipe([(0, 0.4 * height, foot + 0.4 * (knee - foot)), (0, 0.4 * height, 0)], 0.01, sides=5),
    ]
    pieces += [turn(join(stand), k * 2 * np.pi / 3) for k in range(3)]
    return [Part(join(pieces), wood)], height, 1.3 * radius


def _square_stool(vary: Variation) -> tuple[list[Part], float, float]:
    width, height = 0.36 * vary.scale, 0.45 * vary.scale**0.4
    cover, wood = vary.main("fabric", "leather"), timber(vary)
    x = width / 2 - 0.02
    legs = four_legs((x, 0, x), (x, height - 0.06, x), 0.026, 0.038)
    rails = [box((2 * x - 0.034, 0.05, 0.018), (0, height - 0.115, z)) for z in (-x, x)]
    sides = both_sides(box((0.018, 0.05, 2 * x - 0.034), (x, height - 0.115, 0)))
    cross = both_sides(box((0.016, 0.02, 2 * x - 0.03), (x, 0.13, 0)))
    middle = box((2 * x - 0.014, 0.02, 0.016), (0, 0.13, 0))
    plate = padded((width, 0.075, width), (0, height - 0.075, 0), rounding_m=0.03)
    return [Part(plate, cover), Part(join([legs, *rails, sides, cross, middle]), wood)], height, width - 0.08


def _folding_stool(vary: Variation) -> tuple[list[Part], float, float]:
    """Crossed legs with a cloth seat between two rails."""
    width, height = 0.42 * vary.scale, 0.45 * vary.scale**0.5
    cloth, wood = vary.main("fabric"), timber(vary)
    half, z = width / 2, 0.16 * vary.scale
    bars: list[Solid] = []
    for depth in (-z, z):
        inner = depth * 0.88
        bars.append(pipe([(-half, 0.012, depth), (half, height - 0.02, depth)], 0.014, sides=5))
        bars.append(pipe([(half, 0.012, inner), (-half, height - 0.02, inner)], 0.014, sides=5))
    for x in (-half, half):
        bars.append(pipe([(x, height - 0.02, -z - 0.02), (x, height - 0.02, z + 0.02)], 0.016, sides=6))
        bars.append(
            pipe([(0.86 * x, 0.07 * height + 0.012, -z), (0.86 * x, 0.07 * height + 0.012, z)], 0.01, sides=5)
        )
    level = height - 0.045
    path: list[Point] = [(-half - 0.018, height - 0.03, 0), (-half, height, 0), (-half * 0.6, level, 0)]
    path += [(-x, y, depth) for x, y, depth in reversed(path)]
    seat = board(path, 2 * z, 0.006, across=(0, 0, -1))
    return [Part(seat, cloth), Part(join(bars), wood)], level + 0.003, 1.1 * half


@furniture(
    "bar_stool",
    group="seating",
    shapes=("round", "backed"),
    held_out=("swivel",),
    synonyms=("counter stool",),
)
def bar_stool(shape: str, vary: Variation) -> Model:
    """A high seat for a counter, with a rest for the feet."""
    build = {"round": _round_bar_stool, "backed": _backed_bar_stool, "swivel": _swivel_bar_stool}[shape]
    return settled(build(0.72 * vary.scale**0.5, vary), vary)


def _round_bar_stool(height: float, vary: Variation) -> list[Part]:
    radius = 0.175 * vary.scale**0.6
    cover = vary.main("wood", "leather", "fabric")
    frame = frame_finish(vary)
    spread = radius + 0.03
    foot, knee = 0.75 * spread, 0.5 * radius
    pieces = [four_legs((foot, 0, foot), (knee, height - 0.05, knee), 0.024, 0.03, sides=6)]
    at_rest = 1.06 * (foot + 0.3 * (knee - foot))
    pieces.append(
        without_boxes(hoop(at_rest * 2**0.5 - 0.012, 0.009, (0, 0.3 * height + 0.009, 0), sides=16))
    )
    pieces.append(cylinder(radius * 0.8, 0.02, (0, height - 0.062, 0), sides=10))
    seat = round_pad(radius, 0.05, (0, height - 0.05, 0), rounding_m=0.02, sides=16)
    return [Part(seat, cover), Part(join(pieces), frame)]


def _backed_bar_stool(height: float, vary: Variation) -> list[Part]:
    width, depth = 0.41 * vary.scale**0.6, 0.4 * vary.scale**0.6
    cover, wood = vary.main("fabric", "leather"), timber(vary)
    x, z = width / 2 - 0.025, depth / 2 - 0.025
    under = height - 0.07
    pieces = [four_legs((x + 0.03, 0, z + 0.03), (x, under, z), 0.028, 0.04)]
    low = 0.3 * height
    pieces.append(box((2 * x, 0.03, 0.022), (0, low, z + 0.02)))
    pieces.append(box((2 * x, 0.03, 0.022), (0, low + 0.1, -z - 0.018)))
    pieces.append(both_sides(box((0.02, 0.03, 2 * z), (x + 0.02, low + 0.05, 0))))
    seat = padded((width, 0.075, depth), (0, height - 0.075, 0), rounding_m=0.028)
    rest = board(bowed(width / 2, height + 0.18, -z - 0.035, 0.03, steps=4), 0.17, 0.045, across=(0, 1, 0))
    stays = both_sides(
        pipe([(0.6 * x, height - 0.04, -z + 0.005), (0.6 * x, height + 0.14, -z - 0.05)], 0.012, sides=5)
    )
    return [Part(join([seat, rest]), cover), Part(join([*pieces, stays]), wood)]


def _swivel_bar_stool(height: float, vary: Variation) -> list[Part]:
    radius = 0.2 * vary.scale**0.6
    cover = vary.main("leather", "plastic")
    steel = vary.finish("metal", colours=("silver", "black", "gold"))
    pieces = [
        cylinder(0.21, 0.012, sides=18),
        cylinder(0.19, 0.014, (0, 0.011, 0), top_radius_m=0.035, sides=18),
        cylinder(0.028, height - 0.06, (0, 0.02, 0), sides=8),
        without_boxes(hoop(0.13, 0.009, (0, 0.32 * height + 0.009, 0), sides=14)),
        pipe([(-0.13, 0.32 * height + 0.009, 0), (0.13, 0.32 * height + 0.009, 0)], 0.008, sides=4),
    ]
    seat = round_pad(radius, 0.07, (0, height - 0.07, 0), rounding_m=0.025, sides=16)
    around = arc((0, height + 0.07, 0), 0.96 * radius, -0.25, 0.25 - np.pi, steps=8, plane="xz")
    rest = board(around, 0.2, 0.035, across=(0, 1, 0))
    return [Part(join([seat, rest]), cover), Part(join(pieces), steel)]


@furniture("bench", group="seating", shapes=("slab", "splayed_legs", "backed"), held_out=("padded",))
def bench(shape: str, vary: Variation) -> Model:
    """A long seat for several, in a hall or at a table."""
    width, depth, height = 1.2 * vary.scale, 0.36 * vary.scale**0.4, 0.455
    if shape == "padded":
        return _padded_bench(width, depth, height, vary)
    wood = vary.main("wood", pattern=TIMBER)
    if shape == "slab":
        end = both_sides(upright((0.045, height - 0.038, depth - 0.02), (width / 2 - 0.09, 0, 0)))
        rail = box((width - 0.22, 0.09, 0.03), (0, 0.16, 0))
        seat = padded((width, 0.04, depth), (0, height - 0.04, 0), rounding_m=0.008)
        pieces = [end, rail, seat]
    elif shape == "splayed_legs":
        x, z = width / 2, depth / 2
        feet = four_legs((x - 0.05, 0, z), (x - 0.17, height - 0.03, z - 0.08), 0.026, 0.045, sides=6)
        seat = padded((width, 0.038, depth), (0, height - 0.038, 0), rounding_m=0.014)
        pieces = [feet, seat]
    else:
        pieces = _settle(width, depth, height, vary)
    surface = Surface((0, height, 0), width - 0.2, depth - 0.09, clearance_m=0.8)
    return settled([Part(join(pieces), wood)], vary, surfaces=(surface,))


def _settle(width: float, depth: float, height: float, vary: Variation) -> list[Solid]:
    """A bench with arms and a back of upright slats."""
    x, front, back, top = width / 2 - 0.03, depth / 2 + 0.02, -depth / 2 - 0.03, 0.88
    seat = padded((width - 0.1, 0.03, depth), (0, height - 0.03, 0), rounding_m=0.01)
    legs = [both_sides(leg((x, 0, front - 0.03), (x, 0.66, front - 0.03), 0.045, 0.045))]
    legs.append(both_sides(leg((x, 0, back), (x, top, back - 0.06), 0.045, 0.04)))
    arms = both_sides(box((0.06, 0.028, front - back + 0.02), (x, 0.655, (front + back) / 2)))
    rails = [box((width - 0.08, 0.07, 0.022), (0, height - 0.1, z)) for z in (front - 0.03, back + 0.01)]
    lean = 0.06 / top
    rails += [
        box((width - 0.08, high, 0.03), (0, y, back - lean * y))
        for y, high in ((top - 0.075, 0.07), (0.52, 0.045))
    ]
    count = max(5, round(width / 0.13))
    slats = []
    for at in np.linspace(-x + 0.09, x - 0.09, count):
        one = slat((0.05, top - 0.62, 0.014), (float(at), 0.56, back - lean * 0.56))
        slats.append(leaning(one, lean, about=(0, 0.56, back - lean * 0.56)))
    return [seat, *legs, arms, *rails, *slats]


def _padded_bench(width: float, depth: float, height: float, vary: Variation) -> Model:
    """A long cushion, sewn in sections, on crossed metal legs."""
    cover = vary.main("fabric", "leather")
    steel = vary.finish("metal", colours=("gold", "black", "silver"))
    sections = max(2, round(width / 0.4))
    each = width / sections
    pads = [
        padded(
            (each - 0.004, 0.11, depth + 0.04),
            ((k + 0.5) * each - width / 2, height - 0.11, 0),
            rounding_m=0.03,
        )
        for k in range(sections)
    ]
    z, x = depth / 2 - 0.02, width / 2 - 0.14
    strips = [
        leg((x, 0, s * z), (x, height - 0.115, -s * z), 0.026 + 0.003 * s, 0.026 + 0.003 * s) for s in (-1, 1)
    ]
    plate = box((width - 0.06, 0.014, depth - 0.04), (0, height - 0.122, 0))
    rod = box((2 * x, 0.018, 0.018), (0, (height - 0.115) / 2 - 0.009, 0))
    frame = join([plate, rod, *(both_sides(strip) for strip in strips)])
    surfaces = [
        Surface(((k + 0.5) * each - width / 2, height, 0), each - 0.08, depth - 0.05, clearance_m=0.8)
        for k in range(sections)
    ]
    return settled([Part(join(pads), cover), Part(frame, steel)], vary, surfaces=surfaces)
