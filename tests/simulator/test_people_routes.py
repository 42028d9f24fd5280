"""Scripted people: where they walk, that they stay in free space, and that nothing but time moves them."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wayproof.errors import InvalidInput
from wayproof.navigation.free_space import FreeSpace, free_space_of_plan
from wayproof.navigation.paths import Paths, distance, prepare_paths
from wayproof.seeding import generator_for
from wayproof.simulator.people.persons import (
    Person,
    draw_people,
    movement_of,
    people_discs,
    person_at,
    places_at,
)
from wayproof.simulator.people.reactive import react, start_walkers
from wayproof.simulator.people.timetables import draw_route
from wayproof.simulator.people.way_points import FURTHEST_M, NEAREST_M, PERSON_RADIUS_M, people_space


def two_rooms() -> FreeSpace:
    """Two rooms of 5 x 5 m with a doorway between and pillars in them; free for the centre of a person."""
    plan = np.zeros((220, 110), bool)
    plan[5:105, 5:105] = plan[110:210, 5:105] = True
    plan[105:110, 48:58] = True
    plan[40:52, 30:40] = plan[150:170, 60:66] = plan[60:64, 70:90] = False
    return free_space_of_plan(plan)


PATHS: Paths = prepare_paths(two_rooms())
PEOPLE = [person for episode in range(8) for person in draw_people(PATHS, 3, 11, "flat", episode)]
persons = st.sampled_from(PEOPLE)
moments = st.floats(0.0, 2000.0)


@given(person=persons, time_s=moments, step_s=st.floats(0.001, 0.5))
@settings(max_examples=200)
def test_nobody_moves_faster_than_people_walk(person: Person, time_s: float, step_s: float) -> None:
    before, after = person_at(person, time_s), person_at(person, time_s + step_s)
    assert math.dist(before.position_m, after.position_m) <= 1.3 * step_s + 1e-9
    assert abs(math.remainder(after.heading_rad - before.heading_rad, math.tau)) <= 8.0 * step_s + 1e-6
    assert 0.0 <= after.phase - before.phase <= 1.5 * step_s + 1e-9


def test_the_state_does_not_jump_where_the_round_begins_anew() -> None:
    for person in PEOPLE:
        seam_s = person.route.period_s * 3 - person.offset_s
        before, after = person_at(person, seam_s - 1e-6), person_at(person, seam_s + 1e-6)
        assert math.dist(before.position_m, after.position_m) < 1e-4
        assert abs(math.remainder(before.heading_rad - after.heading_rad, math.tau)) < 1e-3
        assert abs(before.phase - after.phase) < 1e-4


def test_routes_stay_in_free_space() -> None:
    for person in PEOPLE:
        for time_s in np.arange(0.0, person.route.period_s, 0.03):
            assert PATHS.free.contains(np.asarray(person_at(person, float(time_s)).position_m))


def test_routes_in_a_furnished_scene_keep_a_persons_radius_from_every_wall() -> None:
    from wayproof.bench.worlds import furnished_flat

    scene = furnished_flat(pieces=40)
    paths = people_space(scene)
    corners = scene.vertices_m[(scene.vertices_m[:, 1] > 0.06) & (scene.vertices_m[:, 1] < 1.9)]
    for person in draw_people(paths, 2, 3, "furnished"):
        times = np.arange(0.0, person.route.period_s, 0.25)
        gaps = np.linalg.norm(places_at(person, times)[:, None] - corners[None, :, [0, 2]], axis=2)
        assert gaps.min() > PERSON_RADIUS_M - 0.001


def test_way_points_are_two_to_four_and_two_to_eight_metres_apart() -> None:
    for person in PEOPLE:
        points = person.route.way_points_m
        assert 2 <= len(points) <= 4
        for one, other in pairwise(points):
            assert NEAREST_M <= distance(PATHS, one, other) <= FURTHEST_M


def test_every_way_point_is_visited() -> None:
    for person in PEOPLE:
        track = places_at(person, np.arange(0.0, person.route.period_s, 0.02))
        for x, _, z in person.route.way_points_m:
            # Bends at way-points that are passed without a stop are rounded.
            assert np.hypot(track[:, 0] - x, track[:, 1] - z).min() < 0.25


def test_people_walk_at_about_one_metre_per_second() -> None:
    cruising = [person.route.speed_m_s.max() for person in PEOPLE]
    assert min(cruising) > 0.85
    assert max(cruising) <= 1.1
    assert 0.93 < float(np.mean(cruising)) < 1.07


def test_people_stand_at_about_half_of_the_way_points_for_about_a_second() -> None:
    stays, visits = [], 0
    for seed in range(60):
        route = draw_route(PATHS, generator_for(seed, "stays"))
        starts = np.flatnonzero((route.idle[1:] > 0) & (route.idle[:-1] == 0))
        ends = np.flatnonzero((route.idle[1:] == 0) & (route.idle[:-1] > 0)) + 1
        stays += list(route.time_s[ends] - route.time_s[starts])
        count = len(route.way_points_m)
        track = np.stack([route.places_m[0], route.places_m[-1]])
        assert np.allclose(track[0], track[1])
        loops = _visits_last_once(route.places_m, route.way_points_m[-1]) and count > 2
        visits += count if loops else 2 * count - 2
    assert min(stays) > 0.69
    assert max(stays) < 1.51
    assert 0.35 < len(stays) / visits < 0.65


def _visits_last_once(places: np.ndarray, point: np.ndarray) -> bool:
    """Whether the way into the point and the way out of it differ, as in a loop."""
    at = int(np.linalg.norm(places - point, axis=1).argmin())
    span = min(at, len(places) - 1 - at, 120)
    return bool(np.linalg.norm(places[at - span] - places[at + span]) > 1e-6)


def test_the_same_time_gives_the_same_state_whatever_was_asked_before() -> None:
    person = PEOPLE[0]
    direct = person_at(person, 33.3)
    for time_s in np.linspace(0.0, 33.3, 40):
        person_at(person, float(time_s))
    assert person_at(person, 33.3) == direct


def test_scripted_people_do_not_depend_on_the_robot() -> None:
    people = draw_people(PATHS, 2, 4, "twins")
    script = [person_at(person, 20.0) for person in people]
    walkers = start_walkers(people)
    for _ in range(20):
        walkers = react(people, walkers, (*people_discs(script)[0, :2], 0.3), 0.1, PATHS)
    assert [person_at(person, 20.0) for person in people] == script
    again = draw_people(PATHS, 2, 4, "twins")
    assert [person_at(person, 20.0) for person in again] == script


def test_other_episodes_have_other_people() -> None:
    one, other = draw_people(PATHS, 1, 4, "a", 0)[0], draw_people(PATHS, 1, 4, "a", 1)[0]
    assert one.figure_seed != other.figure_seed
    assert person_at(one, 5.0).position_m != person_at(other, 5.0).position_m


def test_nobody_starts_where_the_robot_does() -> None:
    for episode in range(6):
        people = draw_people(PATHS, 3, 9, "start", episode, clear_of_m=[(2.5, 4.0)])
        for person in people:
            x, _, z = person_at(person, 0.0).position_m
            assert math.hypot(x - 2.5, z - 4.0) >= 1.0


@pytest.mark.parametrize("time_s", [0.0, 1e-9, 12345.678, 1e6])
def test_routes_last_for_any_time(time_s: float) -> None:
    for person in PEOPLE[:3]:
        state = person_at(person, time_s)
        assert np.isfinite([*state.position_m, state.heading_rad, state.speed_m_s, state.look_rad]).all()
        assert PATHS.free.contains(np.asarray(state.position_m))


def test_where_there_is_no_room_to_walk_people_stand_and_look_around() -> None:
    cramped = prepare_paths(free_space_of_plan(np.ones((12, 12), bool)))
    person = draw_people(cramped, 1, 1, "cramped")[0]
    states = [person_at(person, time_s) for time_s in np.arange(0.0, 20.0, 0.5)]
    assert all(state.idle and state.speed_m_s == 0.0 for state in states)
    assert len({state.position_m for state in states}) == 1
    assert np.ptp([state.look_rad for state in states]) > 0.5


def test_discs_are_where_people_are() -> None:
    states = [person_at(person, 3.0) for person in PEOPLE[:2]]
    discs = people_discs(states)
    assert discs.shape == (2, 3)
    assert discs[1].tolist() == [states[1].position_m[0], states[1].position_m[2], 0.25]
    assert people_discs([]).shape == (0, 3)


def test_a_walking_person_is_drawn_walking_and_a_turning_one_turning() -> None:
    states = [person_at(PEOPLE[0], float(time_s)) for time_s in np.arange(0, 60, 0.1)]
    walking = max(states, key=lambda state: state.speed_m_s)
    turning = max(states, key=lambda state: abs(state.turn_rate_rad_s) * (state.speed_m_s == 0.0))
    assert movement_of(walking).speed_m_s > 0.8
    assert abs(movement_of(turning).turn_rate_rad_s) > 1.0


def test_a_negative_number_of_people_is_refused() -> None:
    with pytest.raises(InvalidInput, match="-1 people were asked for; give 0 or more"):
        draw_people(PATHS, -1, 0)
    assert draw_people(PATHS, 0, 0) == ()
