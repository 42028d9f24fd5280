"""Fewer triangles for the same look: edge collapses by quadric error, cheapest first, in passes.

Each vertex remembers the planes of the triangles it came from as one quadric (Garland and Heckbert 1997),
with upright planes along open edges and along borders of materials, so that outlines stay.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.packs.decimation_kernels import collapse_pass, edge_costs

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BORDER_WEIGHT = 4.0  # outlines are seen before surfaces are
PASS_SHARE = 0.25  # of the triangles, at most, per pass
CHEAP_SHARE = 0.3  # of the edges, per pass: no dear edge goes while the neighbours of cheap ones wait
FOLDED = -0.7  # cosine of 135 degrees: what bends further is the rim of a sheet
STALLED_SHARE = 0.004
SPECK_SHARE = 5e-5  # of the squared diagonal: pieces with less area may vanish

_ASKEW = np.array([0.48, 0.66, 0.58])  # parts the front of a sheet from its back, whichever way it lies


@dataclass(frozen=True)
class Welded:
    """Triangles over shared points: points_m (n, 3), corners (t, 3) into them, wedges (t, 3), part (t,)."""

    points_m: Floats
    corners: Ints
    wedges: Ints
    part: Ints


def decimated(mesh: Welded, most: int) -> Welded:
    """The mesh with at most `most` triangles, or as few as can be had without tearing it."""
    corners, wedges, part = mesh.corners.copy(), mesh.wedges.copy(), mesh.part
    quadrics = _quadrics(mesh)
    speck = SPECK_SHARE * float((np.ptp(mesh.points_m, axis=0) ** 2).sum())
    share = CHEAP_SHARE
    while len(corners) > most:
        edges = _edges(corners)
        costs = edge_costs(mesh.points_m, quadrics, edges)
        edges = edges[np.argsort(costs, kind="stable")][: max(4, int(share * len(edges)))]
        starts, members = _triangles_at(corners, len(mesh.points_m))
        alive = np.ones(len(corners), np.bool_)
        wanted = min(len(corners) - most, max(2, int(PASS_SHARE * len(corners))))
        gone = collapse_pass(
            mesh.points_m, corners, wedges, quadrics, edges, starts, members, alive, wanted, speck
        )
        corners, wedges, part = corners[alive], wedges[alive], part[alive]
        if gone <= STALLED_SHARE * len(corners):
            if share == 1.0:
                break
            share = min(1.0, 3 * share)
    return Welded(mesh.points_m, corners, wedges, part)


def _edges(corners: Ints) -> Ints:
    """Each pair of vertices that share a side, once."""
    sides = np.sort(corners[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    span = int(corners.max()) + 1
    keys = np.unique(sides[:, 0] * span + sides[:, 1])
    return np.stack([keys // span, keys % span], axis=1)


def _triangles_at(corners: Ints, points: int) -> tuple[Ints, Ints]:
    """For each vertex the range of its triangles in a list."""
    flat = corners.ravel()
    order = np.argsort(flat, kind="stable")
    starts = np.searchsorted(flat[order], np.arange(points + 1))
    return starts.astype(np.int64), (order // 3).astype(np.int64)


def _quadrics(mesh: Welded) -> Floats:
    """One quadric per point: xx yy zz xy xz yz x y z 1, and the weight that went into it."""
    a, b, c = (mesh.points_m[mesh.corners[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    area = np.linalg.norm(normal, axis=1)
    unit = normal / np.maximum(area, 1e-30)[:, None]
    own = _planes(unit, a, area)
    quadrics = np.zeros((len(mesh.points_m), 11))
    for k in range(3):
        np.add.at(quadrics, mesh.corners[:, k], own)
    begin, end, face = _borders(mesh, unit)
    side = mesh.points_m[end] - mesh.points_m[begin]
    upright = np.cross(side, unit[face])
    length = np.linalg.norm(upright, axis=1)
    planes = _planes(upright / np.maximum(length, 1e-30)[:, None], mesh.points_m[begin], length**2)
    for ends in (begin, end):
        np.add.at(quadrics, ends, BORDER_WEIGHT * planes)
    return quadrics


def _planes(unit: Floats, through: Floats, weight: Floats) -> Floats:
    """Squared distance from planes as rows of eleven numbers."""
    x, y, z = unit.T
    offset = -(unit * through).sum(axis=1)
    terms = [x * x, y * y, z * z, x * y, x * z, y * z, x * offset, y * offset, z * offset, offset * offset]
    return np.stack([*terms, np.ones(len(unit))], axis=1) * weight[:, None]


def _borders(mesh: Welded, unit: Floats) -> tuple[Ints, Ints, Ints]:
    """Sides with no neighbour, or one of another wedge, or one folded back: their ends and a triangle.

    Cloth is often modelled as two sheets back to back: its hem is a fold, and both planes of it are one.
    """
    first, second = mesh.corners[:, [0, 1, 2]].ravel(), mesh.corners[:, [1, 2, 0]].ravel()
    wedge = np.stack([mesh.wedges[:, [0, 1, 2]].ravel(), mesh.wedges[:, [1, 2, 0]].ravel()], axis=1)
    turned = first > second
    wedge[turned] = wedge[turned][:, ::-1]
    low, high = np.minimum(first, second), np.maximum(first, second)
    order = np.lexsort((np.repeat(unit @ _ASKEW > 0, 3), high, low))
    low, high, wedge, face = low[order], high[order], wedge[order], (order // 3)
    same = (low[1:] == low[:-1]) & (high[1:] == high[:-1])
    alike = same & (wedge[1:] == wedge[:-1]).all(axis=1)
    alike &= (unit[face[1:]] * unit[face[:-1]]).sum(axis=1) > FOLDED
    inner = np.zeros(len(low), np.bool_)
    inner[1:] |= alike
    inner[:-1] |= alike
    return low[~inner], high[~inner], face[~inner]
