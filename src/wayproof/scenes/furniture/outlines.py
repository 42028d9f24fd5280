"""Outlines of rounded things, as arrays (n, 2) of (x, z) points, counter-clockwise seen from above."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.solids import Floats


def oval(
    half_x_m: float,
    half_z_m: float,
    *,
    power: float = 2.0,
    count: int = 16,
    centre: tuple[float, float] = (0.0, 0.0),
) -> Floats:
    """An ellipse; powers above 2 square it off until, near 10, it is a rectangle with rounded corners."""
    angle = 2 * np.pi * (np.arange(count) + 0.5) / count
    cos, sin = np.cos(angle), np.sin(angle)
    x = np.sign(cos) * np.abs(cos) ** (2 / power)
    z = -np.sign(sin) * np.abs(sin) ** (2 / power)
    x, z = (
        x / np.abs(x).max(),
        z / np.abs(z).max(),
    )  # the corner-straddling samples fall short of the extremes
    return np.stack([half_x_m * x + centre[0], half_z_m * z + centre[1]], axis=1)


def egg(half_x_m: float, front_m: float, back_m: float, *, count: int = 16) -> Floats:
    """An oval whose front half (towards +Z) is longer than its back half, as toilet seats have."""
    outline = oval(half_x_m, 1.0, count=count)
    outline[:, 1] *= np.where(outline[:, 1] > 0, front_m, back_m)
    return outline


def rectangle(half_x_m: float, half_z_m: float) -> Floats:
    return np.array(
        [[half_x_m, half_z_m], [half_x_m, -half_z_m], [-half_x_m, -half_z_m], [-half_x_m, half_z_m]], float
    )


def arch(half_x_m: float, half_z_m: float, *, count: int = 9) -> Floats:
    """A rectangle whose -Z end is a half circle, for windows and mirrors with a round top."""
    spring = half_x_m - half_z_m
    angle = np.linspace(0.0, np.pi, count)
    bow = np.stack([half_x_m * np.cos(angle), spring - half_x_m * np.sin(angle)], axis=1)
    return np.concatenate([[[half_x_m, half_z_m]], bow, [[-half_x_m, half_z_m]]])


def shrunk(outline: Floats, margin_m: float) -> Floats:
    """The outline drawn in from its bounding box by a margin on each side."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    centre, half = (low + high) / 2, (high - low) / 2
    return np.asarray(centre + (outline - centre) * (half - margin_m) / half)
