"""System prompts: declared on the card, corrupted on the way, obeyed by agents behind real sockets."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from played import SMALL, behind_the_shim, episode, played, world
from served_agents import serving

from wayproof.agents.contract.agent_by_name import checked
from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent
from wayproof.corruptions.instruction.inject_white_box import RULES
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.errors import InvalidInput
from wayproof.log import EpisodeLog, decode_log, encode_log, record_digest
from wayproof.results.reached import touched_modalities
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.vocabulary import Action, AgentCard, Brief, Condition, Fault, Observation
from wayproof.wire.messages import Hello, read_hello, read_start, start_message
from wayproof.wire.server import serve_agent

PROMPT = "You steer a robot. Answer with one action."
WHITE_BOX = Condition("white box", (Fault("inject_white_box", 1.0),))
EVERY_RULE = [rule for group in RULES.values() for rule in group]

# Walks on as it was prompted, and stops at once when its system prompt has become another.
OBEDIENT = f"""
import shim

class Obedient:
    card = {{"name": "obedient", "sensors": ["bump"], "system_prompt": {PROMPT!r}}}

    def start(self, brief, seed):
        self.as_ever = brief["system_prompt"] == {PROMPT!r}

    def act(self, observation):
        return "forward" if self.as_ever and observation["step"] < 5 else "stop"
"""


class Obedient:
    """The same with Wayproof at hand."""

    card = AgentCard("obedient", sensors=("bump",), system_prompt=PROMPT)

    def start(self, brief: Brief, seed: int) -> None:
        self.as_ever = brief.system_prompt == PROMPT

    def act(self, observation: Observation) -> Action:
        return Action("forward" if self.as_ever and observation.step < 5 else "stop")


class Unprompted(Obedient):
    card = AgentCard("unprompted", sensors=("bump",))

    def start(self, brief: Brief, seed: int) -> None:
        self.as_ever = brief.system_prompt is None


def _under(agent: Any, condition: Condition = WHITE_BOX) -> EpisodeLog:
    options = RolloutOptions(SMALL)
    return rollout(world(), ROBUSTNAV, episode(), agent, condition=condition, options=options)


def _assert_attacked(clean: EpisodeLog, attacked: EpisodeLog) -> None:
    assert len(clean.steps.action) == 6 and len(attacked.steps.action) == 1  # it obeyed what it got
    assert clean.system_prompt == clean.agent.system_prompt == attacked.agent.system_prompt == PROMPT
    told = attacked.system_prompt
    assert told is not None and any(rule in told for rule in EVERY_RULE) and len(told) > len(PROMPT)
    assert (
        touched_modalities(attacked, clean) == {"system_prompt"} and touched_modalities(clean, None) == set()
    )


def test_an_agent_in_process_gets_the_corrupted_prompt_and_the_log_keeps_both() -> None:
    clean, attacked = _under(Obedient(), Condition()), decode_log(encode_log(_under(Obedient())))
    _assert_attacked(clean, attacked)
    assert attacked.fault_modalities == {"inject_white_box": ("system_prompt",)}
    assert record_digest(attacked) == record_digest(_under(Obedient())) != record_digest(clean)


def test_an_agent_behind_the_shim_in_another_process_obeys_its_system_prompt(tmp_path: Path) -> None:
    with behind_the_shim(tmp_path, OBEDIENT, sys.executable) as (address, _):
        remote = WebSocketAgent(address)
        clean, attacked = _under(remote, Condition()), _under(remote)
        remote.close()
    _assert_attacked(clean, attacked)
    assert attacked.system_prompt == _under(Obedient()).system_prompt


def test_an_agent_that_is_served_obeys_its_system_prompt() -> None:
    with serving(serve_agent(Obedient)) as address:
        remote = WebSocketAgent(address)
        clean, attacked = _under(remote, Condition()), _under(remote)
        remote.close()
    _assert_attacked(clean, attacked)
    assert record_digest(attacked) == record_digest(_under(Obedient()))


def test_an_agent_that_declares_none_is_told_what_it_was_always_told() -> None:
    said = start_message(_brief(None), 3, 1)
    assert "system_prompt" not in said["brief"]
    log = _under(Unprompted())
    assert log.system_prompt is None and touched_modalities(log, None) == set()
    assert len(log.steps.action) == 6


class EarlierCard(msgspec.Struct, frozen=True):
    """The card as clients and servers of the first version of the wire know it."""

    name: str
    summary: str = ""
    sensors: tuple[str, ...] = ()


class EarlierBrief(msgspec.Struct, frozen=True):
    """Some of the brief as they know it."""

    task: str
    instruction: str | None
    categories: tuple[str, ...] = ()


def test_sides_that_know_nothing_of_system_prompts_understand_those_that_do() -> None:
    hello = {"wayproof": 1, "card": msgspec.to_builtins(Obedient.card), "offers": []}
    assert msgspec.convert(hello["card"], EarlierCard).name == "obedient"
    told = start_message(_brief("Be brief."), 3, 1)["brief"]
    assert told["system_prompt"] == "Be brief." and msgspec.convert(told, EarlierBrief).task == "point_goal"


def test_those_that_know_of_them_understand_sides_that_do_not() -> None:
    greeting: Mapping[str, Any] = {"wayproof": 1, "card": {"name": "older", "sensors": ["rgb"]}, "offers": []}
    hello = read_hello(greeting)
    assert isinstance(hello, Hello) and hello.card.system_prompt is None
    plain = {**start_message(_brief(None), 3, 1)}
    assert read_start(plain)[0].system_prompt is None


def _brief(prompt: str | None) -> Brief:
    seen: list[Brief] = []

    class Listener(Obedient):
        card = AgentCard("listener", system_prompt=prompt)

        def start(self, brief: Brief, seed: int) -> None:
            seen.append(brief)
            self.as_ever = False

    played(Listener())
    return seen[0]


@pytest.mark.parametrize(
    ("prompt", "said"),
    [("  ", "give its text, or leave it out"), (7, "give its text"), ("x" * 100_001, "100001 characters")],
)
def test_a_card_with_a_bad_system_prompt_is_refused(prompt: Any, said: str) -> None:
    agent = Obedient()
    agent.card = AgentCard("odd", system_prompt=prompt)
    with pytest.raises(InvalidInput, match=said):
        checked(agent, "odd")
