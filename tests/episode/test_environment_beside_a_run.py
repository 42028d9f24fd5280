"""The environment shows what a run shows: same seed, condition and actions, the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wayproof.corruptions.written import condition_written
from wayproof.episode.environment import NavigationEnv
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.log import EpisodeLog
from wayproof.metrics.spl import spl
from wayproof.metrics.success import success
from wayproof.sensors import sensors_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Action, AgentCard, Brief, Observation, Settings

SCENE = "houses-v1/train/1/4-rooms"
SEED, INDEX, STEPS = 11, 1, 25
SMALL = Settings(width_px=32, height_px=24)
FAULTS = ("low_lighting_noise_navtrust:0.6", "missing_depth:0.6", "motion_drift:1")
WORDS = ("mask_random:0.5",)


class Recording:
    """Does what it is told, or what the expert says, and keeps all that it was shown."""

    def __init__(self, sensors: tuple[str, ...], actions: list[Action] | None, controls: tuple[str, ...]):
        truths = () if actions else ("advice",)
        self.card = AgentCard("recording", sensors=sensors, actions=controls, truths=truths)
        self._given = actions
        self.observations: list[Observation] = []
        self.actions: list[Action] = []

    def start(self, brief: Brief, seed: int) -> None:
        self.brief = brief

    def act(self, observation: Observation) -> Action:
        advised = observation.truth["advice"] if self._given is None else self._given[observation.step]
        assert isinstance(advised, Action)
        self.observations.append(observation)
        self.actions.append(advised)
        return advised


def _run(
    env: NavigationEnv, actions: list[Action] | None, faults: tuple[str, ...]
) -> tuple[Recording, EpisodeLog]:
    """The same episode as a run plays it: drawn anew, in a world and with sensors of its own."""
    protocol = TASKS[env.task.name].protocol(env.protocol.name)
    body = body_under(protocol, load_body(protocol.body))
    world = world_named(SCENE, body)
    episode = TASKS[env.task.name].draw(world, protocol, SEED, INDEX).episode
    sensors = tuple(dict.fromkeys(sensor.reading.name for sensor in env.sensors))
    assert len(sensors_for(body, sensors, settings=SMALL)) == len(env.sensors)
    agent = Recording(sensors, actions, (*protocol.actions, "velocity", "waypoint"))
    log = rollout(
        world,
        protocol,
        episode,
        agent,
        condition=condition_written(faults),
        options=RolloutOptions(SMALL, step_limit_s=600.0),
    )
    return agent, log


def _same(shown: dict[str, Any], observation: Observation) -> bool:
    return all(np.array_equal(shown[name], reading) for name, reading in observation.readings.items())


@pytest.mark.parametrize("faults", [(), FAULTS], ids=["clean", "with faults"])
@pytest.mark.parametrize(
    ("task", "protocol"),
    [
        ("point_goal", "habitat"),
        ("point_goal", "robustnav"),
        ("object_goal", "habitat"),
        ("language_goals", "langnav"),
        ("instruction_following", "r2r"),
    ],
)
def test_the_same_actions_show_what_a_run_shows(task: str, protocol: str, faults: tuple[str, ...]) -> None:
    """A run plays the expert's way, the environment the same actions; every reading and score is equal."""
    told = WORDS if faults and task in ("language_goals", "instruction_following") else ()
    env = NavigationEnv(task, protocol=protocol, condition=(*faults, *told), scenes=[SCENE], settings=SMALL)
    agent, log = _run(env, None, (*faults, *told))
    shown, info = env.reset(seed=SEED, options={"index": INDEX})
    assert info["episode_id"] == log.episode.id and env.trial.episode == log.episode
    names = list(env.protocol.actions)
    for observation, action in zip(agent.observations, agent.actions, strict=True):
        assert set(observation.readings) <= set(shown) and _same(shown, observation)
        assert (info["goal"], info["instruction"]) == (observation.goal, observation.instruction)
        assert info["category"] == (agent.brief.category if task == "object_goal" else None)
        shown, _, terminated, truncated, info = env.step(np.int64(names.index(action.name)))
    assert (terminated or truncated) and len(agent.actions) > 5
    assert info["ended"] == log.outcome.reason and info["bumps"] == int(log.steps.bumped.sum())
    assert info["success"] == bool(success(log)) and info["spl"] == pytest.approx(spl(log), abs=1e-12)
    assert np.array_equal([state.pose.x_m for state in env.trial.trail], log.steps.pose[:, 0])
    if faults:
        assert any((log.steps.seen[name] != log.steps.clean[name]).any() for name in ("rgb", "depth"))
        assert log.steps.moved_wrongly.any()


@pytest.mark.parametrize("faults", [(), FAULTS], ids=["clean", "with faults"])
@pytest.mark.parametrize("control", ["velocity", "waypoint"])
def test_continuous_control_shows_what_a_run_shows(control: str, faults: tuple[str, ...]) -> None:
    env = NavigationEnv(
        "point_goal", condition=faults, scenes=SCENE, settings=SMALL, control=control, people=0
    )
    env.action_space.seed(3)
    moves = [env.action_space.sample() for _ in range(STEPS)]
    for move in moves:
        move[-1] = -1.0
    moves[-1][-1] = 1.0  # the claim
    agent, log = _run(env, [env.actions.action(move) for move in moves], faults)
    shown, _ = env.reset(seed=SEED, options={"index": INDEX})
    for observation, move in zip(agent.observations, moves, strict=True):
        assert _same(shown, observation)
        shown, _, terminated, _, info = env.step(move)
    assert terminated and info["ended"] == log.outcome.reason == "stop"
    pose = env.trial.state.pose
    assert [pose.x_m, pose.y_m, pose.z_m, pose.heading_rad] == log.steps.pose[-1].tolist()
    assert log.steps.travelled_m[-1] > 0.1
