"""Things of the bathroom shelf: sprays, soap, toothbrushes and paper."""

from __future__ import annotations

from wayproof.geometry.lofts import FLAT, stack
from wayproof.geometry.outlines import oval
from wayproof.geometry.solid import Point, Solid, facing, join, move, turn
from wayproof.geometry.solids import box, cylinder, lathe, panel, sheet, sphere
from wayproof.geometry.sweeps import board, horn, pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.palettes import pictured
from wayproof.scenes.furniture_parts.paper_labels import curved_label
from wayproof.scenes.furniture_parts.vessels import Profile, scaled, square_pot, vessel

_BRIGHT = ("blue", "green", "red", "yellow", "white", "orange")

# Outsides as (radius, height) in millimetres.
_ROUND_SPRAY: Profile = [
    (0, 0),
    (38, 0),
    (38, 0),
    (40, 8),
    (40, 120),
    (32, 150),
    (14, 178),
    (13, 190),
    (0, 190),
]
_MISTER: Profile = [(0, 0), (34, 0), (34, 0), (50, 30), (52, 60), (38, 95), (14, 112), (12, 125), (0, 125)]
_PEBBLE: Profile = [(0, 0), (30, 0), (40, 12), (43, 40), (36, 72), (20, 92), (14, 96), (0, 96)]


@furniture(
    "spray_bottle",
    group="toiletries",
    shapes=("flat", "round"),
    held_out=("mister",),
    stands="surface",
    synonyms=("cleaning spray", "spray"),
)
def spray_bottle(shape: str, vary: Variation) -> Model:
    """A bottle with a trigger and a nozzle on top."""
    size = 0.001 * vary.scale
    if shape == "mister":
        brass = vary.main("metal", "glass", colours=("gold", "silver", "green"))
        pump = [
            cylinder(13 * size, 20 * size, (0, 122 * size, 0), sides=8),
            sphere(9 * size, (0, 152 * size, 0), sides=6),
        ]
        pump.append(cylinder(3.5 * size, 20 * size, (0, 138 * size, 0), sides=5))
        nozzle = horn([(0, 132 * size, 0), (34 * size, 138 * size, 0)], [5 * size, 3 * size], sides=5)
        metal = vary.finish("metal", colours=("gold", "silver"), pattern="plain")
        return settled([Part(lathe(scaled(_MISTER, size)), brass), Part(join([*pump, nozzle]), metal)], vary)
    plastic = vary.main("plastic", colours=_BRIGHT)
    trim = vary.finish("plastic", colours=("white", "red", "blue", "black"))
    sticker = pictured(vary.finish("paper", colours=("white", "yellow")), "label")
    if shape == "round":
        body = lathe(scaled(_ROUND_SPRAY, size))
        label = curved_label(40 * size, 75 * size, (0, 25 * size, 0), sides=12, facets=6)
    else:
        rings = [
            (92, 56, 0),
            (92, 56, 0),
            (96, 60, 8),
            (92, 58, 110),
            (60, 44, 150),
            (28, 28, 180),
            (26, 26, 192),
        ]
        body = stack([(y * size, oval(w * size, d * size, squareness=3.5)) for w, d, y in rings])
        body = join([body, box((66 * size, 76 * size, 10 * size), (0, 22 * size, 25 * size))])
        label = panel(60 * size, 70 * size, (0, 25 * size, 30 * size + 0.0006))
    return settled([Part(body, plastic), Part(_trigger(size), trim), Part(label, sticker)], vary)


def _trigger(size: float) -> Solid:
    """Collar, gun, nozzle towards +x and the lever below it; sizes in millimetres."""
    collar = cylinder(18 * size, 16 * size, (0, 186 * size, 0), sides=8)
    gun = stack(
        [(y * size, oval(w * size, d * size, squareness=5, centre=(x * size, 0))) for w, d, y, x in _GUN]
    )
    nozzle = horn([(40 * size, 224 * size, 0), (62 * size, 224 * size, 0)], [9 * size, 7 * size], sides=6)
    path = [(30, 214), (42, 196), (38, 176), (44, 164)]
    lever = board([(x * size, y * size, 0) for x, y in path], 12 * size, 6 * size, across=(0, 0, 1))
    return join([collar, gun, nozzle, lever])


# Rings of the gun: width, depth, height and shift to the front, in millimetres.
_GUN = [(26, 22, 200, 0), (60, 26, 212, 10), (84, 26, 216, 8), (84, 26, 230, 8), (62, 22, 238, 0)]


@furniture(
    "soap_dispenser",
    group="toiletries",
    shapes=("round", "square"),
    held_out=("pebble",),
    stands="surface",
    synonyms=("soap pump",),
)
def soap_dispenser(shape: str, vary: Variation) -> Model:
    """A bottle of liquid soap with a pump and a bent spout."""
    size = 0.001 * vary.scale
    finish = vary.main("ceramic", "plastic", "glass", "stone")
    if shape == "pebble":
        body, top = lathe(scaled(_PEBBLE, size)), 96 * size
    elif shape == "round":
        outline = [(0, 0), (36, 0), (36, 0), (36, 100), (34, 108), (16, 118), (0, 118)]
        body, top = lathe(scaled(outline, size)), 118 * size
    else:
        rings = [(66, 0), (66, 0), (66, 108), (60, 114), (30, 118)]
        body, top = stack([(y * size, oval(w * size, w * size, squareness=7)) for w, y in rings]), 118 * size
    metal = vary.finish("metal", colours=("silver", "gold", "black", "white"), pattern="plain")
    collar = cylinder(14 * size, 14 * size, (0, top - 0.002, 0), sides=8)
    stem = cylinder(5 * size, 34 * size, (0, top + 8 * size, 0), sides=6)
    level = top + 42 * size
    spout = pipe(
        [(0, level, -14 * size), (0, level, 34 * size), (0, level - 14 * size, 42 * size)], 7 * size, sides=6
    )
    return settled([Part(body, finish), Part(join([collar, stem, spout]), metal)], vary)


