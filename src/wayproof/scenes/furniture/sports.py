"""Sports gear: balls, bats, rackets, dumbbells and yoga mats."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayproof.geometry.curves import spiral
from wayproof.geometry.outlines import oval
from wayproof.geometry.solid import NO_BOXES, Floats, Solid, both_sides, join, move, turn, with_boxes
from wayproof.geometry.solids import cylinder, lathe, sphere
from wayproof.geometry.sweeps import board, pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.moved_parts import turn_parts
from wayproof.scenes.furniture_parts.vessels import Profile, scaled

# Bats as (radius, distance from the knob) in centimetres.
_TAPERED: Profile = [
    (0, 0),
    (2.4, 0),
    (2.4, 1.6),
    (1.3, 2.6),
    (1.4, 28),
    (3.2, 58),
    (3.3, 76),
    (2.4, 79),
    (0, 80),
]
_STRAIGHT: Profile = [(0, 0), (2.2, 0), (2.2, 1.5), (1.5, 2.5), (1.6, 30), (2.9, 36), (2.9, 82), (0, 84)]
_SHORT: Profile = [
    (0, 0),
    (2.6, 0),
    (2.6, 2.0),
    (1.5, 3),
    (1.7, 18),
    (3.6, 34),
    (3.9, 50),
    (3.0, 54),
    (0, 55),
]
_BATS = {"tapered": _TAPERED, "straight": _STRAIGHT, "short": _SHORT}

# Half a dumbbell as (radius, distance from the middle) in centimetres, from the bar outwards.
_ROUND_HEAD: Profile = [(0, 5.5), (3.5, 5.6), (5.0, 7), (5.4, 9.5), (5.0, 12), (3.5, 13.4), (0, 13.5)]

_HEX_HEAD: Profile = [(0, 5.5), (4.2, 5.5), (5.2, 6.6), (5.2, 11), (4.2, 12), (0, 12)]


@furniture(
    "baseball_bat", group="sports", shapes=("tapered", "straight"), held_out=("short",), synonyms=("bat",)
)
def baseball_bat(shape: str, vary: Variation) -> Model:
    """A club that is thin at the grip and thick at the end, lying on the floor."""
    size = 0.01 * vary.scale**0.5
    if vary.chance(0.65):
        club = vary.main("wood", colours=("beige", "brown", "black"))
    else:
        club = vary.main("metal", colours=("silver", "black", "red", "blue"))
    profile = scaled(_BATS[shape], size)
    length = profile[-1][1]
    grip = 0.25 * length
    tape = lathe(
        [(0, 0), (1.75 * size, 0), (1.75 * size, grip), (0, grip)], (0, 0.03, 0), sides=8, smooth=False
    )
    # It rests on its knob and on its thick end.
    tilt = -np.pi / 2 - (max(r for r, _ in profile) - profile[1][0]) / length
    wrapped = vary.finish("leather", "rubber", colours=("black", "brown", "white"))
    parts = [Part(lathe(profile, sides=10), club), Part(tape, wrapped)]
    return settled(turn_parts(parts, -tilt, axis="z"), vary)


@furniture("basketball", group="sports", shapes=("ball",), held_out=("on_ring",), synonyms=("ball",))
def basketball(shape: str, vary: Variation) -> Model:
    """An orange ball with dark seams, lying free or on a ring that keeps it from rolling."""
    vary.fixed_size()
    radius = 0.12
    peel = vary.main("rubber", colours=("orange",), pattern="basketball", tile_m=1.0)
    ball = _unwrapped(turn(sphere(radius, sides=16), 0.5, axis="z", about=(0, radius, 0)))
    if shape == "ball":
        return settled([Part(ball, peel)], vary)
    collar = lathe([(0.065, 0), (0.082, 0), (0.072, 0.05), (0.062, 0.05), (0.065, 0)], smooth=False)
    stand = Part(collar, vary.finish("plastic", "metal", colours=("black", "white", "grey", "blue")))
    # The ball's height over the collar on which it rests with a circle of 72 mm.
    return settled(
        [Part(move(ball, (0, 0.05 + (radius**2 - 0.072**2) ** 0.5 - radius, 0)), peel), stand], vary
    )


def _unwrapped(solid: Solid) -> Solid:
    """The same ball with its picture laid round it once, like a map round a globe."""
    low, high = solid.uv_m.min(axis=0), solid.uv_m.max(axis=0)
    return replace(solid, uv_m=(solid.uv_m - low) / (high - low))


@furniture(
    "soccer_ball", group="sports", shapes=("pentagons",), held_out=("banded",), synonyms=("football", "ball")
)
def soccer_ball(shape: str, vary: Variation) -> Model:
    """A ball of white six-sided and dark five-sided patches."""
    vary.fixed_size()
    white = vary.main("leather", colours=("white",), pattern="plain")
    dark = vary.finish(
        "leather", colours=("black", "blue", "red") if shape == "banded" else ("black",), pattern="plain"
    )
    light_patches: list[Solid] = []
    dark_patches: list[Solid] = []
    for centre, corners in _ball_patches():
        coloured = len(corners) == 5 if shape == "pentagons" else abs(centre[1]) < 0.3
        (dark_patches if coloured else light_patches).append(_patch(centre, corners, 0.11))
    # One box for the ball is enough; the patches are only its skin.
    whole = with_boxes(join(light_patches), [((-0.11, -0.11, -0.11), (0.11, 0.11, 0.11))])
    return settled([Part(whole, white), Part(join(dark_patches), dark)], vary)


def _ball_patches() -> list[tuple[Floats, Floats]]:
    """The 12 pentagons and 20 hexagons of a classic football: unit centres, corners counter-clockwise."""
    golden = (1 + 5**0.5) / 2
    peaks = np.array([np.roll((0.0, a, b * golden), k) for k in range(3) for a in (-1, 1) for b in (-1, 1)])
    near = np.abs(np.linalg.norm(peaks[:, None] - peaks[None], axis=2) - 2) < 1e-6
    patches = []
    for k, peak in enumerate(peaks):
        patches.append(_sorted_patch(peak, peak + (peaks[near[k]] - peak) / 3))
    triples = [
        (i, j, k)
        for i in range(12)
        for j in range(i)
        for k in range(j)
        if near[i, j] and near[j, k] and near[i, k]
    ]
    for triple in triples:
        corners = [peaks[a] + (peaks[b] - peaks[a]) / 3 for a in triple for b in triple if a != b]
        patches.append(_sorted_patch(peaks[list(triple)].mean(axis=0), np.array(corners)))
    return patches


def _sorted_patch(centre: Floats, corners: Floats) -> tuple[Floats, Floats]:
    outward = centre / np.linalg.norm(centre)
    e1 = corners[0] - outward * float(corners[0] @ outward)
    e1 = e1 / np.linalg.norm(e1)
    angle = np.arctan2(corners @ np.cross(outward, e1), corners @ e1)
    return outward, corners[np.argsort(np.round(angle, 6), kind="stable")]


def _patch(centre: Floats, corners: Floats, radius: float) -> Solid:
    count = len(corners)
    normals = np.concatenate([centre[None], corners / np.linalg.norm(corners, axis=1, keepdims=True)])
    faces = np.array([[0, 1 + k, 1 + (k + 1) % count] for k in range(count)])
    return Solid(normals * radius, normals, normals[:, :2] * radius, faces, NO_BOXES)


@furniture(
    "dumbbell", group="sports", shapes=("hexagonal", "round"), held_out=("plated",), synonyms=("weight",)
)
def dumbbell(shape: str, vary: Variation) -> Model:
    """A short bar with a weight at each end."""
    size = 0.01 * vary.scale
    if vary.chance(0.6):
        iron = vary.main("rubber", colours=("black", "grey", "blue", "red"))
    else:
        iron = vary.main("metal", colours=("black", "grey", "silver"))
    steel = vary.finish("metal", colours=("silver",))
    if shape == "round":
        head = lathe(scaled(_ROUND_HEAD, size), sides=10)
    elif shape == "hexagonal":
        head = turn(lathe(scaled(_HEX_HEAD, size), sides=6, smooth=False), np.pi / 6)
    else:
        discs = ((7.5, 6.0), (6.2, 8.2), (5.0, 10.2))
        head = join([cylinder(r * size, 1.9 * size, (0, y * size, 0), sides=12) for r, y in discs])
    reach = (15 if shape == "plated" else 6) * size
    bar = cylinder(1.5 * size, 2 * reach, (0, -reach, 0), sides=8)
    parts = [Part(join([head, turn(head, np.pi, axis="x")]), iron), Part(bar, steel)]
    return settled(turn_parts(parts, np.pi / 2, axis="z"), vary)


@furniture(
    "tennis_racket",
    group="sports",
    shapes=("standard", "oversize"),
    held_out=("wooden",),
    synonyms=("racket", "tennis racquet"),
)
def tennis_racket(shape: str, vary: Variation) -> Model:
    """A strung oval frame with a long grip, lying flat."""
    size = vary.scale**0.5
    half_width, half_length = {"standard": (0.125, 0.165), "oversize": (0.15, 0.18), "wooden": (0.1, 0.13)}[
        shape
    ]
    half_width, half_length = half_width * size, half_length * size
    material = "wood" if shape == "wooden" else "plastic"
    frame = vary.main(material, colours=("red", "blue", "black", "yellow", "green", "brown"))
    rim = [(x, 0.016, z) for x, z in oval(2 * half_width, 2 * half_length, sides=14).tolist()]
    neck = half_length + (0.2 if shape == "wooden" else 0.13) * size
    end = neck + 0.2 * size
    if shape == "wooden":
        shaft = pipe([(0, 0.016, half_length), (0, 0.016, neck)], 0.012, sides=5)
    else:
        fork = [(0.55 * half_width, 0.016, 0.84 * half_length), (0.01, 0.016, neck)]
        shaft = both_sides(pipe(fork, 0.009, sides=5))
    grip = pipe([(0, 0.016, neck - 0.005), (0, 0.016, end)], 0.016, sides=8)
    wrapped = vary.finish("leather", colours=("black", "white", "brown"))
    strings = Part(_strings(half_width, half_length), vary.finish("plastic", colours=("white", "yellow")))
    hoop = pipe(rim, 0.0105, sides=4, closed=True)
    return settled([Part(join([hoop, shaft]), frame), Part(grip, wrapped), strings], vary)


def _strings(half_width: float, half_length: float) -> Solid:
    pieces = []
    for share in np.linspace(-0.8, 0.8, 8).tolist():
        x, z = share * half_width, share * half_length
        far_x, far_z = half_width * (1 - share**2) ** 0.5, half_length * (1 - share**2) ** 0.5
        lines = ([(x, 0.0165, -far_z), (x, 0.0165, far_z)], [(-far_x, 0.0155, z), (far_x, 0.0155, z)])
        pieces += [pipe(ends, 0.0014, sides=3, capped=False) for ends in lines]
    return join(pieces)


@furniture(
    "yoga_mat",
    group="sports",
    shapes=("rolled", "upright"),
    held_out=("half_unrolled",),
    synonyms=("exercise mat",),
)
def yoga_mat(shape: str, vary: Variation) -> Model:
    """A rolled mat whose ends show the spiral, held by two bands."""
    length = 0.61 * vary.scale**0.3
    foam = vary.main("rubber", colours=("purple", "blue", "green", "pink", "grey", "orange"))
    rounds = 3.25
    widest = (0.018 + 0.0115 * rounds) * vary.scale
    outer = widest + 0.004
    path = spiral(0.018 * vary.scale, widest, -0.5 * np.pi, -(0.5 + 2 * rounds) * np.pi, steps=26)
    roll = board(path, length, 0.0075 * vary.scale, across=(0, 0, 1))
    roll = with_boxes(roll, [((-outer, -outer, -length / 2), (outer, outer, length / 2))])
    if shape == "half_unrolled":
        flat = board(
            [(0, -outer + 0.004, 0), (0.75, -outer + 0.004, 0)], length - 0.002, 0.006, across=(0, 0, 1)
        )
        return settled([Part(join([roll, flat]), foam)], vary)
    ring = [(outer, -0.02), (outer + 0.003, -0.02), (outer + 0.003, 0.02), (outer, 0.02)]
    bands = [
        turn(lathe([*ring, ring[0]], (0, y, 0), smooth=False), np.pi / 2, axis="x") for y in (-0.18, 0.18)
    ]
    parts = [
        Part(roll, foam),
        Part(join(bands), vary.finish("fabric", colours=("black", "grey"), pattern="woven")),
    ]
    return settled(turn_parts(parts, np.pi / 2, axis="x" if shape == "upright" else "y"), vary)
