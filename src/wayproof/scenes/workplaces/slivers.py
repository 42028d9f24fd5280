"""Models without slivers: triangles so thin that rounding may turn them over.

A few models of homes have one where three points of an outline lie on a line. Workplaces show many equal
chairs, each turned a little, so that sooner or later one is rounded the wrong way round.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.solids import Solid
from wayproof.scenes.furniture import Builder, Furniture, Model, Variation

THIN = 1e-4  # height over longest edge
SAME_M = 1e-6  # corners that are closer are one: such a triangle has no area, whatever is rounded


def without_slivers(kind: Furniture) -> Furniture:
    """The same kind of thing, its models less their slivers."""
    return replace(kind, build=_cleaned(kind.build))


def _cleaned(build: Builder) -> Builder:
    def clean(shape: str, vary: Variation) -> Model:
        model = build(shape, vary)
        return replace(model, parts=tuple(replace(p, solid=_kept(p.solid)) for p in model.parts))

    return clean


def _kept(solid: Solid) -> Solid:
    thin = slivers(solid)
    return replace(solid, faces=solid.faces[~thin]) if thin.any() else solid


def slivers(solid: Solid) -> NDArray[np.bool_]:
    """Which triangles of a solid are slivers."""
    a, b, c = (solid.vertices_m[solid.faces[:, k]] for k in range(3))
    edges = np.stack([np.linalg.norm(end - start, axis=1) for start, end in ((a, b), (b, c), (c, a))])
    doubled_area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    thin: NDArray[np.bool_] = (doubled_area < THIN * edges.max(axis=0) ** 2) & (edges.min(axis=0) > SAME_M)
    return thin
