"""What lies where nobody has looked yet: a small network guesses it from the map around the robot.

It sees a square of the map with the robot in its middle and says of each cell how likely it cannot be driven
on. What has been seen stays as it was seen; guesses only make unseen ground dearer, so that a wrong one costs
a detour and never closes a path.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.saved_arrays import cropped, put_back
from wayproof.agents.mapping.depth_projection import NEVER_SEEN, MapPose
from wayproof.agents.mapping.occupancy_map import UNKNOWN, Box, OccupancyMap
from wayproof.perception.onnx_network import Run, open_network

WINDOW = 64  # cells along the side of what the network sees
COARSE = 2  # cells of the map along the side of one cell of the window, so 0.1 m
LAYERS = 2  # seen and solid, seen and free
NOT_GUESSED = 0
# From this probability on, unseen ground costs more: what the card of the network (`free_from`) does not call
# free. Of starts from 0.5 to 0.9 it lost least SPL to plain planning in 28 episodes in train houses.
LIKELY = 0.8
DEAREST = 24  # at certainty, where free ground costs 2: a wall is worth some metres of detour
SHIPPED = Path(__file__).parent / "networks" / "occupancy.onnx"

Bytes = NDArray[np.uint8]


@lru_cache
def occupancy_network(file: Path = SHIPPED) -> Run:
    """The network by its file, opened once in a process."""
    return open_network(file, inputs=("window",), outputs=("blocked",), what="network of occupancy")


def window_around(the_map: OccupancyMap, pose: MapPose) -> Box:
    """The part of the map that the network sees, in whole coarse cells."""
    reach = WINDOW * COARSE
    i, j = (
        min(max(cell - reach // 2, 0), the_map.side - reach) // COARSE * COARSE
        for cell in the_map.cell_at(pose.x_m, pose.y_m)
    )
    return Box(i, j, reach, reach)


def window_layers(the_map: OccupancyMap, box: Box) -> Bytes:
    """What is known in a window (LAYERS, WINDOW, WINDOW), 1 or 0; a coarse cell is solid if a part is."""
    solid = _joined(the_map.layers.score[box.part] > 0)
    seen = _joined(the_map.layers.nearest[box.part] != NEVER_SEEN) | solid
    return np.stack([solid, seen & ~solid]).astype(np.uint8)


class Anticipation:
    """The guesses of one episode, each the latest of its cell."""

    def __init__(self, side: int, network: Run | None = None) -> None:
        self._network = network or occupancy_network()
        self.guesses = np.full((side // COARSE, side // COARSE), NOT_GUESSED, np.uint8)

    def renew(self, the_map: OccupancyMap, pose: MapPose) -> None:
        """Guess again around the robot."""
        box = window_around(the_map, pose)
        layers = window_layers(the_map, box)
        blocked = self._network({"window": layers[None].astype(np.float32)})["blocked"][0]
        i, j = box.i // COARSE, box.j // COARSE
        self.guesses[i : i + WINDOW, j : j + WINDOW] = 1 + np.rint(254.0 * blocked).astype(np.uint8)

    def costs(self, the_map: OccupancyMap, box: Box) -> Bytes:
        """The costs of the cells of a box, unseen ground by what is guessed of it."""
        costs = the_map.costs[box.part].copy()
        likely = (self._fine(box).astype(np.float32) - 1.0) / 254.0
        dearer = UNKNOWN + (DEAREST - UNKNOWN) * np.clip((likely - LIKELY) / (1.0 - LIKELY), 0.0, 1.0)
        unseen = (the_map.layers.nearest[box.part] == NEVER_SEEN) & (costs > 0)
        return np.where(unseen, np.maximum(costs, np.rint(dearer).astype(np.uint8)), costs)

    def save(self) -> dict[str, Any]:
        """All guesses so far."""
        return {"guesses": cropped(self.guesses, NOT_GUESSED)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved, where nothing was guessed yet."""
        put_back(self.guesses, state["guesses"])

    def _fine(self, box: Box) -> Bytes:
        """The guesses for the cells of a box of the map."""
        rows = np.arange(box.i, box.i + box.size_x) // COARSE
        columns = np.arange(box.j, box.j + box.size_y) // COARSE
        return self.guesses[np.ix_(rows, columns)]


def _joined(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Coarse cells, each true if one of its fine cells is."""
    size_x, size_y = cells.shape[0] // COARSE, cells.shape[1] // COARSE
    return np.asarray(cells.reshape(size_x, COARSE, size_y, COARSE).any(axis=(1, 3)))
