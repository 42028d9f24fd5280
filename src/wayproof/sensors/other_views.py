"""Views that a camera has not now: knocked out of place, or as it was a moment ago."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from wayproof.camera_change import CameraChange
from wayproof.rendering.camera import View
from wayproof.simulator.body import Body, CameraMount
from wayproof.simulator.gait import CameraPose, camera_pose
from wayproof.simulator.state import State
from wayproof.vocabulary import Pose


def state_at(passed: Sequence[State], time_s: float) -> State:
    """Where the body was at a time, between the states that followed each other; before them it stood still.

    A body is taken to move evenly from one state to the next, although after a discrete step it halts: a
    picture of the last instants is one for which nobody waited until it had.
    """
    for before, after in reversed(list(pairwise(passed))):
        if before.time_s <= time_s < after.time_s:
            return _between(before, after, (time_s - before.time_s) / (after.time_s - before.time_s))
    return passed[-1] if time_s >= passed[-1].time_s else passed[0]


def changed_pose(body: Body, state: State, mount: CameraMount, change: CameraChange) -> CameraPose:
    """A camera of the body moved along its own axes and turned."""
    pose = camera_pose(body, state, mount)
    sin, cos = math.sin(pose.heading_rad), math.cos(pose.heading_rad)
    x, y, z = pose.eye_m
    eye = (
        x + change.right_m * cos + change.back_m * sin,
        y + change.up_m,
        z - change.right_m * sin + change.back_m * cos,
    )
    return CameraPose(
        eye,
        pose.heading_rad + change.turn_left_rad,
        pose.pitch_rad + change.tilt_up_rad,
        pose.roll_rad + change.roll_rad,
    )


def same_view(one: View, other: View) -> bool:
    """Whether two views show the same picture."""
    return bool((one.eye_m == other.eye_m).all() and (one.rotation == other.rotation).all())


def _between(before: State, after: State, share: float) -> State:
    def mixed(start: float, end: float) -> float:
        return start + share * (end - start)

    here, there = before.pose, after.pose
    turn = math.remainder(there.heading_rad - here.heading_rad, math.tau)
    pose = Pose(
        mixed(here.x_m, there.x_m),
        mixed(here.y_m, there.y_m),
        mixed(here.z_m, there.z_m),
        here.heading_rad + share * turn,
    )
    return replace(
        after,
        pose=pose,
        camera_pitch_rad=mixed(before.camera_pitch_rad, after.camera_pitch_rad),
        travelled_m=mixed(before.travelled_m, after.travelled_m),
        turned_rad=mixed(before.turned_rad, after.turned_rad),
        time_s=mixed(before.time_s, after.time_s),
    )
