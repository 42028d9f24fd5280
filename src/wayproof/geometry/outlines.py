"""Outlines of things, arrays (n, 2) of points (x, z) in plan, and their places in space as rings (n, 3)."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solid import ORIGIN, Floats, Point

# For each axis that a body grows along: where the x and the z of a plan point to.
_FIRST: dict[str, Point] = {"x": (0.0, 0.0, -1.0), "y": (1.0, 0.0, 0.0), "z": (1.0, 0.0, 0.0)}
_SECOND: dict[str, Point] = {"x": (0.0, -1.0, 0.0), "y": (0.0, 0.0, 1.0), "z": (0.0, -1.0, 0.0)}


def oval(
    width_m: float,
    depth_m: float,
    *,
    sides: int = 12,
    squareness: float = 2.0,
    centre: tuple[float, float] = (0.0, 0.0),
) -> Floats:
    """An ellipse at squareness 2; above, a rectangle with ever tighter rounded corners.

    It touches its width and depth. Coarse and squarish ones have no point on a diagonal if that can be
    avoided, so that their corners are cut.
    """
    first = 0.0 if sides % 8 == 4 or (squareness == 2.0 and sides > 12) else 0.5
    angle = (np.arange(sides) + first) * (2 * np.pi / sides)
    # Rounded, as a root would blow the dust in place of a zero up to something.
    points = np.stack([np.cos(angle), -np.sin(angle)], axis=1).round(12)
    if squareness != 2.0:
        points = np.sign(points) * np.abs(points) ** (2.0 / squareness)
    points *= (width_m / 2, depth_m / 2) / np.abs(points).max(axis=0)
    return np.asarray(points + centre)


def rectangle(width_m: float, depth_m: float, *, centre: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """Four points that start in the corner of +X and -Z."""
    corners = np.array([[0.5, -0.5], [-0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]])
    return np.asarray(corners * (width_m, depth_m) + centre)


def rounded_rectangle(width_m: float, depth_m: float, rounding_m: float, *, cuts: int = 1) -> Floats:
    """A rectangle with each corner cut off in a number of straight cuts: eight points for one cut."""
    angle = np.linspace(0.0, np.pi / 2, cuts + 1)
    cos, sin = rounding_m * np.cos(angle), rounding_m * np.sin(angle)
    x, z = width_m / 2 - rounding_m, depth_m / 2 - rounding_m
    corners = [(x + cos, -z - sin), (-x - sin, -z - cos), (-x - cos, z + sin), (x + sin, z + cos)]
    return np.concatenate([np.stack(corner, axis=1) for corner in corners])


def with_hole(
    width_m: float, depth_m: float, diameter_m: float, *, per_corner: int = 4
) -> tuple[Floats, Floats]:
    """A rectangle and a circle for one loft: each corner comes as often as the circle needs it."""
    step = np.pi / 2 / per_corner
    angle = np.pi / 4 + (np.arange(4 * per_corner) - (per_corner - 1) / 2) * step
    circle = np.stack([np.cos(angle), -np.sin(angle)], axis=1) * (diameter_m / 2)
    return np.repeat(rectangle(width_m, depth_m), per_corner, axis=0), circle


def egg(half_x_m: float, front_m: float, back_m: float, *, sides: int = 16) -> Floats:
    """An oval whose front half (towards +Z) is longer than its back half, as toilet seats have."""
    outline = oval(2 * half_x_m, 2.0, sides=sides)
    outline[:, 1] *= np.where(outline[:, 1] > 0, front_m, back_m)
    return outline


def arch(width_m: float, depth_m: float, *, steps: int = 8) -> Floats:
    """A rectangle whose -Z end is a half circle, for windows and mirrors with a round top."""
    x, z = width_m / 2, depth_m / 2
    angle = np.linspace(0.0, np.pi, steps + 1)
    bow = np.stack([x * np.cos(angle), x - z - x * np.sin(angle)], axis=1)
    return np.concatenate([[[x, z]], bow, [[-x, z]]])


def shrunk(outline: Floats, margin_m: float) -> Floats:
    """The outline drawn in from its bounding box by a margin on each side."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    centre, half = (low + high) / 2, (high - low) / 2
    return np.asarray(centre + (outline - centre) * (half - margin_m) / half)


def ring(outline: Floats, at: Point = ORIGIN, *, axis: str = "y") -> Floats:
    """An outline set into space, its own origin at a point, for a body that grows along an axis.

    Level for "y". Upright for "z" with its x along x, and for "x" with its x along -z; upright outlines have
    their plan's -z pointing up.
    """
    plane = np.array((_FIRST[axis], _SECOND[axis]))
    return np.asarray(outline @ plane + at)


def at_height(outline: Floats, height_m: float) -> Floats:
    """An outline laid out level at a height."""
    flat = np.empty((len(outline), 3))
    flat[:, 0], flat[:, 1], flat[:, 2] = outline[:, 0], height_m, outline[:, 1]
    return flat
