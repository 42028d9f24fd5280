"""Each trait of an explorer is an option, and each option changes what it names and nothing else."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from plain_room import PlainRoom, brief_of, walls
from test_seen_target import BENCH, COUCH, image

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.agents.exploring.explorer_traits import EYES
from wayproof.agents.exploring.object_search import ObjectSearch
from wayproof.agents.mapping.depth_projection import MapPose, camera_of
from wayproof.agents.mapping.floor_depth import floor_depth
from wayproof.agents.seeing.gated_depth import gated_depth
from wayproof.errors import WayproofError
from wayproof.perception import load_dense
from wayproof.seeding import generator_for
from wayproof.vocabulary import Observation

EXPLORERS = ("value_explorer", "room_prior_explorer", "panoramic_explorer")
BRIEF = brief_of(task="object_goal", category="couch")


def searching(name: str) -> ObjectSearch:
    """The policy of an explorer at the beginning of an episode in which it looks for a couch."""
    agent = load_agent(name)
    assert agent.card.name == name
    agent.start(BRIEF, 0)
    policy: ObjectSearch = agent.policy
    policy._begin_goal(0, "couch")
    return policy


@pytest.fixture(scope="module")
def readings() -> dict[str, np.ndarray]:
    """A floor under a wall in two colours, and depth that scatters."""
    depth_m = np.where(
        floor_depth(camera_of(BRIEF), 96, 128) > 0, floor_depth(camera_of(BRIEF), 96, 128), 4.0
    )
    rng = generator_for(3, "options")
    rgb = np.full((96, 128, 3), (150, 110, 70), np.uint8)
    rgb[:48], rgb[30:70, 20:60] = (220, 215, 205), (60, 70, 120)
    noise = np.clip(rng.normal(0.0, 6.0, rgb.shape), -40, 40)
    scattered = np.maximum(depth_m + 0.8 * rng.normal(size=depth_m.shape), 0.05)
    return {
        "rgb": np.clip(rgb + noise, 0, 255).astype(np.uint8),
        "depth": scattered.astype(np.float32),
    }


@pytest.mark.parametrize(("agent", "eyes"), [*product(EXPLORERS, EYES)])
def test_eyes_read_the_picture_as_they_are_named(agent: str, eyes: str, readings: dict) -> None:
    seen = searching(f"{agent}:eyes={eyes}")._perception.look(readings)
    label, confidence = EYES[eyes](load_dense(), readings["rgb"])
    assert np.array_equal(seen.label, label) and np.array_equal(seen.confidence, confidence)
    answers = [EYES[name](load_dense(), readings["rgb"])[1] for name in EYES]
    assert not any(np.array_equal(one, other) for one, other in pairwise(answers))


@pytest.mark.parametrize("eyes", EYES)
def test_the_wanderer_too_has_each_kind_of_eyes(eyes: str, readings: dict) -> None:
    agent = load_agent(f"rgb_wanderer:eyes={eyes}")
    agent.start(BRIEF, 0)
    agent.act(Observation(0, {"rgb": readings["rgb"]}, None, 0))
    assert np.array_equal(agent._seen.label, EYES[eyes](load_dense(), readings["rgb"])[0])


@pytest.mark.parametrize("agent", EXPLORERS)
def test_depth_is_taken_hard_or_as_far_as_it_can_be_trusted(agent: str, readings: dict) -> None:
    hard, gated = (searching(f"{agent}:depth={use}")._perception for use in ("hard", "gated"))
    assert np.array_equal(hard.depth(readings), readings["depth"])
    guess = load_dense().depth(readings["rgb"], BRIEF.camera_hfov_rad)
    assert np.array_equal(gated.depth(readings), gated_depth(readings["depth"], guess))
    assert not np.array_equal(gated.depth(readings), readings["depth"])


@pytest.mark.parametrize("agent", EXPLORERS)
def test_a_rough_floor_is_filtered_or_full_of_obstacles(agent: str) -> None:
    camera = camera_of(BRIEF)
    depth_m = floor_depth(camera, 96, 128)
    rough = 0.06 * depth_m / camera.height_m * generator_for(2, "rough").normal(size=depth_m.shape)
    solid = {}
    for floor in ("filtered", "plain"):
        on_map = searching(f"{agent}:floor={floor}").navigator.map
        on_map.see((depth_m + rough).astype(np.float32), camera, MapPose(0.0, 0.0, 0.0))
        solid[floor] = int(on_map.solid(on_map.box()).sum())
    assert solid["plain"] > 10 * max(solid["filtered"], 1)


@pytest.mark.parametrize("agent", EXPLORERS)
def test_a_claim_is_judged_by_all_that_was_seen_or_made_at_sight(agent: str) -> None:
    """A couch that was a bench in nine images of eleven, seen from one place."""
    trusted = {}
    for claim in ("checked", "at_sight"):
        sighting = searching(f"{agent}:claim={claim}")._sighting
        for label in (COUCH, *[BENCH] * 9, COUCH, COUCH):
            sighting.note(image(label), ("couch",), 0.0)
        assert sighting.view.pixels > 0
        trusted[claim] = (sighting.agreed, sighting.confirmed)
    assert trusted == {"checked": (False, False), "at_sight": (True, True)}


@pytest.mark.parametrize(
    ("agent", "option"), [("value_explorer", "values"), ("room_prior_explorer", "priors")]
)
def test_without_its_worth_an_explorer_goes_by_distance_alone(agent: str, option: str) -> None:
    worth_m = {}
    for given in ("on", "off"):
        policy = searching(f"{agent}:{option}={given}")
        exploration = policy._exploration
        box = policy.navigator.box()
        if agent == "value_explorer":
            depth_m = np.full((48, 64), 2.0, np.float32)
            exploration.values.see(
                np.full(64, 0.7, np.float32), depth_m, policy.navigator.camera, MapPose(0.0, 0.0, 0.0)
            )
        worth_m[given] = exploration._worth_m(box)
    assert worth_m["on"].max() > 0.0 and not worth_m["off"].any()


def actions(name: str, steps: int = 15) -> list[str]:
    """What an agent does in a bare room, of whose colours it sees nothing."""
    room, agent = PlainRoom(walls(-1.5, -2.0, 6.0, 2.0), BRIEF), load_agent(name)
    agent.start(BRIEF, 0)
    done = []
    for _ in range(steps):
        done.append(agent.act(room.observe(rgb=np.full((48, 64, 3), 128, np.uint8))).name)
        room.step(done[-1])
    return done


def test_the_panoramic_one_without_its_looks_is_the_value_explorer_with_its_other_traits() -> None:
    others = "depth=gated,eyes=pixels,floor=filtered"
    without = actions("panoramic_explorer:looks_round=off")
    assert without == actions(f"value_explorer:{others}")
    assert actions("panoramic_explorer")[:12] == ["turn_left"] * 12 != without[:12]


def test_what_is_not_an_option_gets_a_sentence_and_cards_say_what_was_changed() -> None:
    with pytest.raises(WayproofError, match="eyes is 'ears'; give one of boxes, pixels, patches"):
        load_agent("value_explorer:eyes=ears")
    with pytest.raises(WayproofError, match="no option of rgb_wanderer named 'depth'"):
        load_agent("rgb_wanderer:depth=gated")
    card = load_agent("value_explorer:depth=gated").card
    assert card.summary.endswith("; here with depth=gated") and "VLFM" in card.summary
