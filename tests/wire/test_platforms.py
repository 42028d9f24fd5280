"""Agents of other platforms: what they are given, what their answers mean, and who is refused."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import msgspec
import numpy as np
import pytest

from wayproof.agents.contract.agent_by_name import checked
from wayproof.agents.contract.conformance import check_agent
from wayproof.agents.contract.conformance_cases import synthetic_case
from wayproof.agents.elsewhere.platforms import (
    habitat_action,
    habitat_agent,
    habitat_observations,
    robothor_agent,
    thor_action,
    thor_name,
    with_sensors,
)
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.errors import InvalidInput, UnknownName
from wayproof.log import EpisodeLog
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.point_goal import ROBUSTNAV
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Settings

DEPTH_M = np.array([[0.0, 2.5], [5.0, 10.0]], np.float32)


def _brief(**changes: Any) -> Brief:
    plain: dict[str, Any] = {
        "task": "object_goal",
        "instruction": None,
        "category": "couch",
        "actions": ("stop", "forward", "turn_left", "turn_right"),
        "furthest_depth_m": 10.0,
    }
    made_up = synthetic_case(AgentCard("anyone", sensors=("rgb",))).brief
    return msgspec.structs.replace(made_up, **{**plain, **changes})


class Beeline:
    """As one writes an agent for Habitat's PointNav."""

    def __init__(self) -> None:
        self.seeds: list[int] = []

    def seed(self, number: int) -> None:
        self.seeds.append(number)

    def reset(self) -> None:
        self.steps = 0

    def act(self, observations: dict[str, Any]) -> Any:
        self.steps += 1
        distance_m, angle_rad = observations["pointgoal_with_gps_compass"]
        if distance_m < 0.2:
            return {"action": "STOP"}
        if abs(angle_rad) > 0.3:
            return 2 if angle_rad > 0 else np.int64(3)
        return {"action": "move_forward", "action_args": None}


class OurBeeline:
    """The same for Wayproof."""

    card = AgentCard("ours", sensors=("point_goal",))

    def start(self, brief: Brief, seed: int) -> None:
        pass

    def act(self, observation: Observation) -> Action:
        distance_m, angle_rad = observation.readings["point_goal"]
        if distance_m < 0.2:
            return Action("stop")
        if abs(angle_rad) > 0.3:
            return Action("turn_left" if angle_rad > 0 else "turn_right")
        return Action("forward")


def _run(agent: Any) -> EpisodeLog:
    world = world_named("houses-v1/train/1/2-rooms", body_under(ROBUSTNAV, load_body("locobot")), lit=False)
    episode = TASKS["point_goal"].draw(world, ROBUSTNAV, 5, 1).episode
    return rollout(
        world, ROBUSTNAV, episode, agent, options=RolloutOptions(Settings(width_px=32, height_px=24))
    )


def test_a_habitat_agent_walks_as_the_same_agent_written_for_wayproof() -> None:
    adapted = habitat_agent(Beeline, "habitat:mine:Beeline", ("point_goal",))
    theirs, ours = _run(adapted), _run(OurBeeline())
    assert theirs.outcome.reason == ours.outcome.reason in ("stop", "steps")
    assert theirs.steps.action.tolist() == ours.steps.action.tolist() and len(ours.steps.action) > 3


def test_a_habitat_agent_gets_habitats_names_shapes_and_depth_from_0_to_1() -> None:
    polar = np.array([2.0, 0.5], np.float32)
    readings = {"depth": DEPTH_M, "point_goal": polar, "rgb": np.zeros((2, 2, 3), np.uint8)}
    told = habitat_observations(Observation(0, readings, "find it"), _brief())
    assert told["depth"].shape == (2, 2, 1) and told["depth"].dtype == np.float32
    assert told["depth"][..., 0].tolist() == [[0.0, 0.25], [0.5, 1.0]]
    assert told["pointgoal_with_gps_compass"] is polar and "point_goal" not in told
    assert told["objectgoal"].tolist() == [5] and told["object_category"] == "sofa"
    assert told["instruction"] == {"text": "find it"} and told["rgb"].dtype == np.uint8
    assert "objectgoal" not in habitat_observations(Observation(0, {}), _brief(category="mug"))
    assert DEPTH_M.max() == 10.0  # what was given is left alone


@pytest.mark.parametrize(
    ("given", "name"),
    [
        (0, "stop"),
        (1, "forward"),
        (np.array([2]), "turn_left"),
        ({"action": 3}, "turn_right"),
        ("LOOK_UP", "look_up"),
        ({"action": "look_down", "action_args": {}}, "look_down"),
        ("velocity_control", "velocity_control"),
        (6, "6"),
        (True, "True"),
        (None, "None"),
        ({}, "None"),
    ],
)
def test_habitats_numbers_and_names_become_actions_and_others_are_never_a_stop(given: Any, name: str) -> None:
    assert habitat_action(given) == Action(name)


