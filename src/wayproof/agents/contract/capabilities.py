"""What the capabilities of an agent put out, as its trace tells it and an override replaces it.

    trace()["perception"]["detections"] = [{"label", "box_px", "score", "region"}, ...]
        box_px: left, top, right, bottom in pixels, the last two exclusive; score from 0 to 1; region: the
        pixels of the box (rows, columns) that show the thing, as an array of bool, or None if not known.
    trace()["perception"]["features"] = array (rows, columns, numbers)
        one vector for each part of the image, of agents whose maps hold such vectors
    trace()["memory"]["entries"] = [{"step", "what", "where_m"}, ...]
        in the order of time; where_m: metres ahead of the start and to its left, or None if not known.
    trace()["plan"] = [[x, y], ...]            way-points in the same frame
    trace()["decision"] = "forward"            the name of an action, or a table of its fields, in which
        "chances" may tell how likely each action was

`replaceable` picks from a trace what an override takes. What is read here may come from anybody: its size is
bounded, and errors say what is wrong with it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput, unknown_name
from wayproof.vocabulary import Action

Point2 = tuple[float, float]

DETECTIONS, FIT, DEPTH, FEATURES, ENTRIES = "detections", "fit", "depth", "features", "entries"
# What perception may put out; the rest of its trace describes them.
OUTPUTS = (DETECTIONS, FIT, DEPTH, FEATURES)
MOST_DETECTIONS, MOST_ENTRIES, MOST_WAYPOINTS = 1024, 512, 4096
LONGEST_WORD = 80
LARGEST_STEP = 10**7
FARTHEST_M = 1e5
LARGEST_PX = 1 << 14


@dataclass(frozen=True, eq=False)
class Detection:
    """A thing in an image: what, where, how sure, and which pixels of its box if that is known."""

    label: str
    box_px: tuple[int, int, int, int]
    score: float
    region: NDArray[np.bool_] | None = None

    def plain(self) -> dict[str, object]:
        """As a trace holds it."""
        return {"label": self.label, "box_px": self.box_px, "score": self.score, "region": self.region}


@dataclass(frozen=True, order=True)
class Remembered:
    """One thing that an agent remembers: since which step, what, and where on its map if that is known."""

    step: int
    what: str
    where_m: Point2 | None = None

    def plain(self) -> dict[str, object]:
        """As a trace holds it: to the centimetre."""
        where = None if self.where_m is None else [round(value, 2) for value in self.where_m]
        return {"step": self.step, "what": self.what, "where_m": where}


def replaceable(trace: Mapping[str, Any]) -> dict[str, object]:
    """Of a trace, what `override` takes: giving it back for the same step changes nothing."""
    perception = trace.get("perception") or {}
    outputs = {name: perception[name] for name in OUTPUTS if perception.get(name) is not None}
    memory = trace.get("memory") or {}
    found = {
        "perception": outputs or None,
        "memory": {ENTRIES: memory[ENTRIES]} if ENTRIES in memory else None,
        "plan": trace.get("plan"),
        "decision": trace.get("decision"),
    }
    return {capability: value for capability, value in found.items() if value is not None}


def read_detections(value: object) -> tuple[Detection, ...]:
    """Detections from a list of tables or of Detection; InvalidInput says what is wrong."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes) or len(value) > MOST_DETECTIONS:
        raise InvalidInput(
            f"detections must be a list of at most {MOST_DETECTIONS}, each a table with label, box_px "
            f"(left, top, right, bottom), score and, if known, region; {_shown(value)} was given"
        )
    return tuple(_detection(one.plain() if isinstance(one, Detection) else one) for one in value)


