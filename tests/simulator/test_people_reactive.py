"""Reactive people: they keep off the robot and each other, stay in free space, and get on with their way."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wayproof.errors import InvalidInput
from wayproof.navigation.free_space import free_space_of_plan
from wayproof.navigation.paths import Paths, prepare_paths
from wayproof.simulator.people.persons import Person, draw_people, person_at, places_at
from wayproof.simulator.people.reactive import Disc, Walker, react, start_walkers


def _paths(width: int, depth: int) -> Paths:
    plan = np.zeros((width + 10, depth + 10), bool)
    plan[5:-5, 5:-5] = True
    plan[width // 2 : width // 2 + 4, 5 : depth // 2] = False
    return prepare_paths(free_space_of_plan(plan))


ROOM = _paths(160, 100)
PEOPLE = draw_people(ROOM, 3, 21, "room")


def _gap(walker: Walker, disc: Disc) -> float:
    x, _, z = walker.state.position_m
    return math.hypot(x - disc[0], z - disc[1]) - disc[2] - 0.25


def _run(people: tuple[Person, ...], robot: Disc | None, steps: int) -> list[tuple[Walker, ...]]:
    walkers = start_walkers(people)
    history = [walkers]
    for _ in range(steps):
        history.append(react(people, history[-1], robot, 0.2, ROOM))
    return history


@given(share=st.floats(0.0, 1.0), number=st.integers(0, 2), radius=st.floats(0.15, 0.4))
@settings(max_examples=12)
def test_nobody_walks_into_a_standing_robot(share: float, number: int, radius: float) -> None:
    person = PEOPLE[number]
    x, z = places_at(person, np.array([share * person.route.period_s]))[0]
    robot = (float(x), float(z), radius)
    history = _run(PEOPLE, robot, 150)
    for k in range(3):
        limit = min(_gap(history[0][k], robot), 0.0)  # who starts too close may stay, but comes no closer
        assert min(_gap(walkers[k], robot) for walkers in history) >= limit - 1e-9


def test_people_keep_apart_from_each_other_in_free_space_at_walking_speed() -> None:
    history = _run(PEOPLE, (4.0, 3.8, 0.2), 300)
    for before, walkers in pairwise(history):
        for k, walker in enumerate(walkers):
            place = walker.state.position_m
            assert ROOM.free.contains(np.asarray(place))
            assert math.dist(place, before[k].state.position_m) <= 1.3 * 0.2
            others = [(*other.state.position_m[::2], 0.25) for other in walkers[:k]]
            assert all(_gap(walker, other) >= 0.0 for other in others)


def test_alone_a_reactive_person_walks_the_script() -> None:
    for person in PEOPLE:
        history = _run((person,), None, 200)
        for step in range(5, 201):
            script = person_at(person, 0.2 * step).position_m
            assert math.dist(history[step][0].state.position_m, script) < 1.0


def test_the_same_robot_meets_the_same_people_twice() -> None:
    robot = (3.0, 3.5, 0.2)
    assert _run(PEOPLE, robot, 60)[-1] == _run(PEOPLE, robot, 60)[-1]


def test_a_robot_on_the_route_changes_the_way() -> None:
    person = PEOPLE[0]
    x, z = places_at(person, np.array([4.0]))[0]
    free, blocked = _run((person,), None, 40), _run((person,), (float(x), float(z), 0.3), 40)
    assert free[-1][0].state.position_m != blocked[-1][0].state.position_m


def test_people_get_past_a_robot_that_stands_in_the_open() -> None:
    person = PEOPLE[0]
    x, z = places_at(person, np.array([0.4 * person.route.period_s]))[0]
    history = _run((person,), (float(x), float(z), 0.2), 500)
    track = np.array([walkers[0].state.position_m for walkers in history])[:, [0, 2]]
    met = sum(float(np.hypot(*(track - point[[0, 2]]).T).min()) < 0.6 for point in person.route.way_points_m)
    assert met == len(person.route.way_points_m)


def test_a_robot_that_stands_too_close_is_left_not_entered() -> None:
    person = PEOPLE[0]
    x, _, z = person_at(person, 0.0).position_m
    robot = (x + 0.1, z, 0.2)
    history = _run((person,), robot, 40)
    gaps = [_gap(walkers[0], robot) for walkers in history]
    assert gaps[0] < 0.0
    assert all(after >= before - 1e-9 for before, after in pairwise(gaps) if before < 0.0)
    assert gaps[-1] > 0.0


def test_no_time_changes_nothing_about_where_people_are() -> None:
    walkers = start_walkers(PEOPLE)
    after = react(PEOPLE, walkers, None, 0.0, ROOM)
    assert [walker.state.position_m for walker in after] == [walker.state.position_m for walker in walkers]


@pytest.mark.parametrize("dt_s", [-0.1, math.nan, math.inf])
def test_a_time_that_is_none_is_refused(dt_s: float) -> None:
    with pytest.raises(InvalidInput, match="give a finite time of 0 or more"):
        react(PEOPLE, start_walkers(PEOPLE), None, dt_s, ROOM)
