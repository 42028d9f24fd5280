"""What stands in which type of room, counted in training houses.

The counts are in room_priors.json; `python -m wayproof.learning.room_statistics` makes that file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
FILE = Path(__file__).with_name("room_priors.json")


@dataclass(frozen=True)
class RoomPriors:
    """Types of rooms with their share of all rooms (r,), kinds of things, and the share (r, k) of rooms of a
    type that hold at least one of a kind."""

    rooms: tuple[str, ...]
    share: Floats
    kinds: tuple[str, ...]
    holds: Floats


class _Counts(msgspec.Struct, frozen=True):
    """The file: houses counted, rooms of each type, and of them those that hold a kind."""

    houses: int
    rooms: dict[str, int]
    holding: dict[str, dict[str, int]]


@cache
def room_priors() -> RoomPriors:
    """The counts as shares; one half is added to each count, so that nothing is impossible."""
    counts = msgspec.json.decode(FILE.read_bytes(), type=_Counts)
    rooms = tuple(sorted(counts.rooms))
    kinds = tuple(sorted({kind for held in counts.holding.values() for kind in held}))
    total = np.array([counts.rooms[room] for room in rooms], np.float32)
    held = np.array([[counts.holding[room].get(kind, 0) for kind in kinds] for room in rooms], np.float32)
    return RoomPriors(rooms, total / total.sum(), kinds, (held + 0.5) / (total[:, None] + 1.0))


def room_chances(present: NDArray[np.uint8], priors: RoomPriors) -> Floats:
    """Chances (..., r) of the types of rooms, given which kinds (..., k) were seen there.

    What was not seen counts for nothing: most of a room is still unseen when the question comes up.
    """
    logs = np.log(priors.share) + present.astype(np.float32) @ np.log(priors.holds).T
    chances = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=-1, keepdims=True), np.float32)
