"""What was counted in each house's pictures, and accuracies with intervals that allow for houses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wayproof.perception.accuracy import mean_iou, pixel_accuracy
from wayproof.perception.average_precision import MatchedImages, Ranked, mean_average_precision
from wayproof.perception.confidence_calibration import BINS, calibration_error, overconfidence
from wayproof.seeding import generator_for

Weights = NDArray[np.int64]  # (houses,) how often each house counts
Bounds = tuple[float, float]

COMMONEST = 30
RESAMPLES = 400
LEVEL = 0.95
FEWEST_HOUSES = 5  # from fewer, houses drawn again and again tell nothing


@dataclass
class HouseTally:
    """What was counted in one house: the table of true against answered categories, right and asked by what
    was asked, the median error of depth of each picture, and the reliability of confidences."""

    table: NDArray[np.int64]
    reliability: NDArray[np.float64] = field(default_factory=lambda: np.zeros((BINS, 3)))
    right: dict[str, int] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    depth: list[float] = field(default_factory=list)
    pictures: int = 0

    def count(self, what: str, right: float, asked: int = 1) -> None:
        self.right[what] = self.right.get(what, 0) + int(right)
        self.asked[what] = self.asked.get(what, 0) + asked


@dataclass
class Tallies:
    """All houses, and the detections that were matched in them, by box and by mask."""

    houses: list[HouseTally] = field(default_factory=list)
    boxes: MatchedImages = field(default_factory=MatchedImages)
    masks: MatchedImages = field(default_factory=MatchedImages)


class Accuracies:
    """Every accuracy of some houses as a function of how often each house counts."""

    def __init__(self, tallies: Tallies) -> None:
        houses = tallies.houses
        self.houses, self.pictures = len(houses), sum(house.pictures for house in houses)
        self._tables = np.stack([house.table for house in houses])
        self._reliability = np.stack([house.reliability for house in houses])
        self._asked = {
            what: np.array([[house.right.get(what, 0), house.asked.get(what, 0)] for house in houses])
            for what in sorted({what for house in houses for what in house.asked})
        }
        self._depth = [np.array(house.depth) for house in houses]
        self._boxes, self._masks = (kind.ranked(len(houses)) for kind in (tallies.boxes, tallies.masks))

    def table(self, weights: Weights) -> NDArray[np.int64]:
        return np.tensordot(weights, self._tables, axes=1)

    def reliability(self, weights: Weights) -> NDArray[np.float64]:
        return np.tensordot(weights, self._reliability, axes=1)

    def asked(self, what: str) -> int:
        return int(self._asked[what][:, 1].sum()) if what in self._asked else 0

    def of_pixels(self, weights: Weights) -> dict[str, float | None]:
        """Accuracies of pixels, of what was asked, and of depth."""
        table, reliability = self.table(weights), self.reliability(weights)
        depth = np.concatenate(
            [np.tile(part, times) for part, times in zip(self._depth, weights, strict=True)]
        )
        found: dict[str, float | None] = {
            "pixel_accuracy": pixel_accuracy(table),
            "mean_iou_commonest": mean_iou(table, commonest=COMMONEST),
            "mean_iou": mean_iou(table),
            "calibration_error": calibration_error(reliability),
            "overconfidence": overconfidence(reliability),
            "depth_error": float(np.median(depth)) if len(depth) else None,
        }
        for what, counts in self._asked.items():
            right, asked = weights @ counts
            found[what] = float(right / asked) if asked else None
        return found

    def of_detector(self, weights: Weights) -> dict[str, float | None]:
        """Average precision by boxes and by masks."""
        return _precisions("box", self._boxes, weights) | _precisions("mask", self._masks, weights)

    def all(self, weights: Weights) -> dict[str, float | None]:
        return self.of_pixels(weights) | self.of_detector(weights)


def _precisions(kind: str, ranked: Mapping[int, Ranked], weights: Weights) -> dict[str, float | None]:
    both = mean_average_precision(ranked, weights) or (None, None)
    return dict(zip((f"{kind}_ap", f"{kind}_ap50"), both, strict=True))


def bounds_by_house(
    houses: int, found: Callable[[Weights], dict[str, float | None]], *, resamples: int = RESAMPLES
) -> dict[str, Bounds]:
    """Bounds (95 %) of accuracies by drawing houses again; none from fewer than five houses.

    As wide as the middle 95 % of the draws, around what was found and not around the draws: these hold fewer
    of the rare categories, which lifts any mean over categories. The same houses are drawn for every network
    and every fault, so that differences can be bounded as well.
    """
    if houses < FEWEST_HOUSES:
        return {}
    drawn = [found(weights) for weights in resampled(houses, resamples)]
    bounds: dict[str, Bounds] = {}
    for name, point in found(np.ones(houses, np.int64)).items():
        values = [one[name] for one in drawn]
        known = np.array([value for value in values if value is not None and not np.isnan(value)])
        if len(known) and point is not None:
            low, high = np.quantile(known, [(1.0 - LEVEL) / 2.0, (1.0 + LEVEL) / 2.0])
            half = float(high - low) / 2.0
            bounds[name] = (round(point - half, 4), round(point + half, 4))
    return bounds


def resampled(houses: int, resamples: int) -> Sequence[Weights]:
    """How often each house counts, in each resample."""
    rng = generator_for(0, "houses drawn again", houses)
    return [np.bincount(rng.integers(houses, size=houses), minlength=houses) for _ in range(resamples)]


def differences_by_house(
    new: Accuracies, old: Accuracies, *, resamples: int = RESAMPLES
) -> dict[str, dict[str, float | Bounds | None]]:
    """New minus old of every accuracy on the same pictures, with bounds by drawing houses again, for both."""

    def difference(weights: Weights) -> dict[str, float | None]:
        one, other = new.all(weights), old.all(weights)
        return {
            name: None if (a := one[name]) is None or (b := other.get(name)) is None else a - b
            for name in one
        }

    point = difference(np.ones(new.houses, np.int64))
    bounds = bounds_by_house(new.houses, difference, resamples=resamples)
    return {
        name: {"difference": None if value is None else round(value, 4), "bounds": bounds.get(name)}
        for name, value in point.items()
    }
