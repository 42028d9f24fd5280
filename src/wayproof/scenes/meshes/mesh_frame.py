"""Meshes in our frame: metres, +Y up; and whether the result can be a building."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput

Floats = NDArray[np.float64]

UPS = ("y", "z")
# Ours: beyond these the unit must be wrong. A flat is some metres wide, a hospital some hundreds.
NARROWEST_M, WIDEST_M = 1.0, 500.0
USUAL_M = 12.0


def check_frame(up: str, unit_m: float) -> None:
    if up not in UPS:
        raise InvalidInput(f"up is {up!r}; a mesh is y-up (glTF, most OBJ) or z-up (HM3D, CAD): give y or z")
    if not math.isfinite(unit_m) or unit_m <= 0.0:
        raise InvalidInput(f"the unit is {unit_m} m; give the length of one unit of the file, as 0.01 for cm")


def to_our_frame(points: Floats, up: str, unit_m: float = 1.0) -> Floats:
    """Points or directions (n, 3); a z-up file is tipped back about x, so no hand changes.

    >>> to_our_frame(np.array([[1.0, 2.0, 3.0]]), "z", 0.5)
    array([[ 0.5,  1.5, -1. ]])
    """
    turned = np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1) if up == "z" else points
    return turned * unit_m


def check_size(vertices_m: Floats, file: Path, unit_m: float) -> None:
    """Refuse a building of the size of a matchbox or of a town, and suggest the unit that was meant."""
    size = vertices_m.max(axis=0) - vertices_m.min(axis=0)
    widest = float(max(size[0], size[2]))
    if NARROWEST_M <= widest <= WIDEST_M and float(size[1]) <= WIDEST_M:
        return
    if float(size[1]) > WIDEST_M >= widest:
        raise InvalidInput(
            f"{file} would be {_length(float(size[1]))} high and {_length(widest)} wide; some vertices "
            "are stray, or --up or --unit is wrong"
        )
    if widest == 0.0:
        raise InvalidInput(f"{file}: all its vertices lie on one upright line; it cannot be a building")
    meant = unit_m * 10.0 ** round(math.log10(USUAL_M / widest))
    raise InvalidInput(
        f"{file} would be {_length(widest)} wide and {_length(float(size[1]))} high with a unit of "
        f"{unit_m:g} m; buildings are {NARROWEST_M:g} to {WIDEST_M:g} m wide. Give its unit: --unit {meant:g}"
    )


def up_looks_wrong(vertices_m: Floats, faces: NDArray[np.int64]) -> bool:
    """Whether the two large, level surfaces of a building, floor and ceiling, lie in another plane.

    By area: more than twice as much looks along z as along y, and the building is flatter that way.
    """
    a, b, c = (vertices_m[faces[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    length = np.linalg.norm(normal, axis=1)
    level = [float(length[np.abs(normal[:, k]) > 0.95 * length].sum()) for k in range(3)]
    size = vertices_m.max(axis=0) - vertices_m.min(axis=0)
    return level[2] > 2.0 * level[1] and float(size[2]) < 0.6 * float(size[1])


def _length(metres: float) -> str:
    if metres >= 1000.0:
        return f"{metres / 1000.0:.3g} km"
    return f"{metres:.3g} m" if metres >= 1.0 else f"{metres * 100.0:.3g} cm"
