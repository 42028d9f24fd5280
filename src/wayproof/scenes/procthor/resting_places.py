"""Where a thing that the file puts on another comes to rest on what was built of that other.

ProcTHOR lets small things fall when a house is loaded: its heights hover a little. And our stand-in has its
seat or shelf at another height than the original. So a thing is set on the nearest level surface below it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.solid import Floats

ABOVE_M, BELOW_M = 0.15, 0.35  # how far a surface may lie above or below where the file has the thing
LEVEL = 0.7  # least upward part of a surface's normal that carries things
SPREAD = 0.35  # of its width: where, besides its middle, a thing touches down


@dataclass(frozen=True)
class Body:
    """The triangles (t, 3, 3) of a thing in the world."""

    triangles_m: Floats

    def crossed(self, x_m: float, z_m: float) -> tuple[Floats, Floats]:
        """Heights at which an upright line meets the thing, and the upward parts of the normals there."""
        a, b, c = (self.triangles_m[:, k] for k in range(3))
        ab, ac = b - a, c - a
        area = ab[:, 0] * ac[:, 2] - ab[:, 2] * ac[:, 0]
        usable = np.abs(area) > 1e-12
        px, pz = x_m - a[:, 0], z_m - a[:, 2]
        divisor = np.where(usable, area, 1.0)
        u = (px * ac[:, 2] - pz * ac[:, 0]) / divisor
        v = (ab[:, 0] * pz - ab[:, 2] * px) / divisor
        hit: NDArray[np.bool_] = usable & (u >= 0) & (v >= 0) & (u + v <= 1)
        heights = a[hit, 1] + u[hit] * ab[hit, 1] + v[hit] * ac[hit, 1]
        normal = np.cross(ab[hit], ac[hit])
        up = normal[:, 1] / np.maximum(np.linalg.norm(normal, axis=1), 1e-12)
        return heights, up


@dataclass(frozen=True)
class Rest:
    """The height of a thing's underside, and whether it is "on" or "in" its support (None: on neither)."""

    bottom_m: float
    relation: str | None


def rest_on(
    support: Body, centre_m: tuple[float, float], half_m: tuple[float, float], ends_m: tuple[float, float]
) -> Rest:
    """Where a thing with this middle, half width and depth, and lower and upper end comes to rest."""
    (x, z), (low_m, high_m) = centre_m, ends_m
    levels = []
    for dx, dz in ((0.0, 0.0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
        heights, up = support.crossed(x + SPREAD * dx * half_m[0], z + SPREAD * dz * half_m[1])
        levels.append(heights[up > LEVEL])
    every = np.concatenate(levels)
    near = every[(every <= low_m + ABOVE_M) & (every >= low_m - BELOW_M)]
    all_heights, up = support.crossed(x, z)
    if len(near):
        bottom = float(near.max())
        covered = bool((all_heights > bottom + (high_m - low_m) / 2).any())
        return Rest(bottom, "in" if covered else "on")
    above = all_heights > (low_m + high_m) / 2
    if np.sign(up[above]).sum() > 0:  # more ways out than in: the thing is inside the solid
        return Rest(low_m, "in")
    if len(every):  # an inner shelf that our thing lacks
        return Rest(float(every.max()), "on")
    return Rest(0.0, None)
