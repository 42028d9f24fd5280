"""Free space made ready for questions about distance."""

from __future__ import annotations

from dataclasses import dataclass

from wayproof.navigation.corner_graph import MOST_CORNERS, MOST_SIGHTINGS, CornerGraph, corner_graph
from wayproof.navigation.free_space import FreeSpace


@dataclass(frozen=True)
class Paths:
    """Free space with its corner graph; the graph is None where it would be too large."""

    free: FreeSpace
    graph: CornerGraph | None


def prepare_paths(
    free: FreeSpace, *, most_corners: int = MOST_CORNERS, most_sightings: int = MOST_SIGHTINGS
) -> Paths:
    """Work out the corner graph; about 20 ms for a furnished house.

    Above `most_corners` there is no table of all pairs and `distance` takes milliseconds instead of
    microseconds; above `most_sightings` entries there is no graph and distances come from fast marching.
    """
    return Paths(free, corner_graph(free.surface, most_corners=most_corners, most_sightings=most_sightings))
