"""Colour camera: what each camera of the body sees, as 8-bit RGB."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.sensors import sensor
from wayproof.sensors.sensor import Reading, Sensor, SensorInput, per_camera
from wayproof.simulator.body import Body, CameraMount
from wayproof.vocabulary import Settings


@sensor("rgb")
def rgb(body: Body, settings: Settings) -> Sequence[Sensor]:
    """Colour picture of each camera, (height, width, 3), 0 to 255."""
    return per_camera("rgb", body, settings, _on)


def _on(name: str, mount: CameraMount) -> Sensor:
    def sense(given: SensorInput) -> NDArray[np.generic]:
        picture = given.frames[mount.name].rgb
        assert picture is not None
        return picture

    shape = (mount.height_px, mount.width_px, 3)
    return Sensor(
        Reading(name, shape, "uint8", (0.0,), (255.0,), ("",)), sense, mount, ("rgb",), meets_people=True
    )
