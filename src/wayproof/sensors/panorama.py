"""A camera that sees all around: one equirectangular picture of colours, one of distances.

The middle column looks along the body's heading, turned by the rig's `heading_deg`; the left half shows what
is to the left, the top row what is straight up. It stays level when the other cameras look up or down.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.sensors import sensor
from wayproof.sensors.depth import check_range, within
from wayproof.sensors.mounted_rig import panorama_mount
from wayproof.sensors.sensor import Reading, Sensor, SensorInput
from wayproof.simulator.body import Body
from wayproof.vocabulary import Settings


@sensor("panorama")
def panorama(body: Body, settings: Settings) -> Sequence[Sensor]:
    """Colour picture of everything around, equirectangular, (height, width, 3), 0 to 255."""
    mount = panorama_mount(body, settings)

    def sense(given: SensorInput) -> NDArray[np.generic]:
        picture = given.frames[mount.name].rgb
        assert picture is not None
        return picture

    reading = Reading("panorama", (mount.height_px, mount.width_px, 3), "uint8", (0.0,), (255.0,), ("",))
    return [Sensor(reading, sense, mount, ("rgb",), meets_people=True, all_around=True)]


@sensor("panorama_depth")
def panorama_depth(body: Body, settings: Settings) -> Sequence[Sensor]:
    """Distance along each ray of the panorama in metres, (height, width), 0 for no reading."""
    mount = panorama_mount(body, settings)
    nearest, furthest = check_range(settings)

    def sense(given: SensorInput) -> NDArray[np.generic]:
        return within(given.frames[mount.name].depth_m, nearest, furthest)

    shape = (mount.height_px, mount.width_px)
    reading = Reading("panorama_depth", shape, "float32", (0.0,), (furthest,), ("m",))
    return [Sensor(reading, sense, mount, ("depth",), meets_people=True, all_around=True)]
