"""Things that hold other things: cartons, baskets, garbage cans and trays."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.lofts import stack
from wayproof.geometry.outlines import oval, rounded_rectangle
from wayproof.geometry.solid import Point, Solid, both_sides, join, move, turn, without_boxes
from wayproof.geometry.solids import box, cylinder, lathe
from wayproof.geometry.sweeps import board, hoop, pipe
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.handles import side_handles
from wayproof.scenes.furniture_parts.palettes import tinted
from wayproof.scenes.furniture_parts.vessels import hollow, tub, vessel

_CARDBOARD = (172, 130, 88)  # lighter than the brown of wood and leather


@furniture(
    "box", group="storage", shapes=("cube", "flat"), held_out=("tall",), synonyms=("cardboard box", "carton")
)
def carton(shape: str, vary: Variation) -> Model:
    """A cardboard carton with its flaps up, or closed with a strip of tape."""
    width, height, depth = {"cube": (0.4, 0.36, 0.36), "flat": (0.5, 0.2, 0.36), "tall": (0.32, 0.6, 0.32)}[
        shape
    ]
    width, height, depth = width * vary.scale, height * vary.scale, depth * vary.scale
    card = vary.main("paper", colours=("brown", "beige"), pattern="cardboard", tile_m=0.4)
    if card.colour == "brown":
        card = tinted(card, _CARDBOARD)
    tape = vary.finish("plastic", colours=("beige", "brown", "white"))
    if vary.state("open", "closed") == "closed":
        strip = [box((width + 0.003, 0.002, 0.05), (0, height - 0.001, 0))]
        strip += [
            box((0.002, 0.07, 0.05), (x, height - 0.07, 0)) for x in (-width / 2 - 0.0005, width / 2 + 0.0005)
        ]
        top = Surface((0, height + 0.001, 0), width - 0.06, depth - 0.06, 0.5)
        parts = [Part(box((width, height, depth)), card), Part(without_boxes(join(strip)), tape)]
        return settled(parts, vary, surfaces=[top])
    wall = 0.006
    sides = [box((wall, height, depth), (x, 0, 0)) for x in (-(width - wall) / 2, (width - wall) / 2)]
    sides += [
        box((width - 2 * wall + 0.002, height, wall), (0, 0, z))
        for z in (-(depth - wall) / 2, (depth - wall) / 2)
    ]
    floor = box((width - wall, wall, depth - wall), (0, 0.001, 0))
    inside = Surface((0, 0.001 + wall, 0), width - 0.07, depth - 0.07, height - 0.02, "in")
    return settled(
        [Part(join([*sides, floor, *_flaps(width, height, depth)]), card)], vary, surfaces=[inside]
    )


def _flaps(width: float, height: float, depth: float) -> list[Solid]:
    """Four flaps that stand open, leaning outwards by different angles."""
    flaps = []
    for angle, reach, across, offset in (
        (0.0, depth, width, 0.9),
        (np.pi / 2, width, depth, 0.5),
        (np.pi, depth, width, 0.65),
        (-np.pi / 2, width, depth, 1.1),
    ):
        flap = box((across - 0.01, 0.46 * depth, 0.005), (0, 0, 0))
        flap = move(turn(flap, offset, axis="x"), (0, height - 0.003, reach / 2 - 0.003))
        flaps.append(without_boxes(turn(flap, angle)))
    return flaps


@furniture(
    "basket",
    group="storage",
    shapes=("round", "rectangular"),
    held_out=("bail",),
    synonyms=("wicker basket",),
)
def basket(shape: str, vary: Variation) -> Model:
    """A woven basket, open at the top, with handles."""
    size = vary.scale
    cane = vary.main("wicker", tile_m=0.12)
    trim = vary.finish("wicker", "leather", colours=("brown", "beige"))
    width, depth, height = {
        "round": (0.4, 0.4, 0.26),
        "rectangular": (0.46, 0.32, 0.24),
        "bail": (0.4, 0.3, 0.18),
    }[shape]
    width, depth, height = width * size, depth * size, height * size
    outline = oval(width, depth, sides=16, squareness=5.0 if shape == "rectangular" else 2.0)
    # Solid matter is the wall and the floor; the largest level rectangle inside is free.
    free = 0.75 * (0.95 if shape == "rectangular" else 0.72)
    body = hollow(tub(outline, 0.0, height, floor_m=0.012), free * width, free * depth, 0.012)
    rim = [(x, height, z) for x, z in (0.98 * outline).tolist()]
    rolled = pipe(rim, 0.014, sides=4, closed=True)
    if shape == "bail":
        bow = arc((0, 0, 0), 0.49 * width, 0, np.pi, steps=10)
        path = [(x, 1.25 * y + height - 0.01, 0.0) for x, y, _ in bow]
        handles = board(path, 0.03, 0.012, across=(0, 0, 1))
    else:
        foot, grip = (0.47 * width, height - 0.05, 0.07), (0.51 * width, height + 0.05, 0.05)
        handles = side_handles(foot, grip, 0.011)
    inside = Surface((0, 0.012, 0), free * width - 0.03, free * depth - 0.03, height - 0.03, "in")
    return settled(
        [Part(body, cane), Part(without_boxes(join([rolled, handles])), trim)], vary, surfaces=[inside]
    )


@furniture(
    "garbage_can",
    group="storage",
    shapes=("pedal", "swing_lid", "wicker"),
    held_out=("lined",),
    synonyms=("trash can", "bin", "waste bin"),
)
def garbage_can(shape: str, vary: Variation) -> Model:
    """A bin for waste: with a pedal and a lid, with a swing lid, or open."""
    radius, height = 0.14 * vary.scale, 0.42 * vary.scale
    if shape == "pedal":
        return settled(_pedal_bin(vary, radius, height), vary)
    if shape == "swing_lid":
        return settled(_swing_bin(vary, 1.9 * radius, height), vary)
    low = 0.72 * height
    body = vessel([(0.75 * radius, 0), (radius, low)], wall_m=0.008, floor_m=0.012)
    side = 1.02 * radius
    body = hollow(body, side, side, 0.012)
    inside = Surface((0, 0.012, 0), side - 0.03, side - 0.03, low - 0.03, "in")
    if shape == "wicker":
        rim = hoop(radius, 0.011, (0, low, 0), sides=12)
        cane = vary.main("wicker", tile_m=0.1)
        trim = vary.finish("wicker", colours=("brown", "beige"))
        return settled([Part(body, cane), Part(rim, trim)], vary, surfaces=[inside])
    plastic = vary.main("plastic", colours=("black", "grey", "white", "red", "blue", "green"))
    # Both ends of the folded bag are sunk into the wall, which narrows towards the floor.
    buried = [(1 - 0.25 * drop / low) * radius - 0.0055 for drop in (0.09, 0.03)]
    cuff = [
        (buried[0], low - 0.09),
        (radius + 0.004, low - 0.09),
        (radius + 0.01, low - 0.02),
        (radius - 0.002, low + 0.016),
    ]
    cuff += [(radius - 0.026, low - 0.03), (buried[1], low - 0.03), (buried[0], low - 0.09)]
    bag = Part(without_boxes(lathe(cuff)), vary.finish("plastic", colours=("white", "blue")))
    return settled([Part(body, plastic), bag], vary, surfaces=[inside])


def _pedal_bin(vary: Variation, radius: float, height: float) -> list[Part]:
    """A round bin; its lid is hinged at the back and goes up when the pedal is pressed."""
    is_open = vary.state("open", "closed") == "open"
    metal = vary.main("metal", "plastic", colours=("silver", "white", "black", "red", "grey"))
    black = vary.finish("plastic", colours=("black",))
    body = vessel([(radius, 0.02), (radius, height)], wall_m=0.01, floor_m=0.034, sides=16)
    lid = lathe(
        [
            (0, 0),
            (radius + 0.004, 0),
            (radius + 0.004, 0),
            (radius + 0.004, 0.02),
            (0.7 * radius, 0.05),
            (0, 0.06),
        ],
        sides=16,
    )
    lid = move(lid, (0, height - 0.003, 0))
    if is_open:
        lid = turn(lid, -1.25, axis="x", about=(0, height, -radius))
    base = cylinder(radius + 0.006, 0.03, sides=16)
    lining = lathe([(radius - 0.012, height - 0.05), (0, height - 0.05)], sides=16)
    pedal = box((0.09, 0.014, 0.05), (0, 0.006, radius + 0.018))
    hinge = box((0.06, 0.05, 0.024), (0, height - 0.03, -radius - 0.004))
    pieces = [base, pedal, hinge, lining] if is_open else [base, pedal, hinge]
    return [Part(join([body, lid]), metal), Part(join(pieces), black)]


def _swing_bin(vary: Variation, width: float, height: float) -> list[Part]:
    """A tapered square bin with a hood and a flap that swings inwards."""
    plastic = vary.main(
        "plastic", "metal", colours=("white", "grey", "blue", "red", "beige", "green"), pattern="plain"
    )
    other = vary.finish("plastic", colours=("black", "grey", "white"))
    outline = rounded_rectangle(width, 0.85 * width, 0.14 * width)
    body = stack([(0.0, 0.8 * outline), (height, outline)])
    hood = [
        (1.03, height - 0.012),
        (1.03, height + 0.03),
        (0.9, height + 0.1),
        (0.6, height + 0.16),
        (0.5, height + 0.165),
    ]
    lid = stack([(y, outline * s) for s, y in hood])
    slope: list[Point] = [
        (0, height + 0.032, 0.443 * width),
        (0, height + 0.1, 0.389 * width),
        (0, height + 0.152, 0.285 * width),
    ]
    flap = board(slope, 0.62 * width, 0.01, across=(1, 0, 0))
    return [Part(join([body, lid]), plastic), Part(flap, other)]


@furniture(
    "tray", group="kitchenware", shapes=("rectangular", "round"), held_out=("footed",), stands="surface"
)
def tray(shape: str, vary: Variation) -> Model:
    """A flat tray with a raised rim, to carry cups and plates."""
    size = vary.scale
    finish = vary.main("wood", "metal", "plastic", "wicker")
    width, depth = (0.4, 0.4) if shape == "round" else (0.46, 0.32)
    width, depth = width * size, depth * size
    foot = 0.2 if shape == "footed" else 0.0
    outline = oval(width, depth, sides=20) if shape == "round" else rounded_rectangle(width, depth, 0.035)
    stages = [(0.0, 0.94), (0.035, 1.0), (0.035, 0.97), (0.008, 0.92)]
    body = stack([(foot + y, outline * s) for y, s in stages])
    trim = vary.finish("metal", "wood", colours=("silver", "black", "brown", "gold"))
    end = 0.485 * width
    trims = [side_handles((end, foot + 0.02, 0.06), (end + 0.03, foot + 0.05, 0.05), 0.006)]
    if shape == "footed":
        for z in (-0.38 * depth, 0.38 * depth):
            leg = pipe([(0.4 * width, 0.008, z), (0.38 * width, foot + 0.004, z)], 0.009, sides=5)
            trims.append(both_sides(leg))
    share = 0.64 if shape == "round" else 0.84
    top = Surface((0, foot + 0.008, 0), share * width, share * depth, 0.4)
    body = hollow(body, share * width, share * depth, foot + 0.008)
    return settled([Part(body, finish), Part(join(trims), trim)], vary, surfaces=[top])
