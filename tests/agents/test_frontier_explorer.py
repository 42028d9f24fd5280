"""frontier_explorer in plain rooms: looks for a thing, goes to it, tilts its camera, knows kindred names."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
from plain_room import CATEGORIES, Block, PlainRoom, brief_of, run, walls

from wayproof.agents.exploring.frontiers import best_frontier, unseen_ground
from wayproof.agents.exploring.wanted_words import wanted_name
from wayproof.agents.frontier_explorer import FrontierExplorer
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.perception import TrueLabels

TWO_ROOMS = [*walls(-1.5, -2, 6, 2), Block(2.5, -2.0, 2.6, -0.5), Block(2.5, 0.5, 2.6, 2.0)]


def search(things: list[Block], **changes: object) -> tuple[PlainRoom, list[str]]:
    values: dict[str, object] = {"task": "object_goal", "category": "chair", **changes}
    room = PlainRoom([*TWO_ROOMS, *things], brief_of(**values))
    return room, run(FrontierExplorer(), room)


def gap(room: PlainRoom, thing: Block) -> float:
    return math.hypot(
        max(thing.x0 - room.x, 0, room.x - thing.x1), max(thing.y0 - room.y, 0, room.y - thing.y1)
    )


@pytest.mark.parametrize("place", [(5.2, -1.6), (-1.2, 1.3), (4.9, 1.2)])
def test_it_finds_a_chair_wherever_it_stands_and_stops_within_a_metre(place: tuple[float, float]) -> None:
    chair = Block(*place, place[0] + 0.5, place[1] + 0.5, 0.9, "chair")
    room, actions = search([chair])
    assert actions[-1] == "stop" and gap(room, chair) <= 1.0
    assert (room.picture()[1] == CATEGORIES.index("chair") + 1).any()
    assert len(actions) < 150


def test_it_looks_down_at_a_thing_on_the_floor() -> None:
    ball = Block(4.4, 0.0, 4.6, 0.2, 0.1, "chair")
    # Around it things keep the robot from seeing it from afar at close range.
    room, actions = search([ball])
    assert actions[-1] == "stop" and gap(room, ball) <= 1.0
    assert (room.picture()[1] == CATEGORIES.index("chair") + 1).any()
    assert "look_down" in actions


def test_without_looks_it_keeps_to_its_actions() -> None:
    ball = Block(4.4, 0.0, 4.6, 0.2, 0.1, "chair")
    _, actions = search([ball], actions=("stop", "forward", "turn_left", "turn_right"), maximum_steps=120)
    assert set(actions) <= {"stop", "forward", "turn_left", "turn_right"}


def test_an_office_chair_is_a_chair() -> None:
    office = Block(5.0, -1.6, 5.4, -1.2, 0.9, "office_chair")
    room, actions = search([office])
    assert actions[-1] == "stop" and gap(room, office) <= 1.0


def test_a_monitor_counts_as_television_only_when_nothing_else_is_left() -> None:
    monitor = Block(1.5, 1.2, 1.9, 1.6, 0.9, "monitor")
    television = Block(5.0, -1.6, 5.4, -1.2, 0.9, "television")
    room, actions = search([monitor, television], category="television")
    assert actions[-1] == "stop" and gap(room, television) <= 1.0
    alone, actions = search([monitor], category="television")
    assert actions[-1] == "stop" and gap(alone, monitor) <= 1.0


def test_what_is_not_there_is_not_claimed() -> None:
    _, actions = search([], maximum_steps=150)
    assert "stop" not in actions


def test_where_goals_follow_one_another_it_says_found() -> None:
    chair = Block(0.8, -0.2, 1.2, 0.2, 0.9, "chair")
    room = PlainRoom(
        [*TWO_ROOMS, chair],
        brief_of(category="chair", actions=("found", "forward", "turn_left", "turn_right")),
    )
    agent = FrontierExplorer()
    agent.start(room.brief, 0)
    assert agent.act(room.observe()).name == "found"


def test_the_name_is_read_from_the_brief_or_else_from_the_instruction() -> None:
    nameless = brief_of(category=None)
    read = TrueLabels(nameless).named_in
    assert wanted_name(brief_of(category="chair"), "find a monitor", read) == "chair"
    assert wanted_name(nameless, "Go to the office chair by the wall.", read) == "office_chair"
    assert wanted_name(nameless, "कुर्सी", read) == ""
    assert wanted_name(brief_of(category=None, instruction="a chair"), None, read) == "chair"


def test_memory_of_the_thing_can_be_put_in_and_labels_replaced() -> None:
    room = PlainRoom(TWO_ROOMS, brief_of(category="chair"))
    agent = FrontierExplorer()
    agent.start(room.brief, 0)
    agent.act(room.observe())
    agent.override("memory", {"target_m": [[2.0, 1.0]]})
    agent.act(room.observe())
    assert agent.trace()["memory"]["target_m"] == pytest.approx([2.0, 1.0], abs=0.05)
    chair = np.full((48, 64), CATEGORIES.index("chair") + 1, np.int32)
    agent.override("perception", {"semantic": chair, "depth": np.full((48, 64), 0.7, np.float32)})
    assert agent.act(room.observe()).name == "stop"
    trace = agent.trace()
    assert trace["perception"]["objects"] == ["chair"] and "wall" in trace["memory"]["objects"]
    del trace["perception"]["detections"]
    assert len(msgspec.msgpack.encode(trace)) < 4000


def test_unknown_labels_and_broken_shapes_are_survived() -> None:
    room = PlainRoom(TWO_ROOMS, brief_of(category="chair"))
    agent = FrontierExplorer()
    agent.start(room.brief, 0)
    for labels in (
        np.full((48, 64), 30_000, np.int32),
        np.full((48, 64), -5, np.int32),
        np.zeros((2, 2), np.int32),
    ):
        assert agent.act(room.observe(semantic=labels)).name in room.brief.actions


def test_the_frontier_lies_between_seen_and_unseen_and_can_be_reached() -> None:
    room = PlainRoom(TWO_ROOMS)
    navigator = Navigator(room.brief)
    navigator.sense(room.observe().readings)
    box = navigator.box()
    here = navigator.cell_in(box)
    frontier = best_frontier(navigator.map, box, here, 5.0)
    assert frontier is not None
    i, j = navigator.map.cell_at(*frontier.point_m)
    assert navigator.map.reachable(box, here)[i - box.i, j - box.j]
    k, m = navigator.map.cell_at(*frontier.unseen_m)
    assert max(abs(i - k), abs(j - m)) <= 1 and unseen_ground(navigator.map, box, 5.0)[k - box.i, m - box.j]


def test_a_room_seen_all_over_has_no_frontier() -> None:
    room = PlainRoom(walls(-1.5, -1.5, 1.5, 1.5))
    navigator = Navigator(room.brief)
    for turn in range(12):
        room.heading = math.radians(30 * turn)
        navigator.sense(room.observe().readings)
    box = navigator.box()
    assert best_frontier(navigator.map, box, navigator.cell_in(box), 5.0) is None
