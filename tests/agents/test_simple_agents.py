"""Oracle, random, idle and forward_only."""

from __future__ import annotations

from collections import Counter

import pytest
from plain_room import brief_of

from wayproof.agents import AGENTS, Agent
from wayproof.errors import InvalidInput
from wayproof.vocabulary import Action, Observation


def play(agent: Agent, seed: int, **brief: object) -> list[str]:
    told = brief_of(**brief)
    agent.start(told, seed)
    actions: list[str] = []
    for step in range(told.maximum_steps):
        actions.append(agent.act(Observation(step, {})).name)
        if actions[-1] in ("stop", "answer"):
            break
    return actions


def test_the_oracle_does_what_it_is_told() -> None:
    oracle = AGENTS["oracle"]()
    oracle.start(brief_of(), 0)
    advice = Action("turn_left")
    assert oracle.act(Observation(0, {}, truth={"advice": advice})) is advice
    with pytest.raises(InvalidInput, match="got no advice"):
        oracle.act(Observation(0, {}))


def test_the_random_agent_moves_evenly_and_stops_at_a_step_drawn_from_all() -> None:
    episodes = [play(AGENTS["random"](), seed, maximum_steps=100) for seed in range(150)]
    assert all(actions[-1] == "stop" and "stop" not in actions[:-1] for actions in episodes)
    lengths = [len(actions) for actions in episodes]
    assert 44 < sum(lengths) / len(lengths) < 57 and min(lengths) < 8 and max(lengths) > 93
    counts = Counter(name for actions in episodes for name in actions[:-1])
    assert set(counts) == {"forward", "turn_left", "turn_right"}
    assert all(0.31 < count / counts.total() < 0.36 for count in counts.values())


def test_the_random_agent_follows_its_seed_and_the_brief() -> None:
    agent = AGENTS["random"]()
    assert play(agent, 5) == play(AGENTS["random"](), 5) != play(agent, 6)
    assert "found" in play(agent, 1, actions=("found", "stop", "forward", "turn_left"))
    assert set(play(agent, 1, actions=("forward",))) == {"forward"}


def test_the_idle_agent_claims_at_once_by_the_word_that_the_task_has() -> None:
    assert play(AGENTS["idle"](), 0) == ["stop"]
    assert set(play(AGENTS["idle"](), 0, actions=("found", "stop"), maximum_steps=3)) == {"found"}
    assert play(AGENTS["idle"](), 0, actions=("answer", "forward")) == ["answer"]


def test_forward_only_goes_until_its_last_step() -> None:
    assert play(AGENTS["forward_only"](), 0, maximum_steps=10) == ["forward"] * 9 + ["stop"]
