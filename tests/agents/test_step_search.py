"""Turns and steps: which turn comes next, round walls, with a broken motor, and into the goal's radius."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.agents.mapping.depth_projection import MapPose
from wayproof.agents.moving.grid_planner import costs_to_goal
from wayproof.agents.moving.step_search import Aim, Ground, Motion, next_turns

CELL_M = 0.05
NONE = np.empty((0, 3))
THIRTY = Motion(0.25, math.radians(30), True, True, 0)
TEN = Motion(0.25, math.radians(10), True, True, 0)


def ground_to(aim: Aim, costs: np.ndarray) -> Ground:
    """Ground whose corner is at (-5, -5)."""
    goals = np.zeros(costs.shape, bool)
    goals[math.floor((aim.x_m + 5) / CELL_M), math.floor((aim.y_m + 5) / CELL_M)] = True
    return Ground(costs, costs_to_goal(costs, goals, (0, 0), 0), -5.0, -5.0, CELL_M)


def open_ground() -> np.ndarray:
    return np.full((200, 200), 2, np.uint8)


@pytest.mark.parametrize(("bearing_deg", "turns"), [(0, 0), (90, 3), (-90, -3), (10, 0), (-60, -2), (150, 5)])
def test_it_turns_towards_a_goal_on_open_ground(bearing_deg: float, turns: int) -> None:
    bearing = math.radians(bearing_deg)
    aim = Aim(3.0 * math.cos(bearing), 3.0 * math.sin(bearing), 0.2)
    assert next_turns(ground_to(aim, open_ground()), aim, THIRTY, MapPose(0, 0, 0), NONE) == turns


@given(
    st.floats(-2.5, 2.5),
    st.floats(-2.5, 2.5),
    st.floats(-math.pi, math.pi),
    st.sampled_from([THIRTY, TEN]),
)
def test_exact_steps_end_within_the_radius(x: float, y: float, heading: float, motion: Motion) -> None:
    aim = Aim(x, y, 0.18)
    ground = ground_to(aim, open_ground())
    px, py, h = 0.0, 0.0, heading
    length, way = 0.0, math.hypot(x, y)
    for _ in range(200):
        if math.hypot(px - x, py - y) <= aim.radius_m:
            break
        turns = next_turns(ground, aim, motion, MapPose(px, py, h), NONE)
        assert turns is not None
        if turns == 0:
            px, py, length = px + 0.25 * math.cos(h), py + 0.25 * math.sin(h), length + 0.25
        h += math.copysign(motion.turn_rad, turns) if turns else 0.0
    assert math.hypot(px - x, py - y) <= aim.radius_m
    assert length <= 1.15 * way + 1.0


def test_it_goes_round_a_wall_and_never_steps_into_it() -> None:
    costs = open_ground()
    costs[120:124, 80:200] = 0  # a wall at x = 1 from y = -1 on to the left
    aim = Aim(2.5, 0.0, 0.2)
    ground = ground_to(aim, costs)
    px, py, h = 0.0, 0.0, 0.0
    for _ in range(100):
        turns = next_turns(ground, aim, THIRTY, MapPose(px, py, h), NONE)
        assert turns is not None
        if turns:
            h += math.copysign(THIRTY.turn_rad, turns)
            continue
        px, py = px + 0.25 * math.cos(h), py + 0.25 * math.sin(h)
        assert costs[math.floor((px + 5) / CELL_M), math.floor((py + 5) / CELL_M)] > 0
        if math.hypot(px - 2.5, py) <= 0.2:
            break
    assert math.hypot(px - 2.5, py) <= 0.2


def test_with_one_broken_motor_it_turns_the_other_way_round() -> None:
    aim = Aim(0.0, 3.0, 0.2)  # to the left
    ground = ground_to(aim, open_ground())
    no_left = THIRTY._replace(left_works=False)
    assert next_turns(ground, aim, no_left, MapPose(0, 0, 0), NONE) == -9
    aim = Aim(0.0, -3.0, 0.2)
    ground = ground_to(aim, open_ground())
    no_right = THIRTY._replace(right_works=False)
    assert next_turns(ground, aim, no_right, MapPose(0, 0, 0), NONE) == 9


def test_a_move_that_failed_is_not_tried_again_from_there() -> None:
    aim = Aim(3.0, 0.0, 0.2)
    ground = ground_to(aim, open_ground())
    failed = np.array([[0.0, 0.0, 0.0]])
    assert next_turns(ground, aim, THIRTY, MapPose(0, 0, 0), failed) in (-1, 1)
    assert next_turns(ground, aim, THIRTY, MapPose(1, 0, 0), failed) == 0


def test_walled_in_there_is_no_step() -> None:
    costs = np.zeros((200, 200), np.uint8)
    costs[99:102, 99:102] = 2
    aim = Aim(3.0, 0.0, 0.2)
    costs[160, 100] = 2
    assert next_turns(ground_to(aim, costs), aim, THIRTY, MapPose(0, 0, 0), NONE) is None


def test_after_a_turn_to_the_left_it_does_not_turn_right_for_a_trifle() -> None:
    bearing = math.radians(-16)  # a little nearer to one turn right than to straight on
    aim = Aim(3.0 * math.cos(bearing), 3.0 * math.sin(bearing), 0.2)
    ground = ground_to(aim, open_ground())
    turned_left = THIRTY._replace(last_turn=1)
    assert next_turns(ground, aim, turned_left, MapPose(0, 0, 0), NONE) == 0
    behind = Aim(-3.0, -0.5, 0.2)
    assert next_turns(ground_to(behind, open_ground()), behind, turned_left, MapPose(0, 0, 0), NONE) in (
        6,
        5,
        -6,
    )
