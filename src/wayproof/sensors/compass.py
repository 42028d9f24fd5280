"""Heading since the start, as Habitat's compass gives it: 0 at first, positive after turning left."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.sensors import sensor
from wayproof.sensors.sensor import Reading, Sensor, SensorInput, heading_change
from wayproof.simulator.body import Body
from wayproof.vocabulary import Settings


@sensor("compass")
def compass(body: Body, settings: Settings) -> Sequence[Sensor]:
    """Heading relative to the start in radians, counter-clockwise positive, -pi to pi."""
    return [Sensor(Reading("compass", (1,), "float32", (-math.pi,), (math.pi,), ("rad",)), _heading)]


def _heading(given: SensorInput) -> NDArray[np.generic]:
    return np.array([heading_change(given)], np.float32)
