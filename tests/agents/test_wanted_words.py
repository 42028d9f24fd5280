"""Explorers read what to look for: the thing that a sentence asks for, in words that their eyes know."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from plain_room import PlainRoom, brief_of, walls

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.seeing.named_things import thing_named_in
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.episode_set import Recipe
from wayproof.language.description_constraints import NO_TAG
from wayproof.perception import load_dense
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.episode_sets import episode_set
from wayproof.vocabulary import Settings

WORDS = load_dense().words


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Go to the armchair.", "easy_chair"),
        ("Find the stack of books on the coffee table.", "book"),
        ("Go to the brown wooden two-drawer TV stand.", "tv_stand"),
        ("Find the candle on the shelf.", "candle"),
        ("Find the white range hood.", "range_hood"),
        ("Please find the mug, which is blue and stands on the desk.", "mug"),
        ("On the kitchen counter there is a plate; go to it.", "plate"),
        ("Go to the orange.", "orange"),
        ("Go along the wall to the bed.", "bed"),
        ("Find the xylophone.", ""),
        ("कुर्सी तक जाओ", ""),
        ("", ""),
    ],
)
def test_the_thing_that_a_sentence_asks_for(text: str, named: str) -> None:
    assert thing_named_in(text, WORDS) == named


@given(st.text(max_size=400))
def test_any_text_is_read_and_names_a_category_or_nothing(text: str) -> None:
    assert thing_named_in(text, WORDS) in ("", *WORDS.categories)


@pytest.mark.parametrize(
    "name", ["panoramic_explorer", "rgb_wanderer", "room_prior_explorer", "value_explorer"]
)
def test_learned_explorers_want_what_they_read_and_need_no_list(name: str) -> None:
    """Shown a mug from two places, in the end at arm's length, only one that was asked for it claims it."""

    def last_action(text: str) -> str:
        actions = ("found", "forward", "turn_left", "turn_right")
        room = PlainRoom(walls(-3, -3, 3, 3), brief_of(instruction=text, categories=(), actions=actions))
        agent = load_agent(name)
        agent.start(room.brief, 0)
        mug = {"label": "mug", "box_px": [12, 8, 52, 44], "score": 1.0, "region": np.ones((36, 40), np.bool_)}
        rgb = np.zeros((48, 64, 3), np.uint8)
        for room.x in (0.0, 0.0, 0.25, 0.25):  # a claim takes several looks, from more than one place
            depth = np.full((48, 64), 0.75 - room.x, np.float32)
            agent.override("perception", {"detections": [mug], "depth": depth})
            action = agent.act(room.observe(rgb=rgb, depth=depth)).name
        return action

    assert last_action("Find the blue mug on the table.") == "found"
    assert last_action("Find the bed.") != "found"


@pytest.mark.slow
def test_value_explorer_finds_things_that_it_is_only_told_of_in_words() -> None:
    """The first 15 coarse goals of the suite language-goals; examples/coarse_language_goals.py plays 60."""
    protocol = TASKS["language_goals"].protocol("langnav")
    body = body_under(protocol, load_body(protocol.body))
    drawn = episode_set(Recipe("language_goals", 100, "langnav", episodes_per_house=4)).episodes
    coarse = [(episode, goal) for episode in drawn for goal in episode.goals if goal.tags == (NO_TAG,)]
    camera = Settings(width_px=224, height_px=168, hfov_rad=math.radians(79.0), furthest_depth_m=10.0)
    found = 0
    for episode, goal in coarse[:15]:
        alone = replace(episode, goals=(goal,), maximum_steps=500)
        world = world_named(episode.scene, body)
        options = RolloutOptions(camera, step_limit_s=600.0)
        log = rollout(world, protocol, alone, load_agent("value_explorer"), options=options)
        found += any(claim.in_range for claim in log.claims)
    assert found >= 3
