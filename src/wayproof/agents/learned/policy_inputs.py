"""Readings to the arrays that a policy network takes: the same in training and in use.

Pictures are small bytes, whatever the camera's size, so that a training keeps a million of them. The goal of
PointNav is its distance and bearing, the distance in several scales: a network that only knows r / 10 never
learns where exactly to stop. The goal of ObjectNav is a kind of thing; see perceived_layers.py for what the
perception network adds to it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.learned.perceived_layers import WANTED_FEATURES, perceived_layer, wanted_features
from wayproof.errors import InvalidInput
from wayproof.picture_sizes import averaged, picked
from wayproof.vocabulary import Readings

FURTHEST_M = 5.1  # of depth, in 255 steps of 2 cm; what is farther looks like this
CHANNELS = {"rgb": 3, "depth": 1}
POINT_FEATURES = 7
# By the kind of goal: what tells a network within centimetres whether it has arrived. Cards repeat it.
STOP_FEATURES = {"point": ["min(r, 1)", "exp(-r)", "exp(-r/0.3)"]}
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


class InputForm(msgspec.Struct, frozen=True):
    """What a policy network is given; it travels in the network's card."""

    cameras: tuple[str, ...]  # of "rgb", "depth", in the order of the channels; none: a blind policy
    goal: str  # "point" or "category"
    categories: tuple[str, ...] = ()  # the kinds of things that can be asked for
    width_px: int = 64
    height_px: int = 48
    perceived: tuple[str, ...] = ()  # of "wanted", "depth": layers that the perception network makes of rgb

    @property
    def channels(self) -> int:
        return sum(count for _, count in self.layers)

    @property
    def layers(self) -> tuple[tuple[str, int], ...]:
        """The parts of a picture in their order, with their numbers of channels."""
        return (*((name, CHANNELS[name]) for name in self.cameras), *((name, 1) for name in self.perceived))

    @property
    def goal_size(self) -> int:
        if self.goal == "point":
            return POINT_FEATURES
        return len(self.categories) + (WANTED_FEATURES if "wanted" in self.perceived else 0)

    @property
    def sensors(self) -> tuple[str, ...]:
        """What an agent must have to fill it."""
        return (*self.cameras, *(("point_goal",) if self.goal == "point" else ()))


def picture_of(readings: Readings, form: InputForm, category: str | None = None) -> Bytes:
    """All cameras as one picture (channels, height, width), and what is perceived in it of a category."""
    layers = [_layers(np.asarray(readings[name]), name, form) for name in form.cameras]
    for name in form.perceived:
        layer = perceived_layer(np.asarray(readings["rgb"], np.uint8), name, category)
        small: Any = cv2.resize(layer, (form.width_px, form.height_px), interpolation=cv2.INTER_LINEAR)
        layers.append(_depth_bytes(small)[None] if name == "depth" else _share_bytes(small)[None])
    if len(layers) == 1:
        return layers[0]
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


def goal_features(readings: Readings, category: str | None, form: InputForm, picture: Bytes) -> Floats:
    """What is asked for, as numbers; for a kind of thing also where the picture shows it best."""
    if form.goal == "point":
        return point_features(readings["point_goal"])
    if "wanted" not in form.perceived:
        return category_features(category, form.categories)
    # A thing that it was not taught to find is known by the perception network alone.
    kind = np.array([name == category for name in form.categories], np.float32)
    place = np.cumsum([0, *(count for _, count in form.layers)])
    at = {name: int(first) for (name, _), first in zip(form.layers, place, strict=False)}
    depth_m = picture[at["depth"]] * np.float32(FURTHEST_M / 255.0)
    return np.concatenate([kind, wanted_features(picture[at["wanted"]], depth_m)])


def _layers(reading: NDArray[np.generic], name: str, form: InputForm) -> Bytes:
    """One camera as bytes (channels, height, width)."""
    size = (form.width_px, form.height_px)
    if name == "rgb":
        return np.ascontiguousarray(averaged(reading, size).transpose(2, 0, 1))
    depth_m = np.asarray(reading, np.float32)
    right = depth_m.shape == (form.height_px, form.width_px)
    return _depth_bytes(depth_m if right else picked(depth_m, size))[None]


def _depth_bytes(depth_m: Floats) -> Bytes:
    return _share_bytes(depth_m / np.float32(FURTHEST_M))


def _share_bytes(shares: Floats) -> Bytes:
    whole = np.fmax(shares, 0.0)  # which also makes NaN zero
    np.minimum(whole, 1.0, out=whole)
    whole *= 255.0
    steps: Bytes = np.rint(whole, out=whole).astype(np.uint8)
    return steps
