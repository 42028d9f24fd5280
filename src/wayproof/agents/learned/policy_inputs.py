"""Readings to the arrays that a policy network takes: the same in training and in use.

Pictures are small bytes, whatever the camera's size, so that a training keeps a million of them. The goal of
PointNav is its distance and bearing, the distance in several scales: a network that only knows r / 10 never
learns where exactly to stop.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.picture_sizes import averaged, picked
from wayproof.vocabulary import Readings

FURTHEST_M = 5.1  # of depth, in 255 steps of 2 cm; what is farther looks like this
CHANNELS = {"rgb": 3, "depth": 1}
POINT_FEATURES = 7
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


class InputForm(msgspec.Struct, frozen=True):
    """What a policy network is given; it travels in the network's card."""

    cameras: tuple[str, ...]  # of "rgb", "depth", in the order of the channels; none: a blind policy
    goal: str  # "point" or "category"
    categories: tuple[str, ...] = ()  # the kinds of things that can be asked for
    width_px: int = 64
    height_px: int = 48

    @property
    def channels(self) -> int:
        return sum(CHANNELS[name] for name in self.cameras)

    @property
    def goal_size(self) -> int:
        return POINT_FEATURES if self.goal == "point" else len(self.categories)

    @property
    def sensors(self) -> tuple[str, ...]:
        """What an agent must have to fill it."""
        return (*self.cameras, *(("point_goal",) if self.goal == "point" else ()))


def picture_of(readings: Readings, form: InputForm) -> Bytes:
    """All cameras as one picture (channels, height, width)."""
    layers = [_layers(np.asarray(readings[name]), name, form) for name in form.cameras]
    size = (0, form.height_px, form.width_px)
    return np.concatenate([np.zeros(size, np.uint8), *layers])


def point_features(reading: NDArray[np.generic]) -> Floats:
    """Distance and bearing to the goal as numbers of about one."""
    r, phi = (float(value) for value in np.asarray(reading, np.float64))
    near = min(max(r, 0.0), 50.0)
    return np.array(
        [
            near / 10.0,
            math.log1p(near),
            min(near, 1.0),
            math.exp(-near),
            math.exp(-near / 0.3),
            math.cos(phi),
            math.sin(phi),
        ],
        np.float32,
    )


def category_features(category: str | None, categories: Sequence[str]) -> Floats:
    """A one at the kind of thing that is asked for."""
    if category not in categories:
        raise InvalidInput(
            f"this policy was never taught to find {category!r}; it knows {', '.join(categories)}"
        )
    return np.array([name == category for name in categories], np.float32)


def goal_features(readings: Readings, category: str | None, form: InputForm) -> Floats:
    """What is asked for, as numbers."""
    if form.goal == "point":
        return point_features(readings["point_goal"])
    return category_features(category, form.categories)


def _layers(reading: NDArray[np.generic], name: str, form: InputForm) -> Bytes:
    """One camera as bytes (channels, height, width)."""
    size = (form.width_px, form.height_px)
    if name == "rgb":
        return np.ascontiguousarray(averaged(reading, size).transpose(2, 0, 1))
    depth_m = picked(np.asarray(reading, np.float32), size)
    known = np.nan_to_num(depth_m, nan=0.0, posinf=FURTHEST_M, neginf=0.0)
    steps: Bytes = np.rint(np.clip(known / FURTHEST_M, 0.0, 1.0) * 255.0).astype(np.uint8)
    return steps[None]
