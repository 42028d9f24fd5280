"""Labels of the pixels: what kind of thing each camera sees, and which one. The truth, hence privileged."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.sensors import sensor
from wayproof.sensors.sensor import Reading, Sensor, SensorInput, per_camera
from wayproof.simulator.body import Body, CameraMount
from wayproof.vocabulary import Settings

HIGHEST_CATEGORY = 2**15 - 1
HIGHEST_INSTANCE = 2**31 - 1


@sensor("semantic", privileged=True)
def semantic(body: Body, settings: Settings) -> Sequence[Sensor]:
    """Category id of each pixel, (height, width), 0 for nothing; World.categories has the names."""
    return per_camera("semantic", body, settings, _categories)


@sensor("instance", privileged=True)
def instance(body: Body, settings: Settings) -> Sequence[Sensor]:
    """Instance id of each pixel, (height, width), 0 for nothing; people come after the scene's things."""
    return per_camera("instance", body, settings, _instances)


def _categories(name: str, mount: CameraMount) -> Sensor:
    def sense(given: SensorInput) -> NDArray[np.generic]:
        labels = given.frames[mount.name].category
        assert labels is not None
        return labels

    return Sensor(_ids(name, mount, HIGHEST_CATEGORY), sense, mount, ("category",), meets_people=True)


def _instances(name: str, mount: CameraMount) -> Sensor:
    def sense(given: SensorInput) -> NDArray[np.generic]:
        labels = given.frames[mount.name].instance
        assert labels is not None
        return labels

    return Sensor(_ids(name, mount, HIGHEST_INSTANCE), sense, mount, ("instance",), meets_people=True)


def _ids(name: str, mount: CameraMount, highest: int) -> Reading:
    return Reading(name, (mount.height_px, mount.width_px), "int32", (0.0,), (float(highest),), ("id",))
