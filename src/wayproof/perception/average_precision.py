"""Average precision of a detector by the definition of COCO, for boxes and for masks.

Answers of one category in one image are taken surest first, and each gets the free true thing that it
overlaps most, if by enough. Over all images, precision is read at 101 recalls, where it counts as the best
that is reached at this recall or a higher one. The mean goes over recalls, over ten demands on the overlap
(0.5 to 0.95) and over the categories that there are. Things smaller than a limit are neither asked for nor
held against an answer, as in COCO's size classes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

OVERLAPS = np.linspace(0.5, 0.95, 10)
RECALLS = np.linspace(0.0, 1.0, 101)
MOST_ANSWERS = 100  # of one category in one image; the surest count
_TINY = float(np.spacing(1))


@dataclass(frozen=True)
class Matched:
    """Answers of one category in one image: score (n,), right (10, n) by demand on the overlap, and counted
    (10, n), false where an answer is neither right nor wrong; how many things there were to be found."""

    score: Floats
    right: Bools
    counted: Bools
    wanted: int


def matched(
    overlap: Floats, score: Floats, answer_px: Floats, true_px: Floats, *, least_px: float = 0.0
) -> Matched:
    """Match answers with true things: overlap (answers, things) as intersection over union, score (answers,),
    and how large each is in pixels. Things smaller than `least_px` need not be found."""
    order = np.argsort(-score, kind="stable")[:MOST_ANSWERS]
    overlap, score, answer_px = overlap[order], score[order], answer_px[order]
    small = true_px < least_px
    last = np.argsort(small, kind="stable")  # those that need not be found come last
    overlap, small = overlap[:, last], small[last]
    shape = (len(OVERLAPS), len(score))
    right, counted = np.zeros(shape, np.bool_), np.ones(shape, np.bool_)
    for row, demand in enumerate(OVERLAPS):
        free = np.ones(len(small), np.bool_)
        for answer in range(len(score)):
            chosen = _thing_for(overlap[answer], free, small, min(float(demand), 1.0 - 1e-10))
            if chosen is None:
                counted[row, answer] = answer_px[answer] >= least_px
                continue
            free[chosen] = False
            right[row, answer] = counted[row, answer] = not small[chosen]
    return Matched(score, right, counted, int((~small).sum()))


def _thing_for(overlap: Floats, free: Bools, small: Bools, demand: float) -> int | None:
    """The free thing that overlaps most, the last of equal ones; a small one only if no other will do."""
    for among in (free & ~small, free & small):
        fits = np.flatnonzero(among & (overlap >= demand))
        if len(fits):
            best = fits[overlap[fits] == overlap[fits].max()]
            return int(best[-1])
    return None


@dataclass
class MatchedImages:
    """All that was matched, by category and by the group (a house) that an image belongs to."""

    found: dict[int, list[tuple[int, Matched]]] = field(default_factory=dict)

    def add(self, category: int, group: int, images: Matched) -> None:
        self.found.setdefault(category, []).append((group, images))

    def ranked(self, groups: int) -> Mapping[int, Ranked]:
        """By category, ready for averages."""
        return {category: _ranked(found, groups) for category, found in self.found.items()}


@dataclass(frozen=True)
class Ranked:
    """All answers of one category, surest first, with the group of each; what each group had to be found."""

    group: NDArray[np.int64]
    right: Bools
    counted: Bools
    wanted: NDArray[np.int64]


def _ranked(found: Sequence[tuple[int, Matched]], groups: int) -> Ranked:
    score = np.concatenate([one.score for _, one in found])
    order = np.argsort(-score, kind="stable")
    group = np.concatenate([np.full(len(one.score), number) for number, one in found]).astype(np.int64)
    wanted = np.zeros(groups, np.int64)
    for number, one in found:
        wanted[number] += one.wanted
    return Ranked(
        group[order],
        np.concatenate([one.right for _, one in found], axis=1)[:, order],
        np.concatenate([one.counted for _, one in found], axis=1)[:, order],
        wanted,
    )


def mean_average_precision(
    ranked: Mapping[int, Ranked], weights: NDArray[np.int64]
) -> tuple[float, float] | None:
    """The mean over categories, at all demands on the overlap and at 0.5; each group counts so many times.

    None if there was nothing to be found.
    """
    found = [average_precisions(one, weights) for one in ranked.values()]
    there = [one for one in found if one is not None]
    if not there:
        return None
    table = np.stack(there)
    return float(table.mean()), float(table[:, 0].mean())


def average_precisions(ranked: Ranked, weights: NDArray[np.int64]) -> Floats | None:
    """Average precision (10,) of one category at each demand on the overlap; None if none was to be found."""
    wanted = int(ranked.wanted @ weights)
    if wanted == 0:
        return None
    weight = weights[ranked.group]
    right = np.cumsum(ranked.right * weight, axis=1)
    wrong = np.cumsum((ranked.counted & ~ranked.right) * weight, axis=1)
    precision = right / (right + wrong + _TINY)
    best = np.maximum.accumulate(precision[:, ::-1], axis=1)[:, ::-1]
    found = np.zeros(len(OVERLAPS))
    for row in range(len(OVERLAPS)):
        place = np.searchsorted(right[row] / wanted, RECALLS, side="left")
        reached = place[place < right.shape[1]]
        found[row] = best[row, reached].sum() / len(RECALLS)
    return found


def box_overlaps(answers_px: Floats, true_px: Floats) -> Floats:
    """Intersection over union (n, m) of boxes (n, 4) and (m, 4) as left, top, right, bottom."""
    low = np.maximum(answers_px[:, None, :2], true_px[None, :, :2])
    high = np.minimum(answers_px[:, None, 2:], true_px[None, :, 2:])
    both = np.clip(high - low, 0.0, None).prod(axis=2)
    either = box_areas(answers_px)[:, None] + box_areas(true_px)[None] - both
    return np.asarray(np.divide(both, either, out=np.zeros_like(both), where=either > 0), np.float64)


def box_areas(boxes_px: Floats) -> Floats:
    """Area (n,) of boxes (n, 4)."""
    return np.asarray((boxes_px[:, 2:] - boxes_px[:, :2]).prod(axis=1), np.float64)


def mask_overlaps(answers: Bools, things: Bools) -> Floats:
    """Intersection over union (n, m) of masks (n, h, w) and (m, h, w)."""
    one = answers.reshape(len(answers), math.prod(answers.shape[1:])).astype(np.float32)
    other = things.reshape(len(things), math.prod(things.shape[1:])).astype(np.float32)
    both = (one @ other.T).astype(np.float64)
    either = one.sum(axis=1)[:, None] + other.sum(axis=1)[None] - both
    return np.asarray(np.divide(both, either, out=np.zeros_like(both), where=either > 0), np.float64)
