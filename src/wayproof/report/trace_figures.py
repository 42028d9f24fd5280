"""Pictures from the agent's trace: what the twins recognised in an image, and the value map."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from wayproof.agents.contract.layer_pictures import LAYERS, LayerMaps, read_layer_maps
from wayproof.agents.contract.trace_pictures import (
    SeenPicture,
    ValuePicture,
    colour_of,
    picture_in,
    read_seen,
    read_value_map,
)
from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog
from wayproof.report.example_episodes import Example
from wayproof.report.house_map import UNITS_PER_M, Frame
from wayproof.report.text import MINUS, name, percent, words
from wayproof.vocabulary import Pose

LEAST_SHARE = 0.015  # of either image that a name must cover to be listed
MOST_NAMES = 9
LEVELS = 10
FAINT, STRONG = 0.08, 0.6  # how opaque the lowest and the highest value are drawn
Read = TypeVar("Read")


@dataclass(frozen=True)
class Named:
    """A name in the images, its colour, and how much of each it covers."""

    text: str
    colour: str
    shares: str


@dataclass(frozen=True)
class Segmentation:
    """What each twin recognised in its image, as data URIs; empty where its trace has none."""

    clean: str
    hurt: str
    names: tuple[Named, ...]


@dataclass(frozen=True)
class TraceFigures:
    """What the traces of a pair show; `trouble` says what could not be read."""

    segmentation: Segmentation | None = None
    value_map: ValuePicture | None = None
    layers: LayerMaps = ()  # the value map layer by layer of height, from the lowest
    trouble: str = ""

    @property
    def value_map_words(self) -> str:
        if self.value_map is None:
            return ""
        low, high = (
            f"{value:.3g}".replace("-", MINUS) for value in (self.value_map.low, self.value_map.high)
        )
        return f"{name(self.value_map.meaning)}, {low} (pale) to {high} (dark)"


def trace_figures(one: Example) -> TraceFigures:
    """At the step where the paths diverge; the value map is that of the last step under the fault."""
    troubles: list[str] = []
    seen = [_read(_at(log, one.step), "perception", "seen", read_seen, troubles) for log in one.pair]
    last = one.pair.after.trace[-1] if one.pair.after.trace else {}
    value_map = _read(last, "memory", "value_map", read_value_map, troubles)
    layers = _read(last, "memory", LAYERS, read_layer_maps, troubles, kind=list) or ()
    wanted = {goal.category for goal in one.pair.before.episode.goals}
    segmentation = _segmentation(seen[0], seen[1], wanted) if any(seen) else None
    return TraceFigures(segmentation, value_map, layers, " ".join(troubles))


def value_map_svg(value_map: ValuePicture, start: Pose, frame: Frame) -> Markup:
    """A layer for a map: cells as unit squares, counted ahead of the start and to its left."""
    sin, cos = math.sin(start.heading_rad), math.cos(start.heading_rad)
    corner = (
        start.x_m - value_map.x_m * sin - value_map.y_m * cos,
        start.z_m - value_map.x_m * cos + value_map.y_m * sin,
    )
    unit = value_map.cell_m * UNITS_PER_M
    matrix = (-sin * unit, -cos * unit, -cos * unit, sin * unit, *frame.at(corner))
    paths = Markup("").join(
        Markup('<path fill-opacity="{}" d="{}"/>').format(
            f"{FAINT + (STRONG - FAINT) * level / (LEVELS - 1):.2f}", d
        )
        for level, d in enumerate(_outlines(value_map.cells))
        if d
    )
    return Markup('<g class="value-map" transform="matrix({})">{}</g>').format(
        " ".join(f"{value:.3f}" for value in matrix), paths
    )


def _outlines(cells: NDArray[np.uint8]) -> list[str]:
    """One outline for each level: runs of cells of that level, line by line."""
    levels = np.minimum((cells.astype(np.int64) - 1) * LEVELS // 254, LEVELS - 1)
    levels[cells == 0] = -1
    parts: list[list[str]] = [[] for _ in range(LEVELS)]
    for i, line in enumerate(levels):
        starts = np.flatnonzero(np.diff(line, prepend=-2))
        lengths = np.diff(starts, append=len(line))
        for level, j, length in zip(line[starts].tolist(), starts.tolist(), lengths.tolist(), strict=True):
            if level >= 0:
                parts[level].append(f"M{i} {j}h1v{length}h-1z")
    return ["".join(part) for part in parts]


def _at(log: EpisodeLog, step: int) -> object:
    return log.trace[step] if step < len(log.trace) else {}


def _read(
    step: object,
    part: str,
    field: str,
    read: Callable[[object], Read],
    troubles: list[str],
    kind: type = Mapping,
) -> Read | None:
    """A picture of a step, if it has one; a malformed one is reported, not shown."""
    given = picture_in(step, part, field)
    if not isinstance(given, kind):
        return None
    try:
        return read(given)
    except InvalidInput as error:
        troubles.append(f"The agent's {words(field)} is not drawn: {error}.")
        return None


def _segmentation(
    clean: SeenPicture | None, hurt: SeenPicture | None, wanted: set[str | None]
) -> Segmentation:
    """What covers much of either image, and the goal however small."""
    shares = [{} if seen is None else seen.shares() for seen in (clean, hurt)]
    largest = {one: max(side.get(one, 0.0) for side in shares) for side in shares for one in side}
    large = sorted((one for one in largest if largest[one] >= LEAST_SHARE), key=lambda one: -largest[one])
    large = large[:MOST_NAMES]
    listed = [*large, *(one for one in largest if one in wanted and one not in large)]
    both = clean is not None and hurt is not None
    return Segmentation(
        "" if clean is None else _png(clean.pixels()),
        "" if hurt is None else _png(hurt.pixels()),
        tuple(
            Named(
                words(name(one)) or "not sure",
                "#{:02x}{:02x}{:02x}".format(*colour_of(one)),
                " → ".join(percent(side.get(one, 0.0), 0) for side in shares if both or side),
            )
            for one in listed
        ),
    )


def _png(pixels: NDArray[np.uint8]) -> str:
    """One pixel for each cell; the page enlarges it."""
    done, data = cv2.imencode(".png", np.ascontiguousarray(pixels[:, :, ::-1]))
    assert done
    return "data:image/png;base64," + base64.b64encode(data.tobytes()).decode("ascii")
