"""Legs: a camera that bobs and sways with the stride, and a balance that can be lost.

The model of balance is Wayproof's own: a margin between 1 (steady) and 0 (a fall). Moving and turning fast
lower the level towards which it recovers, touching something takes from it at once:

    level  = 1 - speed_cost * (v / v_max)^2 - turn_cost * |w| / w_max
    margin = level + (margin - level) * exp(-dt / recovery_s) - bump_cost * u / v_max

with v and w the speed and turn rate of the motion, dt its duration and u the speed at which the body ran into
the obstacle. Speed enters squared, as the energy that a foot must catch; a turn in proportion, as the side
force at a given speed. It is deterministic: the same motion in the same place always ends the same way.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from wayproof.vocabulary import Point

if TYPE_CHECKING:
    from wayproof.simulator.body import Body, CameraMount
    from wayproof.simulator.motion import Advance, Motion
    from wayproof.simulator.state import State

# A fallen body lies on its left side: the camera is close to the floor and rolled over.
FALLEN_HEIGHT = 0.2
FALLEN_ROLL_RAD = math.pi / 2


class Gait(msgspec.Struct, frozen=True):
    """How a body walks. All numbers of our bodies are ours; bodies/*.toml gives the reasons."""

    stride_m: float  # way of one full cycle, both steps
    bob_m: float  # amplitude up and down, twice per stride
    sway_m: float  # amplitude left and right, once per stride
    roll_rad: float  # amplitude of leaning to the side of the sway
    noise_ratio: float  # motor noise in multiples of LoCoBot's
    speed_cost: float
    turn_cost: float
    bump_cost: float
    recovery_s: float


class CameraPose(NamedTuple):
    """A camera in the world, as the renderer takes it."""

    eye_m: Point
    heading_rad: float
    pitch_rad: float
    roll_rad: float


def margin_after(body: Body, margin: float, motion: Motion, outcome: Advance) -> float:
    """The margin of balance after a motion; bodies without legs stay at 1."""
    gait = body.gait
    if gait is None or motion.duration_s <= 0.0:
        return margin
    speed = motion.length_m / motion.duration_s / body.maximum_speed_m_s
    turning = abs(motion.turn_rad) / motion.duration_s / body.maximum_turn_rad_s
    impact = outcome.impact_m / motion.duration_s / body.maximum_speed_m_s
    level = 1.0 - gait.speed_cost * speed * speed - gait.turn_cost * turning
    kept = math.exp(-motion.duration_s / gait.recovery_s)
    return max(level + (margin - level) * kept - gait.bump_cost * impact, 0.0)


def camera_pose(body: Body, state: State, mount: CameraMount) -> CameraPose:
    """Where one of the body's cameras is and looks; legs make it bob, sway and roll.

    The phase of the stride follows the way walked; feet that turn on the spot walk on a circle of the body's
    radius. A body that halts keeps the posture in which it halted.
    """
    gait, pose = body.gait, state.pose
    up, left, roll = mount.height_m, mount.left_m, 0.0
    if state.fallen:
        up, roll = up * FALLEN_HEIGHT, FALLEN_ROLL_RAD
    elif gait is not None:
        walked_m = state.travelled_m + state.turned_rad * body.radius_m
        phase = 2.0 * math.pi * walked_m / gait.stride_m
        up += gait.bob_m * math.sin(2.0 * phase)
        left += gait.sway_m * math.sin(phase)
        roll = gait.roll_rad * math.sin(phase)
    sin, cos = math.sin(pose.heading_rad), math.cos(pose.heading_rad)
    eye = (
        pose.x_m - mount.forward_m * sin - left * cos,
        pose.y_m + up,
        pose.z_m - mount.forward_m * cos + left * sin,
    )
    heading = pose.heading_rad + mount.heading_rad
    return CameraPose(eye, heading, mount.pitch_rad + state.camera_pitch_rad, roll)
