"""Labels of an image as a list of detections, and back: what a trace tells of perception, an override gives.

Every pixel that an agent is sure about belongs to exactly one detection, so the list holds all that the agent
acts on, and an image made from it is the same to the agent, bit for bit.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.capabilities import Detection
from wayproof.agents.seeing.perception import SeenImage

LEAST_SHARE = 0.001  # of the image that a part covers to be a detection of its own
MOST_PARTS = 8  # of one label; smaller ones count as part of the largest
SAME_THING_M = 0.5  # in depth, from the middle of a box of which no region is known


def detections_of(seen: SeenImage, least_confidence: float) -> list[Detection]:
    """The connected parts of each label, as far as the agent is sure; specks go with the largest part."""
    sure = (seen.confidence >= least_confidence) & (seen.label > 0)
    found: list[Detection] = []
    for kind in np.unique(seen.label[sure]).tolist():
        mine = (seen.label == kind) & sure
        count, parts, stats, _ = cv2.connectedComponentsWithStats(mine.astype(np.uint8), connectivity=8)
        order = 1 + np.argsort(-stats[1:, cv2.CC_STAT_AREA], kind="stable")
        large = stats[order, cv2.CC_STAT_AREA] >= LEAST_SHARE * mine.size
        large[0], large[MOST_PARTS:] = True, False
        number = np.zeros(count, np.int64)
        number[order] = np.where(large, np.arange(1, count), 1)
        owner = number[parts]
        name = str(seen.names[kind])
        found += [_detection(name, owner == part, seen.confidence) for part in range(1, large.sum() + 1)]
    return found


def image_of(
    detections: Sequence[Detection], names: NDArray[np.str_], depth_m: NDArray[np.float32]
) -> SeenImage:
    """The image that shows these detections and nothing else; where they overlap the surest one counts.

    `names` are the labels that the agent knows; others are added after them. Of a box without a region the
    pixels count that are about as far away as its middle.
    """
    known = [str(name) for name in names]
    known += sorted({one.label for one in detections} - set(known))
    label, confidence = np.zeros(depth_m.shape, np.int32), np.zeros(depth_m.shape, np.float32)
    for one in sorted(detections, key=lambda detection: detection.score):
        left, top, right, bottom = one.box_px
        part = (slice(top, bottom), slice(left, right))
        inside = depth_m[part]
        if not inside.size:
            continue
        shown = _about_middle(inside) if one.region is None else one.region
        shown = shown[: inside.shape[0], : inside.shape[1]]  # a box may reach beyond the image
        label[part][shown], confidence[part][shown] = known.index(one.label), one.score
    return SeenImage(label, np.array(known), confidence, depth_m, told=True)


def _detection(label: str, mask: NDArray[np.bool_], confidence: NDArray[np.float32]) -> Detection:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    # Rounded up: a score below the least confidence would no longer count.
    score = min(float(np.ceil(confidence[mask].mean(dtype=np.float64) * 1e4) / 1e4), 1.0)
    return Detection(label, (left, top, right, bottom), score, mask[top:bottom, left:right])


def _about_middle(depth_m: NDArray[np.float32]) -> NDArray[np.bool_]:
    rows, columns = depth_m.shape
    middle = depth_m[rows // 4 : rows - rows // 4, columns // 4 : columns - columns // 4]
    known = middle[np.isfinite(middle) & (middle > 0.0)]
    if not known.size:
        return np.ones(depth_m.shape, np.bool_)
    return np.asarray(np.abs(depth_m - np.median(known)) <= SAME_THING_M)
