"""The truth of a picture whose pixels were moved by a corruption: labels and boxes move with the colours.

Otherwise a network that names everything in an enlarged picture correctly would be compared with what was
there before.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayproof.corruptions import MoveLabels
from wayproof.learning.training_images import Looks


def with_moved_labels(looks: Looks, picture: int, move: MoveLabels) -> Looks:
    """One picture with its truth where the corruption moves it; the colours are left to the corruption."""
    instance = move(looks.instance[picture])
    ids, count = np.unique(instance[instance > 0], return_counts=True)
    mine = np.flatnonzero(looks.seen[:, 0] == picture)
    distance = dict(zip(looks.seen[mine, 1].tolist(), looks.distance_m[mine].tolist(), strict=True))
    return replace(
        looks,
        rgb=looks.rgb[picture : picture + 1],
        instance=instance[None],
        depth_m=move(looks.depth_m[picture])[None],
        hfov_rad=looks.hfov_rad[picture : picture + 1],
        seen=np.stack([np.zeros(len(ids)), ids], axis=1).astype(np.int32),
        box_px=np.array([_box(instance == one) for one in ids], np.int16).reshape(-1, 4),
        pixels=count.astype(np.int32),
        distance_m=np.array([distance[int(one)] for one in ids], np.float32),
    )


def _box(mask: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is true, the last two just outside."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
