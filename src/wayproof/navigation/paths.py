"""Shortest paths between any two points of a free space, prepared once and then asked in microseconds.

Distances are exact for the free space taken as a union of closed cells. Islands with slopes or several
floors are measured along the floor (see lengths.py); the path still bends at corners only, which is exact
for level floors and a close upper bound on ramps and stairs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.navigation.corner_graph import MOST_CORNERS, MOST_SIGHTINGS, CornerGraph, corner_graph
from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.routes import Route, chain, route, spot_at
from wayproof.navigation.sight import required_node
from wayproof.navigation.surface import NOWHERE, Floats, Surface, node_at


@dataclass(frozen=True)
class Paths:
    """Free space with its corner graph; graph is None where it would be too large (see fields.py)."""

    free: FreeSpace
    graph: CornerGraph | None


def prepare_paths(
    free: FreeSpace, *, most_corners: int = MOST_CORNERS, most_sightings: int = MOST_SIGHTINGS
) -> Paths:
    """Get a free space ready for distances; about 20 ms for a furnished house."""
    return Paths(free, corner_graph(free.surface, most_corners=most_corners, most_sightings=most_sightings))
