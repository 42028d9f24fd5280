"""Several parts of a thing moved, turned or resized together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from wayproof.geometry.solid import ORIGIN, Point, enlarged, move, turn
from wayproof.scenes.furniture import Part


def move_parts(parts: Iterable[Part], offset: Point) -> list[Part]:
    return [replace(part, solid=move(part.solid, offset)) for part in parts]


def turn_parts(
    parts: Iterable[Part], angle_rad: float, *, axis: str = "y", about: Point = ORIGIN
) -> list[Part]:
    """Each part turned counter-clockwise about one axis."""
    return [replace(part, solid=turn(part.solid, angle_rad, axis=axis, about=about)) for part in parts]


def resize_parts(parts: Iterable[Part], factor: float) -> list[Part]:
    """Each part larger or smaller about the origin."""
    return [replace(part, solid=enlarged(part.solid, factor)) for part in parts]
