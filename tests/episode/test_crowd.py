"""People in an episode: the same for twins, seen and met, and in reactive mode polite."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from wayproof.episode.environment import PointNavEnv
from wayproof.episode.people import Crowd, crowd_in
from wayproof.navigation.free_points import sample_points
from wayproof.scenes.houses.house import build_house
from wayproof.seeding import generator_for
from wayproof.simulator.body import load_body
from wayproof.simulator.people.persons import person_at
from wayproof.simulator.people.reactive import Walker
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.vocabulary import Pose

SMALL: dict[str, Any] = {"houses": (1,), "rooms": 2, "sensors": ("point_goal",), "people": 2}


@pytest.fixture(scope="module")
def world() -> World:
    return World(build_house(1, rooms=2).scene, load_body("locobot"))


def _places(walkers: tuple[Walker, ...]) -> list[tuple[float, float, float]]:
    return [walker.state.position_m for walker in walkers]


def _after(mode: str, actions: tuple[int, ...]) -> tuple[float, list[tuple[float, float, float]]]:
    env = PointNavEnv(**SMALL, people_mode=mode)
    env.reset(seed=6)
    for action in actions:
        env.step(np.int64(action))
    trial = env._running()
    return trial.state.time_s, _places(trial.walkers)


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
    env = PointNavEnv(**SMALL)
    touched = [env.reset(seed=seed)[1]["touched_person"] for seed in range(8)]
    assert not any(touched)


def test_reactive_people_never_walk_into_a_robot_that_stands_still(world: World) -> None:
    polite, blind = (crowd_in(world, 1, 4, "met", mode=mode) for mode in ("reactive", "scripted"))
    walkers = polite.start()
    way = [person_at(polite.people[0], 0.1 * tick).position_m for tick in range(300)]
    x, y, z = next(place for place in way if np.hypot(place[0] - way[0][0], place[2] - way[0][2]) > 1.5)
    now = State(Pose(x, y, z))
    blind_touched = False
    for step in range(80):
        before, now = now, State(Pose(x, y, z), time_s=0.2 * (step + 1))
        walkers = polite.after(walkers, before, now)
        assert not polite.touches(walkers, now)
        blind_touched = blind_touched or blind.touches(blind.after(walkers, before, now), now)
    assert blind_touched  # or the robot would not have been in the way


@pytest.fixture(scope="module")
def one(world: World) -> tuple[Crowd, tuple[Walker, ...]]:
    """A crowd of one, who stands in a place with room around."""
    crowd = crowd_in(world, 1, 4, "stop")
    place = next(
        place
        for place in sample_points(world.free, generator_for(1, "room"), 200)
        if all(world.free.contains(place + np.array([dx, 0, dz])) for dx in (-0.8, 0.8) for dz in (-0.8, 0.8))
    )
    walker = crowd.start()[0]
    there = replace(walker.state, position_m=(float(place[0]), float(place[1]), float(place[2])))
    return crowd, (replace(walker, state=there),)


def _step(
    one: tuple[Crowd, tuple[Walker, ...]], start: tuple[float, float], end: tuple[float, float]
) -> State:
    """A step from place to place, both relative to the person, cut short where it must be."""
    crowd, walkers = one
    x, y, z = walkers[0].state.position_m
    before = State(Pose(x + start[0], y, z + start[1]), travelled_m=5.0)
    after = State(
        Pose(x + end[0], y, z + end[1], 0.3), travelled_m=5.0 + np.hypot(end[0] - start[0], end[1] - start[1])
    )
    return crowd.stopped(walkers, before, after)


def test_a_robot_that_drives_into_a_person_stops_there(one: tuple[Crowd, tuple[Walker, ...]]) -> None:
    x, _, z = one[1][0].state.position_m
    state = _step(one, (0.8, 0.0), (0.2, 0.0))
    assert state.pose.x_m - x == pytest.approx(0.25 + 0.175) and state.pose.z_m == pytest.approx(z)
    assert state.bumped and state.bumps == 1 and state.pose.heading_rad == 0.3
    assert state.travelled_m == pytest.approx(5.0 + 0.8 - 0.425)


@pytest.mark.parametrize(
    ("start", "end"),
    [((0.8, 0.0), (0.5, 0.0)), ((0.8, 0.0), (0.8, 0.6)), ((0.3, 0.0), (0.6, 0.0)), ((0.3, 0.0), (0.3, 0.0))],
    ids=["short of the person", "past the person", "away from a person who is too near", "on the spot"],
)
def test_a_robot_that_drives_into_nobody_is_left_alone(
    one: tuple[Crowd, tuple[Walker, ...]], start: tuple[float, float], end: tuple[float, float]
) -> None:
    x, _, z = one[1][0].state.position_m
    state = _step(one, start, end)
    assert (state.pose.x_m, state.pose.z_m) == (x + end[0], z + end[1]) and not state.bumped


def test_a_robot_that_a_person_has_walked_into_cannot_go_further_in(
    one: tuple[Crowd, tuple[Walker, ...]],
) -> None:
    state = _step(one, (0.3, 0.0), (0.1, 0.0))
    assert state.pose.x_m == pytest.approx(one[1][0].state.position_m[0] + 0.3) and state.bumped


def test_a_crowd_of_nobody_needs_no_space_to_walk(world: World) -> None:
    alone = World(world.scene, world.body)
    crowd = crowd_in(alone, 0, 1, "nobody")
    assert crowd.start() == () and crowd.batches(()) == []
    assert "people_paths" not in vars(alone)


def test_people_on_another_floor_are_not_touched(world: World) -> None:
    crowd = crowd_in(world, 1, 4, "floors")
    walkers = crowd.start()
    x, y, z = walkers[0].state.position_m
    assert crowd.touches(walkers, State(Pose(x, y, z)))
    assert not crowd.touches(walkers, State(Pose(x, y + 3.0, z)))
