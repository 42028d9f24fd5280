"""Made-up episodes for the conformance kit: a brief, and observations with the sensors on a card."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import msgspec
import numpy as np

from wayproof.agents import Agent
from wayproof.agents.contract.sensor_forms import CATEGORIES, Reading, reading_of
from wayproof.seeding import generator_for
from wayproof.vocabulary import (
    CLAIMS,
    DISCRETE_ACTIONS,
    WHEELED_ACTIONS,
    Action,
    AgentCard,
    Brief,
    Observation,
)

STEPS = 12
SEED = 7
Make = Callable[[], Agent]
ODD_INSTRUCTIONS = {
    "None": None,
    "empty": "",
    "blank": " \t\n ",
    "very long": "go past the chair and " * 5000,
    "Hindi and Telugu": "कुर्सी तक जाओ, తలుపు దాటి వెళ్ళు",
    "right to left with emoji": "اذهب إلى الكرسي 🪑 ثم توقف",
    "control characters": "find\x00the\x07 \u202echair\ufffd",
}


class Broken(Exception):
    """A rule was broken; the text says how."""


class Case(NamedTuple):
    """An episode's brief and what the agent observes, step by step."""

    brief: Brief
    observations: tuple[Observation, ...]


def synthetic_case(card: AgentCard, *, seed: int = 0, steps: int = STEPS) -> Case:
    """Observations of noise with the sensors and truths on a card. It never says that a goal is reached."""
    brief = _brief(card)
    observations = []
    for step in range(steps):
        rng = generator_for(seed, "conformance", step)
        readings = {name: reading_of(name, rng) for name in card.sensors}
        truth = {name: _truth(name, brief, rng) for name in card.truths}
        observations.append(Observation(step, readings, brief.instruction, 0, truth))
    return Case(brief, tuple(observations))


def limited_case(case: Case, card: AgentCard) -> Case:
    """The same for a task with fewer actions: the plain ones, where the card has them."""
    known = [name for name in WHEELED_ACTIONS if name in card.actions and name in case.brief.actions]
    plain = tuple(known) or case.brief.actions
    advised = [
        replace(one, truth={**one.truth, "advice": Action(plain[-1])}) if "advice" in one.truth else one
        for one in case.observations
    ]
    return Case(msgspec.structs.replace(case.brief, actions=plain), tuple(advised))


def blank_case(case: Case) -> Case:
    """The same with empty readings: black frames, no depth, no labels, no beams."""
    blind = ("rgb", "depth", "semantic", "instance", "lidar")
    return _with_readings(
        case, lambda name, reading: np.zeros_like(reading) if name.split("_")[0] in blind else reading
    )


def odd_instruction_cases(case: Case) -> dict[str, Case]:
    """The same with instructions that nobody expects."""
    return {
        name: Case(
            msgspec.structs.replace(case.brief, instruction=text),
            tuple(replace(one, instruction=text) for one in case.observations[:3]),
        )
        for name, text in ODD_INSTRUCTIONS.items()
    }


def frozen_copy(observation: Observation) -> Observation:
    """The observation with readings of its own, so that no agent can spoil them for the next one."""
    return replace(observation, readings={name: one.copy() for name, one in observation.readings.items()})


def _with_readings(case: Case, change: Callable[[str, Reading], Reading]) -> Case:
    changed = [
        replace(one, readings={name: change(name, reading) for name, reading in one.readings.items()})
        for one in case.observations
    ]
    return Case(case.brief, tuple(changed))


def _brief(card: AgentCard) -> Brief:
    actions = tuple(name for name in DISCRETE_ACTIONS if name in card.actions) or WHEELED_ACTIONS
    return Brief(
        task="object_goal",
        instruction="Find a chair.",
        language="en-US",
        category="chair",
        actions=actions,
        sensors=card.sensors,
        forward_m=0.25,
        turn_rad=math.radians(30.0),
        maximum_steps=100,
        success_distance_m=0.2,
        body_radius_m=0.18,
        body_height_m=0.9,
        camera_height_m=0.87,
        camera_pitch_rad=0.0,
        camera_hfov_rad=math.radians(79.0),
        furthest_depth_m=10.0,
        categories=CATEGORIES if "semantic" in card.sensors else (),
        system_prompt=card.system_prompt,
    )


def _truth(name: str, brief: Brief, rng: np.random.Generator) -> object:
    if name == "people":
        return rng.uniform(-3.0, 3.0, (2, 3)).astype(np.float32)
    moves = [action for action in brief.actions if action not in CLAIMS]
    return Action(moves[int(rng.integers(len(moves)))] if moves else brief.actions[0])


def require_same(one: Sequence[Action], other: Sequence[Action], who: str) -> None:
    """Two lists of actions are the same, or the rule is broken."""
    for step, (a, b) in enumerate(zip(one, other, strict=False)):
        if (a.name, a.velocity, a.waypoint, a.text) != (b.name, b.velocity, b.waypoint, b.text):
            raise Broken(f"{who} differ at step {step}: {a.name!r} and {b.name!r}")
    if len(one) != len(other):
        raise Broken(f"{who} differ: one ended after {len(one)} steps, the other after {len(other)}")
