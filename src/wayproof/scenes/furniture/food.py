"""Food that lies about in kitchens: fruit, bread and cake."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import arc
from wayproof.geometry.lofts import FLAT, loft, prism
from wayproof.geometry.solid import Floats, Point, Solid, join, move, turn
from wayproof.geometry.solids import box, cylinder, lathe, sheet, sphere
from wayproof.geometry.sweeps import board, horn, pipe
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import resize_parts, turn_parts
from wayproof.scenes.furniture_parts.palettes import tinted

# Outlines of apples as (radius, height) in units of the apple's radius, from the lower dent to the upper one.
_APPLES: dict[str, list[tuple[float, float]]] = {
    "round": [(0, 0.08), (0.4, 0), (0.82, 0.3), (1, 0.85), (0.92, 1.35), (0.6, 1.68), (0.25, 1.7), (0, 1.48)],
    "tapered": [(0, 0.1), (0.3, 0), (0.6, 0.25), (0.86, 0.9), (1, 1.5), (0.75, 1.95), (0.3, 2.0), (0, 1.7)],
    "flat": [(0, 0.12), (0.5, 0), (0.95, 0.3), (1.1, 0.7), (0.98, 1.1), (0.6, 1.32), (0.25, 1.3), (0, 1.08)],
}
# Ripe shades; the colours of walls and cloth are too dull for food.
_RIPE: dict[str, tuple[int, int, int]] = {
    "red": (184, 40, 38),
    "green": (126, 164, 66),
    "yellow": (228, 192, 60),
    "brown": (164, 108, 60),
    "orange": (226, 130, 40),
}


@furniture("apple", group="food", shapes=("round", "tapered"), held_out=("flat",), stands="surface")
def apple(shape: str, vary: Variation) -> Model:
    """A fruit with a dented top and a stem."""
    radius = 0.039 * vary.scale
    peel = _ripe(vary.main("food", colours=("red", "green", "yellow")))
    profile = [(radius * r, radius * y) for r, y in _APPLES[shape]]
    dent = profile[-1][1]
    stem = pipe([(0, dent - 0.004, 0), (0.006, dent + 0.024, 0.002)], 0.0022, sides=4)
    bark = vary.finish("wood", colours=("brown",), pattern="bark")
    parts = [Part(lathe(profile, sides=12), peel), Part(stem, bark)]
    if vary.chance(0.5):
        parts.append(Part(_leaf(dent + 0.012, 0.03 * vary.scale), vary.finish("plant")))
    return settled(parts, vary)


def _ripe(finish: Finish) -> Finish:
    return tinted(finish, _RIPE[finish.colour])


def _leaf(height: float, length: float) -> Solid:
    tip: Point = (-length, height + 0.4 * length, 0.0)
    middle, lift, half = -length / 2, height + 0.012, length / 3
    return sheet([(0, height, 0), (middle, lift, half), tip, (middle, lift, -half)])


@furniture("orange", group="food", shapes=("round", "with_leaf"), held_out=("halved",), stands="surface")
def orange(shape: str, vary: Variation) -> Model:
    """A round citrus fruit with a green button where its stem was."""
    radius = 0.041 * vary.scale
    peel = _ripe(vary.main("food", colours=("orange",)))
    if shape == "halved":
        return settled(_orange_half(radius, peel, vary), vary)
    top = 1.88 * radius
    button = cylinder(0.006, 0.006, (0, top - 0.0035, 0), top_radius_m=0.003, sides=6)
    green = vary.finish("plant", pattern="plain")
    parts = [Part(sphere(radius, stretch=(1, 0.94, 1), sides=14), peel), Part(button, green)]
    if shape == "with_leaf":
        leaves = [_leaf(top, 0.042), turn(_leaf(top, 0.034), 2.2)]
        parts.append(Part(join(leaves), vary.finish("plant")))
    return settled(parts, vary)


def _orange_half(radius: float, peel: Finish, vary: Variation) -> list[Part]:
    """A half that shows its cut face, tipped towards the viewer."""
    latitude = np.linspace(-np.pi / 2, 0, 5)
    profile = [(radius * float(np.cos(a)), radius * (1 + float(np.sin(a)))) for a in latitude]
    shell = lathe([*profile, profile[-1], (0.0, radius)], sides=14)
    flesh = cylinder(0.88 * radius, 0.003, (0, radius - 0.001, 0), sides=14)
    wall = box((1.7 * radius, 0.002, 0.002), (0, radius + 0.0015, 0))
    walls = join([turn(wall, k * np.pi / 4) for k in range(4)])
    pith = vary.finish("food", colours=("white",))
    juicy = tinted(peel, (238, 168, 62))
    parts = [Part(shell, peel), Part(flesh, juicy), Part(walls, pith)]
    return turn_parts(parts, 0.5, axis="x", about=(0, radius, 0))


@furniture("banana", group="food", shapes=("bunch", "single"), held_out=("flat_bunch",), stands="surface")
def banana(shape: str, vary: Variation) -> Model:
    """Curved fruit with dark ends, alone or in a bunch."""
    length = 0.1 * vary.scale
    peel = _ripe(vary.main("food", colours=("yellow", "yellow", "green")))
    dark = vary.finish("food", colours=("brown",))
    if shape == "single":
        fruit, tip = (turn(piece, np.pi / 2, axis="z") for piece in _finger(length))
        return settled([Part(fruit, peel), Part(tip, dark)], vary)
    crown: Point = (0.0, 0.5 * length, -0.88 * length)
    count = vary.count("banana", 3, 5)
    fruits: list[Solid] = []
    tips = [sphere(0.013, (0, crown[1] - 0.013, crown[2]), sides=6)]
    for k in range(count):
        spread = (k - (count - 1) / 2) * 0.26
        lean = 1.25 if shape == "flat_bunch" else -0.5 * spread
        for piece, gathered in zip(_finger(length * vary.between(0.95, 1.05)), (fruits, tips), strict=True):
            leaning = turn(piece, lean, axis="z", about=crown)
            gathered.append(turn(leaning, spread, about=crown))
    return settled([Part(join(fruits), peel), Part(join(tips), dark)], vary)


def _finger(radius: float) -> tuple[Solid, Solid]:
    """One banana as an arch in the plane of z and y, stem end at -z; and its dark tip."""
    path = arc((0, 0, 0), radius, 2.65, 0.3, steps=5, plane="zy")
    thickness = [0.06, 0.13, 0.185, 0.19, 0.15, 0.05]
    fruit = horn(path, [share * radius for share in thickness], sides=5)
    end = path[-1]
    return fruit, sphere(0.0075, (0, end[1] - 0.0085, end[2]), sides=4)


@furniture("bread", group="food", shapes=("loaf", "baguette"), held_out=("round",), stands="surface")
def bread(shape: str, vary: Variation) -> Model:
    """A baked loaf: a tin loaf with cut slices, a baguette or a round country loaf."""
    crust = _ripe(vary.main("food", colours=("brown",)))
    crumb = vary.finish("food", colours=("beige",))
    if shape == "loaf":
        loaf = _tin_loaf(crust, crumb)
        return settled(resize_parts(loaf, vary.scale), vary)
    if shape == "baguette":
        half, size = 0.24, vary.scale**0.8
        along = [half * share for share in (-1, -0.93, -0.75, -0.3, 0.3, 0.75, 0.93, 1)]
        girth = [0.008, 0.02, 0.031, 0.034, 0.034, 0.031, 0.02, 0.008]
        body = horn([(x, 0.028, 0.0) for x in along], girth, sides=8)
        slash = turn(box((0.06, 0.008, 0.011), (0, 0.055, 0)), 0.5)
        cuts = join([move(slash, (0.8 * x, 0, 0)) for x in along[2:6]])
        return settled(resize_parts([Part(body, crust), Part(cuts, crumb)], size), vary)
    radius = 0.11 * vary.scale
    dome = [(0, 0), (0.8, 0), (0.8, 0), (1, 0.22), (0.94, 0.55), (0.65, 0.88), (0.3, 1.0), (0, 1.02)]
    body = lathe([(radius * r, 0.75 * radius * y) for r, y in dome], sides=14)
    path = [
        (radius * x, 0.75 * radius * y, 0.0) for x, y in ((-0.62, 0.9), (-0.3, 1.0), (0.3, 1.0), (0.62, 0.9))
    ]
    slash = board(path, 0.012, 0.008, across=(0, 0, 1))
    return settled([Part(body, crust), Part(join([slash, turn(slash, np.pi / 2)]), crumb)], vary)


def _loaf_section(x: float, share: float) -> Floats:
    """The mushroom outline of a tin loaf across its length, shrunk by a share about its foot."""
    half = [(0.0, 0.112), (0.034, 0.108), (0.056, 0.09), (0.057, 0.074), (0.048, 0.06), (0.046, 0.0)]
    outline = half + [(-z, y) for z, y in reversed(half[1:])]
    foot = 0.03 * (1 - share)
    return np.array([(x, foot + y * share, z * share) for z, y in outline])


def _tin_loaf(crust: Finish, crumb: Finish) -> list[Part]:
    half = 0.11
    rings = ((-half, 0.8), (-half * 0.88, 1), (half, 1))
    loaves = [loft([_loaf_section(x, share) for x, share in rings])]
    faces = [loft([_loaf_section(half - 0.002, 0.9), _loaf_section(half + 0.002, 0.9)], crease_rad=FLAT)]
    for lean, x in ((0.45, half + 0.055), (0.95, half + 0.1)):
        crust_rings = [_loaf_section(x + shift, 1) for shift in (0, 0.013)]
        cut_rings = [_loaf_section(x + shift, 0.9) for shift in (-0.0015, 0.0145)]
        loaves.append(turn(loft(crust_rings), lean, axis="z", about=(x, 0, 0)))
        faces.append(turn(loft(cut_rings, crease_rad=FLAT), lean, axis="z", about=(x, 0, 0)))
    return [Part(join(loaves), crust), Part(join(faces), crumb)]


@furniture("cake", group="food", shapes=("whole", "cut"), held_out=("tiered",), stands="surface")
def cake(shape: str, vary: Variation) -> Model:
    """A round iced cake on a plate, with cherries on top."""
    radius, height = 0.12 * vary.scale, 0.085 * vary.scale**0.5
    icing = vary.main("food", colours=("white", "pink", "brown", "beige"))
    cherry = vary.finish("food", colours=("red",))
    foot, edge = 0.7 * radius, 1.25 * radius
    plate = lathe([(0, 0), (foot, 0), (edge, 0.012), (edge, 0.016), (0, 0.012)], sides=14)
    under = Part(plate, vary.finish("ceramic", colours=("white", "blue"), pattern="plain"))
    if shape == "tiered":
        tiers = [(radius, 0.0), (0.7 * radius, height), (0.42 * radius, 2 * height)]
        body = [lathe(_rounded(r, height), (0, 0.01 + y, 0), sides=14) for r, y in tiers]
        top = sphere(0.014, (0, 0.005 + 3 * height, 0), sides=8)
        return settled([under, Part(join(body), icing), Part(top, cherry)], vary)
    if shape == "whole":
        band = cylinder(radius + 0.002, 0.012, (0, 0.018, 0), sides=14)
        ribbon = vary.finish("food", colours=("brown", "red", "yellow"))
        iced = [Part(lathe(_rounded(radius, height), (0, 0.01, 0), sides=14), icing), Part(band, ribbon)]
    else:
        iced = _cut_cake(radius, height, icing, vary)
    angles = [(np.pi / 4) * (k + 1.5) - 1.0 for k in range(6 if shape == "cut" else 8)]
    ball = sphere(0.011, (0.75 * radius, 0.006 + height, 0), sides=4)
    return settled([under, *iced, Part(join([turn(ball, a) for a in angles]), cherry)], vary)


def _rounded(radius: float, height: float) -> list[tuple[float, float]]:
    edge = 0.14 * height
    return [(0, 0), (radius, 0), (radius, 0), (radius, height - edge), (radius - edge, height), (0, height)]


def _cut_cake(radius: float, height: float, icing: Finish, vary: Variation) -> list[Part]:
    """A layer cake with a piece missing; the cut shows sponge and cream, the rest is iced."""
    angles = np.linspace(0.3, 2 * np.pi - 0.5, 13) - 1.0
    rim = [(radius * float(np.cos(a)), -radius * float(np.sin(a))) for a in angles]
    body = prism([(0.0, 0.0), *rim], height, (0, 0.01, 0))
    sponge, cream = [], []
    for angle, side in ((float(angles[0]), -1), (float(angles[-1]), 1)):
        strip = box((0.92 * radius, 0.78 * height, 0.004), (0.48 * radius, 0.014, -0.001 * side))
        middle = (0.48 * radius, 0.014 + 0.35 * height, -0.0025 * side)
        sponge.append(turn(strip, angle))
        cream.append(turn(box((0.94 * radius, 0.1 * height, 0.004), middle), angle))
    return [
        Part(body, icing),
        Part(join(sponge), _ripe(vary.finish("food", colours=("brown", "yellow")))),
        Part(join(cream), vary.finish("food", colours=("white",))),
    ]
