"""Whether a pack's model can replace one of our things, and how far it is stretched for that.

All boxes are in the thing's own frame: origin where its position is, +Y up, front along +Z.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.packs.pack import PackModel
from wayproof.scenes.packs.surface_overlap import touched_cells

Floats = NDArray[np.float64]

STRETCH = 1.35  # the most that one axis may be scaled over another: more makes a caricature
LEAST_FILLED = 0.70  # of each side of the old box
SMALLEST, LARGEST = 0.6, 1.65  # of the catalogue's size, as a mean over the axes
TALLER = 1.12  # a back or tap may rise this far over the old one where the height of a surface decides
LEVEL_M = 0.008  # how far a surface may lie from what stands on it
BEARING_SHARE = 0.6  # of the points beneath a thing must touch it
INNER_SHARE = 0.15  # of a load's box, on each side, may be entered: it seldom fills its corners
PROBES = (0.2, 0.5, 0.8)
FLAT = 0.95  # upward part of a normal from which a triangle can bear things
LEVEL_BIN_M = 0.01

# Things that one walks around stand in the middle of their old place, all others at its back.
CENTRED = frozenset(
    "chair stool bar_stool easy_chair office_chair dining_table coffee_table ottoman rug house_plant".split()
)


@dataclass(frozen=True)
class Load:
    """What stands on a thing: its box."""

    low_m: Floats
    high_m: Floats


@dataclass(frozen=True)
class Place:
    """What a model must fit: the old box, what stands on it, and the height of a surface to be kept."""

    category: str
    stands: str
    low_m: Floats
    high_m: Floats
    loads: tuple[Load, ...] = ()
    level_m: float | None = None  # above low_m


@dataclass(frozen=True)
class Fit:
    """A point p of the model goes to p * scale + offset_m; `filled` is the mean share of the old sides."""

    scale: Floats
    offset_m: Floats
    filled: float


def fits(model: PackModel, place: Place, levels_m: Sequence[float]) -> list[Fit]:
    """All ways to fit; `levels_m` are heights of the model's surfaces, tried where the place has a level."""
    size = np.array([model.width_m, model.height_m, model.depth_m])
    old = place.high_m - place.low_m
    full = old / np.maximum(size, 1e-6)
    if place.level_m is None:
        upward = [full[1]]
    else:
        upward = [place.level_m / level for level in levels_m if level > 0.02]
    found = (_fit(size, full, rise, place) for rise in upward)
    return [fit for fit in found if fit is not None]


def _fit(size: Floats, full: Floats, rise: float, place: Place) -> Fit | None:
    wanted = np.array([full[0], rise, full[2]])
    scale = np.minimum(wanted, STRETCH * wanted.min())
    if place.level_m is not None and scale[1] < rise:
        return None
    filled = scale * size / np.maximum(place.high_m - place.low_m, 1e-6)
    mean = float(np.cbrt(np.prod(scale)))
    if (filled < LEAST_FILLED).any() or filled[1] > TALLER or not SMALLEST <= mean <= LARGEST:
        return None
    return Fit(scale, _offset(scale * size, place), float(np.cbrt(np.prod(filled))))


def _offset(size: Floats, place: Place) -> Floats:
    """Where the middle of the model's footprint goes."""
    middle = (place.low_m + place.high_m) / 2
    z = middle[2] if place.category in CENTRED else place.low_m[2] + size[2] / 2
    if place.stands == "ceiling":
        y = place.high_m[1] - size[1]
    elif place.stands == "wall":
        y = middle[1] - size[1] / 2
    else:
        y = place.low_m[1]
    return np.array([middle[0], y, z])


def carries(triangles: Floats, loads: Sequence[Load]) -> bool:
    """Whether all loads stand on triangles (t, 3, 3): borne by most of what is below, pierced by none."""
    return all(_carried(triangles, load) for load in loads)


def _carried(triangles: Floats, load: Load) -> bool:
    rim = INNER_SHARE * (load.high_m - load.low_m)
    inner = load.low_m + (rim[0], 2 * LEVEL_M, rim[2]), load.high_m - rim
    if (inner[0] < inner[1]).all() and touched_cells(triangles, *inner).any():
        return False
    touching, points = 0, 0
    for share_x in PROBES:
        for share_z in PROBES:
            x = load.low_m[0] + share_x * (load.high_m[0] - load.low_m[0])
            z = load.low_m[2] + share_z * (load.high_m[2] - load.low_m[2])
            gaps = heights_over(triangles, x, z) - load.low_m[1]
            touching += bool((np.abs(gaps) <= LEVEL_M).any())
            points += 1
    return touching >= BEARING_SHARE * points


def heights_over(triangles: Floats, x: float, z: float) -> Floats:
    """At which heights an upright line through a plan point meets triangles (n, 3, 3)."""
    low, high = triangles[:, :, [0, 2]].min(axis=1), triangles[:, :, [0, 2]].max(axis=1)
    near = triangles[((low <= (x, z)) & (high >= (x, z))).all(axis=1)]
    a, b, c = near[:, 0], near[:, 1], near[:, 2]
    whole = _turn(b - a, c - a)
    near, a, b, c, whole = (array[np.abs(whole) > 1e-12] for array in (near, a, b, c, whole))
    point = np.array([x, 0.0, z])
    of_b, of_c = _turn(point - a, c - a) / whole, _turn(b - a, point - a) / whole
    hit = (of_b >= -1e-9) & (of_c >= -1e-9) & (of_b + of_c <= 1 + 1e-9)
    heights: Floats = (a[:, 1] + of_b * (b - a)[:, 1] + of_c * (c - a)[:, 1])[hit]
    return heights


def _turn(one: Floats, other: Floats) -> Floats:
    """Twice the signed area that two plan vectors span."""
    spanned: Floats = one[:, 0] * other[:, 2] - one[:, 2] * other[:, 0]
    return spanned


def main_level_m(triangles: Floats) -> float | None:
    """Height over the lowest point of the largest level surface in the upper two thirds; None without."""
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    size = np.linalg.norm(normal, axis=1)
    height = triangles[:, :, 1].mean(axis=1) - triangles[:, :, 1].min()
    top = float(triangles[:, :, 1].max() - triangles[:, :, 1].min())
    flat = (normal[:, 1] > FLAT * size) & (height > top / 3)
    if not flat.any():
        return None
    bins = np.bincount((height[flat] / LEVEL_BIN_M).astype(np.int64), weights=size[flat])
    best = int(bins.argmax())
    own = flat & ((height / LEVEL_BIN_M).astype(np.int64) == best)
    return float(np.average(height[own], weights=size[own]))
