"""Where a robot believes itself to be, and what its GPS, its compass and its way to the goal then say.

A place is how far ahead, how far right and how much turned to the left the body is since the start. The
direction to a goal is what an agent works out from where it believes to be, so an error of place reaches it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.vocabulary import Context

LENGTHS = {"gps": 2, "compass": 1, "point_goal": 2}


class Place(NamedTuple):
    ahead_m: float
    right_m: float
    heading_rad: float


def true_place(reading: Any, context: Context) -> Place:
    """Where the body truly is; where nobody knows, as far as the reading itself tells.

    A way to the goal alone is taken as the way along a line to it.
    """
    values = numbers_of(reading, context.reading)
    if context.true_place is not None:
        return Place(*context.true_place)
    if context.reading == "gps":
        return Place(values[0], values[1], 0.0)
    if context.reading == "compass":
        return Place(0.0, 0.0, values[0])
    return Place(-values[0], 0.0, -values[1])


def believed(reading: Any, context: Context, true: Place, place: Place) -> NDArray[Any]:
    """What the reading would be if the body were at `place` instead of at `true`."""
    values = numbers_of(reading, context.reading)
    result = np.array(reading, copy=True)
    if context.reading == "gps":
        result[:2] = values[0] + place.ahead_m - true.ahead_m, values[1] + place.right_m - true.right_m
    elif context.reading == "compass":
        result[0] = math.remainder(values[0] + place.heading_rad - true.heading_rad, math.tau)
    else:
        result[:2] = _way_from(place, *_goal_seen(true, values[0], values[1]))
    return result


def numbers_of(reading: Any, name: str) -> list[float]:
    """The values of a reading; refuses what is not one of a place."""
    if name not in LENGTHS:
        raise InvalidInput(f"a fault of place got the reading {name!r}; allowed are {', '.join(LENGTHS)}")
    shape = getattr(reading, "shape", None)
    if not isinstance(reading, np.ndarray) or reading.ndim != 1 or len(reading) < LENGTHS[name]:
        raise InvalidInput(f"{name} of shape {shape}; allowed is a NumPy array ({LENGTHS[name]},)")
    return [float(value) for value in reading]


def _goal_seen(place: Place, distance_m: float, left_rad: float) -> tuple[float, float]:
    """Where the goal is since the start, ahead and right."""
    towards = place.heading_rad + left_rad
    return (
        place.ahead_m + distance_m * math.cos(towards),
        place.right_m - distance_m * math.sin(towards),
    )


def _way_from(place: Place, ahead_m: float, right_m: float) -> tuple[float, float]:
    """Distance and direction of a point, left positive."""
    ahead, right = ahead_m - place.ahead_m, right_m - place.right_m
    direction = math.remainder(math.atan2(-right, ahead) - place.heading_rad, math.tau)
    return math.hypot(ahead, right), direction
