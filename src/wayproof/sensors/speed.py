"""Wheel odometry: how fast the body drives and turns.

Discrete actions begin and end at rest, so after them it reads zero; it is of use with velocity control.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.sensors import sensor
from wayproof.sensors.sensor import Reading, Sensor, SensorInput
from wayproof.simulator.body import Body
from wayproof.vocabulary import Settings


@sensor("speed")
def speed(body: Body, settings: Settings) -> Sequence[Sensor]:
    """Speed ahead in m/s and turn rate in rad/s, counter-clockwise positive."""
    fastest = (body.maximum_speed_m_s, body.maximum_turn_rad_s)
    slowest = (-fastest[0], -fastest[1])
    return [Sensor(Reading("speed", (2,), "float32", slowest, fastest, ("m/s", "rad/s")), _rates)]


def _rates(given: SensorInput) -> NDArray[np.generic]:
    return np.array([given.state.speed_m_s, given.state.turn_rate_rad_s], np.float32)
