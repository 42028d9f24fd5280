"""The shipped ObjectNav policies: their cards, their eyes, what they can be asked for, and going on."""

from __future__ import annotations

import numpy as np
import pytest
from plain_room import brief_of

from wayproof.agents import AGENTS
from wayproof.agents.learned.shipped_policy import shipped_policy
from wayproof.errors import InvalidInput
from wayproof.seeding import generator_for
from wayproof.vocabulary import Brief, Observation

NAMES = ("objectnav_rgb", "objectnav_rgbd")
PLAIN = ("stop", "forward", "turn_left", "turn_right")


def _brief(
    category: str | None = "mug", actions: tuple[str, ...] = (*PLAIN, "look_up", "look_down")
) -> Brief:
    return brief_of(task="object_goal", category=category, actions=actions)


def _observation(step: int) -> Observation:
    rng = generator_for(0, "policy test", step)
    readings = {
        "rgb": rng.integers(0, 256, (48, 64, 3), np.uint8),
        "depth": rng.uniform(0.3, 4.0, (48, 64)).astype(np.float32),
    }
    return Observation(step=step, readings=readings)


@pytest.mark.parametrize("name", NAMES)
def test_agent_and_card_say_the_same(name: str) -> None:
    card, network = AGENTS[name].card, shipped_policy(name).card
    assert (card.name, card.sensors, card.actions) == (network.name, network.form.sensors, network.actions)
    assert all(one["low"] < one["high"] and one["episodes"] for one in network.reached.values())


@pytest.mark.parametrize("name", NAMES)
def test_it_goes_on_from_a_saved_step_as_if_nothing_had_happened(name: str) -> None:
    agent = AGENTS[name]()
    agent.start(_brief(), 3)
    for step in range(3):
        agent.act(_observation(step))
    kept = agent.save()
    ahead = [(agent.act(_observation(step)).name, agent.trace()["decision"]) for step in range(3, 6)]
    other = AGENTS[name]()
    other.start(_brief(), 3)
    other.restore(kept)
    assert [(other.act(_observation(s)).name, other.trace()["decision"]) for s in range(3, 6)] == ahead


@pytest.mark.parametrize("name", NAMES)
def test_it_is_asked_for_what_its_eyes_know_and_does_without_tilting(name: str) -> None:
    agent = AGENTS[name]()
    agent.start(_brief("chair", PLAIN), 0)  # not one of the twelve that it was taught
    agent.act(_observation(0))
    chances = agent.trace()["decision"]["chances"]
    assert chances["look_up"] == chances["look_down"] == 0.0
    with pytest.raises(InvalidInput, match="cannot look for None"):
        AGENTS[name]().start(_brief(None), 0)


def test_without_a_depth_camera_only_colours_count() -> None:
    """Its own guess of depth stands for the camera's, whose readings it never looks at."""
    chances = []
    for depth_m in (0.5, 4.0):
        agent = AGENTS["objectnav_rgb"]()
        agent.start(_brief(), 0)
        seen = _observation(0)
        agent.act(Observation(step=0, readings={**seen.readings, "depth": np.full((48, 64), depth_m)}))
        chances.append(agent.trace()["decision"]["chances"])
    assert chances[0] == chances[1]
    dark = AGENTS["objectnav_rgb"]()
    dark.start(_brief(), 0)
    dark.act(Observation(step=0, readings={"rgb": np.zeros((48, 64, 3), np.uint8)}))
    assert dark.trace()["decision"]["chances"] != chances[0]
