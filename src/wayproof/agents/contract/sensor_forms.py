"""The form of each sensor's reading, filled with noise: what a card may ask for and the kit shows agents.

A list of its own, so that an agent can be loaded and checked without the simulator behind the sensors; a test
compares it with them.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput

Reading = NDArray[np.generic]

WIDTH_PX, HEIGHT_PX, BEAMS, SAMPLES = 64, 48, 90, 100
CATEGORIES = ("bed", "chair", "floor", "mug", "table", "wall")
NEAREST_M = 1.2  # of everything in view, so that no target is ever reached


def known_sensors() -> tuple[str, ...]:
    """The sensors that an agent may ask for."""
    return tuple(sorted(_FORMS))


def reading_of(name: str, rng: np.random.Generator) -> Reading:
    """A reading of noise in the form of a sensor; a sensor without a form here is an error."""
    if name not in _FORMS:
        raise InvalidInput(
            f"the conformance kit has no form for the sensor {name!r}; it knows {', '.join(known_sensors())}"
        )
    return _FORMS[name](rng)


def _depth(rng: np.random.Generator) -> Reading:
    """Steps of depth from left to right with some holes."""
    columns = np.repeat(rng.uniform(NEAREST_M, 6.0, WIDTH_PX // 8), 8)
    depth = np.tile(columns, (HEIGHT_PX, 1)).astype(np.float32)
    depth[rng.random(depth.shape) < 0.05] = 0.0
    return depth


def _around(rng: np.random.Generator) -> Reading:
    """Distances all around with some holes."""
    metres = rng.uniform(NEAREST_M, 6.0, (WIDTH_PX // 2, WIDTH_PX)).astype(np.float32)
    metres[rng.random(metres.shape) < 0.05] = 0.0
    return metres


def _imu(rng: np.random.Generator) -> Reading:
    """A second of noise, with gravity upwards."""
    rows = rng.normal(0.0, 0.1, (SAMPLES, 7))
    rows[:, 0] = np.arange(1 - SAMPLES, 1) / SAMPLES
    rows[:, 6] += 9.8
    return rows.astype(np.float32)


_FORMS: dict[str, Callable[[np.random.Generator], Reading]] = {
    "rgb": lambda rng: rng.integers(0, 256, (HEIGHT_PX, WIDTH_PX, 3), np.uint8),
    "depth": _depth,
    "semantic": lambda rng: rng.integers(0, len(CATEGORIES) + 1, (HEIGHT_PX, WIDTH_PX), np.int32),
    "instance": lambda rng: rng.integers(0, 50, (HEIGHT_PX, WIDTH_PX), np.int32),
    "panorama": lambda rng: rng.integers(0, 256, (WIDTH_PX // 2, WIDTH_PX, 3), np.uint8),
    "panorama_depth": _around,
    "imu": _imu,
    "lidar": lambda rng: rng.uniform(0.0, 10.0, BEAMS).astype(np.float32),
    "gps": lambda rng: rng.uniform(-3.0, 3.0, 2).astype(np.float32),
    "compass": lambda rng: rng.uniform(-math.pi, math.pi, 1).astype(np.float32),
    "point_goal": lambda rng: np.array([rng.uniform(1.0, 6.0), rng.uniform(-3.0, 3.0)], np.float32),
    "bump": lambda rng: rng.integers(0, 2, 1, np.uint8),
    "speed": lambda rng: rng.uniform(-0.5, 0.5, 2).astype(np.float32),
}
