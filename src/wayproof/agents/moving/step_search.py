"""The next turns and steps of a robot that turns by fixed angles and goes by fixed lengths.

From the present pose it tries every turn followed by one step, and goes on where the cost so far plus the
cost still to go is least. A few steps ahead are enough, since the field of costs knows the rest;
close to the goal the search decides from which side a whole number of steps ends within the radius.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.depth_projection import MapPose
from wayproof.agents.moving.grid_planner import STRAIGHT, UNREACHED, Costs, Field
from wayproof.kernels import kernel

STEPS_AHEAD = 6
MOST_POSES = 4096
TURN_COST_M = 0.04  # of each turn, in metres of free ground
REVERSAL_COST_M = 0.3  # of turning back at once, so that two equal paths do not make it dither
FREE_UNITS = 2.0  # what a cell of free ground costs, see occupancy_map.py
EAGERNESS = 1.1  # how much more the cost still to go counts than the cost so far: less dithering
SAMPLE_M = 0.05
FAILED_NEAR_M = 0.07  # a move that failed is not tried again from as near as this ...
FAILED_ANGLE_SHARE = 0.5  # ... at less than this share of a turn from its heading
NO_MOVE = 1000


class Motion(NamedTuple):
    """What the robot can do."""

    forward_m: float
    turn_rad: float
    left_works: bool
    right_works: bool
    last_turn: int  # +1 after turning left, -1 after right, 0 after anything else


class Ground(NamedTuple):
    """Costs, and costs to the goal, on a part of the map; its corner in metres."""

    costs: Costs
    field: Field
    x_m: float
    y_m: float
    cell_m: float


class Aim(NamedTuple):
    """Where to: a point and how near is enough; with a negative radius, the goal cells of the field."""

    x_m: float
    y_m: float
    radius_m: float


class _Poses(NamedTuple):
    x_m: NDArray[np.float64]
    y_m: NDArray[np.float64]
    turns: NDArray[np.int64]
    cost: NDArray[np.float64]
    sum: NDArray[np.float64]
    steps: NDArray[np.int64]
    first: NDArray[np.int64]
    open: NDArray[np.bool_]


def next_turns(
    ground: Ground,
    aim: Aim,
    motion: Motion,
    pose: MapPose,
    failed: NDArray[np.float64],
) -> int | None:
    """How many turns to the left (negative: right) before the next step; None if no step is possible.

    failed (n, 3): x, y, heading of moves that went nowhere.
    """
    turns = int(_search(ground, aim, motion, pose, failed))
    return None if turns == NO_MOVE else turns


@kernel
def _search(
    ground: Ground,
    aim: Aim,
    motion: Motion,
    pose: MapPose,
    failed: NDArray[np.float64],
) -> int:
    poses = _no_poses()
    half = max(1, round(math.pi / motion.turn_rad))
    window = math.ceil(STEPS_AHEAD * motion.forward_m / ground.cell_m) + 2
    closed = np.zeros((2 * window + 1, 2 * window + 1, 2 * half), np.bool_)
    poses.x_m[0], poses.y_m[0], poses.turns[0], poses.first[0] = pose[0], pose[1], 0, NO_MOVE
    poses.steps[0], poses.cost[0], poses.sum[0], poses.open[0] = 0, 0.0, 0.0, True
    count, best_first, least_left = 1, NO_MOVE, np.inf
    while True:
        here = _cheapest(poses, count)
        if here < 0 or count + 2 * half + 1 >= MOST_POSES:
            return best_first
        poses.open[here] = False
        x, y = poses.x_m[here], poses.y_m[here]
        if poses.steps[here] > 0:
            if _left_m(ground, aim, x, y) == 0.0 or poses.steps[here] == STEPS_AHEAD:
                return int(poses.first[here])
            left = poses.sum[here] - poses.cost[here]
            if left < least_left:
                best_first, least_left = poses.first[here], left
        i = math.floor((x - pose[0]) / ground.cell_m + 0.5) + window
        j = math.floor((y - pose[1]) / ground.cell_m + 0.5) + window
        slot = poses.turns[here] % (2 * half)
        if closed[i, j, slot]:
            continue
        closed[i, j, slot] = True
        count = _expand(ground, aim, motion, pose[2], failed, poses, here, count, half)


@kernel
def _expand(
    ground: Ground,
    aim: Aim,
    motion: Motion,
    heading: float,
    failed: NDArray[np.float64],
    poses: _Poses,
    here: int,
    count: int,
    half: int,
) -> int:
    """Try each turn and a step from a pose; the number of poses after that."""
    x, y = poses.x_m[here], poses.y_m[here]
    most_left = half if motion.right_works else 2 * half - 1
    most_right = half if motion.left_works else 2 * half - 1
    for turn in range(-most_right if motion.right_works else 0, (most_left if motion.left_works else 0) + 1):
        turns = poses.turns[here] + turn
        angle = heading + turns * motion.turn_rad
        if has_failed(failed, x, y, angle, motion.turn_rad):
            continue
        cost = step_cost(ground, x, y, angle, motion.forward_m)
        next_x, next_y = x + motion.forward_m * math.cos(angle), y + motion.forward_m * math.sin(angle)
        left_m = _left_m(ground, aim, next_x, next_y)
        if not cost + left_m < np.inf:
            continue
        cost += poses.cost[here] + TURN_COST_M * abs(turn)
        if poses.steps[here] == 0 and turn * motion.last_turn < 0:
            cost += REVERSAL_COST_M
        poses.x_m[count], poses.y_m[count], poses.turns[count] = next_x, next_y, turns
        poses.cost[count], poses.sum[count] = cost, cost + EAGERNESS * left_m
        poses.steps[count] = poses.steps[here] + 1
        poses.first[count] = turn if poses.steps[here] == 0 else poses.first[here]
        poses.open[count] = True
        count += 1
    return count


@kernel
def step_cost(ground: Ground, x: float, y: float, angle: float, length_m: float) -> float:
    """Cost of a straight step in metres of free ground; inf through a wall."""
    samples = max(1, math.ceil(length_m / SAMPLE_M))
    total = 0.0
    for sample in range(1, samples + 1):
        along_m = length_m * sample / samples
        i = math.floor((x + along_m * math.cos(angle) - ground.x_m) / ground.cell_m)
        j = math.floor((y + along_m * math.sin(angle) - ground.y_m) / ground.cell_m)
        if not (0 <= i < ground.costs.shape[0] and 0 <= j < ground.costs.shape[1]):
            return np.inf
        if ground.costs[i, j] == 0:
            return np.inf
        total += ground.costs[i, j] / FREE_UNITS
    return total * length_m / samples


@kernel
def _left_m(ground: Ground, aim: Aim, x: float, y: float) -> float:
    """Cost still to go, in metres of free ground; 0 at the goal, inf where no path is known."""
    straight = math.hypot(x - aim.x_m, y - aim.y_m)
    if aim.radius_m >= 0.0 and straight <= aim.radius_m:
        return 0.0
    i = math.floor((x - ground.x_m) / ground.cell_m)
    j = math.floor((y - ground.y_m) / ground.cell_m)
    if not (0 <= i < ground.costs.shape[0] and 0 <= j < ground.costs.shape[1]):
        return np.inf
    if ground.field[i, j] == UNREACHED:
        return np.inf
    along = ground.field[i, j] * ground.cell_m / STRAIGHT / FREE_UNITS
    left = along if aim.radius_m < 0.0 else max(along, straight) - aim.radius_m
    return float(left)


@kernel
def has_failed(failed: NDArray[np.float64], x: float, y: float, angle: float, turn_rad: float) -> bool:
    for row in range(len(failed)):
        if math.hypot(failed[row, 0] - x, failed[row, 1] - y) > FAILED_NEAR_M:
            continue
        apart = (failed[row, 2] - angle + math.pi) % (2.0 * math.pi) - math.pi
        if abs(apart) < FAILED_ANGLE_SHARE * turn_rad:
            return True
    return False


@kernel
def _cheapest(poses: _Poses, count: int) -> int:
    """The open pose of least sum; the number stays so small that a heap would not pay."""
    best, least = -1, np.inf
    for pose in range(count):
        if poses.open[pose] and poses.sum[pose] < least:
            best, least = pose, poses.sum[pose]
    return best


@kernel
def _no_poses() -> _Poses:
    return _Poses(
        np.empty(MOST_POSES),
        np.empty(MOST_POSES),
        np.empty(MOST_POSES, np.int64),
        np.empty(MOST_POSES),
        np.empty(MOST_POSES),
        np.empty(MOST_POSES, np.int64),
        np.empty(MOST_POSES, np.int64),
        np.zeros(MOST_POSES, np.bool_),
    )
