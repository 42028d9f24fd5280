"""What an agent remembers having seen: since which step, what, and where on its map, in the order of time.

Each image adds the things in it; one that is seen again where such a thing was before stays one entry, and
its place is that of the nearest look.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from wayproof.agents.contract.capabilities import Remembered
from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.agents.mapping.target_map import points_of
from wayproof.agents.seeing.perception import SeenImage
from wayproof.kinds import ROOM_SURFACES

MOST = 128  # entries; then the oldest go
SAME_M = 1.0  # a thing of the same kind this near is the same
ACROSS_PX = 56  # of the image that is looked at: where a thing is about, not its outline
LEAST_PIXELS = 3  # of these that show a thing


class ThingMemory:
    """The things that one agent has seen. Walls, floors and ceilings are no things."""

    def __init__(self) -> None:
        self.entries: list[Remembered] = []
        self._from_m: list[float] = []  # how near the look was that gave each place

    def see(
        self,
        seen: SeenImage,
        least_confidence: float,
        camera: MountedCamera,
        pose: MapPose,
        pitch_rad: float,
        step: int,
    ) -> None:
        """Add the things of one image."""
        if seen.label.shape != seen.depth_m.shape or not seen.label.size:
            return
        stride = max(1, max(seen.label.shape) // ACROSS_PX)
        part = (slice(stride // 2, None, stride),) * 2
        label, sure = seen.label[part], seen.confidence[part] >= least_confidence
        depth_m = np.ascontiguousarray(seen.depth_m[part])
        kinds, counts = np.unique(label[sure & (depth_m > 0.0)], return_counts=True)
        for kind in kinds[counts >= LEAST_PIXELS].tolist():
            name = str(seen.names[kind])
            if not name or name in ROOM_SURFACES:
                continue
            points = points_of(sure & (label == kind), depth_m, camera, pose, pitch_rad)
            if len(points):
                x_m, y_m = np.median(points, axis=0).tolist()
                self.note(Remembered(step, name, (x_m, y_m)), math.hypot(x_m - pose.x_m, y_m - pose.y_m))

    def note(self, entry: Remembered, from_m: float = 0.0) -> None:
        """Remember a thing, seen from that far; what is known already gets its place from the nearer look."""
        for number, known in enumerate(self.entries):
            if known.what == entry.what and _apart_m(known, entry) <= SAME_M:
                if from_m < self._from_m[number]:
                    self.entries[number] = Remembered(known.step, known.what, entry.where_m)
                    self._from_m[number] = from_m
                return
        self.entries, self._from_m = [*self.entries, entry][-MOST:], [*self._from_m, from_m][-MOST:]

    def save(self) -> dict[str, Any]:
        """All entries, with their places in full."""
        return {
            "entries": [[entry.step, entry.what, entry.where_m] for entry in self.entries],
            "from_m": list(self._from_m),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Remember what was saved, and nothing else."""
        self.entries = [
            Remembered(step, what, None if where is None else (where[0], where[1]))
            for step, what, where in state["entries"]
        ]
        self._from_m = list(state["from_m"])

    def forget(self, gone: Sequence[dict[str, object]]) -> None:
        """Take off the list what is on this one, in the form of a trace."""
        kept = [number for number, entry in enumerate(self.entries) if entry.plain() not in gone]
        self.entries = [self.entries[number] for number in kept]
        self._from_m = [self._from_m[number] for number in kept]


def _apart_m(one: Remembered, other: Remembered) -> float:
    if one.where_m is None or other.where_m is None:
        return math.inf
    return math.hypot(one.where_m[0] - other.where_m[0], one.where_m[1] - other.where_m[1])
