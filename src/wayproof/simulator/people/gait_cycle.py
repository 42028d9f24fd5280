"""How people walk, turn and stand: joint angles as a pure function of the phase of the stride.

The feet come first: a foot on the floor stays where it is while the body passes over it, rolls from heel to
toes and swings forward again; hips and knees follow from where the feet are. So feet do not slide at the
walking speed, whatever the size of the person. Lengths are shares of the person's height; a phase is counted
in strides: at 0 the right heel touches down, at 0.5 the left one.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from wayproof.simulator.people.skeleton import (
    ANKLE_HEIGHT,
    ARM,
    BONES,
    CHEST,
    ELBOW,
    FOLLOWS,
    FOOT,
    HAND,
    HEAD,
    HIP,
    KNEE,
    NECK,
    PARENT,
    PELVIS,
    SPINE,
    TOES,
    Floats,
    Pose,
    bone_frames,
)

STRIDE = 0.70  # way of two steps
FULL_STEPS_M_S = 0.7  # from this speed on steps have their full length; below they shrink with the speed
FULL_LIFT_RAD_S = 1.6  # turning on the spot as fast as this lifts the feet as in walking
PELVIS_HEIGHT = 0.53

_STANCE = 0.60  # share of the stride in which a foot is on the floor
_TOUCH_DOWN = 0.175  # how far the ankle is before the hip when the heel touches down
_LIFT = 0.030
# Pitch of the foot over the stride, toes up positive: phase and radians.
_PITCH = (
    (0.0, 0.35),
    (0.09, 0.0),
    (0.34, 0.0),
    (0.48, -0.28),
    (0.60, -0.87),
    (0.68, -0.94),
    (0.84, -0.07),
    (0.94, 0.33),
    (1.0, 0.35),
)
_ANKLE, _HEEL, _BALL = (0.012, ANKLE_HEIGHT), (0.045, 0.0), (-0.068, 0.012)  # z, y in a foot that stands flat
_MAXIMUM_REACH = 0.9995  # of a leg: a knee is never locked


class Movement(NamedTuple):
    """What a body is doing: phase in strides, speed, turning, where the head looks (left positive),
    breathing.

    `breath` is counted in breaths; standing people also shift their weight with it.
    """

    phase: float
    speed_m_s: float = 0.0
    turn_rate_rad_s: float = 0.0
    look_rad: float = 0.0
    breath: float = 0.0


class FootPlace(NamedTuple):
    """Where an ankle is (behind the hip, above the floor), the pitch of the foot and of its toes."""

    z: float
    y: float
    pitch_rad: float
    toes_rad: float


STANDING = Movement(0.0)


def stride_m(height_m: float) -> float:
    """The way of one full stride, two steps: phase is distance over this."""
    return STRIDE * height_m


def pose_at(joints_m: Floats, movement: Movement) -> Pose:
    """The pose of a body with these joints at rest (19, 3); the same movement always gives the same pose."""
    size_m = float(joints_m[PELVIS, 1]) / PELVIS_HEIGHT
    length = _eased(movement.speed_m_s / FULL_STEPS_M_S)
    lift = max(length, _eased(abs(movement.turn_rate_rad_s) / FULL_LIFT_RAD_S))
    angles = np.zeros((BONES, 3))
    shift_m = _trunk(angles, movement, length) * size_m
    _arms(angles, movement, length)
    _, places = bone_frames(joints_m, PARENT, FOLLOWS, angles, shift_m)
    for side in (0, 1):
        foot = foot_at((movement.phase + 0.5 * side) % 1.0, length, lift)
        _leg(angles, joints_m, side, places[HIP[side]], foot, size_m)
    return Pose(angles, shift_m)


def foot_at(phase: float, length: float, lift: float) -> FootPlace:
    """Place of a foot whose heel touched down at phase 0; `length` and `lift` of the steps from 0 to 1."""
    pitch = _pitch(phase) * length
    if phase <= _STANCE:
        z, y = _rolling(phase, pitch, length)
        return FootPlace(z, y, pitch, max(-pitch, 0.0))
    share = (phase - _STANCE) / (1.0 - _STANCE)
    step = 1e-3
    off, before_off = (_rolling_at(phase, length) for phase in (_STANCE, _STANCE - step))
    on, after_on = (_rolling_at(phase, length) for phase in (0.0, step))
    scale = (1.0 - _STANCE) / step
    z = _bridge(share, off[0], on[0], (off[0] - before_off[0]) * scale, (after_on[0] - on[0]) * scale)
    y = _bridge(share, off[1], on[1], 0.3 * (off[1] - before_off[1]) * scale, 0.0)
    y += _LIFT * lift * math.sin(math.pi * share) ** 2
    return FootPlace(z, y, pitch, max(-pitch, 0.0) * max(1.0 - 2.0 * share, 0.0))


def _rolling_at(phase: float, length: float) -> tuple[float, float]:
    return _rolling(phase, _pitch(phase) * length, length)


def _pitch(phase: float) -> float:
    for (start, low), (end, high) in pairwise(_PITCH):
        if phase <= end:
            return low + (high - low) * (phase - start) / (end - start)
    return _PITCH[-1][1]


def _rolling(phase: float, pitch: float, length: float) -> tuple[float, float]:
    """The ankle (z, y) over a foot that rolls on its heel or on its toes while the body moves on."""
    pivot = _HEEL if pitch > 0.0 else _BALL
    sin, cos = math.sin(pitch), math.cos(pitch)
    z, y = _ANKLE[0] - pivot[0], _ANKLE[1] - pivot[1]
    back = length * (STRIDE * phase - _TOUCH_DOWN)
    return back + pivot[0] + y * sin + z * cos, pivot[1] + y * cos - z * sin


def _bridge(share: float, start: float, end: float, start_slope: float, end_slope: float) -> float:
    """A cubic between two points with given slopes."""
    t, rest = share, 1.0 - share
    return (
        start * rest * rest * (1.0 + 2.0 * t)
        + end * t * t * (3.0 - 2.0 * t)
        + start_slope * t * rest * rest
        - end_slope * t * t * rest
    )


def _trunk(angles: Floats, movement: Movement, length: float) -> Floats:
    """Set pelvis, spine and head; how far the pelvis is off its place at rest."""
    turn = 2.0 * math.pi * movement.phase
    sin, cos = length * math.sin(turn), length * math.cos(turn)
    idle, breath = 1.0 - length, 2.0 * math.pi * movement.breath
    weight = idle * math.sin(0.37 * breath)
    angles[PELVIS] = 0.0, 0.07 * cos, 0.035 * sin + 0.02 * weight
    angles[SPINE] = -0.025 * length, -0.05 * cos, -0.03 * sin - 0.025 * weight
    angles[CHEST] = 0.012 * math.sin(breath), -0.06 * cos, -0.01 * sin
    steady = -0.04 * cos
    angles[NECK] = -0.02, 0.4 * movement.look_rad - 0.5 * steady, 0.0
    angles[HEAD] = 0.04, 0.6 * movement.look_rad - 0.5 * steady, 0.005 * sin
    drop = 0.003 * idle + length * (0.0112 + 0.0035 * math.cos(2.0 * turn))
    return np.array([0.010 * sin + 0.010 * weight, -drop, 0.0])


def _arms(angles: Floats, movement: Movement, length: float) -> None:
    """Each arm swings with the other side's leg."""
    for side, sign in ((0, 1.0), (1, -1.0)):
        swing = -sign * math.cos(2.0 * math.pi * movement.phase) * length
        angles[ARM[side]] = 0.01 + 0.32 * swing, 0.0, sign * 0.05
        angles[ELBOW[side]] = 0.16 + 0.08 * length + 0.14 * length * swing, 0.0, 0.0
        angles[HAND[side]] = 0.10, 0.0, -0.06 * sign


