"""The frozen data that travels between the stages: poses, briefs, observations, actions, goals, episodes.

An agent sees a Brief once and an Observation per step, nothing else. What is true about the world
(positions, goals, other episodes) lives in Episode and never reaches an agent that has not asked for
privilege openly. What two runs must share to be compared (Protocol, Settings) and what goes wrong in an
episode (Condition, Fault) are data as well, so that a log can be read without a simulator.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from wayproof.camera_change import Retake
from wayproof.sensor_rigs import Rig

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Point = tuple[float, float, float]
Readings: TypeAlias = "Mapping[str, NDArray[np.generic]]"  # arrays by the name of their sensor

# What an agent may do in one step. The step sizes belong to the task's protocol.
DISCRETE_ACTIONS = ("stop", "forward", "turn_left", "turn_right", "look_up", "look_down", "found", "answer")
WHEELED_ACTIONS = ("stop", "forward", "turn_left", "turn_right")  # those that every body and task knows
CLAIMS = ("stop", "found", "answer")  # the actions that say "here it is"; nothing moves
# Readings about the body itself that faults act on; each is a modality of its own.
BODY_MODALITIES = ("gps", "compass", "imu", "point_goal")
CLEAN = "clean"  # the name of the condition to which all others are compared


class Pose(msgspec.Struct, frozen=True):
    """Where a body stands: metres, +Y up; heading counter-clockwise about +Y, 0 looks along -Z."""

    x_m: float
    y_m: float
    z_m: float
    heading_rad: float = 0.0


class Goal(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to achieve, as the scorer knows it.

    `kind` names the task that judges it; the other fields are filled as that task needs.
    """

    kind: str
    position_m: Point | None = None
    radius_m: float | None = None  # None: the protocol's
    category: str | None = None
    instances: tuple[int, ...] = ()  # ids of all instances that count as reaching it
    view_points_m: tuple[Point, ...] = ()
    rooms: tuple[int, ...] = ()  # ids of the rooms that count as reaching it
    person: int | None = None  # whom to follow, counted from 0
    text: str | None = None  # the words that the agent is given for it
    answer: str | None = None  # what a question is to be answered with
    tags: tuple[str, ...] = ()  # what kinds of words `text` uses: colour, size, texture, support, ...
    shortest_length_m: float | None = None  # geodesic, from the goal before it, or from the start


