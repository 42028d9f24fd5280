"""What every task promises: the same draws, solvable episodes, sources for its numbers, nothing leaked."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.brief import brief_for
from wayproof.episode.rollout import rollout
from wayproof.episode.trial import Trial
from wayproof.metrics.success import success
from wayproof.sensors import SENSORS
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Episode, Protocol, Settings

EACH = [(task.name, name) for task in TASKS for name in task.protocols]
each = pytest.mark.parametrize(("task", "name"), EACH)
HOUSE = "houses-v1/val/1"


def _at(task: str, name: str) -> tuple[World, Protocol]:
    protocol = TASKS[task].protocol(name)
    return world_named(HOUSE, body_under(protocol, load_body(protocol.body)), lit=False), protocol


@cache
def _episode(task: str, name: str, index: int = 0) -> Episode:
    world, protocol = _at(task, name)
    return TASKS[task].draw(world, protocol, 4, index).episode


@each
def test_a_draw_is_the_same_twice_and_differs_by_index(task: str, name: str) -> None:
    first = _episode(task, name)
    assert _episode(task, name, 1) != first == _episode.__wrapped__(task, name)
    assert first.task == task and first.scene == HOUSE and first.seed == 4
    assert 0 < first.maximum_steps <= 5000 and first.goals


@each
def test_an_episode_survives_being_written_down(task: str, name: str) -> None:
    episode = _episode(task, name)
    assert msgspec.json.decode(msgspec.json.encode(episode), type=Episode) == episode
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(episode), type=Episode) == episode


@each
def test_the_expert_succeeds_and_the_idle_one_does_not(task: str, name: str) -> None:
    world, protocol = _at(task, name)
    episode = _episode(task, name)
    assert success(rollout(world, protocol, episode, load_agent("oracle"))) == 1.0
    assert success(rollout(world, protocol, episode, load_agent("idle"))) == 0.0


@each
def test_a_protocol_names_its_sources_and_sensors_that_exist(task: str, name: str) -> None:
    protocol = TASKS[task].protocol(name)
    named = {field.strip() for fields in protocol.sources for field in fields.split(",")}
    known = {*protocol.__struct_fields__, "constraints"}  # what an episode adds to its protocol
    assert {"sensors", "maximum_steps", "success_distance_m"} <= named <= known
    assert all(sensor in SENSORS and not SENSORS[sensor].privileged for sensor in protocol.sensors)


@each
def test_a_brief_says_nothing_about_where_things_are(task: str, name: str) -> None:
    world, protocol = _at(task, name)
    episode = _episode(task, name)
    trial = Trial(world, protocol, episode)
    told = msgspec.json.encode(brief_for(trial, load_agent("idle").card, Settings())).decode()
    for goal in episode.goals:
        places = [*goal.view_points_m, *([goal.position_m] if goal.position_m else [])]
        assert not any(
            f"{value:.6f}"[:7] in told for place in places[:4] for value in place if abs(value) > 0.1
        )
        assert goal.answer is None or f'"{goal.answer}"' not in told


@each
def test_a_task_gives_words_if_and_only_if_it_says_so(task: str, name: str) -> None:
    episode = _episode(task, name)
    assert TASKS[task].gives_words == bool(episode.instruction or any(goal.text for goal in episode.goals))