def _leg(angles: Floats, joints_m: Floats, side: int, hip_m: Floats, foot: FootPlace, size_m: float) -> None:
    """Bend hip and knee so that the ankle is where the foot wants it."""
    thigh = joints_m[KNEE[side]] - joints_m[HIP[side]]
    shin = joints_m[FOOT[side]] - joints_m[KNEE[side]]
    x = joints_m[FOOT[side], 0] - hip_m[0]
    y, z = foot.y * size_m - hip_m[1], foot.z * size_m - hip_m[2]
    aside = float(thigh[0] + shin[0])
    down = math.hypot(x, y)
    roll = math.atan2(x, -y) - math.asin(aside / down)
    down = math.sqrt(down * down - aside * aside)
    upper, lower = math.hypot(thigh[1], thigh[2]), math.hypot(shin[1], shin[2])
    reach = min(math.hypot(down, z), _MAXIMUM_REACH * (upper + lower))
    towards = math.atan2(-z, down)
    at_hip = math.acos(_within_one((upper * upper + reach * reach - lower * lower) / (2 * upper * reach)))
    at_foot = math.acos(_within_one((lower * lower + reach * reach - upper * upper) / (2 * lower * reach)))
    hip = towards + at_hip - math.atan2(-thigh[2], -thigh[1])
    knee = towards - at_foot - math.atan2(-shin[2], -shin[1]) - hip
    angles[HIP[side]] = hip, 0.0, roll
    angles[KNEE[side]] = knee, 0.0, 0.0
    angles[FOOT[side]] = foot.pitch_rad, 0.0, 0.0
    angles[TOES[side]] = foot.toes_rad, 0.0, 0.0


def _within_one(cosine: float) -> float:
    return min(max(cosine, -1.0), 1.0)


def _eased(share: float) -> float:
    """From 0 to 1 without a kink."""
    t = min(max(share, 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)
