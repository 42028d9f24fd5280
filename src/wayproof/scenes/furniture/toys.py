"""Toys of a child's room: teddy bears, building blocks, cars and doll houses."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import extruded
from wayproof.geometry.solid import Solid, both_sides, join, mirror_x, move, turn, with_boxes
from wayproof.geometry.solids import box, sphere
from wayproof.geometry.sweeps import roller
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import resize_parts, turn_parts
from wayproof.scenes.furniture_parts.vessels import Profile, scaled

_BRIGHT = ("red", "blue", "green", "yellow", "orange", "purple")

# Sides of cars as (z, y) in units of the length, from the front bumper over the roof to the rear bumper.
_SALOON_BODY: Profile = [(0.5, 0.08), (0.49, 0.2), (0.24, 0.25), (-0.4, 0.25), (-0.5, 0.23), (-0.5, 0.08)]
_SALOON_GLASS: Profile = [(0.23, 0.24), (0.09, 0.37), (-0.23, 0.37), (-0.38, 0.24)]
_SALOON_ROOF: Profile = [(0.11, 0.36), (0.08, 0.385), (-0.22, 0.385), (-0.25, 0.36)]
_RACER_BODY: Profile = [(0.5, 0.07), (0.48, 0.11), (0.12, 0.2), (-0.3, 0.22), (-0.5, 0.19), (-0.5, 0.07)]
_TRUCK_CAB: Profile = [(0.5, 0.12), (0.5, 0.3), (0.44, 0.5), (0.22, 0.5), (0.2, 0.12)]
_TRUCK_BED: Profile = [(0.19, 0.2), (0.22, 0.46), (-0.5, 0.4), (-0.46, 0.2)]


@furniture(
    "teddy_bear",
    group="toys",
    shapes=("sitting", "standing"),
    held_out=("lying",),
    stands="surface",
    synonyms=("teddy", "plush bear", "stuffed animal"),
)
def teddy_bear(shape: str, vary: Variation) -> Model:
    """A soft bear with round ears, a pale muzzle and a ribbon."""
    size = 0.4 * vary.scale
    plush = vary.main(
        "fabric", colours=("brown", "beige", "white", "pink", "grey"), pattern="terry", tile_m=0.1
    )
    pale = vary.finish("fabric", colours=("beige", "white"), pattern="terry", tile_m=0.1)
    dark = vary.finish("plastic", colours=("black",))
    ribbon = vary.finish("fabric", colours=("red", "blue", "green"), pattern="plain")
    sitting = shape == "sitting"
    lift = 0.0 if sitting else 0.22
    legs, pads = _legs_forward() if sitting else _legs_down()
    trunk = sphere(0.2, (0, lift, 0), stretch=(1, 1.15, 0.85), sides=8)
    belly = sphere(0.125, (0, lift + 0.09, 0.135), stretch=(1, 1.1, 0.55), sides=7)
    muzzle = sphere(0.085, (0, lift + 0.485, 0.135), stretch=(1, 0.8, 0.8), sides=6)
    eyes = both_sides(sphere(0.022, (0.075, lift + 0.62, 0.145), sides=5))
    nose = sphere(0.03, (0, lift + 0.56, 0.19), stretch=(1.2, 0.8, 0.8), sides=5)
    bow = both_sides(sphere(0.05, (0.06, lift + 0.395, 0.15), stretch=(1.2, 0.9, 0.5), sides=5))
    parts = [
        Part(join([trunk, _head_and_arms(lift), legs]), plush),
        Part(join([belly, muzzle, pads]), pale),
        Part(join([eyes, nose]), dark),
        Part(bow, ribbon),
    ]
    if shape == "lying":
        parts = turn_parts(parts, -np.pi / 2, axis="x")
    return settled(resize_parts(parts, size), vary)


def _head_and_arms(lift: float) -> Solid:
    """In units of the bear's size, as all pieces of it."""
    head = sphere(0.18, (0, lift + 0.4, 0), stretch=(1.05, 0.98, 0.95), sides=10)
    ear = sphere(0.07, (0.14, lift + 0.66, -0.01), stretch=(1, 1, 0.6), sides=6)
    arm = turn(sphere(0.07, (0, -0.29, 0), stretch=(1, 2.1, 1), sides=7), 0.55, axis="z")
    arm = move(turn(arm, -0.45, axis="x"), (0.15, lift + 0.38, 0.04))
    return join([head, both_sides(join([ear, arm]))])


def _legs_forward() -> tuple[Solid, Solid]:
    """Legs of a sitting bear and their pale soles."""
    leg = turn(sphere(0.085, stretch=(1, 2.1, 1), sides=7), np.pi / 2, axis="x")
    sole = sphere(0.062, (0, -0.062, 0.335), stretch=(1, 1, 0.4), sides=6)
    legs, soles = (both_sides(move(turn(piece, 0.35), (0.09, 0.085, 0.03))) for piece in (leg, sole))
    return legs, soles


