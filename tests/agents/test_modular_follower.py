"""modular_follower: what it reads in sentences of people and of the writer, and that it walks by it."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_room import Block, PlainRoom, brief_of, walls
from written_steps import alike, expected

from wayproof.agents.contract.capabilities import replaceable
from wayproof.agents.following.route_goals import route_goals
from wayproof.agents.following.route_policy import RoutePolicy
from wayproof.agents.modular_follower import ModularFollower
from wayproof.agents.reading.route_reader import read_route
from wayproof.agents.seeing.perception import TrueLabels
from wayproof.language.sample_routes import sample_routes

HANDWRITTEN = Path(__file__).with_name("handwritten_routes.txt")
CHAIR = Block(5.4, -2.2, 5.9, -1.7, 0.9, "chair")
ROOM = [*walls(-1.5, -2.5, 6.5, 2.5), Block(3.0, -2.5, 3.1, 0.6), CHAIR]


def follower(text: str) -> tuple[RoutePolicy, PlainRoom]:
    """An agent with true labels in a room with a chair behind a wall."""
    room = PlainRoom(ROOM, brief_of(task="instruction_following", instruction=text, success_distance_m=3.0))
    return RoutePolicy(room.brief, ModularFollower.card, TrueLabels(room.brief), read_route(text)), room


def walked(policy: RoutePolicy, room: PlainRoom, steps: int) -> list[str]:
    actions: list[str] = []
    while len(actions) < steps and actions[-1:] != ["stop"]:
        actions.append(policy.act(room.observe()).name)
        room.step(actions[-1])
    return actions


def test_most_sentences_of_a_person_are_read_as_they_are_meant() -> None:
    lines = [line for line in HANDWRITTEN.read_text().splitlines() if line and not line.startswith("#")]
    assert len(lines) == 100
    pairs = [line.split(" => ") for line in lines]
    right = sum([str(step) for step in read_route(text)] == steps.split("; ") for text, steps in pairs)
    assert right >= 60


@pytest.mark.parametrize("count", [200, pytest.param(5000, marks=pytest.mark.slow)])
def test_written_routes_are_read_back(count: int) -> None:
    routes = list(sample_routes(count, seed=5))
    right = sum(alike(expected(one.steps), [str(step) for step in read_route(one.text)]) for one in routes)
    assert right >= 0.99 * count


def test_a_tv_stand_asks_nobody_to_stand() -> None:
    text = "You should see a wooden TV stand on your right. Walk past the television stand. Stand by the bed."
    assert [str(step) for step in read_route(text)] == ["go past @ tv stand", "stop near @ bed"]


def test_a_fronted_landmark_belongs_to_its_turn_and_it_to_the_last_thing() -> None:
    read = [str(step) for step in read_route("At the sofa, turn left. Walk to the desk and stop by it.")]
    assert read == ["turn left @ couch", "go to @ desk", "stop near @ desk"]
    assert route_goals(read_route("Go to the sink and stop."))[-1].things == ("kitchen_sink", "washbasin")


@given(st.text(max_size=120))
def test_any_text_can_be_read(text: str) -> None:
    assert all(step.action in ("go", "turn", "stop") for step in read_route(text))


def test_it_finds_the_thing_at_which_the_route_ends_and_stops_there() -> None:
    policy, room = follower("Walk past the wall and stop next to the chair.")
    assert walked(policy, room, 200)[-1] == "stop"
    assert math.hypot(room.x - 5.65, room.y + 1.95) < 2.0
    entries = policy.trace()["memory"]["entries"]  # type: ignore[index]
    assert "chair" in {entry["what"] for entry in entries}


def test_without_words_it_explores_and_stops_in_the_end() -> None:
    policy, room = follower("")
    actions = walked(policy, room, 200)
    assert actions[-1] == "stop" and len(actions) == 1 + 300 // 4


def test_memory_is_acted_on() -> None:
    policy, room = follower("Stop by the chair.")
    policy.override("memory", {"entries": [{"step": 0, "what": "chair", "where_m": [1.5, 2.0]}]})
    walked(policy, room, 60)
    assert math.hypot(room.x - 1.5, room.y - 2.0) < 1.5


def test_told_its_own_thoughts_it_does_the_same_and_a_saved_state_goes_on_alike() -> None:
    text = "Turn left and stop by the chair."
    policy, room = follower(text)
    told, other = follower(text)
    for _ in range(25):
        action = policy.act(room.observe()).name
        for capability, value in replaceable(policy.trace()).items():
            if value is not None:
                told.override(capability, value)
        assert told.act(other.observe()).name == action
        room.step(action)
        other.step(action)
    again, _ = follower(text)
    again.restore(policy.save())
    assert walked(again, other, 10) == walked(policy, room, 10)
