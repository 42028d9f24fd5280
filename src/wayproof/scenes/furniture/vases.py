"""Vases, empty or with flowers."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import cloth, stack
from wayproof.geometry.outlines import rectangle
from wayproof.geometry.solid import Solid, join, move, turn
from wayproof.geometry.solids import lathe
from wayproof.geometry.sweeps import pipe
from wayproof.scenes.furniture import Model, Part, Variation, furniture
from wayproof.scenes.furniture_parts.finished_model import settled
from wayproof.scenes.furniture_parts.foliage import plant_leaf

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
    square = rectangle(2 * half, 2 * half)
    for share, size, angle in levels:
        cos, sin = np.cos(angle), np.sin(angle)
        rings.append((share * height, size * square @ np.array([[cos, sin], [-sin, cos]])))
    return stack(rings), half * 0.7


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
        stems.append(pipe([foot, top], 0.003, sides=3))
        stems.append(plant_leaf((foot[0], rim + 0.01, foot[2]), heading + 0.6, 0.9, 0.1, 0.03))
        heads.append(_blossom(top, heading, lean, vary.between(0.036, 0.05)))
        cores.append(lathe([(0.011, 0.0), (0.0, 0.012)], (top[0], top[1] + 0.005, top[2]), sides=6))
    return join(stems), join(heads), join(cores)


def _blossom(at: tuple[float, float, float], heading: float, lean: float, size: float) -> Solid:
    """Six petals round a point, opened along the stem's direction."""
    near, far = 0.126 * size, 0.42 * size
    tips = [(size, 0.4 * size, far), (size, 0.4 * size, -far)]
    petal = cloth(np.array([[(0.0, 0.0, near), (0.0, 0.0, -near)], tips]))
    flower = join([turn(petal, k * np.pi / 3) for k in range(6)])
    return move(turn(turn(flower, lean, axis="x"), heading), at)
