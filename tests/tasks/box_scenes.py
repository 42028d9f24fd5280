"""Scenes made of a few boxes, for tests that must know by hand what can be seen from where."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import box
from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.finishes import COLOURS, Finish
from wayproof.scenes.furniture import Part
from wayproof.scenes.scene import Attributes, Room, Scene

Corner = tuple[float, float, float]


def thing(
    category: str,
    low_m: Corner,
    high_m: Corner,
    *,
    colour: str = "red",
    pattern: str = "plain",
    state: str | None = None,
    room: int | None = 1,
    support: int | None = None,
    heading_rad: float = 0.0,
    paint: str | None = None,
) -> Placed:
    """A box of a category between two corners; `paint` is its colour if it is not the one it is called."""
    low, high = np.array(low_m), np.array(high_m)
    at = ((low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2)
    rgb = COLOURS[paint or colour][0]
    finish = Finish("wood", "plain", paint or colour, rgb, rgb)
    width, height, depth = (high - low).tolist()
    return Placed(
        category,
        "box",
        Attributes(colour=colour, pattern=pattern, state=state),
        (Part(box((width, height, depth)), finish),),
        at,
        heading_rad,
        room,
        support,
        "on" if support else None,
    )


def hall(*things: Placed, rooms: tuple[Room, ...] = (), size_m: tuple[float, float] = (6.0, 6.0)) -> Scene:
    """A floor from (0, 0) with a ceiling 3 m above it, ids 1 and 2, and the things on it, from id 3 on."""
    wide, deep = size_m
    building = (
        thing("floor", (0.0, -0.1, 0.0), (wide, 0.0, deep), colour="grey", room=None),
        thing("ceiling", (0.0, 3.0, 0.0), (wide, 3.1, deep), colour="white", room=None),
    )
    return assemble("boxes", (*building, *things), _plain, rooms=rooms)


def square_room(number: int, kind: str, low: tuple[float, float], high: tuple[float, float]) -> Room:
    """A room with four corners."""
    (ax, az), (bx, bz) = low, high
    return Room(number, kind, ((ax, az), (ax, bz), (bx, bz), (bx, az)), 3.0)


def _plain(finish: Finish) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((8, 8, 3), finish.rgb, np.uint8)
