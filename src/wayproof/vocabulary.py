"""The frozen data that travels between the stages: poses, briefs, observations, actions, goals, episodes.

An agent sees a Brief once and an Observation per step, nothing else. What is true about the world
(positions, goals, other episodes) lives in Episode and never reaches an agent that has not asked for
privilege openly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Point = tuple[float, float, float]

# What an agent may do in one step. The step sizes belong to the task's protocol.
DISCRETE_ACTIONS = ("stop", "forward", "turn_left", "turn_right", "look_up", "look_down", "found", "answer")


class Pose(msgspec.Struct, frozen=True):
    """Where a body stands: metres, +Y up; heading counter-clockwise about +Y, 0 looks along -Z."""

    x_m: float
    y_m: float
    z_m: float
    heading_rad: float = 0.0


class Goal(msgspec.Struct, frozen=True):
    """One thing to achieve, as the scorer knows it.

    `kind` names the task that judges it; the other fields are filled as that task needs.
    """

    kind: str
    position_m: Point | None = None
    radius_m: float | None = None
    category: str | None = None
    instances: tuple[int, ...] = ()  # ids of all instances that count as reaching it
    view_points_m: tuple[Point, ...] = ()
    text: str | None = None  # the words that the agent is given for it


class Constraint(msgspec.Struct, frozen=True):
    """Something to keep true along the way (keep off a person, avoid a room), judged beside the goals."""

    kind: str
    text: str | None = None
    instances: tuple[int, ...] = ()
    rooms: tuple[int, ...] = ()
    distance_m: float | None = None


class Episode(msgspec.Struct, frozen=True):
    """One trial: where it starts, what is asked in which order, under which constraints and limits."""

    id: str
    scene: str
    task: str
    start: Pose
    goals: tuple[Goal, ...]
    constraints: tuple[Constraint, ...] = ()
    instruction: str | None = None
    language: str = "en-US"
    shortest_length_m: float | None = (
        None  # geodesic, start to the (first) goal; None where no path is defined
    )
    reference_path_m: tuple[Point, ...] = ()
    maximum_steps: int = 500
    people: int = 0
    seed: int = 0


class Brief(msgspec.Struct, frozen=True):
    """All that an agent may know before its first step."""

    task: str
    instruction: str | None
    language: str
    actions: tuple[str, ...]  # what it may do
    sensors: tuple[str, ...]  # what it will be given
    forward_m: float
    turn_rad: float
    maximum_steps: int
    body_radius_m: float
    camera_height_m: float


@dataclass(frozen=True)
class Observation:
    """What the sensors said at one step: arrays by sensor name ("rgb", "depth", "point_goal", ...)."""

    step: int
    readings: Mapping[str, NDArray[np.generic]]
    instruction: str | None = None


@dataclass(frozen=True)
class Action:
    """What an agent wants to do: a discrete name, a velocity, a way-point in its own frame, or an answer."""

    name: str
    velocity: tuple[float, float] | None = None  # forward m/s, turn rad/s (counter-clockwise positive)
    waypoint: tuple[float, float, float] | None = None  # forward m, left m, heading rad
    text: str | None = None
    trace: Mapping[str, object] = field(default_factory=dict)
