"""Agents written for other platforms, run in this process: Habitat's and the RoboTHOR challenge's.

    habitat:MODULE:CLASS     an object with reset() and act(observations)
    robothor:MODULE          a module with build() -> (class, arguments, whether it wants depth)

They do not name their sensors, so the agent's name may: `habitat:my_agent:Agent?sensors=rgb,point_goal`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import ModuleType
from typing import Any
from typing import Protocol as Interface

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput, unknown_name
from wayproof.kinds import HM3D_IDS, HM3D_NAMES, ROBOTHOR_NAMES
from wayproof.vocabulary import CLAIMS, Action, AgentCard, Brief, Observation

HABITAT_SENSORS = ("rgb", "depth", "gps", "compass")  # of Habitat's ObjectNav challenge
HABITAT_ACTIONS = ("stop", "forward", "turn_left", "turn_right", "look_up", "look_down")  # in its order
HABITAT_WORDS = {"move_forward": "forward"}  # the others have the same names as ours
THOR_WORDS = {
    "stop": "stop",
    "moveahead": "forward",
    "rotateleft": "turn_left",
    "rotateright": "turn_right",
    "lookup": "look_up",
    "lookdown": "look_down",
}
ACTIONS = (*HABITAT_ACTIONS, "found", "answer")  # the last two: a stop, in the word that a task has for it


class ForeignAgent(Interface):
    """What both platforms require of an agent."""

    def reset(self) -> None: ...

    def act(self, observations: Any) -> Any: ...


class HabitatAgent:
    """A Habitat agent. It is seeded if it has a method seed(number); else it counts as not deterministic."""

    def __init__(self, foreign: ForeignAgent, sensors: tuple[str, ...] | None = None) -> None:
        self._foreign = foreign
        self.card = _card(foreign, sensors or HABITAT_SENSORS, "an agent written for Habitat")

    def start(self, brief: Brief, seed: int) -> None:
        self._brief = brief
        _begin(self._foreign, seed)

    def act(self, observation: Observation) -> Action:
        given = self._foreign.act(habitat_observations(observation, self._brief))
        return claimed(habitat_action(given), self._brief)


class RobothorAgent:
    """An agent of the RoboTHOR challenge: given the thing's name, it answers with the name of an action."""

    def __init__(self, foreign: ForeignAgent, *, depth: bool) -> None:
        self._foreign = foreign
        sensors = ("rgb", "depth") if depth else ("rgb",)
        self.card = _card(foreign, sensors, "an agent written for the RoboTHOR challenge")

    def start(self, brief: Brief, seed: int) -> None:
        if brief.category is None:
            raise InvalidInput(
                f"an agent of the RoboTHOR challenge looks for a thing, and {brief.task} names none; "
                "run it on object_goal"
            )
        self._brief, self._goal = brief, thor_name(brief.category)
        _begin(self._foreign, seed)

    def act(self, observation: Observation) -> Action:
        readings = observation.readings
        seen = {"object_goal": self._goal, "rgb": readings["rgb"], "depth": readings.get("depth")}
        return claimed(thor_action(self._foreign.act(seen)), self._brief)


def habitat_agent(make: Callable[[], object], name: str, sensors: tuple[str, ...] | None) -> HabitatAgent:
    """A new Habitat agent as one of ours."""
    return HabitatAgent(_checked(make(), name), sensors)


def robothor_agent(module: ModuleType, name: str) -> RobothorAgent:
    """A new agent of a RoboTHOR challenge module as one of ours."""
    build = getattr(module, "build", None)
    if not callable(build):
        raise InvalidInput(f"{name!r} has no function build(); it gives (class, arguments, render_depth)")
    built = build()
    if not isinstance(built, tuple | list) or len(built) != 3 or not callable(built[0]):
        raise InvalidInput(
            f"build() of {name!r} gave {built!r:.200}; expected (class, arguments, render_depth)"
        )
    kind, arguments, depth = built
    return RobothorAgent(_checked(kind(**(arguments or {})), name), depth=bool(depth))


