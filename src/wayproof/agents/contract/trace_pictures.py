"""Pictures in a trace: what an agent recognised in each part of its image, and its value map.

Both are plain values of one or two kilobytes, so that they fit into every step of a trace:

    trace()["perception"]["seen"] = {"width", "height", "names", "cells"}
        Rows from the top of the image. A cell is a position in `names`; the empty name is nothing or unsure.
    trace()["memory"]["value_map"] = {"x_m", "y_m", "cell_m", "along_x", "along_y", "low", "high", "meaning",
                                      "cells"}
        The frame is that of plans: metres ahead of the start and to its left. (x_m, y_m) is the corner with
        the smallest of both. One line of `along_y` cells follows the other, `along_x` of them. 0 is unknown,
        1 to 255 stand for `low` to `high`; `meaning` says in a few words what the values mean.

`cells` are bytes as text, see packed_cells.py. What is read here may come from anybody's agent: its size is
bounded, and errors say what is wrong with it.
"""

from __future__ import annotations

import colorsys
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.contract.packed_cells import MOST_ACROSS, Cells, packed, unpacked
from wayproof.errors import InvalidInput

Colour = tuple[int, int, int]

SEEN_ACROSS = 56  # cells of the longer side of an image
VALUE_CELL_M = 0.25
MOST_NAMES = 64  # the others cover next to nothing
LONGEST_NAME = 80
FARTHEST_M = 1e5
LARGEST_VALUE = 1e12
NOT_SURE: Colour = (96, 96, 102)
# What houses are made of fills most images, so it has calm tones; things that are often wanted, or often
# mistaken for one another, have distinct colours. All others get a colour by their name.
OWN: dict[str, Colour] = {
    "floor": (214, 203, 184),
    "wall": (176, 180, 186),
    "ceiling": (226, 228, 230),
    "door": (150, 116, 88),
    "window": (160, 205, 232),
    "bed": (145, 30, 180),
    "cabinet": (196, 96, 168),
    "chair": (230, 25, 75),
    "couch": (245, 130, 48),
    "easy_chair": (250, 170, 160),
    "dining_table": (154, 99, 36),
    "house_plant": (40, 150, 60),
    "person": (255, 225, 25),
    "refrigerator": (70, 100, 220),
    "television": (0, 128, 128),
    "toilet": (128, 128, 0),
}


@dataclass(frozen=True)
class SeenPicture:
    """What was recognised where: cells (h, w) as positions in `names`."""

    names: tuple[str, ...]
    cells: Cells

    def shares(self) -> dict[str, float]:
        """The share of the image by name, the largest first; what is unsure has the empty name."""
        count = np.bincount(self.cells.ravel(), minlength=len(self.names))
        order = np.argsort(-count, kind="stable")
        return {self.names[k]: float(count[k] / self.cells.size) for k in order if count[k]}

    def pixels(self) -> Cells:
        """RGB (h, w, 3), one pixel for each cell."""
        colours = np.array([colour_of(name) for name in self.names], np.uint8)
        return np.asarray(colours[self.cells], np.uint8)


@dataclass(frozen=True)
class ValuePicture:
    """A value map: cells (along x, along y) in the frame of the start; 0 is unknown."""

    x_m: float
    y_m: float
    cell_m: float
    low: float
    high: float
    meaning: str
    cells: Cells

    def values(self) -> NDArray[np.float64]:
        """Values (along x, along y); NaN where they are unknown."""
        values = self.low + (self.high - self.low) * (self.cells.astype(np.float64) - 1.0) / 254.0
        return np.where(self.cells == 0, np.nan, values)


def seen_picture(
    label: NDArray[np.integer], names: Sequence[str] | NDArray[np.str_], sure: NDArray[np.bool_] | None = None
) -> dict[str, object] | None:
    """The picture for a trace of labels (h, w), which are positions in `names`; None of an empty image."""
    if label.ndim != 2 or not label.size:
        return None
    height, width = label.shape
    scale = min(1.0, SEEN_ACROSS / max(height, width))
    rows, columns = (_middles(length, max(1, round(length * scale))) for length in (height, width))
    coarse = np.asarray(label)[np.ix_(rows, columns)].astype(np.int64)
    if sure is not None:
        coarse = np.where(sure[np.ix_(rows, columns)], coarse, -1)
    found, count = np.unique(coarse[coarse >= 0], return_counts=True)
    kept = [k for k in found[np.argsort(-count, kind="stable")] if str(names[k])][: MOST_NAMES - 1]
    cells = np.zeros(coarse.shape, np.uint8)
    for place, k in enumerate(kept, 1):
        cells[coarse == k] = place
    return {
        "width": len(columns),
        "height": len(rows),
        "names": ["", *(str(names[k])[:LONGEST_NAME] for k in kept)],
        "cells": packed(cells),
    }


