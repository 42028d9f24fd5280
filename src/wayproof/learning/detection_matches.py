"""The detections in one picture matched with the things that are in it, by box and by mask."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.kinds import ROOM_SURFACES
from wayproof.learning.house_tally import Tallies
from wayproof.learning.training_images import Looks
from wayproof.perception.average_precision import box_areas, box_overlaps, mask_overlaps, matched
from wayproof.perception.perceiver import Detection, Segmentation

FEWEST_PX = 64  # of a thing that must be found, or whose attributes or phrase are asked for


def match_picture(
    tallies: Tallies,
    house: int,
    seen: Segmentation,
    found: Sequence[Detection],
    looks: Looks,
    picture: int,
    ids: NDArray[np.int64],
) -> None:
    """Add one picture; `ids` are the network's categories by those of the pictures, 0 for unknown ones.

    The mask of a detection is what the segmentation names like it within its box. Walls, floors and ceilings
    are no things.
    """
    flat = [seen.categories.index(name) + 1 for name in ROOM_SURFACES if name in seen.categories]
    rows = np.flatnonzero(looks.seen[:, 0] == picture)
    instance, box = looks.seen[rows, 1], looks.box_px[rows].astype(np.float64)
    kinds = ids[looks.category[instance]]
    answered = np.array([seen.categories.index(one.category) + 1 for one in found], np.int64)
    scores = np.array([one.score for one in found])
    corners = np.array([one.box_px for one in found], np.float64).reshape(-1, 4)
    for kind in np.setdiff1d(np.union1d(kinds, answered), [0, *flat]).tolist():
        true, mine = np.flatnonzero(kinds == kind), np.flatnonzero(answered == kind)
        score, boxes = scores[mine], corners[mine]
        truth = np.asarray(looks.instance[picture])[None] == instance[true][:, None, None]
        masks = _masks(seen.category == kind, boxes)
        true_px = truth.sum(axis=(1, 2)).astype(np.float64)
        by_box = matched(box_overlaps(boxes, box[true]), score, box_areas(boxes), true_px, least_px=FEWEST_PX)
        by_mask = matched(
            mask_overlaps(masks, truth),
            score,
            masks.sum(axis=(1, 2)).astype(np.float64),
            true_px,
            least_px=FEWEST_PX,
        )
        tallies.boxes.add(kind, house, by_box)
        tallies.masks.add(kind, house, by_mask)


def _masks(named: NDArray[np.bool_], boxes_px: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Masks (n, h, w): what is named so (h, w), within each box."""
    masks = np.zeros((len(boxes_px), *named.shape), np.bool_)
    for mask, (left, top, right, bottom) in zip(masks, boxes_px, strict=True):
        rows = slice(int(np.floor(top)), int(np.ceil(bottom)))
        columns = slice(int(np.floor(left)), int(np.ceil(right)))
        mask[rows, columns] = named[rows, columns]
    return masks
