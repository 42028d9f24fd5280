"""Motion seen in depth alone, and what a planner learns of its motors from it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from plain_room import Block, PlainRoom, distance_to_goal, run, walls

from wayproof.agents.map_and_plan import MapAndPlan
from wayproof.agents.mapping.depth_projection import camera_of
from wayproof.agents.moving.calibration import Calibration
from wayproof.agents.moving.egomotion import Step, step_between
from wayproof.agents.self_calibrating_planner import SelfCalibratingPlanner

FURNISHED = [*walls(-2, -2.5, 5, 2.5), Block(2.5, 0.9, 3.2, 1.6, 1.2), Block(2.0, -1.8, 2.6, -1.2, 0.8)]
NOWHERE = (Step(0.0, 0.0, 0.0),)


@dataclass
class OddRoom(PlainRoom):
    """A room whose robot makes other steps and turns than it is told, and drifts."""

    way: float = 1.0
    turn: float = 1.0
    drift_rad: float = 0.0

    def step(self, action: str) -> None:
        told, heading = self.brief, self.heading
        self.brief = replace_steps(told, self.way, self.turn)
        self.heading += self.drift_rad if action == "forward" else 0.0
        super().step(action)
        self.brief = told
        if action == "forward":
            self.heading = heading


def replace_steps(brief, way: float, turn: float):
    from msgspec.structs import replace as changed

    return changed(brief, forward_m=brief.forward_m * way, turn_rad=brief.turn_rad * turn)


@pytest.mark.parametrize(
    ("moved", "guess"),
    [
        ((0.25, 0.0, 0.0), (0.3, 0.0, 0.0)),
        ((0.12, 0.02, 0.0), (0.1, 0.0, 0.0)),
        ((0.0, 0.0, 0.5236), (0.0, 0.0, 0.5)),
        ((0.0, 0.0, -0.3), (0.0, 0.0, -0.366)),
        ((0.2, 0.0, 0.17), (0.25, 0.0, 0.17)),
    ],
)
def test_two_images_tell_how_the_body_moved(moved: tuple[float, ...], guess: tuple[float, ...]) -> None:
    room = PlainRoom(FURNISHED)
    before, _ = room.picture(160, 120)
    after, _ = replace(room, x=moved[0], y=moved[1], heading=moved[2]).picture(160, 120)
    matched = step_between(before, after, camera_of(room.brief), (*NOWHERE, Step(*guess)))
    assert matched is not None and matched.sees_forward
    np.testing.assert_allclose(matched.step, moved, atol=0.015)


@pytest.mark.parametrize("value", [0.0, math.nan])
def test_images_without_readings_tell_nothing(value: float) -> None:
    blank = np.full((60, 80), value, np.float32)
    assert step_between(blank, blank, camera_of(PlainRoom([]).brief), NOWHERE) is None


def test_a_bare_corridor_does_not_tell_how_far_one_went() -> None:
    room = PlainRoom([Block(-50, 1, 50, 1.2), Block(-50, -1.2, 50, -1)])
    before, _ = room.picture(160, 120)
    after, _ = replace(room, x=0.25).picture(160, 120)
    matched = step_between(before, after, camera_of(room.brief), NOWHERE)
    assert matched is None or not matched.sees_forward


@pytest.mark.parametrize(("way", "turn"), [(1.0, 1.0), (1.5, 1.4), (0.5, 0.6)])
def test_it_learns_how_far_its_steps_and_turns_go(way: float, turn: float) -> None:
    room = OddRoom(FURNISHED, way=way, turn=turn)
    learnt, action = Calibration(room.brief, camera_of(room.brief)), ""
    for name in ("turn_left", "turn_right") * 3 + ("forward",) * 5:
        learnt.note(action, room.picture(160, 120)[0])
        room.step(name)
        action = name
    learnt.note(action, room.picture(160, 120)[0])
    assert learnt.forward_m == pytest.approx(0.25 * way, rel=0.1)
    assert learnt.turn_rad == pytest.approx(room.brief.turn_rad * turn, rel=0.1)
    assert learnt.aside_rad == 0.0


def test_it_learns_to_which_side_it_drifts_and_what_was_saved_is_what_is_restored() -> None:
    room = OddRoom(FURNISHED, drift_rad=0.17)
    learnt, action = Calibration(room.brief, camera_of(room.brief)), ""
    for name in ("forward",) * 4:
        learnt.note(action, room.picture(160, 120)[0])
        room.step(name)
        action = name
    learnt.note(action, room.picture(160, 120)[0])
    assert learnt.aside_rad == pytest.approx(0.17, abs=0.05)
    again = Calibration(room.brief, camera_of(room.brief))
    again.restore(learnt.save())
    assert (again.forward_m, again.turn_rad, again.aside_rad) == (
        learnt.forward_m,
        learnt.turn_rad,
        learnt.aside_rad,
    )


def test_steps_of_a_third_do_not_seem_blocked_to_a_planner_that_knows_them() -> None:
    """map_and_plan takes each of these steps for a failed one."""
    short = {"way": 0.35, "goal": (1.6, 0.6)}
    plain, knowing = OddRoom(FURNISHED, **short), OddRoom(FURNISHED, **short)
    before = len(run(MapAndPlan(), plain))
    after = len(run(SelfCalibratingPlanner(), knowing))
    assert distance_to_goal(knowing) <= 0.2
    assert after < before
