"""Position since the start, as Habitat's GPS gives it: metres ahead of the start pose and to its right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.sensors import sensor
from wayproof.sensors.sensor import FARTHEST_M, Reading, Sensor, SensorInput, seen_from
from wayproof.simulator.body import Body
from wayproof.vocabulary import Settings


@sensor("gps")
def gps(body: Body, settings: Settings) -> Sequence[Sensor]:
    """Position in the frame of the start: (ahead, right) in metres, that is Habitat's (-z, x)."""
    return [Sensor(Reading("gps", (2,), "float32", (-FARTHEST_M,), (FARTHEST_M,), ("m",)), _position)]


def _position(given: SensorInput) -> NDArray[np.generic]:
    pose = given.state.pose
    return np.array(seen_from(given.start, (pose.x_m, pose.y_m, pose.z_m)), np.float32) + np.float32(0.0)
