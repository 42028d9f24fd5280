"""Whether a thing is in the picture of a body's first camera now, by rays instead of a drawn picture.

Points spread over the thing's surface are put through the camera: one that falls into the picture and that a
ray from the eye reaches before anything else is seen, and one seen point is enough, as in AI2-THOR. People do
not hide things.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wayproof.geometry.ray_tree import first_on_ray
from wayproof.geometry.ray_tree_build import STACK
from wayproof.kernels import kernel
from wayproof.sensors.rig import view_of
from wayproof.simulator.control import pitch_after
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.tasks.visibility.view_points import PAST_SURFACE, Points, plan_gap_m, sights_of
from wayproof.vocabulary import Pose, Protocol

Floats = NDArray[np.float64]


def in_view(
    world: World,
    state: State,
    instances: Iterable[int],
    *,
    within_m: float = math.inf,
    border_counts: bool = True,
) -> bool:
    """Whether one of the things is in the picture, its box being within `within_m` metres in the plan.

    Heights do not count for the distance, as in AI2-THOR: a thing on the floor is as near as one on a shelf.
    """
    return bool(seen_now(world, state, instances, within_m=within_m, border_counts=border_counts, most=1))


def seen_now(
    world: World,
    state: State,
    instances: Iterable[int],
    *,
    within_m: float = math.inf,
    border_counts: bool = True,
    least: int = 1,
    most: int | None = None,
) -> tuple[int, ...]:
    """Ids of the things that are in the picture and near enough, or of the first `most` of them.

    `least`: how many of the 128 points of a thing must be seen.
    """
    near = things_near(world, state.pose, instances, within_m=within_m, border_counts=border_counts)
    if not near:
        return ()
    mount = world.body.cameras[0]
    view = view_of(world.body, state, mount)
    half_width = math.tan(mount.hfov_rad / 2)
    frame = (half_width, half_width * mount.height_px / mount.width_px)
    sights, eye = sights_of(world), view.eye_m.astype(np.float32)
    seen: list[int] = []
    for wanted in near:
        points, owners = sights.surface(wanted), world.scene.face_instance
        if _in_picture(world.ray_tree.arrays, owners, wanted, least, eye, view.rotation, frame, points):
            seen.append(wanted)
            if len(seen) == most:
                break
    return tuple(seen)


def things_near(
    world: World, pose: Pose, instances: Iterable[int], *, within_m: float, border_counts: bool = True
) -> list[int]:
    """Those of the things whose box is near enough in the plan. An unknown id is an error."""
    sights, near = sights_of(world), []
    for wanted in instances:
        gap_m = plan_gap_m(sights.instance(wanted), pose.x_m, pose.z_m)
        if gap_m < within_m or (border_counts and gap_m <= within_m):
            near.append(wanted)
    return near


def looks_to(
    world: World,
    state: State,
    instances: Iterable[int],
    protocol: Protocol,
    *,
    within_m: float,
    least: int = 1,
) -> list[str] | None:
    """The fewest turns and tilts on the spot that bring one of the things into the picture.

    None if none do; an empty list if one is in the picture already.
    """
    near = things_near(world, state.pose, instances, within_m=within_m, border_counts=protocol.border_counts)
    if not near:
        return None
    for looks in _looks(world, state, protocol):
        if seen_now(world, _after(world, state, looks, protocol), near, least=least, most=1):
            return looks
    return None


def _looks(world: World, state: State, protocol: Protocol) -> list[list[str]]:
    """All turns, half round at most, with all tilts that protocol and body allow, the shortest first."""
    half = math.floor(math.pi / protocol.turn_rad + 1e-9)
    turns = [[name] * count for count in range(half + 1) for name in ("turn_left", "turn_right")[: count + 1]]
    tilts: list[list[str]] = [[]]
    for name in ("look_up", "look_down"):
        pitch, count = state.camera_pitch_rad, 0
        while name in protocol.actions and (tilted := pitch_after(world.body, pitch, name)) != pitch:
            pitch, count = tilted, count + 1
            tilts.append([name] * count)
    return sorted(([*turn, *tilt] for turn in turns for tilt in tilts), key=len)


def _after(world: World, state: State, looks: list[str], protocol: Protocol) -> State:
    """The state after turns and tilts by exact motors."""
    turned = looks.count("turn_left") - looks.count("turn_right")
    pitch = state.camera_pitch_rad
    for name in looks:
        pitch = pitch_after(world.body, pitch, name)
    pose = replace(state.pose, heading_rad=state.pose.heading_rad + turned * protocol.turn_rad)
    walked_rad = state.turned_rad + abs(turned) * protocol.turn_rad
    return replace(state, pose=pose, camera_pitch_rad=pitch, turned_rad=walked_rad)


@kernel
def _in_picture(
    tree: Any,
    owners: NDArray[np.int32],
    wanted: int,
    least: int,
    eye: Points,
    rotation: Floats,
    frame: tuple[float, float],
    points: Points,
) -> bool:
    """Whether `least` of a thing's points fall into the picture with nothing before them."""
    seen = 0
    stack, entries = np.empty(STACK, np.uint64), np.empty(STACK, np.float32)
    for point in points:
        way = point - eye
        right = rotation[0, 0] * way[0] + rotation[0, 1] * way[1] + rotation[0, 2] * way[2]
        up = rotation[1, 0] * way[0] + rotation[1, 1] * way[1] + rotation[1, 2] * way[2]
        ahead = rotation[2, 0] * way[0] + rotation[2, 1] * way[1] + rotation[2, 2] * way[2]
        if ahead <= 0.0 or abs(right) > frame[0] * ahead or abs(up) > frame[1] * ahead:
            continue
        face, _ = first_on_ray(tree, eye, way, PAST_SURFACE, stack, entries)
        if face >= 0 and owners[face] == wanted:
            seen += 1
            if seen == least:
                return True
    return False
