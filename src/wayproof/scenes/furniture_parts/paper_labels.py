"""Printed paper on things: labels that follow the round front of a bottle."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayproof.geometry.lofts import sheet_over
from wayproof.geometry.solid import Point, Solid

OUTSIDE_M, INSIDE_M = 0.0015, -0.001  # how far a label and its edges stand off from the bottle


def curved_label(radius_m: float, height_m: float, at: Point, *, sides: int, facets: int) -> Solid:
    """A picture round the front of a bottle of the same radius, over some facets of its `sides`.

    Facets must be an even number and sides a multiple of four. It shows its texture once (use a finish with
    tile_m=1), has its edges sunk into the bottle, and takes no room.
    """
    steps = np.clip(np.arange(-1, facets + 2), 0, facets)  # the outermost columns are the sunk edges
    angle = 1.5 * np.pi + (steps - facets / 2) * (2 * np.pi / sides)
    reach = np.full((4, len(steps)), radius_m + INSIDE_M)
    reach[1:3, 1:-1] = radius_m + OUTSIDE_M
    height = np.array([0.0, 0.0, height_m, height_m])[:, None] + 0 * reach
    grid = np.stack([reach * np.cos(angle), height, -reach * np.sin(angle)], axis=-1)
    paper = sheet_over(grid + np.array(at, float), in_plan=False)
    edge, width = OUTSIDE_M - INSIDE_M, paper.uv_m[:, 0].max() - 2 * (OUTSIDE_M - INSIDE_M)
    across = np.clip((paper.uv_m[:, 0] - edge) / width, 0.0, 1.0)
    return replace(paper, uv_m=np.stack([across, (paper.vertices_m[:, 1] - at[1]) / height_m], axis=1))
