"""What a search has seen of its target: where on the map, how much in the last image, how far to trust it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.saved_arrays import cropped, put_back
from wayproof.agents.mapping.target_evidence import TargetEvidence
from wayproof.agents.mapping.target_map import (
    HIGHEST_COUNT,
    LEAST_COUNT,
    NOTHING_SEEN,
    TargetMap,
    points_of,
    target_view,
)
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.perception import SeenImage
from wayproof.agents.seeing.region_outline import in_front, on_floor, without_rim

# Perception may err: a pixel that shows the target counts more than one of something else in the same cell,
# as things stand on, in and under one another; this much must be left for a cell to be part of the target.
SEEN_WEIGHS, DOUBTED_COUNT = 2, 20
# Before a claim, found in train houses: of all that was seen where the target seems to be this share must
# have shown it, and from so many places. What is a couch from one side only is none.
LEAST_AGREEMENT, LEAST_LOOKS = 0.3, 2
AT_HAND_M = 0.75  # around the middle of what is in view: what a claim is judged by
EVERY_SECOND = 2  # pixel of every second row is enough to weigh what speaks against
ASIDE_M = 0.3  # around what was set aside, nothing new is believed


class SeenTarget:
    """One target as it was seen. With `least_confidence` 0 labels are true, and nothing is doubted; without
    `checks_claims` a claim needs neither agreement nor a second place."""

    def __init__(self, navigator: Navigator, least_confidence: float, *, checks_claims: bool = True) -> None:
        self._navigator, self._least_confidence = navigator, least_confidence
        self._checks_claims = checks_claims
        self.doubts = least_confidence > 0.0
        self.map = TargetMap(navigator.map, DOUBTED_COUNT if self.doubts else LEAST_COUNT)
        self.evidence = TargetEvidence(navigator.map)
        self._aside = np.zeros((navigator.map.side, navigator.map.side), np.bool_)
        self.going_back = False  # to what was doubted, since there is nothing else to see
        self.view, self.share = NOTHING_SEEN, 0.0

    def save(self) -> dict[str, Any]:
        """All that later images build on."""
        return {
            "map": self.map.save(),
            "evidence": self.evidence.save(),
            "aside": cropped(self._aside),
            "going_back": self.going_back,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what was saved, before the first image."""
        self.map.restore(state["map"])
        self.evidence.restore(state["evidence"])
        put_back(self._aside, state["aside"])
        self.going_back = bool(state["going_back"])

    def note(self, seen: SeenImage, names: Sequence[str], pitch_rad: float) -> None:
        """Find what answers to one of the names in an image and put its points on the map."""
        self._seen, self._pitch_rad = seen, pitch_rad
        if self.doubts:
            shown = self._weighed(seen, names)
        else:
            shown = self._points(seen.shows(names, 0.0))
            self.map.add(shown)
        self.view = target_view(shown, self._navigator.pose)
        self.share = self.view.pixels / max(seen.label.size, 1)

    def _weighed(self, seen: SeenImage, names: Sequence[str]) -> NDArray[np.float64]:
        """Add what speaks for the target and take off what speaks against; the points of it in view."""
        wanted = seen.shows(names, self._least_confidence)
        spilled = in_front(wanted, seen.depth_m)
        low = on_floor(wanted, seen.depth_m, self._navigator.camera, self._pitch_rad)
        shown = self._points(without_rim(wanted) & ~spilled & ~low)
        self.evidence.add(shown, self._navigator.pose)
        against = seen.denies(wanted, self._least_confidence) | spilled
        self.evidence.deny(self._points(against & _every_second(against.shape)), EVERY_SECOND**2)
        shown = shown[~self._aside[self._cells(shown)]]
        self.map.add(shown, SEEN_WEIGHS)
        if self.map.begun:
            self.map.deny(self._points(against))
        return self.map.part_of(shown)

    def _points(self, pixels: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Where the pixels of this image are on the map."""
        navigator = self._navigator
        return points_of(pixels, self._seen.depth_m, navigator.camera, navigator.eye, self._pitch_rad)

    @property
    def agreed(self) -> bool:
        """Whether enough of what was seen there, in all images, showed the target."""
        return self._trusts or self.evidence.agreement(self._at_hand()) >= LEAST_AGREEMENT

    @property
    def confirmed(self) -> bool:
        """Whether it was seen from a second place."""
        return self._trusts or self.evidence.looks(self._at_hand()) >= LEAST_LOOKS

    @property
    def _trusts(self) -> bool:
        """Whether what is at hand is claimed without a question."""
        return not self.doubts or not self._checks_claims or self.going_back

    def set_aside(self) -> None:
        """Believe no longer in what is at hand, until there is nothing else to see."""
        reach = round(ASIDE_M / self._navigator.map.cell_m)
        for x_m, y_m in self._at_hand().tolist():
            i, j = self._navigator.map.cell_at(x_m, y_m)
            self._aside[max(i - reach, 0) : i + reach + 1, max(j - reach, 0) : j + reach + 1] = True
            self.map.forget((x_m, y_m))

    def go_back(self) -> bool:
        """Believe in the most promising of the places that were doubted; False if none is left."""
        points = self.evidence.best_doubtful() if self.doubts else None
        if points is None:
            return False
        self.going_back = True
        self.evidence.dismiss(points)
        self._aside[:] = False
        self.map.add(points, HIGHEST_COUNT)
        return True

    def _at_hand(self) -> NDArray[np.float64]:
        """The cells of the target around the middle of what the last image shows of it."""
        points = self.map.points_m()
        away_m = np.hypot(*(points - self.view.middle_m).T)
        return np.asarray(points[away_m <= max(AT_HAND_M, away_m.min(initial=np.inf))])

    def _cells(self, points: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        on_map = self._navigator.map
        i, j = np.clip(on_map.cells_of(points), 0, on_map.side - 1).T
        return i, j


@lru_cache(maxsize=4)
def _every_second(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    chosen = np.zeros(shape, np.bool_)
    chosen[::EVERY_SECOND, ::EVERY_SECOND] = True
    return chosen
