"""People in the way of a step: a body stops where it touches them, and only there."""

from __future__ import annotations

import math
from functools import cache

import msgspec
import numpy as np
import pytest

from wayproof.navigation.free_space import FreeSpace, free_space_of_plan
from wayproof.seeding import generator_for
from wayproof.simulator.actuation import in_turn
from wayproof.simulator.body import load_body
from wayproof.simulator.contact import Disc
from wayproof.simulator.motion import Motion
from wayproof.simulator.simulator import Simulator
from wayproof.simulator.state import State
from wayproof.vocabulary import Action, Pose

RADIUS_M = 0.425  # a person of 0.25 m and a body of 0.175 m
PERSON: Disc = (10.0, 10.0, RADIUS_M)
STEP_M = 0.6
AHEAD, AWAY, ASIDE = 0.0, math.pi, math.pi / 2  # headings of a body behind the person, towards +Z


@cache
def _hall() -> FreeSpace:
    return free_space_of_plan(np.ones((400, 400), bool))


def _after(
    action: Action, apart_m: float, heading_rad: float, people: tuple[Disc, ...], *, sliding: bool = False
) -> tuple[State, State]:
    """Before and after one action of a body that stands so far from the person."""
    body = msgspec.structs.replace(load_body("locobot"), forward_m=STEP_M)
    simulator = Simulator(_hall(), body, sliding=sliding)
    start = simulator.start(Pose(PERSON[0], 0.0, PERSON[1] + apart_m, heading_rad))
    before = msgspec.structs.replace(start, travelled_m=5.0, bumps=2)
    return before, simulator.step(before, action, generator_for(1, "contact"), people=people)


@pytest.mark.parametrize("sliding", [False, True])
def test_a_body_that_drives_into_a_person_stops_there(sliding: bool) -> None:
    _, after = _after(Action("forward"), 0.8, AHEAD, (PERSON,), sliding=sliding)
    assert after.pose.z_m - PERSON[1] == pytest.approx(RADIUS_M)
    assert after.pose.x_m == pytest.approx(PERSON[0])
    assert after.bumped and after.bumps == 3 and after.speed_m_s == 0.0 and after.step == 1
    assert after.travelled_m == pytest.approx(5.0 + 0.8 - RADIUS_M)


@pytest.mark.parametrize(
    ("action", "apart_m", "heading_rad"),
    [("forward", 1.1, AHEAD), ("forward", 0.8, ASIDE), ("forward", 0.3, AWAY), ("turn_left", 0.3, AHEAD)],
    ids=["short of the person", "past the person", "away from a person who is too near", "on the spot"],
)
def test_a_body_that_drives_into_nobody_is_left_alone(
    action: str, apart_m: float, heading_rad: float
) -> None:
    _, among = _after(Action(action), apart_m, heading_rad, (PERSON,))
    _, alone = _after(Action(action), apart_m, heading_rad, ())
    assert among == alone and not among.bumped


def test_a_body_that_a_person_has_walked_into_cannot_go_further_in() -> None:
    before, after = _after(Action("forward"), 0.3, AHEAD, (PERSON,))
    assert after.pose.z_m == pytest.approx(before.pose.z_m) and after.bumped
    assert after.travelled_m == before.travelled_m


def test_the_first_of_several_people_stops_the_body() -> None:
    nearer: Disc = (PERSON[0], PERSON[1] + 0.2, RADIUS_M)
    _, after = _after(Action("forward"), 0.8, AHEAD, (PERSON, nearer))
    assert after.pose.z_m - nearer[1] == pytest.approx(RADIUS_M)


@pytest.mark.parametrize(
    "action",
    [Action("velocity", velocity=(0.5, 0.0)), Action("waypoint", waypoint=(0.6, 0.0, 0.0))],
    ids=["velocity", "waypoint"],
)
def test_continuous_control_is_stopped_as_well(action: Action) -> None:
    _, after = _after(action, RADIUS_M + 0.001, AHEAD, (PERSON,))
    assert after.pose.z_m - PERSON[1] == pytest.approx(RADIUS_M) and after.bumped


def test_an_actuation_given_to_a_step_is_used_in_that_step_only() -> None:
    def doubled(motion: Motion, rng: np.random.Generator, /) -> Motion:
        return msgspec.structs.replace(motion, forward_m=2.0 * motion.forward_m)

    body = msgspec.structs.replace(load_body("locobot"), forward_m=STEP_M)
    simulator, rng = Simulator(_hall(), body, actuation=doubled), generator_for(1, "contact")
    state = simulator.start(Pose(10.0, 0.0, 10.0))
    moved_m = []
    for actuation in (None, in_turn(doubled, doubled), None):
        after = simulator.step(state, Action("forward"), rng, actuation=actuation)
        moved_m.append(state.pose.z_m - after.pose.z_m)
        state = after
    assert moved_m == pytest.approx([2 * STEP_M, 4 * STEP_M, 2 * STEP_M])
