"""The size in which an agent is given its pictures, where that is another than the camera takes.

Faults act on what the camera takes, since their strength depends on its pixels: an agent that is given
224 x 168 pixels of a camera of 400 x 300 gets noise that was averaged, as in RobustNav. The shape of the
picture stays: a brief gives one field of view, and agents take pixels to be square.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from msgspec import UNSET

from wayproof.errors import InvalidInput
from wayproof.picture_sizes import Size, averaged, keeps_shape, picked
from wayproof.sensors.sensor import Sensor
from wayproof.simulator.body import CameraMount
from wayproof.vocabulary import Readings, Settings, modality_of


def in_given_size(sensors: Sequence[Sensor], settings: Settings) -> tuple[Sensor, ...]:
    """The sensors, each camera's with the size in which its picture is given; panoramas keep their own."""
    size = settings.resized_px
    if size is UNSET:
        return tuple(sensors)
    return tuple(
        sensor if sensor.mount is None or sensor.all_around else _resized(sensor, sensor.mount, size)
        for sensor in sensors
    )


def given_sizes(sensors: Sequence[Sensor]) -> dict[str, Size]:
    """Width and height in which readings are given, by name; those that are given as read are left out."""
    return {sensor.reading.name: sensor.given_px for sensor in sensors if sensor.given_px is not None}


def as_given(readings: Readings, sizes: Mapping[str, Size]) -> Readings:
    """The readings as an agent is given them."""
    if not sizes:
        return readings
    return {
        name: _small(name, reading, sizes[name]) if name in sizes else reading
        for name, reading in readings.items()
    }


def _small(name: str, reading: np.ndarray, size: Size) -> np.ndarray:
    return averaged(reading, size) if modality_of(name) == "rgb" else picked(reading, size)


def _resized(sensor: Sensor, mount: CameraMount, size: Size) -> Sensor:
    taken = (mount.width_px, mount.height_px)
    if not (1 <= size[0] <= taken[0] and 1 <= size[1] <= taken[1] and keeps_shape(taken, size)):
        raise InvalidInput(
            f"resized_px is {size[0]} x {size[1]} and camera {mount.name!r} takes {taken[0]} x {taken[1]}; "
            "give a smaller size with the same ratio of width to height"
        )
    return replace(sensor, given_px=size)
