"""Small hand-made worlds for navigation tests: boxes, prisms and whatever else is a solid."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import Solid, box, move, turn
from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Part
from wayproof.scenes.scene import Attributes, Scene

_PLAIN = Finish("wood", "plain", "brown", (120, 80, 50), (120, 80, 50))


def scene_of(*solids: Solid) -> Scene:
    """Each solid is one thing, with a plain texture."""
    placed = [Placed("thing", "plain", Attributes(), (Part(solid, _PLAIN),)) for solid in solids]
    return assemble("plain", placed, lambda finish: np.full((4, 4, 3), finish.rgb, np.uint8))


def block(
    low: tuple[float, float, float], high: tuple[float, float, float], heading_rad: float = 0.0
) -> Solid:
    """A box between two corners, turned about its own middle."""
    size = tuple(b - a for a, b in zip(low, high, strict=True))
    middle = ((low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2)
    return move(turn(box(size), heading_rad), middle)


def room(width: float, depth: float, *, height: float = 2.5) -> list[Solid]:
    """Floor, ceiling and four walls of 10 cm around [0, width] x [0, depth], floor at 0."""
    out = 0.1
    return [
        block((-out, -0.1, -out), (width + out, 0.0, depth + out)),
        block((-out, height, -out), (width + out, height + 0.1, depth + out)),
        block((-out, 0.0, -out), (0.0, height, depth + out)),
        block((width, 0.0, -out), (width + out, height, depth + out)),
        block((0.0, 0.0, -out), (width, height, 0.0)),
        block((0.0, 0.0, depth), (width, height, depth + out)),
    ]


def two_rooms(*, door_m: float = 0.9) -> list[Solid]:
    """8 x 4 m, a wall of 10 cm across the middle at x = 4, with a door whose centre is z = 1.5."""
    low, high = 1.5 - door_m / 2, 1.5 + door_m / 2
    return [
        *room(8.0, 4.0),
        block((3.95, 0.0, 0.0), (4.05, 2.5, low)),
        block((3.95, 0.0, high), (4.05, 2.5, 4.0)),
        block((3.95, 2.0, low), (4.05, 2.5, high)),
    ]


def two_storeys(*, steps: int = 15, rise_m: float = 0.18, tread_m: float = 0.28) -> list[Solid]:
    """A ground floor of 10 x 4 m, stairs along +x at z in [0.4, 1.6], and an upper floor over the rest."""
    top = steps * rise_m
    end = 3.0 + steps * tread_m
    stairs = [
        block((3.0 + tread_m * k, 0.0, 0.4), (3.0 + tread_m * (k + 1), rise_m * (k + 1), 1.6))
        for k in range(steps)
    ]
    return [
        block((0.0, -0.1, 0.0), (10.0, 0.0, 4.0)),
        *stairs,
        block((end, top - 0.15, 0.0), (10.0, top, 4.0)),
        block((0.0, top - 0.15, 2.0), (end, top, 4.0)),
        block((0.0, top + 2.6, 0.0), (10.0, top + 2.7, 4.0)),
    ]
