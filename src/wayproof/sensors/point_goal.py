"""Where the goal is from here: distance and direction, in Habitat's polar convention for PointNav.

Habitat writes (rho, -phi) with phi the clockwise azimuth, so a goal to the left has a positive angle. It is
what an agent with a perfect GPS and compass would work out at each step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.sensors import sensor
from wayproof.sensors.sensor import FARTHEST_M, Reading, Sensor, SensorInput, missing_goal, seen_from
from wayproof.simulator.body import Body
from wayproof.vocabulary import Settings


@sensor("point_goal")
def point_goal(body: Body, settings: Settings) -> Sequence[Sensor]:
    """Straight-line distance to the goal in metres and its direction in radians, left positive."""
    reading = Reading("point_goal", (2,), "float32", (0.0, -math.pi), (2 * FARTHEST_M, math.pi), ("m", "rad"))
    return [Sensor(reading, _to_goal)]


def _to_goal(given: SensorInput) -> NDArray[np.generic]:
    if given.goal_m is None:
        raise missing_goal("point_goal")
    ahead, right = seen_from(given.state.pose, given.goal_m)
    return np.array([math.hypot(ahead, right), -math.atan2(right, ahead)], np.float32)
