"""Which cells can be seen from a point, found by spreading a beam of light from cell to cell.

The light of one quarter of the compass goes only two ways, so every cell gets its light from at most two
neighbours. It is enough to remember between which directions the light enters a cell.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.navigation.corners import SIGN_X, SIGN_Z, ways
from wayproof.navigation.surface import NOWHERE, UNITS, Nodes, Surface

HIDDEN, PARTLY, WHOLLY = 0, 1, 2
HAIR = 1e-6  # in grid units: far below a nanometre, far above rounding


class Beam(NamedTuple):
    """What `light_up` found, per node: the directions of its light, whether they are without gaps, and how
    much of the cell is lit. stamp tells for which source; lit lists the nodes."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    gapless: NDArray[np.bool_]
    share: NDArray[np.int8]
    stamp: NDArray[np.int64]
    lit: Nodes


@kernel
def new_beam(count: int) -> Beam:
    return Beam(
        np.empty(count),
        np.empty(count),
        np.empty(count, np.bool_),
        np.empty(count, np.int8),
        np.full(count, -1, np.int64),
        np.empty(count, np.int32),
    )


@kernel
def light_up(surface: Surface, start: int, quarter: int, x: int, z: int, visit: int, beam: Beam) -> int:
    """Collect in beam.lit the nodes that may be seen from a point (x, z) in grid units; their number.

    Only one quarter of the compass is lit, beginning with the node `start` at the point. Directions are
    w / (u + w) for u, w the distances along the axes: that rises from 0 to 1 over the quarter and is the same
    number for the same direction, however far. Where light comes round both sides of something a node keeps
    the hull of both beams, so that nodes in its shadow are listed as PARTLY lit, too. WHOLLY lit is certain.
    """
    way_x, way_z = ways(quarter)
    beam.lit[0], beam.stamp[start] = start, visit
    beam.low[start], beam.high[start], beam.gapless[start] = 0.0, 1.0, True
    count, done = 1, 0
    while done < count:
        node = beam.lit[done]
        done += 1
        near_u, far_u = _extent(surface.cell_of[node, 0], SIGN_X[quarter], x)
        near_w, far_w = _extent(surface.cell_of[node, 1], SIGN_Z[quarter], z)
        low, high = beam.low[node], beam.high[node]
        # The directions of the cell's own corners are near_w / (far_u + near_w) and far_w / (near_u + far_w).
        whole = low * (far_u + near_w) <= near_w + HAIR and high * (near_u + far_w) >= far_w - HAIR
        beam.share[node] = WHOLLY if whole and beam.gapless[node] else PARTLY
        parting = far_w / (far_u + far_w)
        for side in range(2):
            onward = surface.links[node, way_x if side == 0 else way_z]
            if onward == NOWHERE or (low > parting if side == 0 else high < parting):
                continue
            onward_low = low if side == 0 else max(low, parting)
            onward_high = min(high, parting) if side == 0 else high
            if beam.stamp[onward] == visit:
                _add(beam, onward, onward_low, onward_high, beam.gapless[node])
            else:
                beam.stamp[onward] = visit
                beam.low[onward], beam.high[onward] = onward_low, onward_high
                beam.gapless[onward] = beam.gapless[node]
                beam.lit[count] = onward
                count += 1
    return count


@kernel
def _extent(cell: int, sign: int, origin: int) -> tuple[int, int]:
    """Distance from the origin to the near and the far side of a cell, in the direction of the sign."""
    low, high = cell * UNITS - origin, (cell + 1) * UNITS - origin
    if sign < 0:
        low, high = -high, -low
    return max(low, 0), high


@kernel
def _add(beam: Beam, node: int, low: float, high: float, gapless: bool) -> None:
    """A second beam enters a node."""
    touching = max(beam.low[node], low) <= min(beam.high[node], high)
    beam.gapless[node] = beam.gapless[node] and gapless and touching
    beam.low[node], beam.high[node] = min(beam.low[node], low), max(beam.high[node], high)