def test_several_numbers_are_no_action() -> None:
    assert habitat_action(np.array([0, 1])).name == "array([0, 1])"


def test_a_stop_is_said_in_the_word_of_the_task() -> None:
    class Stopper(Beeline):
        def act(self, observations: dict[str, Any]) -> Any:
            return 0

    agent = habitat_agent(Stopper, "x", None)
    for actions, claim in (
        (("forward", "found"), "found"),
        (("stop", "found"), "stop"),
        (("answer",), "answer"),
    ):
        agent.start(_brief(actions=actions), 1)
        assert agent.act(Observation(0, {})).name == claim


def test_the_card_says_what_is_known_of_the_agent() -> None:
    adapted = habitat_agent(Beeline, "habitat:mine:Beeline", None)
    assert adapted.card.name == "Beeline" and adapted.card.sensors == ("rgb", "depth", "gps", "compass")
    assert adapted.card.deterministic and checked(adapted, "x") is adapted
    adapted.start(_brief(), 2**40 + 7)
    assert adapted._foreign.seeds == [7]  # type: ignore[attr-defined]

    class Unseeded:
        def reset(self) -> None: ...

        def act(self, observations: Any) -> int:
            return 1

    assert not habitat_agent(Unseeded, "x", ("rgb",)).card.deterministic


def test_an_adapted_agent_keeps_the_contract() -> None:
    checks = check_agent(lambda: habitat_agent(Beeline, "x", ("point_goal",)))
    assert len(checks) > 5 and [check for check in checks if not check.passed] == []


class Challenger:
    def __init__(self, moves: list[Any]) -> None:
        self.moves = moves

    def reset(self) -> None:
        self.seen: list[dict[str, Any]] = []

    def act(self, observations: dict[str, Any]) -> Any:
        self.seen.append(observations)
        return self.moves[len(self.seen) - 1]


def _module(build: Any) -> ModuleType:
    module = ModuleType("challenge")
    module.build = build  # type: ignore[attr-defined]
    return module


@pytest.mark.parametrize("depth", [True, False])
def test_a_robothor_agent_is_told_the_things_name_and_speaks_thors_words(depth: bool) -> None:
    moves = ["MoveAhead", "RotateLeft", "RotateRight", "LookUp", "LookDown", "Stop", "Fly", 3]
    agent = robothor_agent(_module(lambda: (Challenger, {"moves": moves}, depth)), "robothor:challenge")
    assert agent.card.sensors == (("rgb", "depth") if depth else ("rgb",))
    agent.start(_brief(category="garbage_can"), 1)
    rgb = np.zeros((2, 2, 3), np.uint8)
    seen = Observation(0, {"rgb": rgb, "depth": DEPTH_M} if depth else {"rgb": rgb})
    names = [agent.act(seen).name for _ in moves]
    expected = ["forward", "turn_left", "turn_right", "look_up", "look_down", "stop", "Fly", "3"]
    assert names == expected
    first = agent._foreign.seen[0]  # type: ignore[attr-defined]
    assert first["object_goal"] == "GarbageCan" and first["rgb"] is rgb
    assert first["depth"] is (DEPTH_M if depth else None)


def test_thors_names_of_things() -> None:
    assert [thor_name(one) for one in ("basketball", "alarm_clock", "tv_stand")] == [
        "BasketBall",
        "AlarmClock",
        "TvStand",
    ]
    assert thor_action("stop") == Action("stop")


def test_the_sensors_behind_a_name() -> None:
    assert with_sensors("habitat:m:C") == ("habitat:m:C", None)
    assert with_sensors("habitat:m:C?sensors=rgb, depth") == ("habitat:m:C", ("rgb", "depth"))
    with pytest.raises(UnknownName, match="Known: sensors"):
        with_sensors("habitat:m:C?sensor=rgb")


def test_what_is_no_such_agent_is_refused_in_words() -> None:
    with pytest.raises(InvalidInput, match=r"no method reset; such an agent has reset\(\)"):
        habitat_agent(object, "habitat:m:C", None)
    with pytest.raises(InvalidInput, match=r"no function build\(\)"):
        robothor_agent(ModuleType("empty"), "robothor:empty")
    with pytest.raises(InvalidInput, match="expected .class, arguments, render_depth"):
        robothor_agent(_module(lambda: Challenger), "robothor:m")
    agent = robothor_agent(_module(lambda: (Challenger, {"moves": []}, False)), "robothor:m")
    with pytest.raises(InvalidInput, match="run it on object_goal"):
        agent.start(_brief(task="point_goal", category=None), 1)