def with_sensors(name: str) -> tuple[str, tuple[str, ...] | None]:
    """A name without its question mark, and the sensors behind it.

    >>> with_sensors("habitat:mine:Agent?sensors=rgb,point_goal")
    ('habitat:mine:Agent', ('rgb', 'point_goal'))
    """
    plain, mark, option = name.partition("?")
    if not mark:
        return plain, None
    key, _, value = option.partition("=")
    if key != "sensors":
        raise unknown_name("option of an agent's name", key, ["sensors"])
    return plain, tuple(one.strip() for one in value.split(",") if one.strip())


def habitat_observations(observation: Observation, brief: Brief) -> dict[str, Any]:
    """Readings as Habitat names and shapes them; depth from 0 to 1 over the camera's range."""
    given: dict[str, Any] = {}
    for name, reading in observation.readings.items():
        if name.split("_")[0] == "depth":
            given[name] = _normalised(reading, brief.furthest_depth_m)
        elif name == "point_goal":
            given["pointgoal_with_gps_compass"] = reading
        else:
            given[name] = reading
    if brief.category is not None:
        given["object_category"] = HM3D_NAMES.get(brief.category, brief.category)
        if brief.category in HM3D_NAMES:
            given["objectgoal"] = np.array([HM3D_IDS[HM3D_NAMES[brief.category]]], np.int64)
    words = observation.instruction or brief.instruction
    if words:
        given["instruction"] = {"text": words}
    return given


def habitat_action(given: Any) -> Action:
    """The action of a number, a name or {"action": ...}; anything else becomes an unknown action."""
    if isinstance(given, Mapping):
        given = given.get("action")
    item = getattr(given, "item", None)
    if callable(item):  # a number of NumPy's or torch's
        with suppress(ValueError, RuntimeError):  # it holds several numbers
            given = item()
    if type(given) is int and 0 <= given < len(HABITAT_ACTIONS):
        return Action(HABITAT_ACTIONS[given])
    word = given.lower() if isinstance(given, str) else f"{given!r:.80}"
    return Action(HABITAT_WORDS.get(word, word))


def thor_action(given: Any) -> Action:
    """The action of AI2-THOR's name for it."""
    word = given if isinstance(given, str) else f"{given!r:.80}"
    return Action(THOR_WORDS.get(word.lower(), word))


def thor_name(category: str) -> str:
    """Our category as AI2-THOR calls it.

    >>> thor_name("basketball"), thor_name("coffee_table")
    ('BasketBall', 'CoffeeTable')
    """
    known = {target.lower(): target for target in ROBOTHOR_NAMES.values()}
    parts = category.split("_")
    return known.get("".join(parts), "".join(part.capitalize() for part in parts))


def claimed(action: Action, brief: Brief) -> Action:
    """A stop in the word that the task has for it: agents from elsewhere know no other claim."""
    if action.name != "stop" or "stop" in brief.actions:
        return action
    claim = next((word for word in CLAIMS if word in brief.actions), "stop")
    return Action(claim, text="" if claim == "answer" else None)


def _normalised(depth_m: NDArray[np.generic], furthest_m: float) -> NDArray[np.float32]:
    # No reading, which is also what lies beyond the range, stays 0 as in Habitat's holes.
    share: NDArray[np.float32] = np.asarray(depth_m, np.float32)[..., None] / np.float32(furthest_m)
    return share.clip(0.0, 1.0)


def _card(foreign: object, sensors: tuple[str, ...], summary: str) -> AgentCard:
    own = getattr(foreign, "card", None)
    if isinstance(own, AgentCard):
        return own
    seeded = callable(getattr(foreign, "seed", None))
    return AgentCard(type(foreign).__name__, summary, sensors, ACTIONS, deterministic=seeded)


def _begin(foreign: ForeignAgent, seed: int) -> None:
    give_seed = getattr(foreign, "seed", None)
    if callable(give_seed):
        give_seed(seed % 2**32)  # as much as NumPy's and torch's own seeding take
    foreign.reset()


def _checked(agent: Any, name: str) -> Any:
    for method in ("reset", "act"):
        if not callable(getattr(agent, method, None)):
            raise InvalidInput(
                f"{name!r} has no method {method}; such an agent has reset() and act(observations)"
            )
    return agent
