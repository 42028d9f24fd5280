"""Vases, empty or with flowers."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import Solid, join, lathe, move, sphere, tube, turn
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture.outlines import rectangle
from wayproof.scenes.furniture.plants import leaf
from wayproof.scenes.furniture.settling import settled
from wayproof.scenes.furniture.shaping import cloth, loft

# Outer profiles as (radius, height) shares of a vase one unit tall.
PROFILES: dict[str, tuple[tuple[float, float], ...]] = {
    "amphora": ((0.16, 0.0), (0.2, 0.04), (0.34, 0.45), (0.3, 0.66), (0.13, 0.84), (0.2, 1.0)),
    "bottle": ((0.2, 0.0), (0.27, 0.12), (0.26, 0.4), (0.09, 0.6), (0.07, 0.85), (0.1, 1.0)),
    "flared": ((0.18, 0.0), (0.14, 0.2), (0.16, 0.55), (0.3, 1.0)),
    "gourd": (
        (0.2, 0.0),
        (0.33, 0.2),
        (0.28, 0.42),
        (0.13, 0.55),
        (0.21, 0.7),
        (0.18, 0.84),
        (0.1, 0.92),
        (0.13, 1.0),
    ),
}


@furniture(
    "vase",
    group="decoration",
    shapes=("amphora", "bottle", "flared"),
    held_out=("gourd", "square"),
    stands="surface",
)
def vase(shape: str, vary: Variation) -> Model:
    """A vase, with or without flowers."""
    height = 0.27 * vary.scale
    clay = vary.main("ceramic", "ceramic", "glass")
    body, mouth = _square_vase(height) if shape == "square" else _turned_vase(shape, height)
    parts = [Part(body, clay)]
    if vary.chance(0.5):
        count = vary.count("flower", 3, 7)
        petals = vary.finish("paper", colours=("red", "yellow", "white", "pink", "purple", "orange"))
        green = vary.finish("plant", pattern="plain")
        hearts = vary.finish("food", colours=("yellow", "brown"))
        stems, heads, cores = _bouquet(vary, count, height, mouth)
        parts += [Part(stems, green), Part(heads, petals), Part(cores, hearts)]
    return settled(parts, vary)


def _turned_vase(shape: str, height: float) -> tuple[Solid, float]:
    outside = [(r * height, y * height) for r, y in PROFILES[shape]]
    mouth = outside[-1][0]
    neck = float(np.interp(0.93 * height, [y for _, y in outside], [r for r, _ in outside]))
    inside = [(mouth - 0.006, height), (min(neck, mouth) - 0.007, height * 0.93), (0.0, height * 0.92)]
    return lathe([(0.0, 0.0), *outside, *inside], sides=12), mouth


def _square_vase(height: float) -> tuple[Solid, float]:
    """Four flat sides, twisted by an eighth turn from foot to rim."""
    half, rings = 0.2 * height, []
    levels = (
        (0.0, 0.8, 0.0),
        (0.35, 1.0, 0.25),
        (0.7, 1.0, 0.5),
        (1.0, 0.9, 0.7),
        (1.0, 0.78, 0.7),
        (0.8, 0.7, 0.55),
    )
    for share, size, angle in levels:
        cos, sin = np.cos(angle), np.sin(angle)
        rings.append(
            (share * height, rectangle(half * size, half * size) @ np.array([[cos, sin], [-sin, cos]]))
        )
    return loft(rings), half * 0.7


def _bouquet(vary: Variation, count: int, rim: float, mouth: float) -> tuple[Solid, Solid, Solid]:
    """Stems that fan out of the mouth; each carries a ring of petals and a heart."""
    stems, heads, cores = [], [], []
    for k in range(count):
        heading = 2 * np.pi * k / count + vary.between(-0.2, 0.2)
        lean = vary.between(0.25, 0.6) * (0.0 if k == 0 else 1.0)
        tall = vary.between(0.14, 0.24)
        x, z = float(np.sin(heading)), float(np.cos(heading))
        inner, outer = 0.3 * mouth, 0.3 * mouth + tall * float(np.sin(lean))
        foot, top = (
            (inner * x, rim * 0.92, inner * z),
            (outer * x, rim + tall * float(np.cos(lean)), outer * z),
        )
        stems.append(tube([foot, top], 0.003, sides=3))
        stems.append(leaf((foot[0], rim + 0.01, foot[2]), heading + 0.6, 0.9, 0.1, 0.03))
        heads.append(_blossom(top, heading, lean, vary.between(0.036, 0.05)))
        cores.append(sphere(0.011, (top[0], top[1] - 0.002, top[2]), sides=5))
    return join(stems), join(heads), join(cores)


def _blossom(at: tuple[float, float, float], heading: float, lean: float, size: float) -> Solid:
    """Six petals round a point, opened along the stem's direction."""
    petals = []
    for k in range(6):
        angle = k * np.pi / 3
        c, s = np.cos(angle), np.sin(angle)
        side, out = np.array([-s, 0.0, c]) * size * 0.42, np.array([c, 0.0, s]) * size
        rise = np.array([0.0, size * 0.4, 0.0])
        petals.append(cloth(np.stack([[side * 0.3, -side * 0.3], [out + rise + side, out + rise - side]])))
    flower = turn(turn(join(petals), lean, axis="x"), heading)
    return move(flower, at)
