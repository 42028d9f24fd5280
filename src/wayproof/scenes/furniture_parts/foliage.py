"""Leaves of plants: blades that start in a direction and droop."""

from __future__ import annotations

import numpy as np

from wayproof.geometry.lofts import cloth
from wayproof.geometry.solid import Floats, Point, Solid

_STEPS: Floats = np.array([0.0, 0.35, 0.7, 1.0])
_HALF_WIDTHS: Floats = np.array([0.0, 0.5, 0.375, 0.0])


def plant_leaf(
    base: Point, heading_rad: float, rise_rad: float, length_m: float, width_m: float, *, droop: float = 0.6
) -> Solid:
    """A pointed leaf that starts in a direction (heading about +Y, rise above level) and droops."""
    middle, across = drooping_rib(base, heading_rad, rise_rad - 1.5 * droop * _STEPS, _STEPS * length_m)
    reach = (_HALF_WIDTHS * width_m)[:, None] * across
    return cloth(np.stack([middle - reach, middle + reach], axis=1))


def drooping_rib(
    base: Point, heading_rad: float, rises_rad: Floats, along_m: Floats
) -> tuple[Floats, Floats]:
    """A rib (n, 3) with the rise of each piece, at distances from its base; and the direction across it."""
    sin, cos = float(np.sin(heading_rad)), float(np.cos(heading_rad))
    pace = np.diff(along_m, prepend=0.0)
    out, up = np.cumsum(pace * np.cos(rises_rad)), np.cumsum(pace * np.sin(rises_rad))
    rib = np.array(base, float) + np.stack([out * sin, up, out * cos], axis=1)
    return rib, np.array([cos, 0.0, -sin])
