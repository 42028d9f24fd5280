"""From the labels of pixels and the boxes of cells to one box per thing.

Two sources: connected regions of a category, whose boxes are exact where a thing stands alone, and the boxes
that every cell proposes, which hold a partly hidden thing together and tell two things apart that touch.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.perception.regions import connected_regions

Floats = NDArray[np.float32]

LEAST_PIXELS, LEAST_CONFIDENCE = 24, 0.25  # of a region that counts as a thing
LEAST_SCORE = 0.35  # of a cell that may propose a box
SAME_BOX = 0.65  # IoU from which two cells mean the same thing
DOUBLE = 0.4  # IoU from which a weaker proposal of the same kind counts as the same thing
# IoU from which a region already shows what is proposed. High, since two people, one in front of the other,
# are one region, and each of them fills half of it.
SHOWN = 0.7
MOST_CELLS = 400  # per kind; the surest are kept
UNSEEN = 0.4  # the share of its score that a box keeps if no region confirms it


@dataclass(frozen=True)
class Candidate:
    """A box that may be a thing: index of its kind, score, box (4,)."""

    kind: int
    score: float
    box_px: Floats
    weight: float = 0.0  # of the evidence: cells or pixels times score


def regions(kind: NDArray[np.int64], confidence: Floats, skipped: frozenset[int]) -> list[Candidate]:
    """Connected regions (eight neighbours) of a kind in a map (h, w); the score is the mean confidence."""
    kinds, facts, total = connected_regions(kind, confidence)
    score = total / facts[:, 4]
    kept = (facts[:, 4] >= LEAST_PIXELS) & (score >= LEAST_CONFIDENCE) & ~np.isin(kinds, list(skipped))
    return [
        Candidate(
            int(kinds[k]), float(score[k]), facts[k, :4].astype(np.float32), float(facts[k, 4] * score[k])
        )
        for k in np.flatnonzero(kept)
    ]


def proposals(kind: NDArray[np.int64], score: Floats, box_px: Floats) -> list[Candidate]:
    """One thing per group of cells that agree.

    kind (n,), score (n,) and box_px (n, 4) are what each cell says. Cells of a kind whose boxes overlap that
    of the surest cell are one thing; its box is their mean, weighted by score, and its score the mean of
    theirs.
    """
    found: list[Candidate] = []
    for one in np.unique(kind[score >= LEAST_SCORE]):
        cells = np.flatnonzero((kind == one) & (score >= LEAST_SCORE))
        cells = cells[np.argsort(-score[cells], kind="stable")][:MOST_CELLS]
        while len(cells):
            same = iou(box_px[cells[0]], box_px[cells]) >= SAME_BOX
            same[0] = True
            mine = cells[same]
            weight = score[mine] / score[mine].sum()
            mean = float(score[mine].mean())
            found.append(Candidate(int(one), mean, weight @ box_px[mine], len(mine) * mean))
            cells = cells[~same]
    return found


def joined(seen: list[Candidate], proposed: list[Candidate]) -> list[Candidate]:
    """Regions, and those proposals that no region and no weightier proposal covers; surest first."""
    added: list[Candidate] = []
    for thing in sorted(proposed, key=lambda one: -one.weight):
        if _overlap(thing, seen) < SHOWN and _overlap(thing, added) < DOUBLE:
            added.append(Candidate(thing.kind, UNSEEN * thing.score, thing.box_px, thing.weight))
    return sorted([*seen, *added], key=lambda one: -one.score)


def _overlap(thing: Candidate, others: list[Candidate]) -> float:
    """The largest IoU with another thing of its kind."""
    rivals = [other.box_px for other in others if other.kind == thing.kind]
    return float(iou(thing.box_px, np.stack(rivals)).max()) if rivals else 0.0


def iou(box: Floats, others: Floats) -> Floats:
    """Intersection over union of one box (4,) with others (n, 4)."""
    width = np.minimum(box[2], others[:, 2]) - np.maximum(box[0], others[:, 0])
    height = np.minimum(box[3], others[:, 3]) - np.maximum(box[1], others[:, 1])
    both = np.maximum(width, 0.0) * np.maximum(height, 0.0)
    area = (box[2] - box[0]) * (box[3] - box[1])
    areas = (others[:, 2] - others[:, 0]) * (others[:, 3] - others[:, 1])
    return np.asarray(both / np.maximum(area + areas - both, 1e-9), np.float32)
