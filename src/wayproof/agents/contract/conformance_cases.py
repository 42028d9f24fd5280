"""Made-up episodes for the conformance kit: a brief, and observations of the form that a card asks for."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.seeding import generator_for
from wayproof.vocabulary import CLAIMS, DISCRETE_ACTIONS, Action, AgentCard, Brief, Observation

STEPS = 12
WIDTH_PX, HEIGHT_PX, BEAMS = 64, 48, 90
CATEGORIES = ("bed", "chair", "floor", "mug", "table", "wall")
NEAREST_M = 1.2  # of everything in view, so that nothing sought is ever reached
MOVES = ("stop", "forward", "turn_left", "turn_right")
ODD_INSTRUCTIONS = {
    "None": None,
    "empty": "",
    "blank": " \t\n ",
    "very long": "go past the chair and " * 5000,
    "Hindi and Telugu": "कुर्सी तक जाओ, తలుపు దాటి వెళ్ళు",
    "right to left with emoji": "اذهب إلى الكرسي 🪑 ثم توقف",
    "control characters": "find\x00the\x07 \u202echair\ufffd",
}

Reading = NDArray[np.generic]


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


def reading_of(name: str, rng: np.random.Generator) -> Reading:
    """A reading of noise in the form of a sensor; a sensor without a form here is an error."""
    if name not in _FORMS:
        raise InvalidInput(
            f"the conformance kit has no form for the sensor {name!r}; it knows {', '.join(sorted(_FORMS))}"
        )
    return _FORMS[name](rng)


def known_sensors() -> tuple[str, ...]:
    """The sensors whose form the kit knows."""
    return tuple(sorted(_FORMS))


def limited_case(case: Case, card: AgentCard) -> Case:
    """The same for a task with fewer actions: the plain ones, where the card has them."""
    known = [name for name in MOVES if name in card.actions and name in case.brief.actions]
    plain = tuple(known) or case.brief.actions
    advised = [
        replace(one, truth={**one.truth, "advice": Action(plain[-1])}) if "advice" in one.truth else one
        for one in case.observations
    ]
    return Case(msgspec.structs.replace(case.brief, actions=plain), tuple(advised))


def blank_case(case: Case) -> Case:
    """The same with readings of nothing: black frames, no depth, no labels, no beams."""
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
    actions = tuple(name for name in DISCRETE_ACTIONS if name in card.actions) or MOVES
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
    )


def _truth(name: str, brief: Brief, rng: np.random.Generator) -> object:
    if name == "people":
        return rng.uniform(-3.0, 3.0, (2, 3)).astype(np.float32)
    moves = [action for action in brief.actions if action not in CLAIMS]
    return Action(moves[int(rng.integers(len(moves)))] if moves else brief.actions[0])


def _depth(rng: np.random.Generator) -> Reading:
    """Steps of depth from left to right with some holes."""
    columns = np.repeat(rng.uniform(NEAREST_M, 6.0, WIDTH_PX // 8), 8)
    depth = np.tile(columns, (HEIGHT_PX, 1)).astype(np.float32)
    depth[rng.random(depth.shape) < 0.05] = 0.0
    return depth


_FORMS: dict[str, Callable[[np.random.Generator], Reading]] = {
    "rgb": lambda rng: rng.integers(0, 256, (HEIGHT_PX, WIDTH_PX, 3), np.uint8),
    "depth": _depth,
    "semantic": lambda rng: rng.integers(0, len(CATEGORIES) + 1, (HEIGHT_PX, WIDTH_PX), np.int32),
    "instance": lambda rng: rng.integers(0, 50, (HEIGHT_PX, WIDTH_PX), np.int32),
    "lidar": lambda rng: rng.uniform(0.0, 10.0, BEAMS).astype(np.float32),
    "gps": lambda rng: rng.uniform(-3.0, 3.0, 2).astype(np.float32),
    "compass": lambda rng: rng.uniform(-math.pi, math.pi, 1).astype(np.float32),
    "point_goal": lambda rng: np.array([rng.uniform(1.0, 6.0), rng.uniform(-3.0, 3.0)], np.float32),
    "bump": lambda rng: rng.integers(0, 2, 1, np.uint8),
    "speed": lambda rng: rng.uniform(-0.5, 0.5, 2).astype(np.float32),
}