def _legs_down() -> tuple[Solid, Solid]:
    leg = sphere(0.09, (0.1, 0, 0), stretch=(1, 2.0, 1), sides=7)
    foot = sphere(0.08, (0.1, 0, 0.05), stretch=(1, 0.7, 1.3), sides=6)
    return both_sides(leg), both_sides(foot)


@furniture(
    "toy_blocks",
    group="toys",
    shapes=("tower", "pyramid"),
    held_out=("arch",),
    stands="surface",
    synonyms=("building blocks", "blocks"),
)
def toy_blocks(shape: str, vary: Variation) -> Model:
    """Wooden blocks in bright colours, piled up."""
    edge = 0.045 * vary.scale
    paint = vary.main("wood", colours=_BRIGHT, pattern="plain")
    rest = [colour for colour in _BRIGHT if colour != paint.colour]
    # Every other block has the colour by which the pile is described.
    finishes = [paint if k % 2 == 0 else vary.finish("wood", colours=rest, pattern="plain") for k in range(6)]
    if shape == "tower":
        spots = [(0.0, float(level)) for level in range(vary.count("block", 3, 6))]
    elif shape == "pyramid":
        rows = ((-1.1, 0.0, 1.1), (-0.55, 0.55), (0.0,))
        spots = [(x, float(level)) for level, row in enumerate(rows) for x in row]
    else:
        spots = [(-1.0, 0.0), (1.0, 0.0), (1.0, 1.0), (-1.0, 1.0)]
    wobble = {"tower": 0.3, "pyramid": 0.12, "arch": 0.0}[shape]
    blocks = []
    for x, level in spots:
        cube = turn(box((edge, edge, edge), (0, level * edge, 0)), vary.between(-wobble, wobble))
        blocks.append(move(cube, (x * edge, 0, 0)))
    if shape == "arch":
        roof = [(-1.1, 2.8), (1.1, 2.8), (0.0, 3.8)]
        blocks += [box((3.1 * edge, 0.8 * edge, edge), (0, 2 * edge, 0)), extruded(scaled(roof, edge), edge)]
    if shape != "tower":
        vary.count("block", 6, 6)
    return settled([Part(block, finishes[k]) for k, block in enumerate(blocks)], vary)


@furniture(
    "toy_car",
    group="toys",
    shapes=("saloon", "racer"),
    held_out=("truck",),
    stands="surface",
    synonyms=("model car",),
)
def toy_car(shape: str, vary: Variation) -> Model:
    """A small car on four wheels, with windows and headlights."""
    length = 0.18 * vary.scale
    paint = vary.main("plastic", "metal", "wood", colours=(*_BRIGHT, "white"), pattern="plain")
    second = vary.finish("plastic", colours=("white", "yellow", "grey", "blue"))
    glass = vary.finish("glass", colours=("black", "grey"))
    black = vary.finish("rubber", colours=("black",))
    steel = vary.finish("metal", colours=("silver",), pattern="plain")
    painted, glazed, accents, track, radius = _CAR_BODIES[shape]()
    wheels, axles = [], []
    for z in (-0.3, 0.3):
        wheels.append(both_sides(roller(radius, 0.1, (track, radius, z))))
        axles.append(roller(0.45 * radius, 2 * track + 0.12, (0, radius, z), sides=6))
    parts = [Part(painted, paint), Part(glazed, glass), Part(accents, second)]
    parts += [Part(join(wheels), black), Part(join(axles), steel)]
    return settled(resize_parts(parts, length), vary)


def _across(outline: Profile, width: float) -> Solid:
    """A side view of (z, y) points from the front over the top to the rear, drawn out along x."""
    return extruded(outline, width, axis="x")


CarBody = tuple[Solid, Solid, Solid, float, float]


def _saloon() -> CarBody:
    """Painted body, glass, accents, half the track and the wheels' radius, for a car of length 1."""
    painted = join([_across(_SALOON_BODY, 0.42), _across(_SALOON_ROOF, 0.36)])
    lights = [box((0.08, 0.05, 0.03), (x, 0.135, 0.49)) for x in (-0.14, 0.14)]
    return (
        painted,
        _across(_SALOON_GLASS, 0.38),
        join([*lights, box((0.43, 0.03, 0.03), (0, 0.085, 0.5))]),
        0.18,
        0.1,
    )


def _racer() -> CarBody:
    wing = [box((0.5, 0.02, 0.12), (0, 0.32, -0.45)), box((0.02, 0.14, 0.08), (0, 0.19, -0.45))]
    nose = box((0.5, 0.02, 0.1), (0, 0.06, 0.46))
    stripe = _across([(0.985 * z, y + 0.006) for z, y in _RACER_BODY], 0.07)
    cockpit = sphere(0.09, (0, 0.15, -0.08), stretch=(0.9, 0.9, 1.5), sides=8)
    return join([_across(_RACER_BODY, 0.24), *wing, nose]), cockpit, stripe, 0.2, 0.11


def _truck() -> CarBody:
    glass = [box((0.34, 0.13, 0.02), (0, 0.34, 0.468)), box((0.43, 0.11, 0.14), (0, 0.34, 0.33))]
    load = [box((0.39, 0.05, 0.96), (0, 0.12, 0)), _across(_TRUCK_BED, 0.49)]
    return _across(_TRUCK_CAB, 0.42), join(glass), join(load), 0.18, 0.12


