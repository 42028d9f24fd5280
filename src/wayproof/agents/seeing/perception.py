"""What an agent makes of its readings: the label of each pixel, how confident that is, how far away it is.

Perception with privilege reads the sensor "semantic"; perception by a network looks at colours. Both give the
same answer, so the rest of an agent does not know which it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol as Interface

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.trace_pictures import seen_picture
from wayproof.vocabulary import Brief, Readings

FLOOR = ("floor", "rug", "bath_mat")  # what a robot rolls over


@dataclass(frozen=True)
class SeenImage:
    """One image as the agent understands it: label (h, w) as position in `names`, of which the first is
    "nothing"; confidence (h, w) from 0 to 1; depth (h, w) in metres, 0 where unknown.

    `told`: an override says so, not the agent's eyes; `fit` (w,) is then what it says of how well each column
    fits the goal, if it says anything.
    """

    label: NDArray[np.integer]
    names: NDArray[np.str_]
    confidence: NDArray[np.float32]
    depth_m: NDArray[np.float32]
    told: bool = False
    fit: NDArray[np.float32] | None = None

    def shows(self, names: Sequence[str], least_confidence: float) -> NDArray[np.bool_]:
        """The pixels (h, w) that show one of these categories with at least that confidence."""
        return np.asarray(self._named(names) & (self.confidence >= least_confidence))

    def denies(self, wanted: NDArray[np.bool_], least_confidence: float) -> NDArray[np.bool_]:
        """The pixels (h, w) that show something other than the wanted ones, with at least that confidence.

        Floor denies nothing: under a table there is floor, and yet there is the table.
        """
        other = ~wanted & (self.confidence >= least_confidence)
        return np.asarray(other & ~self._named(FLOOR))

    def _named(self, names: Sequence[str]) -> NDArray[np.bool_]:
        """The pixels (h, w) whose label is one of these names."""
        return np.asarray(_is_one_of(tuple(self.names.tolist()), tuple(names))[self.label])

    def present(self, least_share: float, least_confidence: float = 0.0) -> list[str]:
        """The categories that cover at least such a share of the image."""
        labels = self.label[self.confidence >= least_confidence]
        pixels = np.bincount(labels.ravel(), minlength=len(self.names))
        pixels[0] = 0
        return [str(name) for name in self.names[pixels > least_share * self.label.size]]

    def picture(self, least_confidence: float) -> dict[str, object] | None:
        """The labels as a trace holds them, see trace_pictures.py."""
        return seen_picture(self.label, self.names, self.confidence >= least_confidence)


@lru_cache(maxsize=256)
def _is_one_of(labels: tuple[str, ...], names: tuple[str, ...]) -> NDArray[np.bool_]:
    """Which labels are among the names: searching as many strings anew for each image takes its time."""
    return np.isin(np.array(labels), np.array(names, dtype=str))


class Perception(Interface):
    """Anything that can tell what an agent sees; `names` are the labels that it knows, "" the first.

    `depth` is how far away each pixel is, as far as the agent trusts it: what it goes by too when it is told
    what the pixels show. `named_in` reads which label a sentence asks for, "" if none.
    """

    @property
    def names(self) -> NDArray[np.str_]: ...

    def look(self, readings: Readings) -> SeenImage: ...

    def depth(self, readings: Readings) -> NDArray[np.float32]: ...

    def named_in(self, text: str) -> str: ...


class TrueLabels:
    """Privileged perception: the simulator says what each pixel shows."""

    def __init__(self, brief: Brief) -> None:
        self.names = np.array(("", *brief.categories))

    def look(self, readings: Readings) -> SeenImage:
        labels = np.clip(np.asarray(readings["semantic"], np.int32), 0, len(self.names) - 1)
        return SeenImage(labels, self.names, np.ones(labels.shape, np.float32), self.depth(readings))

    def depth(self, readings: Readings) -> NDArray[np.float32]:
        """What the camera measures."""
        return np.asarray(readings["depth"], np.float32)

    def named_in(self, text: str) -> str:
        """The longest of the simulator's names that the text has."""
        named = [str(name) for name in self.names[1:] if name.replace("_", " ") in f" {text.lower()} "]
        return max(named, key=len, default="")
