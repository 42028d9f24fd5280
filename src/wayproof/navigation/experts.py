"""The shortest path as discrete actions: what an expert that knows the map would do, turn by turn.

A body that turns by fixed angles cannot follow a line exactly, so the expert searches: from each pose it
tries every heading followed by one step forward, and goes on where steps taken plus distance still to go are
least (best-first search, with the exact geodesic as its guide). Straight runs are kept by a small price on
turning. Steps whose end, give or take a millimetre, would touch an obstacle are not taken.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.kernels import kernel
from wayproof.navigation.corner_graph import Landmarks
from wayproof.navigation.corner_routes import Spot, spot_at
from wayproof.navigation.distance_fields import Field, distance_field, remaining
from wayproof.navigation.line_of_sight import required_node, straight
from wayproof.navigation.prepared_space import Paths
from wayproof.navigation.priority_queue import drop_first, push
from wayproof.navigation.surface import NOWHERE, UNITS, Floats, Surface, wide
from wayproof.vocabulary import Pose

MARGIN_M = 0.001
TURN_PRICE_M = 0.01  # per turn, in metres of path
GREED = 1.2  # how much more a metre still to go counts than a metre gone
MOST_POSES = 60_000
FOUND, FAILED = 1, -1


def action_path(
    paths: Paths,
    start: Pose,
    goal_m: NDArray[np.floating],
    *,
    goal_radius_m: float,
    step_m: float = 0.25,
    turn_rad: float = np.pi / 6,
) -> list[str]:
    """Actions that lead to within `goal_radius_m` (geodesic) of the goal, ending with "stop".

    Names are "forward", "turn_left" (counter-clockwise), "turn_right" and "stop". It is an error if the start
    or the goal is off the free space, or if no sequence of such steps gets there (a passage narrower than
    the sideways slip of one step, say).
    """
    return actions_down(
        distance_field(paths, goal_m), start, goal_radius_m=goal_radius_m, step_m=step_m, turn_rad=turn_rad
    )


def actions_down(
    field: Field, start: Pose, *, goal_radius_m: float, step_m: float = 0.25, turn_rad: float = np.pi / 6
) -> list[str]:
    """The same towards the goal of a field at hand."""
    if not (step_m > 0.0 and 0.0 < turn_rad <= np.pi and goal_radius_m > 0.0):
        raise InvalidInput(
            f"step {step_m} m, turn {turn_rad} rad, goal radius {goal_radius_m} m; all must be positive, "
            "and a turn at most pi"
        )
    position = np.array([start.x_m, start.y_m, start.z_m])
    node = required_node(field.free, position, "start")
    surface = field.free.surface
    spot = spot_at(surface, node, start.x_m, start.z_m)
    headings = max(1, round(2 * np.pi / turn_rad))
    motion = _Motion(start.heading_rad, turn_rad, headings, step_m, goal_radius_m)
    turns = _search(surface, field.landmarks, field.known, field.goal, field.sloped, spot, motion)
    if turns[0] == FAILED:
        raise InvalidInput(
            f"found no way from ({start.x_m:.2f}, {start.z_m:.2f}) to within {goal_radius_m} m of "
            f"({field.goal.x:.2f}, {field.goal.z:.2f}) by steps of {step_m} m and turns of {turn_rad:.3f}; "
            "check that both are on one island, or allow smaller steps or turns"
        )
    actions: list[str] = []
    for turn in turns[1:]:
        actions += ["turn_left" if turn > 0 else "turn_right"] * abs(int(turn)) + ["forward"]
    return [*actions, "stop"]


class _Motion(NamedTuple):
    heading_rad: float
    turn_rad: float
    headings: int
    step_m: float
    goal_radius_m: float


class _Poses(NamedTuple):
    """The poses tried: plan (n, 2), node, turns since the start, price so far, distance left, parent."""

    plan: Floats
    node: NDArray[np.int64]
    turns: NDArray[np.int64]
    price: Floats
    left_m: Floats
    parent: NDArray[np.int64]


@kernel
def _search(
    surface: Surface,
    landmarks: Landmarks | None,
    known: Floats,
    goal: Spot,
    sloped: bool,
    start: Spot,
    motion: _Motion,
) -> NDArray[np.int64]:
    """Turns before each step forward, after a leading FOUND; just FAILED if there is no way."""
    poses = _no_poses(MOST_POSES)
    closed = np.zeros(len(surface.links) * motion.headings, np.bool_)
    keys, values = np.empty(MOST_POSES), np.empty(MOST_POSES, np.int32)
    left = remaining(surface, landmarks, known, goal, sloped, start)
    count = _note(poses, 0, start, 0, 0.0, left, -1)
    waiting = push(keys, values, 0, left, 0) if left < np.inf else 0
    while waiting > 0:
        here = wide(values[0])
        waiting = drop_first(keys, values, waiting)
        state = poses.node[here] * motion.headings + poses.turns[here] % motion.headings
        if closed[state]:
            continue
        closed[state] = True
        if poses.left_m[here] <= motion.goal_radius_m:
            return _turns(poses, here)
        for turn in range(-(motion.headings // 2), motion.headings - motion.headings // 2):
            turns = poses.turns[here] + turn
            spot = _stepped(surface, poses, here, turns, motion)
            if spot.node == NOWHERE or closed[spot.node * motion.headings + turns % motion.headings]:
                continue
            left = remaining(surface, landmarks, known, goal, sloped, spot)
            price = poses.price[here] + motion.step_m + TURN_PRICE_M * abs(turn)
            if count == MOST_POSES:
                return np.array([FAILED])
            waiting = push(keys, values, waiting, price + GREED * left, count)
            count = _note(poses, count, spot, turns, price, left, here)
    return np.array([FAILED])


@kernel
def _no_poses(room: int) -> _Poses:
    return _Poses(
        np.empty((room, 2)),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.empty(room),
        np.empty(room),
        np.empty(room, np.int64),
    )


@kernel
def _note(poses: _Poses, count: int, spot: Spot, turns: int, price: float, left: float, parent: int) -> int:
    poses.plan[count, 0], poses.plan[count, 1] = spot.x, spot.z
    poses.node[count], poses.turns[count], poses.parent[count] = spot.node, turns, parent
    poses.price[count], poses.left_m[count] = price, left
    return count + 1


@kernel
def _stepped(surface: Surface, poses: _Poses, here: int, turns: int, motion: _Motion) -> Spot:
    """One step forward at a heading; its node is NOWHERE if the step comes too close to an obstacle."""
    angle = motion.heading_rad + turns * motion.turn_rad
    ahead_x, ahead_z = -np.sin(angle), -np.cos(angle)
    x, z = poses.plan[here, 0], poses.plan[here, 1]
    start = spot_at(surface, poses.node[here], x, z)
    node = NOWHERE
    # Two lines that end to the left and right of the aim, a little further: what is free between them is
    # free for a body whose arithmetic rounds differently.
    for side in (-1.0, 0.0, 1.0):
        reach = motion.step_m + (MARGIN_M if side != 0.0 else 0.0)
        end_x = x + ahead_x * reach - side * MARGIN_M * ahead_z
        end_z = z + ahead_z * reach + side * MARGIN_M * ahead_x
        unit_x = _odd(surface, end_x - surface.origin_x)
        unit_z = _odd(surface, end_z - surface.origin_z)
        end = straight(surface.links, start.node, start.unit_x, start.unit_z, unit_x, unit_z)
        if end == NOWHERE:
            return Spot(NOWHERE, x, z, 0, 0)
        if side == 0.0:
            node = end
    return spot_at(surface, node, x + ahead_x * motion.step_m, z + ahead_z * motion.step_m)


@kernel
def _odd(surface: Surface, offset_m: float) -> int:
    """A length from the origin of the grid in units, odd as in `surface.fixed_in`."""
    return 2 * int(np.floor(offset_m / surface.cell_m * (UNITS // 2))) + 1


@kernel
def _turns(poses: _Poses, last: int) -> NDArray[np.int64]:
    steps, here = 0, last
    while poses.parent[here] >= 0:
        here = poses.parent[here]
        steps += 1
    found = np.empty(steps + 1, np.int64)
    found[0] = FOUND
    here = last
    for k in range(steps, 0, -1):
        found[k] = poses.turns[here] - poses.turns[poses.parent[here]]
        here = poses.parent[here]
    return found
