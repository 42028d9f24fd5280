"""Depth camera: the distance along the optical axis at each pixel, and 0 where there is no reading.

A real depth camera says nothing of what is too near or too far; so does this one. Zero never means
"touching".
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.sensors import sensor
from wayproof.sensors.sensor import Reading, Sensor, SensorInput, per_camera
from wayproof.simulator.body import Body, CameraMount
from wayproof.vocabulary import Settings


@sensor("depth")
def depth(body: Body, settings: Settings) -> Sequence[Sensor]:
    """Depth of each camera's picture in metres, (height, width), 0 for no reading."""
    nearest, furthest = check_range(settings)

    def on(name: str, mount: CameraMount) -> Sensor:
        def sense(given: SensorInput) -> NDArray[np.generic]:
            return within(given.frames[mount.name].depth_m, nearest, furthest)

        shape = (mount.height_px, mount.width_px)
        return Sensor(
            Reading(name, shape, "float32", (0.0,), (furthest,), ("m",)),
            sense,
            mount,
            ("depth",),
            meets_people=True,
        )

    return per_camera("depth", body, settings, on)


def check_range(settings: Settings) -> tuple[float, float]:
    """The nearest and the furthest depth that is read; a range that cannot be is an error."""
    nearest, furthest = settings.nearest_depth_m, settings.furthest_depth_m
    if not 0.0 <= nearest < furthest < np.inf:
        raise InvalidInput(
            f"depth range is {nearest} to {furthest} m; give 0 or more, and a finite larger one behind it"
        )
    return nearest, furthest


def within(depth_m: NDArray[np.float32] | None, nearest_m: float, furthest_m: float) -> NDArray[np.float32]:
    """The depth where it lies within the range, 0 elsewhere; both limits belong to the range."""
    assert depth_m is not None
    low, high = np.float32(nearest_m), np.float32(furthest_m)
    return np.where((depth_m >= low) & (depth_m <= high), depth_m, np.float32(0.0))
