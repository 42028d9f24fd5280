"""Things to look at on shelves and sideboards: statues and globes."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.curves import traced
from wayproof.geometry.lofts import sheet_over, stack
from wayproof.geometry.outlines import oval
from wayproof.geometry.solid import Floats, Point, Solid, join, move, turn
from wayproof.geometry.solids import box, lathe, sphere
from wayproof.geometry.sweeps import hoop, pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import resize_parts
from wayproof.scenes.furniture_parts.palettes import described_by

# Outlines of the continents as (latitude, west, east) in degrees, from north to south.
CONTINENTS: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((70, -160, -72), (56, -130, -60), (42, -124, -70), (28, -112, -82), (15, -97, -84)),
    ((10, -76, -60), (-5, -81, -36), (-22, -70, -42), (-38, -73, -58), (-54, -73, -66)),
    ((36, -9, 12), (20, -16, 36), (5, -6, 48), (-15, 12, 40), (-34, 18, 26)),
    ((70, 22, 90), (55, 0, 80), (42, -8, 80), (30, 36, 80), (12, 75, 80)),
    ((72, 90, 178), (55, 80, 140), (42, 80, 128), (28, 80, 120), (12, 98, 108)),
    ((-13, 130, 142), (-24, 114, 152), (-37, 140, 149)),
)

RAISED, SUNK = 1.03, 0.945  # of the globe's radius and of the land's; coasts lie under the facets of the ball


@furniture(
    "statue",
    group="decoration",
    shapes=("bust", "abstract"),
    held_out=("cat",),
    stands="surface",
    synonyms=("sculpture", "figurine"),
)
def statue(shape: str, vary: Variation) -> Model:
    """A small sculpture."""
    if vary.chance(0.5):
        matter = vary.main("stone", colours=("white", "grey", "black", "beige"), pattern="marble", tile_m=0.4)
    else:
        matter = described_by(
            vary,
            ("metal", ("gold", "silver", "black")),
            ("ceramic", ("white", "blue", "green")),
            polished=True,
        )
    foot = vary.choose((matter, vary.finish("wood", "stone", colours=("black", "brown", "white"))))
    build = {"bust": _bust, "abstract": _abstract, "cat": _cat}[shape]
    body, base = build()
    return settled(resize_parts((Part(body, matter), Part(base, foot)), vary.scale), vary)


def _bust() -> tuple[Solid, Solid]:
    """Head, neck and shoulders on a round plinth."""
    base = lathe([(0, 0), (0.06, 0), (0.06, 0.012), (0.035, 0.03), (0.04, 0.07), (0, 0.07)], sides=12)
    chest = [
        (0.068, 0.045, 0.03),
        (0.1, 0.085, 0.045),
        (0.14, 0.1, 0.05),
        (0.165, 0.07, 0.042),
        (0.18, 0.03, 0.03),
        (0.21, 0.027, 0.027),
    ]
    torso = stack([(y, oval(2 * x, 2 * z, squareness=2.4, sides=14)) for y, x, z in chest])
    head = sphere(0.05, (0, 0.195, 0.008), stretch=(0.82, 1.25, 0.98), sides=12)
    hair = sphere(0.052, (0, 0.235, -0.004), stretch=(0.9, 0.9, 1.0), sides=10)
    nose = lathe([(0, 0), (0.012, 0.0), (0.0, 0.03)], (0, 0.247, 0.05), sides=4)
    chin = sphere(0.016, (0, 0.2, 0.034), sides=6)
    return join([torso, head, hair, nose, chin]), base


def _abstract() -> tuple[Solid, Solid]:
    """A twisted loop that stands on a block."""

    def around(angle: float) -> Point:
        sin, cos = float(np.sin(angle)), float(np.cos(angle))
        return 0.085 * sin, 0.17 + 0.11 * cos, 0.09 * sin * cos

    path = traced(around, 0, 2 * np.pi, steps=18)[:-1]
    return pipe(path, 0.024, sides=8, closed=True), box((0.14, 0.045, 0.11))


def _cat() -> tuple[Solid, Solid]:
    """A cat that sits upright."""
    body = [
        (0.012, 0.05, 0.065, 0.0),
        (0.05, 0.055, 0.065, -0.005),
        (0.12, 0.04, 0.042, 0.01),
        (0.17, 0.026, 0.028, 0.022),
        (0.2, 0.022, 0.024, 0.025),
    ]
    trunk = stack([(y, oval(2 * x, 2 * z, sides=12, centre=(0, at))) for y, x, z, at in body])
    legs = [
        pipe([(x, 0.15, 0.04), (x * 1.1, 0.02, 0.06), (x * 1.1, 0.018, 0.08)], 0.012, sides=6)
        for x in (-0.02, 0.02)
    ]
    head = sphere(0.036, (0, 0.185, 0.035), stretch=(1.0, 0.9, 1.0), sides=10)
    ears = [lathe([(0, 0), (0.014, 0.0), (0.0, 0.035)], (x, 0.235, 0.03), sides=4) for x in (-0.021, 0.021)]
    muzzle = sphere(0.014, (0, 0.195, 0.065), sides=6)
    tail = pipe(
        [(0.0, 0.025, -0.055), (0.05, 0.022, -0.05), (0.068, 0.022, 0.0), (0.06, 0.022, 0.04)], 0.01, sides=6
    )
    return join([trunk, *legs, head, *ears, muzzle, tail]), box((0.16, 0.014, 0.17))


@furniture("globe", group="decoration", shapes=("desk", "upright"), held_out=("cradle",), stands="surface")
def globe(shape: str, vary: Variation) -> Model:
    """A model of the earth on a stand."""
    sea = vary.main("paper", colours=("blue", "blue", "beige", "black"))
    land = (
        vary.finish("food", colours=("green", "yellow", "brown"))
        if sea.colour != "beige"
        else vary.finish("food", colours=("brown",))
    )
    stand = vary.finish("wood", "metal", colours=("brown", "black", "gold", "silver"), pattern="plain")
    radius = 0.11 * vary.scale
    low = 0.09 * vary.scale
    middle = (0.0, low + radius, 0.0)
    tilt = 0.0 if shape == "upright" else -0.41
    ball = _earth(radius, middle, tilt, spin=vary.between(0, 2 * np.pi))
    parts = [Part(ball[0], sea), Part(ball[1], land), Part(_globe_stand(shape, radius, middle, tilt), stand)]
    return settled(parts, vary)


def _earth(radius: float, middle: Point, tilt: float, *, spin: float) -> tuple[Solid, Solid]:
    """The seas as a ball and the lands as low humps on it."""
    x, y, z = middle
    seas = sphere(radius, (x, y - radius, z), sides=14)
    patches = [sheet_over(_patch(continent, radius * RAISED)) for continent in CONTINENTS]
    lands = turn(turn(join(patches), spin), tilt, axis="z")
    return seas, move(lands, middle)


def _patch(rows: tuple[tuple[float, float, float], ...], radius: float) -> Floats:
    """A grid of points between the ends of each parallel, southern row first; its edge dips under the sea."""
    share = np.linspace(0.0, 1.0, 4)
    grid = []
    for latitude, west, east in reversed(rows):
        up, along = np.radians(latitude), np.radians(west + (east - west) * share)
        level = np.full_like(along, np.sin(up))
        grid.append(np.stack([np.cos(up) * np.sin(along), level, np.cos(up) * np.cos(along)], axis=1))
    patch = radius * np.stack(grid)
    patch[[0, -1]] *= SUNK
    patch[1:-1, [0, -1]] *= SUNK
    return patch


def _globe_stand(shape: str, radius: float, middle: Point, tilt: float) -> Solid:
    """A foot with a bow from pole to pole, or all the way round; the cradle is a ring on legs."""
    outer, height = radius * 1.12, middle[1]
    if shape == "cradle":
        return _cradle(outer, height)

    def on_bow(reach: float, angle: float) -> Point:
        return reach * float(np.cos(angle + tilt)), height + reach * float(np.sin(angle + tilt)), 0.0

    full = shape != "desk"
    path = traced(
        lambda angle: on_bow(outer, angle), -np.pi / 2, (1.5 if full else 0.5) * np.pi, steps=8 + 8 * full
    )
    bow = pipe(path[:-1] if full else path, 0.006, sides=4, closed=full)
    axis = pipe([on_bow(outer, -np.pi / 2), on_bow(outer, np.pi / 2)], 0.004, sides=4)
    neck = height - outer + 0.002
    plate = [(0, 0), (radius * 0.75, 0), (radius * 0.7, 0.012), (0.02, 0.025)]
    foot = lathe([*plate, (0.012, 0.03), (0.012, neck), (0, neck)], sides=12)
    return join([bow, foot, axis])


def _cradle(outer: float, height: float) -> Solid:
    bends = ((1.0, height), (1.05, height * 0.4), (0.8, 0.008))
    leg = pipe([(outer * reach, y, 0.0) for reach, y in bends], 0.008, sides=4)
    legs = [turn(leg, angle) for angle in np.pi * np.array([0.25, 0.75, 1.25, 1.75])]
    rings = [hoop(outer, 0.012, (0, height, 0)), hoop(outer * 0.8, 0.008, (0, 0.03, 0), sides=12)]
    return join([*rings, *legs])