class Constraint(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to keep true along the way, judged beside the goals.

    kind: "pass_by", "avoid" (things or rooms, within or closer than `distance_m`), "order" (`instances` or
    `rooms` in the order given), "keep_distance" (from people).
    """

    kind: str
    text: str | None = None
    instances: tuple[int, ...] = ()
    rooms: tuple[int, ...] = ()
    positions_m: tuple[Point, ...] = ()  # of the instances, so that a log can be judged without its scene
    outlines_m: tuple[tuple[tuple[float, float], ...], ...] = ()  # of the rooms, (x, z)
    distance_m: float | None = None


class Episode(msgspec.Struct, frozen=True, omit_defaults=True):
    """One trial: where it starts, what is asked in which order, under which constraints and limits."""

    id: str
    scene: str
    task: str
    start: Pose
    goals: tuple[Goal, ...]
    constraints: tuple[Constraint, ...] = ()
    instruction: str | None = None
    language: str = "en-US"
    shortest_length_m: float | None = None  # geodesic, through all goals in order; None: no path is defined
    reference_path_m: tuple[Point, ...] = ()
    maximum_steps: int = 500
    people: int = 0
    people_ways_m: tuple[tuple[Point, ...], ...] = ()  # the first people walk these once, then stand there
    people_pace_m_s: float = 1.0  # of those
    seed: int = 0
    labels: dict[str, str] = {}  # what results are sliced by: difficulty, room type, ...
    file_id: str | None = None  # the id in the foreign file that it was read from
    source: str | None = None  # the format of that file
    faults: tuple[Fault, ...] = ()  # of this episode, under every condition: what a test case is about
    light: str | None = None  # "day", "evening", "lights_off": of this episode alone; None: the run's


class CameraGeometry(msgspec.Struct, frozen=True):
    """One camera of a rig: its readings by name, where it sits on the body and looks, how wide it sees."""

    name: str
    readings: tuple[str, ...]  # "rgb", "depth_left", ...
    height_m: float  # above the floor
    forward_m: float
    left_m: float
    heading_rad: float  # counter-clockwise from the body's heading
    pitch_rad: float  # up is positive
    hfov_rad: float  # 2 pi: an equirectangular picture of everything around


class Brief(msgspec.Struct, frozen=True):
    """All that an agent may know before its first step."""

    task: str
    instruction: str | None
    language: str
    category: str | None  # the kind of thing to find, where the task names one
    actions: tuple[str, ...]  # what it may do
    sensors: tuple[str, ...]  # what it will be given
    forward_m: float
    turn_rad: float
    maximum_steps: int
    success_distance_m: float
    body_radius_m: float
    body_height_m: float
    camera_height_m: float
    camera_pitch_rad: float
    camera_hfov_rad: float
    furthest_depth_m: float
    categories: tuple[str, ...] = ()  # names of the category ids 1, 2, ... of the sensor "semantic"
    system_prompt: str | None = None  # the card's, as it reached the agent; a fault may have changed it
    cameras: tuple[CameraGeometry, ...] = ()  # those of a rig; camera_... are the first's


class AgentCard(msgspec.Struct, frozen=True):
    """What an agent says of itself before it is run."""

    name: str
    summary: str = ""
    sensors: tuple[str, ...] = ()
    actions: tuple[str, ...] = ("stop", "forward", "turn_left", "turn_right")
    truths: tuple[str, ...] = ()  # "advice", "people": what only an oracle may know; reports mark it
    stateful: bool = True  # whether it remembers earlier steps of the episode
    deterministic: bool = True  # whether the seed decides everything it does
    version: str = ""
    system_prompt: str | None = None  # of an agent that is prompted; it takes the one in its Brief, not this


@dataclass(frozen=True)
class Observation:
    """What the sensors said at one step: arrays by sensor name ("rgb", "depth", "point_goal", ...)."""

    step: int
    readings: Mapping[str, NDArray[np.generic]]
    instruction: str | None = None
    goal: int = 0  # which goal is asked for now
    truth: Mapping[str, object] = field(default_factory=dict)  # only for agents whose card asks for it


@dataclass(frozen=True)
class Action:
    """What an agent wants to do: a discrete name, a velocity, a way-point in its own frame, or an answer."""

    name: str
    velocity: tuple[float, float] | None = None  # forward m/s, turn rad/s (counter-clockwise positive)
    waypoint: tuple[float, float, float] | None = None  # forward m, left m, heading rad
    text: str | None = None


class Protocol(msgspec.Struct, frozen=True):
    """What two runs must share to be compared; `sources` says where each number comes from.

    How episodes are drawn is the task's own business and stands in its file.
    """

    task: str
    name: str
    sensors: tuple[str, ...]  # permitted; an agent that uses others is marked in every table
    maximum_steps: int
    success_distance_m: float
    body: str = "locobot"
    actions: tuple[str, ...] = WHEELED_ACTIONS
    forward_m: float = 0.25
    turn_rad: float = 0.5235987755982988  # 30 degrees
    border_counts: bool = False  # whether exactly the success distance is a success
    must_see: bool = False  # whether the goal has to be in view as well
    sliding: bool = False
    actuation: str = "none"
    one_by_one: bool = False  # whether the next goal is told only when the one before is done with
    goal_steps: int | None = None  # the limit of steps for each goal
    people_mode: str = "scripted"
    sources: dict[str, str] = {}

    def close_enough(self, distance_m: float, radius_m: float | None = None) -> bool:
        """Whether a distance counts as arrived."""
        limit_m = self.success_distance_m if radius_m is None else radius_m
        return distance_m <= limit_m if self.border_counts else distance_m < limit_m


class Headlines(msgspec.Struct, frozen=True, omit_defaults=True):
    """The metrics by which a task is judged, by name: tables show both kinds, the first `main` one decides.

    What a metric is averaged over, episodes or goals, the metric says itself.
    """

    main: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()

    @property
    def every(self) -> tuple[str, ...]:
        return (*self.main, *self.secondary)


class Settings(msgspec.Struct, frozen=True):
    """What the sensors of a body can be told; None leaves a camera as it is mounted."""

    cameras: tuple[str, ...] = ()  # which of the body's cameras; empty means all
    width_px: int | None = None
    height_px: int | None = None
    hfov_rad: float | None = None
    nearest_depth_m: float = 0.0  # closer is no reading
    furthest_depth_m: float = 10.0  # as habitat-lab's depth camera; farther is no reading
    lidar_beams: int = 360
    lidar_field_rad: float = 2 * math.pi
    lidar_range_m: float = 10.0
    lidar_height_m: float = 0.2  # above the floor: under tables, over sills (ours)
    rig: Rig | UnsetType = UNSET  # what the body carries instead of its own; unset leaves no trace in a log
    # Width and height in which cameras' pictures are given to the agent, after all faults; unset: as taken.
    resized_px: tuple[int, int] | UnsetType = UNSET


@dataclass(frozen=True)
class Context:
    """What a corruption may know beside the reading: facts of the step that sensors and renderer can tell.

    Arrays are (h, w) and None where nobody knows: `gloss` 0 matt to 1 mirror, `incidence` the cosine between
    ray and surface normal, `brightness` 0 to 1, `depth_m` without noise or limit. `retake` draws the reading
    again from another view, `retake_depth` what `depth_m` would be there. `true_place` is how far ahead, how
    far right and how much turned to the left the body is since the start.
    """

    step: int = 0
    reading: str = ""  # its name: "rgb_left", "gps"
    longest_depth_m: float = 10.0
    language: str = "en-US"
    gloss: NDArray[np.float32] | None = None
    incidence: NDArray[np.float32] | None = None
    brightness: NDArray[np.float32] | None = None
    depth_m: NDArray[np.float32] | None = None
    hfov_rad: float | None = None  # of the camera
    retake: Retake | None = field(default=None, compare=False)
    retake_depth: Retake | None = field(default=None, compare=False)
    true_place: tuple[float, float, float] | None = None
    floor_material: str | None = None  # what the body stands on: "wood", "fabric"


class Fault(msgspec.Struct, frozen=True):
    """One corruption at one severity, from the first step or from `onset_step` on."""

    name: str
    severity: float
    profile: str = "fixed"
    onset_step: int | UnsetType = UNSET  # unset leaves no trace in a log

    @property
    def begins_at(self) -> int:
        return 0 if self.onset_step is UNSET else self.onset_step


class Condition(msgspec.Struct, frozen=True):
    """Faults that act together, in order; the name is what tables show. Without faults it is "clean"."""

    name: str = CLEAN
    faults: tuple[Fault, ...] = ()


def shows_colours(sensors: Sequence[str]) -> bool:
    """Whether one of the sensors sees colours, so that the light matters."""
    return any(modality_of(name) == "rgb" for name in sensors)


def modality_of(reading: str) -> str | None:
    """The modality of a reading by its name ("rgb_left" is rgb), or None if no corruption touches it."""
    if reading in ("panorama", "panorama_depth"):
        return "depth" if reading == "panorama_depth" else "rgb"
    if reading in BODY_MODALITIES:
        return reading
    first = reading.split("_", maxsplit=1)[0]
    return first if first in ("rgb", "depth") else None
