"""Which of a detector's overlapping boxes are kept (non-maximum suppression), and a match map of boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.perception.boxes import iou
from wayproof.perception.perceiver import Detection

Floats = NDArray[np.float32]


def selected(
    boxes_px: Floats,
    scores: Floats,
    names: Sequence[str],
    *,
    least: float,
    same: float,
    size: tuple[int, int],
) -> tuple[Detection, ...]:
    """Detections from boxes (n, 4) with scores (n, kinds), the surest first.

    Of boxes of one kind that overlap by more than `same` only the surest stays; boxes end at the borders of
    the picture, whose size is (height, width).
    """
    kind, score = scores.argmax(axis=1), scores.max(axis=1)
    limit = np.array([size[1], size[0], size[1], size[0]], np.float32)
    inside = np.clip(boxes_px, 0.0, limit)
    wide = (inside[:, 2] > inside[:, 0]) & (inside[:, 3] > inside[:, 1])
    order = [int(row) for row in np.argsort(-score, kind="stable") if score[row] >= least and wide[row]]
    kept: list[int] = []
    for row in order:
        rivals = [other for other in kept if kind[other] == kind[row]]
        if not rivals or iou(inside[row], inside[rivals]).max() <= same:
            kept.append(row)
    return tuple(
        Detection(names[int(kind[row])], float(score[row]), tuple(map(float, inside[row])))  # type: ignore[arg-type]
        for row in kept
    )


def match_map(boxes_px: Floats, scores: Floats, size: tuple[int, int]) -> Floats:
    """The best score of the boxes that a pixel (h, w) lies in, 0 where there is none."""
    height, width = size
    surface = np.zeros(size, np.float32)
    for (left, top, right, bottom), score in zip(boxes_px, scores, strict=True):
        rows = slice(max(int(top), 0), min(int(np.ceil(bottom)), height))
        columns = slice(max(int(left), 0), min(int(np.ceil(right)), width))
        surface[rows, columns] = np.maximum(surface[rows, columns], score)
    return surface