_CAR_BODIES = {"saloon": _saloon, "racer": _racer, "truck": _truck}


@furniture(
    "doll_house",
    group="toys",
    shapes=("gabled", "flat_roof"),
    held_out=("closed_front",),
    synonyms=("dollhouse",),
)
def doll_house(shape: str, vary: Variation) -> Model:
    """A wooden toy house, its rooms open to the front or behind a door and windows."""
    width, depth, storey = 0.62 * vary.scale, 0.3 * vary.scale, 0.24 * vary.scale
    storeys = vary.count("floor", 2, 3)
    height = storeys * storey
    walls = vary.main("wood", colours=("pink", "white", "yellow", "blue", "beige"), pattern="plain")
    roofing = vary.finish("wood", colours=("red", "brown", "purple", "blue"))
    floors = vary.finish("wood", colours=("beige", "brown"))
    shell = [box((0.012, height, depth), (x, 0, 0)) for x in (-width / 2 + 0.006, width / 2 - 0.006)]
    shell.append(box((width - 0.02, height, 0.01), (0, 0, -depth / 2 + 0.005)))
    boards = [box((width - 0.02, 0.01, depth - 0.012), (0, k * storey, 0.005)) for k in range(storeys + 1)]
    parts = [Part(join(boards), floors), Part(join(_roof(shape, width, depth, height)), roofing)]
    if shape == "closed_front":
        shell.append(box((width - 0.02, height, 0.01), (0, 0, depth / 2 - 0.004)))
        parts += _facade(vary, width, depth, storey, storeys)
        return settled([Part(join(shell), walls), *parts], vary)
    divide = 0.06 * width
    shell.append(box((0.008, height, depth - 0.03), (divide, 0, 0)))
    left, right = divide + width / 2 - 0.05, width / 2 - divide - 0.05
    rooms = [((divide - width / 2) / 2, left), ((divide + width / 2) / 2, right)]
    surfaces = [
        Surface((x, k * storey + 0.01, 0.01), across, depth - 0.08, storey - 0.02, "in")
        for k in range(storeys)
        for x, across in rooms
    ]
    parts.append(Part(join(_side_windows(width, storey, storeys)), vary.finish("glass", colours=("blue",))))
    return settled([Part(join(shell), walls), *parts], vary, surfaces=surfaces)


def _roof(shape: str, width: float, depth: float, height: float) -> list[Solid]:
    if shape == "flat_roof":
        slab = box((width + 0.06, 0.025, depth + 0.04), (0, height + 0.008, 0))
        return [slab, box((0.12, 0.08, 0.1), (-0.25 * width, height + 0.03, -0.05))]
    rise, out = 0.42 * width, width / 2 + 0.03
    slope = [
        (-out, height - 0.025),
        (0.0, height + rise - 0.02),
        (0.0, height + rise),
        (-out, height - 0.003),
    ]
    left = move(extruded(slope, depth + 0.03), (0, 0, 0.015))
    # The eaves hang below the ceiling outside of the walls only: no matter in the rooms.
    left = with_boxes(left, [((-out, height, -depth / 2), (0.0, height + rise, depth / 2 + 0.03))])
    gable = [(-width / 2, height), (width / 2, height), (0.0, height + rise - 0.01)]
    chimney = box((0.07, 0.2 * width, 0.07), (0.28 * width, height + 0.15 * width, -0.03))
    return [left, mirror_x(left), extruded(gable, depth - 0.006), chimney]


def _side_windows(width: float, storey: float, storeys: int) -> list[Solid]:
    size = (0.008, 0.4 * storey, 0.09)
    return [box(size, (x, (k + 0.35) * storey, 0)) for k in range(storeys) for x in (-width / 2, width / 2)]


def _facade(vary: Variation, width: float, depth: float, storey: float, storeys: int) -> list[Part]:
    """A door in the middle of the ground floor and two windows on each storey."""
    front = depth / 2 + 0.002
    spots = [(x * width, (k + 0.32) * storey) for k in range(storeys) for x in (-0.28, 0.28)]
    panes = [box((0.2 * width, 0.45 * storey, 0.012), (x, y, front)) for x, y in spots]
    frames = [box((0.23 * width, 0.53 * storey, 0.008), (x, y - 0.04 * storey, front)) for x, y in spots]
    bars = [box((0.01, 0.45 * storey, 0.016), (x, y, front)) for x, y in spots]
    door = box((0.18 * width, 0.75 * storey, 0.012), (0, 0.004, front))
    knob = sphere(0.008, (0.06 * width, 0.35 * storey, front + 0.006), sides=6)
    white = vary.finish("wood", colours=("white", "brown"), pattern="plain")
    red: Finish = vary.finish("wood", colours=("red", "green", "blue"), pattern="plain")
    gold = vary.finish("metal", colours=("gold",), pattern="plain")
    glass = vary.finish("glass", colours=("blue",))
    return [Part(join(panes), glass), Part(join([*frames, *bars]), white), Part(door, red), Part(knob, gold)]
