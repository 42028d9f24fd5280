"""People in an episode: the same for twins, seen and met, and in reactive mode polite."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from wayproof.episode.environment import NavigationEnv
from wayproof.episode.people import people_in
from wayproof.scenes.houses.house import build_house
from wayproof.simulator.body import load_body
from wayproof.simulator.people.persons import person_at
from wayproof.simulator.people.reactive import Walker
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.tasks.point_goal import HABITAT
from wayproof.vocabulary import Pose

SMALL: dict[str, Any] = {"scenes": "houses-v1/train/1/2-rooms", "sensors": ("point_goal",), "people": 2}


@pytest.fixture(scope="module")
def world() -> World:
    return World(build_house(1, rooms=2).scene, load_body("locobot"))


def _places(walkers: tuple[Walker, ...]) -> list[tuple[float, float, float]]:
    return [walker.state.position_m for walker in walkers]


def _after(mode: str, actions: tuple[int, ...]) -> tuple[float, list[tuple[float, float, float]]]:
    env = NavigationEnv("point_goal", **SMALL, protocol=replace(HABITAT, people_mode=mode))
    env.reset(seed=6)
    for action in actions:
        env.step(np.int64(action))
    return env.trial.state.time_s, _places(env.trial.walkers)


def test_scripted_people_do_the_same_whatever_the_robot_does() -> None:
    time_left, left = _after("scripted", (2, 2, 2, 2))
    time_right, right = _after("scripted", (3, 3, 3, 3))
    assert time_left == time_right > 0.0 and left == right


def test_people_walk_while_the_robot_acts() -> None:
    _, before = _after("scripted", ())
    _, after = _after("scripted", (1, 1, 1, 1))
    moved = [np.hypot(a[0] - b[0], a[2] - b[2]) for a, b in zip(before, after, strict=True)]
    assert max(moved) > 0.5


def test_nobody_stands_where_the_robot_starts() -> None:
    env = NavigationEnv("point_goal", **SMALL)
    touched = [env.reset(seed=seed)[1]["touched_person"] for seed in range(8)]
    assert not any(touched)


def test_reactive_people_never_walk_into_a_robot_that_stands_still(world: World) -> None:
    polite, blind = (people_in(world, 1, 4, "met", mode=mode) for mode in ("reactive", "scripted"))
    walkers = polite.start()
    way = [person_at(polite.persons[0], 0.1 * tick).position_m for tick in range(300)]
    x, y, z = next(place for place in way if np.hypot(place[0] - way[0][0], place[2] - way[0][2]) > 1.5)
    now = State(Pose(x, y, z))
    blind_touched = False
    for step in range(80):
        before, now = now, State(Pose(x, y, z), time_s=0.2 * (step + 1))
        walkers = polite.after(walkers, before, now)
        assert not polite.touches(walkers, now)
        blind_touched = blind_touched or blind.touches(blind.after(walkers, before, now), now)
    assert blind_touched  # or the robot would not have been in the way


def test_nobody_needs_no_space_to_walk(world: World) -> None:
    alone = World(world.scene, world.body)
    people = people_in(alone, 0, 1, "nobody")
    assert people.start() == () and people.batches(()) == []
    assert "people_paths" not in vars(alone)


def test_people_on_another_floor_are_not_touched(world: World) -> None:
    people = people_in(world, 1, 4, "floors")
    walkers = people.start()
    x, y, z = walkers[0].state.position_m
    assert people.touches(walkers, State(Pose(x, y, z)))
    assert not people.touches(walkers, State(Pose(x, y + 3.0, z)))
