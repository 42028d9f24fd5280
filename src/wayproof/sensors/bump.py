"""Bumper: whether the last step touched something."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.sensors import sensor
from wayproof.sensors.sensor import Reading, Sensor, SensorInput
from wayproof.simulator.body import Body
from wayproof.vocabulary import Settings


@sensor("bump")
def bump(body: Body, settings: Settings) -> Sequence[Sensor]:
    """1 if the body touched something in the last step, else 0."""
    return [Sensor(Reading("bump", (1,), "uint8", (0.0,), (1.0,), ("",)), _touched)]


def _touched(given: SensorInput) -> NDArray[np.generic]:
    return np.array([given.state.bumped], np.uint8)