def value_picture(
    values: NDArray[np.floating],
    known: NDArray[np.bool_],
    corner_m: tuple[float, float],
    cell_m: float,
    meaning: str,
) -> dict[str, object] | None:
    """The picture for a trace of values (along x, along y) whose first cell begins at `corner_m`.

    Cells are joined to about VALUE_CELL_M, each with the mean of what is known in it; None if nothing is.
    """
    known = known & (np.abs(values) <= LARGEST_VALUE)
    along = [np.flatnonzero(known.any(axis=axis)) for axis in (1, 0)]
    if not len(along[0]):
        return None
    joined = max(1, round(VALUE_CELL_M / cell_m))
    while max(int(places[-1] - places[0]) for places in along) // joined + 2 > MOST_ACROSS:
        joined *= 2
    # Borders of joined cells stay where they are from step to step.
    shift = [round(corner / cell_m) % joined for corner in corner_m]
    first = [(int(places[0]) + by) // joined * joined - by for places, by in zip(along, shift, strict=True)]
    mean = _means(values, known, first, [int(places[-1]) for places in along], joined)
    low, high = float(np.nanmin(mean)), float(np.nanmax(mean))
    share = (mean - low) / (high - low) if high > low else np.where(np.isnan(mean), np.nan, 0.0)
    cells = np.where(np.isnan(share), 0, 1 + np.round(254 * np.nan_to_num(share))).astype(np.uint8)
    return {
        "x_m": round(corner_m[0] + first[0] * cell_m, 3),
        "y_m": round(corner_m[1] + first[1] * cell_m, 3),
        "cell_m": round(joined * cell_m, 4),
        "along_x": cells.shape[0],
        "along_y": cells.shape[1],
        "low": float(f"{low:.4g}"),
        "high": float(f"{high:.4g}"),
        "meaning": meaning[:LONGEST_NAME],
        "cells": packed(cells),
    }


def read_seen(given: object) -> SeenPicture:
    """Read what `seen_picture` or anybody else made; InvalidInput says what is wrong with it."""
    fields = _fields(given, "seen")
    size = [_whole(fields, name) for name in ("height", "width")]
    names = fields.get("names")
    if not isinstance(names, list | tuple) or not 0 < len(names) <= 255:
        raise InvalidInput("names must be a list of 1 to 255 names")
    if not all(isinstance(name, str) and len(name) <= LONGEST_NAME for name in names):
        raise InvalidInput(f"each of names must be a text of at most {LONGEST_NAME} characters")
    cells = unpacked(fields.get("cells"), size[0] * size[1])
    if int(cells.max()) >= len(names):
        raise InvalidInput(f"a cell is {int(cells.max())}, and there are {len(names)} names")
    return SeenPicture(tuple(names), cells.reshape(size))


def read_value_map(given: object) -> ValuePicture:
    """Read what `value_picture` or anybody else made; InvalidInput says what is wrong with it."""
    fields = _fields(given, "value_map")
    size = [_whole(fields, name) for name in ("along_x", "along_y")]
    x_m, y_m = (_number(fields, name, -FARTHEST_M, FARTHEST_M) for name in ("x_m", "y_m"))
    low = _number(fields, "low", -LARGEST_VALUE, LARGEST_VALUE)
    high = _number(fields, "high", low, LARGEST_VALUE)
    meaning = fields.get("meaning", "worth")
    if not isinstance(meaning, str) or len(meaning) > LONGEST_NAME:
        raise InvalidInput(f"meaning must be a text of at most {LONGEST_NAME} characters")
    cells = unpacked(fields.get("cells"), size[0] * size[1]).reshape(size)
    return ValuePicture(x_m, y_m, _number(fields, "cell_m", 0.01, 10.0), low, high, meaning, cells)


def picture_in(step: object, capability: str, name: str) -> object | None:
    """What a step of a trace holds where a picture may be, as ("perception", "seen"); None if nothing."""
    part = step.get(capability) if isinstance(step, Mapping) else None
    return part.get(name) if isinstance(part, Mapping) else None


def colour_of(name: str) -> Colour:
    """The colour that stands for a name, the same on every page."""
    if not name or name in OWN:
        return OWN.get(name, NOT_SURE)
    digest = hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=4).digest()
    hue, light = int.from_bytes(digest[:2], "big") / 65536, (0.40, 0.50, 0.62)[digest[2] % 3]
    red, green, blue = colorsys.hls_to_rgb(hue, light, 0.62)
    return round(255 * red), round(255 * green), round(255 * blue)


def _middles(length: int, count: int) -> NDArray[np.int64]:
    """The pixels in the middle of `count` equal parts of a side."""
    return ((np.arange(count) + 0.5) * length / count).astype(np.int64)


def _means(
    values: NDArray[np.floating], known: NDArray[np.bool_], first: list[int], last: list[int], joined: int
) -> NDArray[np.float64]:
    """The mean of what is known in each joined cell, from `first`, which may lie before the array."""
    size = [-(-(end + 1 - begin) // joined) * joined for begin, end in zip(first, last, strict=True)]
    inside = tuple(
        slice(max(begin, 0), min(begin + length, whole))
        for begin, length, whole in zip(first, size, values.shape, strict=True)
    )
    place = tuple(
        slice(part.start - begin, part.stop - begin) for part, begin in zip(inside, first, strict=True)
    )
    total, count = np.zeros(size), np.zeros(size)
    total[place] = np.where(known[inside], values[inside], 0.0)
    count[place] = known[inside]
    shape = (size[0] // joined, joined, size[1] // joined, joined)
    seen = count.reshape(shape).sum(axis=(1, 3))
    return np.where(seen > 0, total.reshape(shape).sum(axis=(1, 3)) / np.maximum(seen, 1), np.nan)


def _fields(given: object, name: str) -> Mapping[object, object]:
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{name} is a {type(given).__name__}; it must be a table of fields")
    return given


def _whole(fields: Mapping[object, object], name: str) -> int:
    value = fields.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= MOST_ACROSS:
        raise InvalidInput(f"{name} must be a whole number from 1 to {MOST_ACROSS}")
    return value


def _number(fields: Mapping[object, object], name: str, low: float, high: float) -> float:
    value = fields.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        raise InvalidInput(f"{name} must be a number from {low:g} to {high:g}")
    return float(value)
