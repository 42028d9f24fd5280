"""The truth of a picture whose field of view was narrowed: labels are cut out and enlarged as colours are.

Without it a network that names all of an enlarged centre rightly would be compared with what was there
before.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayproof.corruptions.rgb.lower_fov import zoomed_depth
from wayproof.learning.training_images import Looks

NAME = "lower_fov"


def narrowed(looks: Looks, picture: int) -> Looks:
    """One picture with the truth of its centre; the colours are left to the corruption."""
    instance = zoomed_depth(looks.instance[picture])
    ids, count = np.unique(instance[instance > 0], return_counts=True)
    mine = np.flatnonzero(looks.seen[:, 0] == picture)
    distance = dict(zip(looks.seen[mine, 1].tolist(), looks.distance_m[mine].tolist(), strict=True))
    return replace(
        looks,
        rgb=looks.rgb[picture : picture + 1],
        instance=instance[None],
        depth_m=zoomed_depth(looks.depth_m[picture])[None],
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
