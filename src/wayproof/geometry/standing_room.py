"""Where an upright cylinder can stand among taken heights, and which of those places are joined.

The rules are in levels.py. This is the one answer to "can a body get there?": navigation walks on it, and
the generator of houses asks it before it lets a house go.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.geometry.height_spans import Floats, HeightSpans, Ints
from wayproof.geometry.levels import (
    RADIUS_TOLERANCE_M,
    Nodes,
    components,
    joined,
    kept_only,
    room_for_disc,
    standing_places,
)

SMALLEST_ISLAND_M2 = 0.25  # less is a gap behind furniture: nobody starts there or goes there


@dataclass(frozen=True)
class StandingRoom:
    """Nodes, each one cell of the plan at one floor height, and the islands that they form.

    first_node (cells + 1,): cell (i, j) has the nodes from entry i * columns_z + j up to the next;
    cell_of (n, 2): the cell of a node; links (n, 4): its neighbours by direction, NOWHERE if there is none;
    island (n,): numbers from 0, first islands under a ceiling (rooms), then those under the open sky (roofs,
    wall tops), each from the largest to the smallest; island_area_m2 (k,): their areas; the first
    `islands_indoors` of them are those under a ceiling.
    """

    first_node: Nodes
    cell_of: Nodes
    floor_m: Floats
    links: Nodes
    island: Nodes
    island_area_m2: Floats
    islands_indoors: int


def standing_room(
    spans: HeightSpans, *, radius_m: float, height_m: float, step_height_m: float
) -> StandingRoom:
    """The places for a body that can step over or onto `step_height_m`, without islands too small to use."""
    check_body(radius_m, height_m, step_height_m)
    size_x, size_z = spans.shape
    first, cell_of, floor, ceiling = standing_places(
        spans.first, spans.low_m, spans.high_m, spans.floor_m, size_z, height_m, step_height_m
    )
    links = joined(first, cell_of, floor, ceiling, size_x, size_z, height_m, step_height_m)
    reach_cells = max(radius_m - RADIUS_TOLERANCE_M, 1e-9) / spans.cell_m
    keep = room_for_disc(cell_of, links, reach_cells)
    stay, first, links = kept_only(keep, first, links)
    cell_of, floor, ceiling = cell_of[stay], floor[stay], ceiling[stay]
    smallest = SMALLEST_ISLAND_M2 / spans.cell_m**2
    island, sizes, indoors = islands(links, np.isfinite(ceiling), smallest)
    stay, first, links = kept_only(island >= 0, first, links)
    areas_m2 = sizes * spans.cell_m**2
    return StandingRoom(first, cell_of[stay], floor[stay], links, island[stay], areas_m2, indoors)


def islands(links: Nodes, covered: NDArray[np.bool_], smallest: float) -> tuple[Nodes, Floats, int]:
    """Island of each node (-1: fewer cells than `smallest`), cells of each island, how many are indoors."""
    label, count = components(links)
    sizes = np.bincount(label, minlength=count).astype(float)
    share_covered = np.bincount(label, weights=covered, minlength=count) / np.maximum(sizes, 1.0)
    order: Ints = np.lexsort((np.arange(count), -sizes, share_covered < 0.5))
    order = order[sizes[order] >= smallest]
    rank = np.full(count + 1, -1, np.int32)
    rank[order] = np.arange(len(order))
    return rank[label], sizes[order], int((share_covered[order] >= 0.5).sum())


def check_body(radius_m: float, height_m: float, step_height_m: float) -> None:
    """Refuse sizes that no body has."""
    sizes = {"radius_m": radius_m, "height_m": height_m, "step_height_m": step_height_m}
    for name, value in sizes.items():
        if not np.isfinite(value) or value < 0.0 or (value == 0.0 and name != "step_height_m"):
            raise InvalidInput(
                f"{name} was {value}; a body needs a positive size in metres (a step may be 0)"
            )
    if step_height_m >= height_m:
        raise InvalidInput(
            f"step_height_m was {step_height_m} and height_m {height_m}; a step is lower than the body"
        )
