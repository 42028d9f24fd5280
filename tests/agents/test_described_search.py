"""Agents for described goals in a plain room, told what is in view: consensus, phases, goals one by one."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from plain_room import CATEGORIES, Block, PlainRoom, brief_of, walls

from wayproof.agents import Agent
from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.exploring.grounding import Look
from wayproof.agents.mapping.target_map import points_of
from wayproof.agents.mlfm import LayeredGrounding, Mlfm
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.reading.goal_phrase import GoalPhrase, ThingPhrase, goal_phrase
from wayproof.agents.reading.household_nouns import OTHER_NAMES
from wayproof.agents.seeing.described_things import DescribedThings
from wayproof.agents.seeing.detected_image import detections_of
from wayproof.agents.seeing.feature_spaces import Concepts
from wayproof.agents.seeing.features import features_of
from wayproof.agents.seeing.perception import SeenImage
from wayproof.agents.vlfm import ValueGrounding
from wayproof.kinds import ROOM_SURFACES
from wayproof.perception import load_dense
from wayproof.vocabulary import Observation

CHAIR = Block(4.0, -2.2, 4.5, -1.7, 0.9, "chair")
SCREEN = Block(4.0, 1.6, 4.6, 2.2, 0.9, "television")
NAMES = np.array(("", *CATEGORIES))
DESCRIBED = ("mlfm", "onemap", "onemap_v2", "vlfm", "vlfm_v2", "vlmaps", "mopa")


def room_of(*blocks: Block, steps: int = 150) -> PlainRoom:
    brief = brief_of(
        task="language_goals",
        actions=("forward", "turn_left", "turn_right", "found"),
        camera_height_m=1.3,
        maximum_steps=steps,
    )
    return PlainRoom([*walls(-1.5, -2.5, 5.0, 2.5), Block(2.0, -2.5, 2.1, 0.0), *blocks], brief)


def tell(agent: Agent, room: PlainRoom, doubted: str = "") -> None:
    """Tell an agent what is truly in view; one category is told with little confidence."""
    depth, labels = room.picture()
    seen = SeenImage(labels, NAMES, np.ones(labels.shape, np.float32), depth)
    told = [replace(one, score=0.25) if one.label == doubted else one for one in detections_of(seen, 0.5)]
    agent.override("perception", {"detections": [one.plain() for one in told]})


def search(agent: Agent, room: PlainRoom, *texts: str, doubted: str = "") -> list[list[str]]:
    """The actions for each of some goals in a row, until it claims or the steps of the brief are over."""
    agent.start(room.brief, 0)
    actions: list[list[str]] = []
    for number, text in enumerate(texts):
        actions.append([])
        while len(actions[-1]) < room.brief.maximum_steps:
            tell(agent, room, doubted)
            seen = Observation(room.step_number, room.observe().readings, text, number)
            actions[-1].append(agent.act(seen).name)
            if actions[-1][-1] == "found":
                break
            room.step(actions[-1][-1])
    return actions


def gap_m(room: PlainRoom, thing: Block) -> float:
    x, y = max(thing.x0 - room.x, 0.0, room.x - thing.x1), max(thing.y0 - room.y, 0.0, room.y - thing.y1)
    return math.hypot(x, y)


@pytest.mark.parametrize("name", [name for name in DESCRIBED if name != "mopa"])
def test_each_finds_a_plain_thing_that_it_is_told_of(name: str) -> None:
    room = room_of(CHAIR, SCREEN)
    (actions,) = search(load_agent(name), room, "Find the chair.")
    assert actions[-1] == "found" and gap_m(room, CHAIR) <= 1.2


def test_mopa_goes_to_the_nearest_of_the_kind_once_it_has_come_across_one() -> None:
    room = room_of(CHAIR, SCREEN, steps=400)
    (actions,) = search(load_agent("mopa"), room, "Find the wooden chair on the television.")
    assert actions[-1] == "found" and gap_m(room, CHAIR) <= 1.2


def test_the_next_goal_is_found_on_the_map_that_was_kept() -> None:
    room = room_of(CHAIR, SCREEN)
    first, second = search(load_agent("mlfm"), room, "Find the chair.", "Go to the television.")
    assert first[-1] == second[-1] == "found" and gap_m(room, SCREEN) <= 1.2
    assert len(second) < 40  # it does not look round again


def test_what_only_the_map_suspects_is_claimed_in_the_second_phase_alone() -> None:
    """The detector is never sure of the television."""
    asked, room = "Go to the television.", room_of(CHAIR, SCREEN)
    (in_time,) = search(Mlfm(explore_steps=60), room, asked, doubted="television")
    assert in_time[-1] == "found" and gap_m(room, SCREEN) <= 1.2
    (never,) = search(Mlfm(explore_steps=None), room_of(CHAIR, SCREEN), asked, doubted="television")
    assert "found" not in never


def test_onemap_v2_is_mlfm_with_one_layer() -> None:
    asked = ("Find the chair on the television.", "Go to the monitor.", "Find the office chair.")
    runs = [
        search(agent, room_of(CHAIR, SCREEN, steps=260), *asked)
        for agent in (load_agent("onemap_v2"), Mlfm(layers=1))
    ]
    assert runs[0] == runs[1]
    one, layered = load_agent("onemap_v2"), Mlfm()
    for agent in (one, layered):
        search(agent, room_of(CHAIR, SCREEN, steps=5), asked[0])
    assert one.trace()["memory"]["feature_cells"] < layered.trace()["memory"]["feature_cells"]
    assert "value_maps_by_layer" not in one.trace()["memory"]
    assert len(layered.trace()["memory"]["value_maps_by_layer"]) == 3


def test_a_detection_counts_only_where_the_map_agrees() -> None:
    """Consensus: of two walls the left one looks like a chair."""
    room = room_of()
    navigator, space = Navigator(room.brief), Concepts(load_dense())
    depth, labels = room.picture()
    navigator.sense({**room.observe().readings, "depth": depth})
    seen = SeenImage(labels, NAMES, np.ones(labels.shape, np.float32), depth)
    vectors = np.tile(space.label("wall"), (12, 16, 1))
    vectors[4:6, :2] = space.label("chair")
    look = Look(seen, vectors, navigator.camera, navigator.eye)
    like_chair = np.zeros(depth.shape, np.bool_)
    like_chair[16:24, :8] = True
    points = [
        points_of(mask, depth, look.camera, look.eye, 0.0) for mask in (like_chair, like_chair[:, ::-1])
    ]
    cells = [
        np.floor(some / navigator.map.cell_m).astype(np.int64) + navigator.map.side // 2 for some in points
    ]
    for grounding in (LayeredGrounding(navigator, space, 3), ValueGrounding(navigator, space)):
        grounding.ask(GoalPhrase(ThingPhrase("chair")))
        grounding.see(look)
        agreed = [grounding.confirms(some).mean() for some in cells]
        trusts = isinstance(grounding, ValueGrounding)  # the detector alone
        assert agreed[0] > 0.5 and agreed[1] == float(trusts)
    nothing = LayeredGrounding(navigator, space, 3)
    nothing.ask(GoalPhrase())
    assert (
        not nothing.confirms(cells[0]).any() and nothing.likeliest(np.zeros((1280, 1280), np.bool_)) is None
    )


def test_a_place_that_is_told_is_gone_to_whatever_the_map_says() -> None:
    agent, room = load_agent("mlfm"), room_of(SCREEN)
    agent.start(room.brief, 0)
    for step in range(120):
        tell(agent, room)
        if step == 0:
            agent.override("memory", {"target_m": [[4.2, -2.0]]})
        name = agent.act(Observation(step, room.observe().readings, "Find the chair.", 0)).name
        if name == "found":
            break
        room.step(name)
    assert name == "found" and math.hypot(room.x - 4.2, room.y + 2.0) <= 1.2


@pytest.mark.parametrize(
    ("text", "asked", "carrier"),
    [
        ("Find the chair.", "chair", ""),
        ("Go to the red sofa.", "red couch", ""),
        ("Find the TV on the TV stand.", "television", "tv stand"),
        ("Find the book that is on the wooden bench.", "book", "wood bench"),
        ("Go to the jar in the bookshelf.", "jar", "bookshelf"),
        ("Find the switched-on stove.", "on stove", ""),
        ("Find the white cabinet with two doors.", "white cabinet", ""),
        ("Find the floor lamp that is on.", "on floor lamp", ""),
        ("Find the small wooden bedside table with an open drawer.", "small wood open night stand", ""),
        ("Go to the bathroom sink.", "washbasin", ""),
        ("Find the kitchen sink with two basins.", "kitchen sink", ""),
        ("Find the glass box on the shelf.", "glass box", "wall shelf"),
        ("Find the towel on the heater.", "towel", "radiator"),
        ("Find the towels on the water heater.", "towel", "water heater"),
        ("कुर्सी तक जाओ", "", ""),
        ("", "", ""),
    ],
)
def test_what_a_description_asks_for(text: str, asked: str, carrier: str) -> None:
    goal = goal_phrase(text, load_dense().words)
    assert (goal.asked.spelled, goal.carrier.spelled) == (asked, carrier)


def test_every_thing_that_the_network_knows_is_read_by_its_own_name_and_by_its_others() -> None:
    words = load_dense().words
    for name in words.categories:
        if name not in ROOM_SURFACES:
            assert goal_phrase(f"Find the {name.replace('_', ' ')}.", words).asked.thing == name
    for name, others in OTHER_NAMES.items():
        for other in others.split("; "):
            assert goal_phrase(f"Find the {other}.", words).asked.thing == name.replace(" ", "_"), other


def test_a_category_that_the_task_names_needs_no_reading() -> None:
    assert goal_phrase("whatever", load_dense().words, "house_plant") == GoalPhrase(
        ThingPhrase("house_plant")
    )


def test_looks_that_a_region_clearly_does_not_have_rule_it_out() -> None:
    space = Concepts(load_dense())
    vectors = np.zeros((12, 16, space.dimension), np.float32)
    red, blue = (space.phrase(ThingPhrase("chair", (("colour", colour),))) for colour in ("red", "blue"))
    vectors[:, :8], vectors[:, 8:] = red, blue
    label = np.zeros((48, 64), np.int64)
    label[10:20, 5:15] = label[10:20, 45:60] = 1
    seen = SeenImage(label, np.array(("", "chair")), np.ones(label.shape, np.float32), label * 1.0)
    fits, kind = DescribedThings(ThingPhrase("chair", (("colour", "red"),)), space, 0.5).pixels(seen, vectors)
    assert np.array_equal(kind, label == 1)
    assert fits[:, :32].sum() == 100 and not fits[:, 32:].any()
    sizes = DescribedThings(ThingPhrase("chair", (("size", "large"),)), space, 0.5)
    assert sizes.pixels(seen, vectors)[0].sum() == 250  # a picture does not tell which size is meant


@pytest.mark.parametrize("level", ["pixel", "patch", "image"])
def test_each_level_of_features_keeps_what_is_in_an_image(level) -> None:
    space = Concepts(load_dense())
    label = np.ones((44, 64), np.int64)
    label[8:24, 16:32] = 2
    names = np.array(("", "wall", "chair"))
    seen = SeenImage(label, names, np.ones(label.shape, np.float32), label * 1.0, told=True)
    vectors = features_of(seen, {}, space, level)
    fit = vectors @ space.phrase(ThingPhrase("chair"))
    assert vectors.shape[:2] == {"pixel": (11, 16), "patch": (3, 4), "image": (1, 1)}[level]
    assert fit.max() == pytest.approx(1.0 if level == "pixel" else 0.5)
    assert (vectors @ space.label("wall")).max() == pytest.approx(1.0)


def test_a_phrase_in_the_space_of_concepts_weighs_its_kind_more_than_its_looks() -> None:
    space = Concepts(load_dense())
    asked = space.phrase(ThingPhrase("stove", (("colour", "red"), ("state", "on"))))
    looks = np.where(space.label("stove") > 0.0, 0.0, asked > 0.0)  # certainly red and on
    right, other_looks, other_kind = (
        float(asked @ vector)
        for vector in (space.label("stove") + looks, space.label("stove"), space.label("wall") + looks)
    )
    assert right == pytest.approx(1.0)
    assert other_looks == pytest.approx(2.0 / 3.0) and other_kind == pytest.approx(1.0 / 3.0)
    assert float(space.phrase(ThingPhrase("chair")) @ space.label("office_chair")) == 1.0
    assert space.phrase(ThingPhrase("xylophone")) is None and space.phrase(ThingPhrase()) is None
    assert not space.label("xylophone").any()