@furniture(
    "toothbrush_cup",
    group="toiletries",
    shapes=("straight", "flared"),
    held_out=("square",),
    stands="surface",
    synonyms=("toothbrush holder",),
)
def toothbrush_cup(shape: str, vary: Variation) -> Model:
    """A cup with toothbrushes in it."""
    radius, height = 0.037 * vary.scale, 0.1 * vary.scale
    finish = vary.main("ceramic", "plastic", "glass")
    if shape == "square":
        cup = square_pot(2 * radius, height, wall_m=0.08 * radius, floor_m=0.006)
    else:
        flare = 1.25 if shape == "flared" else 1.0
        cup = vessel([(0.85 * radius, 0), (flare * radius, height)], wall_m=0.004, floor_m=0.006)
    parts = [Part(cup, finish)]
    for k in range(vary.count("toothbrush", 1, 4)):
        parts += _toothbrush(vary, k * 2.2 + vary.between(-0.3, 0.3), radius, height)
    return settled(parts, vary)


def _toothbrush(vary: Variation, angle: float, radius: float, height: float) -> list[Part]:
    lean = 0.8 * radius
    path: list[Point] = [
        (-0.3 * radius, 0.01, 0),
        (lean, height, 0),
        (1.55 * lean, 0.175, 0),
        (1.75 * lean, 0.2, 0),
    ]
    handle = board(path, 0.011, 0.005, across=(0, 0, 1))
    bristles = turn(box((0.011, 0.03, 0.01), (0, -0.03, 0)), -0.35, axis="z")
    bristles = move(bristles, (1.75 * lean - 0.004, 0.2, 0))
    plastic = vary.finish("plastic", colours=_BRIGHT)
    white = vary.finish("plastic", colours=("white",))
    return [Part(turn(handle, angle), plastic), Part(turn(bristles, angle), white)]


@furniture(
    "toilet_paper",
    group="toiletries",
    shapes=("roll", "stack"),
    held_out=("lying",),
    stands="surface",
    synonyms=("toilet roll",),
)
def toilet_paper(shape: str, vary: Variation) -> Model:
    """Soft paper rolled on a cardboard tube."""
    vary.fixed_size()
    paper = vary.main("paper", colours=("white", "white", "pink", "beige"))
    card = vary.finish("paper", colours=("brown",), pattern="cardboard")
    radius, height, core = 0.056, 0.1, 0.021
    roll = lathe([(core, 0), (radius, 0), (radius, height), (core, height)], sides=14, smooth=False)
    tube_inside = lathe([(core, height), (core, 0)], sides=14)
    if shape == "lying":
        edge, floor = radius - 0.001, -radius + 0.001
        path = [(edge, 0.0, 0.0), (edge, -0.03, 0.0), (edge + 0.021, floor, 0.0), (edge + 0.131, floor, 0.0)]
        tail = board(path, height - 0.002, 0.002, across=(0, 0, 1))
        laid = [facing(solid, (0, 0, -height / 2)) for solid in (roll, tube_inside)]
        return settled([Part(join([laid[0], tail]), paper), Part(laid[1], card)], vary)
    count = vary.count("roll", 2, 4) if shape == "stack" else 1
    lifts = [(0.003 * (-1) ** k, k * height, 0.002 * (k % 3)) for k in range(count)]
    rolls = Part(join([move(roll, lift) for lift in lifts]), paper)
    return settled([rolls, Part(join([move(tube_inside, lift) for lift in lifts]), card)], vary)


@furniture(
    "tissue_box",
    group="toiletries",
    shapes=("flat", "cube"),
    held_out=("oval",),
    stands="surface",
    synonyms=("tissues",),
)
def tissue_box(shape: str, vary: Variation) -> Model:
    """A printed box with a tissue that sticks out of its slot."""
    size = vary.scale**0.5
    pattern = vary.choose(("floral", "geometric", "striped", "plain"))
    card = vary.main(
        "paper", colours=("blue", "pink", "green", "beige", "yellow", "purple"), pattern=pattern, tile_m=0.12
    )
    width, height, depth = {
        "flat": (0.23, 0.08, 0.115),
        "cube": (0.115, 0.125, 0.115),
        "oval": (0.24, 0.1, 0.13),
    }[shape]
    width, height, depth = width * size, height * size, depth * size
    body = box((width, height, depth))
    if shape == "oval":
        body = stack([(y, oval(width, depth, sides=16)) for y in (0, 0, height, height)])
    slot = Part(
        stack(
            [(height + y, oval(0.5 * width + 0.02, 0.3 * depth)) for y in (-0.001, 0.0015)], crease_rad=FLAT
        ),
        vary.finish("paper", colours=("black",)),
    )
    tissues = []
    for x0, x1, z0, z1 in ((-0.045, -0.06, 0.0, 0.03), (0.045, 0.07, 0.002, -0.03)):
        low, peak = height - 0.003, height + 0.07
        tissues.append(
            sheet(
                [
                    (x0, low, z0 - 0.01),
                    (x0 * 0.1, low, z0 + 0.01),
                    (0.01, peak, z1),
                    (x1, peak - 0.02, z1 + 0.02),
                ]
            )
        )
    white = vary.finish("paper", colours=("white",))
    return settled([Part(body, card), slot, Part(join(tissues), white)], vary)
