"""What an agent makes of its readings: the name of each pixel, how sure that is, how far it is.

Eyes with privilege read the sensor "semantic"; eyes that learned to see look at colours. Either kind answers
alike, so the rest of an agent does not know which it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol as Interface

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.vocabulary import Brief, Readings

FLOOR = ("floor", "rug", "bath_mat")  # what a robot rolls over
RIM_PX, LEAST_INNER = 5, 40  # width of the square that is taken off at the rim; pixels that must be left


@dataclass(frozen=True)
class Looked:
    """One image: label (h, w) as position in `names`, of which the first is "nothing"; how sure (h, w), from
    0 to 1; depth (h, w) in metres, 0 where unknown."""

    label: NDArray[np.integer]
    names: NDArray[np.str_]
    sure: NDArray[np.float32]
    depth_m: NDArray[np.float32]

    def shows(self, names: Sequence[str], least_sure: float) -> NDArray[np.bool_]:
        """The pixels (h, w) that show one of these kinds, as surely as that."""
        return np.asarray(np.isin(self.names, names)[self.label] & (self.sure >= least_sure))

    def denies(self, wanted: NDArray[np.bool_], least_sure: float) -> NDArray[np.bool_]:
        """The pixels (h, w) that surely show something else than the wanted ones, and no floor: under a
        table there is floor, and yet there is the table."""
        return np.asarray(~wanted & (self.sure >= least_sure) & ~np.isin(self.names, FLOOR)[self.label])

    def present(self, least_share: float, least_sure: float = 0.0) -> list[str]:
        """The kinds that cover at least such a share of the image."""
        labels = self.label[self.sure >= least_sure]
        pixels = np.bincount(labels.ravel(), minlength=len(self.names))
        pixels[0] = 0
        return [str(name) for name in self.names[pixels > least_share * self.label.size]]


def firm(pixels: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The pixels (h, w) of a thing without its rim, where a network's answer runs over into what is behind
    or before it; all of them if so little is seen that a rim is all there is."""
    inner = np.asarray(cv2.erode(pixels.astype(np.uint8), np.ones((RIM_PX, RIM_PX), np.uint8)), np.bool_)
    return inner if np.count_nonzero(inner) >= LEAST_INNER else pixels


class Eyes(Interface):
    """Anything that can tell what it sees."""

    def look(self, readings: Readings) -> Looked: ...


class LabelEyes:
    """Privileged: the simulator says what each pixel shows."""

    def __init__(self, brief: Brief) -> None:
        self._names = np.array(("", *brief.categories))

    def look(self, readings: Readings) -> Looked:
        labels = np.clip(np.asarray(readings["semantic"], np.int32), 0, len(self._names) - 1)
        depth_m = np.asarray(readings["depth"], np.float32)
        return Looked(labels, self._names, np.ones(labels.shape, np.float32), depth_m)