def read_entries(value: object) -> tuple[Remembered, ...]:
    """What is to be remembered, from a list of tables or of Remembered, in the order of time."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes) or len(value) > MOST_ENTRIES:
        raise InvalidInput(
            f"entries of memory must be a list of at most {MOST_ENTRIES}, each a table with step, what and "
            f"where_m ([x, y] or None); {_shown(value)} was given"
        )
    return tuple(_entry(one.plain() if isinstance(one, Remembered) else one) for one in value)


def read_action(value: object) -> Action:
    """A decision: an Action, its name, or a table of its fields."""
    if isinstance(value, str):
        return Action(value)
    if isinstance(value, Mapping):
        try:
            return msgspec.convert(dict(value), Action)
        except msgspec.ValidationError as error:
            raise InvalidInput(
                f"an override of decision has name, velocity, waypoint and text: {error}"
            ) from None
    if isinstance(value, Action):
        return value
    raise InvalidInput(
        f"an override of decision must be an Action or its name; {type(value).__name__} was given"
    )


def read_points(what: str, value: object, *, least: int = 0) -> list[Point2]:
    """Points (x, y) from a list or array of pairs; anything else is an error."""
    try:
        points = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        points = np.empty((0, 0))
    if (
        isinstance(value, Sequence | np.ndarray)
        and len(value) == 0
        and not isinstance(value, str)
        and not least
    ):
        return []
    if points.ndim != 2 or points.shape[1] != 2 or len(points) < least or not np.isfinite(points).all():
        raise InvalidInput(
            f"{what} must be a list of {least} or more points [x, y], finite metres; "
            f"{_shown(value)} was given"
        )
    if len(points) > MOST_WAYPOINTS:
        raise InvalidInput(f"{what} has {len(points)} points; give at most {MOST_WAYPOINTS}")
    return [(float(x), float(y)) for x, y in points]


def rounded_points(points: Sequence[Point2]) -> list[list[float]]:
    """Points as a trace holds them: to the centimetre."""
    return [[round(x, 2), round(y, 2)] for x, y in points]


def _detection(value: object) -> Detection:
    fields = _fields(value, "a detection", ("label", "box_px", "score", "region"))
    label, score, region = fields.get("label"), fields.get("score", 1.0), fields.get("region")
    if not isinstance(label, str) or not 0 < len(label) <= LONGEST_WORD:
        raise InvalidInput(f"the label of a detection is {_shown(label)}; give the name of a category")
    if not _is_number(score) or not 0.0 <= score <= 1.0:
        raise InvalidInput(f"the score of {label!r} is {_shown(score)}; give a number from 0 to 1")
    box = fields.get("box_px")
    if not isinstance(box, Sequence | np.ndarray) or len(box) != 4 or not all(map(_is_number, box)):
        raise InvalidInput(f"box_px of {label!r} is {_shown(box)}; give left, top, right, bottom in pixels")
    left, top, right, bottom = (round(float(side)) for side in box)
    if not (0 <= left < right <= LARGEST_PX and 0 <= top < bottom <= LARGEST_PX):
        raise InvalidInput(
            f"box_px of {label!r} is {_shown(box)}; left, top lie above and before right, bottom"
        )
    if region is not None:
        region = np.asarray(region, np.bool_)
        if region.shape != (bottom - top, right - left):
            raise InvalidInput(
                f"the region of {label!r} is {region.shape}; it has the size of its box, "
                f"{(bottom - top, right - left)} rows and columns"
            )
    return Detection(label, (left, top, right, bottom), float(score), region)


def _entry(value: object) -> Remembered:
    fields = _fields(value, "an entry of memory", ("step", "what", "where_m"))
    step, what, where = fields.get("step", 0), fields.get("what"), fields.get("where_m")
    if not isinstance(step, int) or isinstance(step, bool) or not 0 <= step <= LARGEST_STEP:
        raise InvalidInput(f"the step of an entry of memory is {_shown(step)}; give a whole number from 0 on")
    if not isinstance(what, str) or not 0 < len(what) <= LONGEST_WORD:
        raise InvalidInput(f"an entry of memory has what = {_shown(what)}; give a name")
    if where is None:
        return Remembered(step, what)
    x_m, y_m = read_points(f"where_m of {what!r}", [where], least=1)[0]
    if max(abs(x_m), abs(y_m)) > FARTHEST_M:
        raise InvalidInput(f"where_m of {what!r} is {_shown(where)}; it lies within {FARTHEST_M:g} m")
    return Remembered(step, what, (round(x_m, 2), round(y_m, 2)))


def _fields(value: object, name: str, known: Sequence[str]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{name} must be a table of {', '.join(known)}; {_shown(value)} was given")
    for field in value:
        if field not in known:
            raise unknown_name(f"field of {name}", str(field), known)
    return value


def _is_number(value: object) -> bool:
    kinds = int | float | np.integer | np.floating
    return isinstance(value, kinds) and not isinstance(value, bool) and math.isfinite(value)


def _shown(value: object) -> str:
    return repr(value)[:200]
