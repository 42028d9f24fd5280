"""The shipped PointNav policies: their cards, their eyes, and going on from a saved step."""

from __future__ import annotations

import numpy as np
import pytest
from plain_room import brief_of

from wayproof.agents import AGENTS
from wayproof.agents.contract.agent_source import source_hash
from wayproof.agents.learned.policy_inputs import STOP_FEATURES, point_features
from wayproof.agents.learned.shipped_policy import NETWORKS, shipped_policy
from wayproof.errors import InvalidInput
from wayproof.seeding import generator_for
from wayproof.vocabulary import Brief, Observation

NAMES = ("pointnav_rgb", "pointnav_rgbd", "pointnav_depth", "pointnav_blind")
ACTIONS = ("stop", "forward", "turn_left", "turn_right")


def _brief(actions: tuple[str, ...] = ACTIONS) -> Brief:
    return brief_of(task="point_goal", actions=actions)


def _observation(step: int, colour: int = 90) -> Observation:
    rng = generator_for(0, "policy test", step)
    readings = {
        "rgb": np.full((48, 64, 3), colour, np.uint8),
        "depth": rng.uniform(0.3, 4.0, (48, 64)).astype(np.float32),
        "point_goal": np.array([3.0, 0.4], np.float32),
    }
    return Observation(step=step, readings=readings)


@pytest.mark.parametrize("name", NAMES)
def test_agent_and_card_say_the_same(name: str) -> None:
    card, network = AGENTS[name].card, shipped_policy(name).card
    assert (card.name, card.sensors, card.actions) == (network.name, network.form.sensors, network.actions)
    measured = network.reached["300 episodes in 30 other val houses, frames of 400 x 300"]
    assert measured["low"] < measured["success"] < measured["high"] and measured["episodes"] == 300


@pytest.mark.parametrize("name", NAMES)
def test_the_card_names_the_inputs_that_help_stopping(name: str) -> None:
    """Each is one of the numbers that the network is given."""
    told = shipped_policy(name).card.made["features that help stopping"]
    assert told == STOP_FEATURES["point"]
    near, further = (point_features(np.array([r, 0.0])) for r in (0.2, 0.3))
    values = {"min(r, 1)": (0.2, 0.3), "exp(-r)": tuple(np.exp([-0.2, -0.3]))}
    values["exp(-r/0.3)"] = tuple(np.exp([-0.2 / 0.3, -1.0]))
    given = list(zip(near.tolist(), further.tolist(), strict=True))
    assert all(any(np.allclose(values[one], pair, atol=1e-6) for pair in given) for one in told)


@pytest.mark.parametrize("name", NAMES)
def test_it_goes_on_from_a_saved_step_as_if_nothing_had_happened(name: str) -> None:
    agent = AGENTS[name]()
    agent.start(_brief(), 3)
    for step in range(4):
        agent.act(_observation(step))
    kept = agent.save()
    ahead = [(agent.act(_observation(step)).name, agent.trace()["decision"]) for step in range(4, 9)]
    other = AGENTS[name]()
    other.start(_brief(), 3)
    other.restore(kept)
    assert [(other.act(_observation(s)).name, other.trace()["decision"]) for s in range(4, 9)] == ahead


def test_only_the_blind_twin_does_not_look() -> None:
    """Another picture gives other chances, except to the blind one."""
    for name in NAMES:
        chances = []
        for colour, step in ((20, 0), (230, 1)):  # other colours, other depths
            agent = AGENTS[name]()
            agent.start(_brief(), 0)
            agent.act(_observation(step, colour))
            chances.append(agent.trace()["decision"]["chances"])
        assert (chances[0] == chances[1]) == (name == "pointnav_blind"), name


def test_another_network_is_another_agent(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    """A run is resumed with the same weights only."""
    before = source_hash("pointnav_blind")
    content = (NETWORKS / "pointnav_blind.onnx").read_bytes()
    (tmp_path / "pointnav_blind.onnx").write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    monkeypatch.setattr("wayproof.agents.contract.agent_source.NETWORKS", tmp_path)
    assert source_hash("pointnav_blind") not in ("", before)


def test_actions_that_the_task_lacks_are_refused() -> None:
    agent = AGENTS["pointnav_blind"]()
    with pytest.raises(InvalidInput, match="turn_right, which this task does not know"):
        agent.start(_brief(("stop", "forward")), 0)
