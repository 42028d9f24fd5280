"""map_and_plan in plain rooms: goes round, unsticks, survives bad depth, tells and takes thoughts."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
from plain_room import Block, PlainRoom, brief_of, distance_to_goal, run, walls

from wayproof.agents.map_and_plan import MapAndPlan
from wayproof.errors import InvalidInput, UnknownName
from wayproof.vocabulary import Action


def room_with_wall(**changes: object) -> PlainRoom:
    """A wall stands between start and goal, with ways round it on both sides."""
    return PlainRoom([*walls(-2, -2.5, 5, 2.5), Block(1.5, -1.2, 1.7, 1.2)], goal=(3.5, 0.2), **changes)


@pytest.mark.parametrize("turn_deg", [30, 10])
def test_it_goes_round_a_wall_and_stops_at_the_goal(turn_deg: int) -> None:
    room = room_with_wall(brief=brief_of(turn_rad=math.radians(turn_deg)))
    actions = run(MapAndPlan(), room)
    assert actions[-1] == "stop" and distance_to_goal(room) <= 0.2
    assert 0.25 * actions.count("forward") < 1.25 * (2 * math.hypot(1.75, 1.4))
    assert room.bumps == 0


def test_glass_that_depth_does_not_show_is_found_by_bumping() -> None:
    room = PlainRoom([*walls(-2, -2.5, 5, 2.5)], goal=(3.0, 0.0))
    agent, glass = MapAndPlan(), Block(1.2, -0.6, 1.3, 0.6)
    agent.start(room.brief, 0)
    visible = list(room.blocks)
    for _ in range(200):
        room.blocks = visible
        observation = room.observe()
        room.blocks = [*visible, glass]
        name = agent.act(observation).name
        if name == "stop":
            break
        room.step(name)
    assert distance_to_goal(room) <= 0.2 and room.bumps > 0


@pytest.mark.parametrize("dead", [("turn_left",), ("turn_right",)])
def test_a_broken_turn_motor_does_not_keep_it_from_the_goal(dead: tuple[str, ...]) -> None:
    room = PlainRoom(walls(-3, -3, 3, 3), goal=(-1.5, 1.5), dead=dead)
    run(MapAndPlan(), room)
    assert distance_to_goal(room) <= 0.2


@pytest.mark.parametrize("nothing", [0.0, math.nan, math.inf])
def test_without_depth_it_still_goes_straight_to_the_goal(nothing: float) -> None:
    room = PlainRoom(walls(-3, -3, 3, 3), goal=(2.0, -0.7))
    agent = MapAndPlan()
    agent.start(room.brief, 0)
    for _ in range(60):
        blind = np.full((48, 64), nothing, np.float32)
        name = agent.act(room.observe(depth=blind)).name
        if name == "stop":
            break
        room.step(name)
    assert distance_to_goal(room) <= 0.2


def test_readings_without_sense_do_not_move_it_on_the_map() -> None:
    room = PlainRoom(walls(-3, -3, 3, 3))
    agent = MapAndPlan()
    agent.start(room.brief, 0)
    agent.act(room.observe())
    nonsense = {
        "gps": np.array([np.nan, 1.0], np.float32),
        "compass": np.array([np.inf], np.float32),
        "point_goal": np.array([np.nan, np.nan], np.float32),
    }
    agent.act(room.observe(**nonsense))
    assert agent.trace()["memory"]["place"] == [0.0, 0.0, 0.0]
    assert agent.trace()["perception"]["goal_m"] == [2.0, 0.0]


def test_a_goal_that_was_never_told_is_not_claimed() -> None:
    room = PlainRoom(walls(-3, -3, 3, 3))
    agent = MapAndPlan()
    agent.start(room.brief, 0)
    untold = np.array([np.nan, np.nan], np.float32)
    assert agent.act(room.observe(point_goal=untold)).name != "stop"


def test_a_goal_right_here_is_claimed_at_once() -> None:
    assert run(MapAndPlan(), PlainRoom(walls(-3, -3, 3, 3), goal=(0.1, 0.1))) == ["stop"]


def test_it_stops_inside_the_success_distance_not_on_it() -> None:
    assert run(MapAndPlan(), PlainRoom(walls(-3, -3, 3, 3), goal=(0.199, 0.0)))[0] != "stop"


def test_its_thoughts_are_plain_small_and_about_what_it_did() -> None:
    room = room_with_wall()
    agent = MapAndPlan()
    agent.start(room.brief, 0)
    for _ in range(5):
        room_before = room.observe()
        name = agent.act(room_before).name
        room.step(name)
        trace = agent.trace()
        assert set(trace) == {"perception", "memory", "plan", "decision"}
        assert trace["decision"] == name
        depth = trace["perception"].pop("depth")
        assert np.array_equal(depth, room_before.readings["depth"])
        assert len(msgspec.msgpack.encode(trace)) < 2000
    assert math.dist(trace["plan"][-1], room.goal) < 0.1
    steps = [math.dist(a, b) for a, b in zip(trace["plan"], trace["plan"][1:], strict=False)]
    assert max(steps) < 0.8


def test_an_overridden_decision_is_taken_once() -> None:
    room = PlainRoom(walls(-3, -3, 3, 3))
    agent = MapAndPlan()
    agent.start(room.brief, 0)
    agent.override("decision", "turn_right")
    assert agent.act(room.observe()).name == "turn_right"
    assert agent.act(room.observe()).name == "forward"
    agent.override("decision", Action("stop"))
    assert agent.act(room.observe()) == Action("stop")


def test_an_overridden_plan_leads_elsewhere_for_one_step() -> None:
    room = PlainRoom(walls(-3, -3, 3, 3))
    agent = MapAndPlan()
    agent.start(room.brief, 0)
    agent.override("plan", [[0.1, 0.0], [0.0, 2.0]])
    assert agent.act(room.observe()).name == "turn_left"
    assert agent.trace()["plan"] == [[0.1, 0.0], [0.0, 2.0]]
    assert agent.act(room.observe()).name != "turn_left"


def test_overridden_memory_stays_and_overridden_depth_is_seen() -> None:
    room = PlainRoom(walls(-3, -3, 3, 3))
    wall = [[0.6, y] for y in np.arange(-2.9, 2.9, 0.05)]
    agent = MapAndPlan()
    agent.start(room.brief, 0)
    agent.override("memory", {"solid_m": wall})
    assert agent.act(room.observe()).name in ("turn_left", "turn_right")
    seeing = MapAndPlan()
    seeing.start(room.brief, 0)
    behind = PlainRoom([Block(0.5, -2.0, 0.7, 2.0)])
    seeing.override("perception", {"depth": behind.picture()[0]})
    assert seeing.act(room.observe()).name in ("turn_left", "turn_right")
    assert seeing.trace()["perception"]["nearest_m"] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    ("capability", "value", "words"),
    [
        ("hearing", 1, "no capability named 'hearing'"),
        ("decision", "fly", "no action of this agent named 'fly'"),
        ("decision", 7, "must be an Action or its name"),
        ("plan", [1.0, 2.0], "a list of 0 or more points"),
        ("plan", [[1.0, math.nan]], "finite"),
        ("plan", "left", "a list of 0 or more points"),
        ("perception", {"rgb": np.zeros(3)}, "no sensor of this agent named 'rgb'"),
        ("perception", np.zeros(3), "arrays by sensor name"),
        ("memory", {"solid": []}, "no kind of remembered point named 'solid'"),
        ("memory", [1], "points by kind"),
        ("perception", {"detections": []}, "no sensor of this agent named 'detections'"),
        ("memory", {"entries": [{"step": -1, "what": "failed step"}]}, "a whole number from 0 on"),
        ("decision", {"name": "forward", "velocity": "fast"}, "name, velocity, waypoint and text"),
    ],
)
def test_a_wrong_override_is_refused_in_words(capability: str, value: object, words: str) -> None:
    agent = MapAndPlan()
    agent.start(brief_of(), 0)
    with pytest.raises((InvalidInput, UnknownName), match=words):
        agent.override(capability, value)


def test_a_robot_held_fast_tries_to_get_out_and_does_not_crash() -> None:
    room = PlainRoom(walls(-0.25, -0.25, 0.25, 0.25), goal=(2.0, 0.0), brief=brief_of(maximum_steps=80))
    actions = run(MapAndPlan(), room)
    assert len(actions) == 80 and {"forward", "turn_left"} <= set(actions)
