"""What a sensor is: a description of its reading, the camera layers it needs, a function of a SensorInput."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.picture_sizes import Size
from wayproof.rendering.renderer import Frame
from wayproof.rendering.triangle_batch import Batch
from wayproof.sensor_rigs import PICTURES
from wayproof.sensors.mounted_rig import mounts, reading_name
from wayproof.simulator.body import Body, CameraMount
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.vocabulary import Point, Pose, Settings

FARTHEST_M = 1e4  # no scene is larger; gives positions a finite range


class Reading(msgspec.Struct, frozen=True):
    """What a sensor says: an array of this shape and type.

    low, high and unit have one entry for all values, or one for each along the last axis.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    low: tuple[float, ...]
    high: tuple[float, ...]
    unit: tuple[str, ...]


@dataclass(frozen=True)
class SensorInput:
    """All that a sensor may read at one step: the world, the body, where the episode began, its goal.

    frames: what the cameras see, by camera name; moving: the triangles of people; passed: the states of the
    last while, this one included, oldest first; draws: the names from which noise is drawn.
    """

    world: World
    state: State
    start: Pose
    goal_m: Point | None = None
    frames: Mapping[str, Frame] = field(default_factory=dict)
    moving: Sequence[Batch] = ()
    passed: Sequence[State] = ()
    draws: tuple[int, str, str] = (0, "", "")  # run seed, scene, episode


@dataclass(frozen=True)
class Sensor:
    """A sensor on a body. `layers` are those of its camera that it needs (see rendering.render.LAYERS).

    meets_people: whether people who move about change what it says; all_around: its camera is a panorama.
    given_px: width and height in which the agent is given its picture; None: as it is read.
    """

    reading: Reading
    sense: Callable[[SensorInput], NDArray[np.generic]]
    mount: CameraMount | None = None
    layers: tuple[str, ...] = ()
    meets_people: bool = False
    all_around: bool = False
    given_px: Size | None = None

    @property
    def given(self) -> Reading:
        """What the agent is given: the reading, in that size."""
        if self.given_px is None:
            return self.reading
        width, height = self.given_px
        return msgspec.structs.replace(self.reading, shape=(height, width, *self.reading.shape[2:]))


def per_camera(
    name: str, body: Body, settings: Settings, make: Callable[[str, CameraMount], Sensor]
) -> list[Sensor]:
    """One sensor for each camera in use, with its name: plain for the first, with the camera's for others."""
    picture = name if name in PICTURES else None
    return [
        make(reading_name(name, number, mount), mount)
        for number, mount in enumerate(mounts(body, settings, picture))
    ]


def heading_change(given: SensorInput) -> float:
    """Heading now minus heading at the start, from -pi to pi."""
    return math.remainder(given.state.pose.heading_rad - given.start.heading_rad, 2 * math.pi)


def seen_from(pose: Pose, point_m: Point) -> tuple[float, float]:
    """How far a point is ahead of a pose and to its right, in metres of the plan."""
    dx, dz = point_m[0] - pose.x_m, point_m[2] - pose.z_m
    sin, cos = math.sin(pose.heading_rad), math.cos(pose.heading_rad)
    return -dx * sin - dz * cos, dx * cos - dz * sin


def missing_goal(name: str) -> InvalidInput:
    """The error of a sensor that needs a goal position in an episode that has none."""
    return InvalidInput(
        f"sensor {name!r} points at a goal, and this episode's goal has no position; leave the sensor out"
    )
