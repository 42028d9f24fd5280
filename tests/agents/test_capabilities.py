"""Capabilities: their forms, and that an agent acts on what its trace says: it acts otherwise when told so.

The agents are asked in this process and over the wire: the same must come of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_room import Block, PlainRoom, brief_of, walls
from served_agents import serving

from wayproof.agents import Agent
from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.contract.capabilities import (
    Detection,
    Remembered,
    read_detections,
    read_entries,
    replaceable,
)
from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.agents.seeing.detected_image import detections_of, image_of
from wayproof.agents.seeing.perception import SeenImage
from wayproof.errors import WayproofError
from wayproof.perception.dense import Dense
from wayproof.wire.server import serve_agent

ROOMS = [*walls(-1.5, -2.5, 6.5, 2.5), Block(3.0, -2.5, 3.1, 0.6)]
CHAIR = Block(5.4, -2.2, 5.9, -1.7, 0.9, "chair")
NAMES = np.array(("", "chair", "floor", "wall"))
Make = Callable[[str], Agent]


@pytest.fixture(params=("in this process", "over the wire"))
def make(request) -> Iterator[Make]:
    """Makes agents by name, here or behind a WebSocket."""
    if request.param == "in this process":
        yield load_agent
        return
    opened = []

    def elsewhere(name: str) -> Agent:
        context = serving(serve_agent(lambda: load_agent(name)))
        agent = WebSocketAgent(context.__enter__())
        opened.append((context, agent))
        return agent

    yield elsewhere
    for context, agent in opened:
        agent.close()
        context.__exit__(None, None, None)


def room_with(*things: Block) -> PlainRoom:
    return PlainRoom(
        [*ROOMS, *things], brief_of(task="object_goal", category="chair", success_distance_m=1.0)
    )


def begun(make: Make, room: PlainRoom, name: str = "frontier_explorer") -> Agent:
    agent = make(name)
    agent.start(room.brief, 0)
    return agent


def walked(agent: Agent, room: PlainRoom, steps: int, before: Callable[[], None] = lambda: None) -> list[str]:
    """The actions of some steps, until a claim; `before` is called ahead of each."""
    actions = []
    for _ in range(steps):
        before()
        actions.append(agent.act(room.observe()).name)
        if actions[-1] == "stop":
            break
        room.step(actions[-1])
    return actions


def entries(agent: Agent, what: str) -> list[dict]:
    return [entry for entry in agent.trace()["memory"]["entries"] if entry["what"] == what]


def gap(room: PlainRoom, thing: Block) -> float:
    x, y = max(thing.x0 - room.x, 0.0, room.x - thing.x1), max(thing.y0 - room.y, 0.0, room.y - thing.y1)
    return math.hypot(x, y)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.5]))
def test_an_image_made_from_its_detections_is_the_same_to_the_agent(height, width, seed, least) -> None:
    rng = np.random.default_rng(seed)
    label = rng.integers(0, len(NAMES), (height, width))
    seen = SeenImage(label, NAMES, rng.random(label.shape, np.float32), rng.random(label.shape, np.float32))
    found = detections_of(seen, least)
    again = image_of(read_detections([one.plain() for one in found]), NAMES, seen.depth_m)
    for names in (["chair"], ["floor", "wall"]):
        assert np.array_equal(seen.shows(names, least), again.shows(names, least))
    assert seen.present(0.0, least) == again.present(0.0, least)
    counted = sum(np.count_nonzero(one.region) for one in found)
    assert counted == np.count_nonzero((seen.confidence >= least) & (label > 0))


def test_two_things_of_a_kind_are_two_detections_with_their_boxes() -> None:
    label = np.zeros((20, 40), np.int64)
    label[2:8, 3:10] = label[10:18, 25:35] = 1
    seen = SeenImage(label, NAMES, np.full(label.shape, 0.75, np.float32), np.ones(label.shape, np.float32))
    found = [(one.label, one.box_px, one.score) for one in detections_of(seen, 0.5)]
    assert found == [("chair", (25, 10, 35, 18), 0.75), ("chair", (3, 2, 10, 8), 0.75)]


def test_of_a_box_without_a_region_the_pixels_count_that_are_as_far_as_its_middle() -> None:
    depth = np.full((10, 10), 4.0, np.float32)
    depth[2:8, 2:8] = 1.0
    image = image_of([Detection("chair", (1, 1, 9, 9), 1.0)], NAMES, depth)
    assert np.array_equal(image.shows(["chair"], 0.5), depth == 1.0)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("chair", "a list of at most"),
        ([{"label": "", "box_px": [0, 0, 1, 1]}], "the name of a category"),
        ([{"label": "chair", "box_px": [0, 0, 1]}], "left, top, right, bottom"),
        ([{"label": "chair", "box_px": [0, 0, math.inf, 1]}], "left, top, right, bottom"),
        ([{"label": "chair", "box_px": [5, 0, 1, 1]}], "left, top lie above"),
        ([{"label": "chair", "box_px": [0, 0, 1, 1], "score": 2}], "a number from 0 to 1"),
        ([{"label": "chair", "box_px": [0, 0, 2, 1], "region": [[True]]}], "the size of its box"),
        ([{"label": "chair", "bbox": [0, 0, 1, 1]}], "no field of a detection named 'bbox'"),
        ([{"label": "chair", "box_px": [0, 0, 1, 1]}] * 2000, "a list of at most"),
    ],
)
def test_detections_of_a_wrong_form_are_refused_in_words(value, words) -> None:
    with pytest.raises(WayproofError, match=words):
        read_detections(value)


def test_entries_of_memory_go_through_their_plain_form() -> None:
    some = (Remembered(0, "chair", (1.25, -2.0)), Remembered(3, "a noise"))
    assert read_entries([entry.plain() for entry in some]) == some
    with pytest.raises(WayproofError, match="where_m of 'chair' must be"):
        read_entries([{"step": 1, "what": "chair", "where_m": "there"}])


def test_what_it_thinks_anyway_changes_nothing(make: Make) -> None:
    told, room = begun(make, room_with(CHAIR)), room_with(CHAIR)
    free, twin = begun(load_agent, room), room_with(CHAIR)
    for _ in range(60):
        own = free.act(room.observe())
        for capability, value in replaceable(free.trace()).items():
            told.override(capability, value)
        assert told.act(twin.observe()) == own
        assert told.trace()["memory"] == free.trace()["memory"]
        room.step(own.name)
        twin.step(own.name)


def test_a_chair_that_is_told_of_is_walked_to_and_claimed(make: Make) -> None:
    """There is a monitor; perception is told that it is a chair, as a detection, until the end."""
    thing = Block(2.0, 0.8, 2.5, 1.3, 0.9, "monitor")
    room, plain = room_with(thing), room_with(thing)
    agent = begun(make, room)

    def tell() -> None:
        depth, labels = room.picture()
        image = SeenImage(labels, np.array(("", *room.brief.categories)), np.ones_like(depth), depth)
        found = [one.plain() for one in detections_of(image, 0.0)]
        for one in found:
            one["label"] = {"monitor": "chair"}.get(one["label"], one["label"])
        agent.override("perception", {"detections": found})

    assert walked(agent, room, 60, tell)[-1] == "stop" and gap(room, thing) <= 1.0
    assert "stop" not in walked(begun(make, plain), plain, 60)


def test_without_its_target_in_memory_it_searches_again(make: Make) -> None:
    """A few steps after it saw the chair it turns its back to it; then only memory leads it there."""
    room, forgetful_room = (room_with(CHAIR) for _ in range(2))
    agents = [begun(make, one) for one in (room, forgetful_room)]
    for one, agent in zip((room, forgetful_room), agents, strict=True):
        while not entries(agent, "chair") if one.step_number else True:
            walked(agent, one, 1)
        one.heading += math.pi
    agent, forgetful = agents
    assert walked(agent, room, 1) == walked(forgetful, forgetful_room, 1)
    kept = forgetful.trace()["memory"]["entries"]
    forgetful.override("memory", {"entries": [entry for entry in kept if entry["what"] != "chair"]})
    walked(agent, room, 1)
    walked(forgetful, forgetful_room, 1)
    assert entries(agent, "chair") and not entries(forgetful, "chair")
    assert agent.trace()["memory"]["target_m"] and forgetful.trace()["memory"]["target_m"] is None
    assert agent.trace()["plan"] != forgetful.trace()["plan"]


def test_a_false_entry_in_memory_leads_it_there(make: Make) -> None:
    room, plain = room_with(), room_with()
    agent, untold = begun(make, room), begun(make, plain)
    walked(agent, room, 1)
    believed = [*agent.trace()["memory"]["entries"], {"step": 0, "what": "chair", "where_m": [-1.0, -1.8]}]
    agent.override("memory", {"entries": believed})
    walked(untold, plain, 1)

    def nearest(agent: Agent, room: PlainRoom) -> float:
        gaps = []
        walked(agent, room, 25, lambda: gaps.append(math.dist((room.x, room.y), (-1.0, -1.8))))
        return min(gaps)

    assert nearest(agent, room) <= 1.3 < nearest(untold, plain)


def test_another_plan_is_another_path_and_then_it_goes_on_by_its_own(make: Make) -> None:
    room = room_with(CHAIR)
    agent = begun(make, room)
    detour = [[0.0, 0.5], [0.0, 1.0], [0.0, 1.5], [0.0, 2.0]]
    places = []

    def tell() -> None:
        places.append((room.x, room.y))
        if min(math.dist(place, (0.0, 2.0)) for place in places) > 0.3:
            agent.override("plan", detour)

    actions = walked(agent, room, 80, tell)
    assert min(math.dist(place, (0.0, 2.0)) for place in places) <= 0.3
    alone = room_with(CHAIR)
    assert len(walked(begun(make, alone), alone, 80)) < len(actions)
    assert actions[-1] == "stop" and gap(room, CHAIR) <= 1.0


def test_a_failed_step_can_be_forgotten_and_believed(make: Make) -> None:
    room = PlainRoom(walls(-3, -3, 3, 3), goal=(2.0, 0.0))
    agent = begun(make, room, "map_and_plan")
    agent.override("memory", {"entries": [{"step": 0, "what": "failed step", "where_m": [0.0, 0.0]}]})
    assert agent.act(room.observe()).name != "forward"
    assert agent.trace()["memory"]["entries"][0]["what"] == "failed step"
    agent.override("memory", {"entries": []})
    assert agent.act(room.observe()).name == "forward"


def test_eyes_that_are_told_what_they_see_do_not_look(monkeypatch) -> None:
    looked = []
    outputs = Dense.outputs
    monkeypatch.setattr(Dense, "outputs", lambda self, rgb: (looked.append(1), outputs(self, rgb))[1])
    room = room_with(CHAIR)
    for name, weighs_depth in (
        ("value_explorer", False),
        ("room_prior_explorer", False),
        ("panoramic_explorer", True),  # by what colours say of depth, whoever names the things
    ):
        agent = begun(load_agent, room, name)
        rgb = np.zeros((48, 64, 3), np.uint8)
        agent.override("perception", {"detections": [{"label": "chair", "box_px": [20, 20, 44, 40]}]})
        agent.act(room.observe(rgb=rgb))
        assert bool(looked) == weighs_depth and agent.trace()["perception"]["objects"] == ["chair"]
        looked.clear()
        agent.act(room.observe(rgb=rgb))
        assert looked.pop() and not looked.clear()


def test_an_agent_without_a_capability_says_so() -> None:
    agent = begun(load_agent, room_with(), "rgb_wanderer")
    for capability in ("memory", "plan"):
        with pytest.raises(WayproofError, match=f"no {capability} to override; it has perception, decision"):
            agent.override(capability, [])
