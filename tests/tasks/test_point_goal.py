"""PointNav: what the protocols say, which episodes are drawn, and when a goal counts as reached."""

from __future__ import annotations

import math
from functools import cache

import msgspec
import numpy as np
import pytest
from box_scenes import hall
from hypothesis import given
from hypothesis import strategies as st

from wayproof.errors import InvalidInput, UnknownName
from wayproof.metrics.lengths import path_share
from wayproof.navigation.free_points import island_of
from wayproof.navigation.free_space import free_space_of_plan
from wayproof.navigation.paths import Paths, distance, prepare_paths
from wayproof.scenes.houses.house import build_house
from wayproof.seeding import generator_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.tasks import Measure, Now
from wayproof.tasks.drawing.point_goal_lengths import DRAWINGS, drawing_of, keep_probability
from wayproof.tasks.judging.places import goal_of, position_of
from wayproof.tasks.point_goal import (
    HABITAT,
    PROTOCOLS,
    ROBUSTNAV,
    PointGoalJudge,
    _fault,
    expert_actions,
    field_to_goal,
    protocol_named,
    sample_episode,
)
from wayproof.vocabulary import Action, Episode, Goal, Pose, Protocol

protocols = pytest.mark.parametrize("protocol", [HABITAT, ROBUSTNAV], ids=lambda protocol: protocol.name)


@cache
def _world() -> World:
    return World(build_house(1, rooms=2).scene, load_body("locobot"))


def _two_halls() -> Paths:
    """Two halls of 6 m by 4 m with a wall in between."""
    plan = np.ones((120, 164), bool)
    plan[:, 80:84] = False
    return prepare_paths(free_space_of_plan(plan))


def _episode(start: tuple[float, float], goal: tuple[float, float]) -> Episode:
    return Episode(
        "made up",
        "halls",
        "point_goal",
        Pose(start[0], 0.0, start[1]),
        (Goal("point_goal", position_m=(goal[0], 0.0, goal[1])),),
    )


def test_the_protocols_have_the_published_numbers() -> None:
    assert (HABITAT.forward_m, HABITAT.turn_rad) == (0.25, math.radians(10))
    assert (HABITAT.maximum_steps, HABITAT.success_distance_m, HABITAT.border_counts) == (500, 0.2, False)
    assert (ROBUSTNAV.forward_m, ROBUSTNAV.turn_rad) == (0.25, math.radians(30))
    assert (ROBUSTNAV.maximum_steps, ROBUSTNAV.success_distance_m, ROBUSTNAV.border_counts) == (
        300,
        0.2,
        True,
    )


@protocols
def test_every_number_of_a_protocol_has_a_source(protocol: Protocol) -> None:
    named = {field.strip() for fields in protocol.sources for field in fields.split(",")}
    unused = {"must_see", "one_by_one", "goal_steps", "people_mode"}  # no goals in sequence, no people
    assert named == set(protocol.__struct_fields__) - {"task", "name", "sources"} - unused
    drawing = drawing_of(protocol)
    named = {field.strip() for fields in drawing.sources for field in fields.split(",")}
    assert named == set(drawing.__struct_fields__) - {"sources"}


def test_an_unknown_protocol_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'habitat'"):
        protocol_named("habitta")


@protocols
def test_a_body_gets_the_step_sizes_of_the_protocol(protocol: Protocol) -> None:
    body = body_under(protocol, load_body("h1"))
    assert (body.forward_m, body.turn_rad) == (protocol.forward_m, protocol.turn_rad)
    assert body.radius_m == load_body("h1").radius_m


@protocols
@pytest.mark.parametrize("index", range(6))
def test_episodes_keep_what_the_protocol_demands(protocol: Protocol, index: int) -> None:
    paths = _world().paths
    episode = sample_episode(paths, "house", protocol, seed=3, index=index).episode
    low, high = drawing_of(protocol).length_ranges_m[index % len(drawing_of(protocol).length_ranges_m)]
    start, goal = position_of(episode.start), np.array(goal_of(episode))
    assert episode.shortest_length_m == pytest.approx(distance(paths, start, goal), abs=1e-6)
    assert episode.shortest_length_m is not None and low <= episode.shortest_length_m <= high
    assert island_of(paths.free, start) == island_of(paths.free, goal) == 0
    assert episode.maximum_steps == protocol.maximum_steps
    assert np.array(episode.reference_path_m[0]) == pytest.approx(start)
    assert np.array(episode.reference_path_m[-1]) == pytest.approx(goal)


@protocols
@given(seed=st.integers(0, 2**31), index=st.integers(0, 1000))
def test_an_episode_depends_on_scene_seed_and_index_and_on_nothing_drawn_before(
    protocol: Protocol, seed: int, index: int
) -> None:
    paths = _world().paths
    first = sample_episode(paths, "house", protocol, seed=seed, index=index)
    sample_episode(paths, "house", protocol, seed=seed, index=index + 1)
    assert sample_episode(paths, "house", protocol, seed=seed, index=index) == first
    others = [
        sample_episode(paths, "house", protocol, seed=seed + 1, index=index),
        sample_episode(paths, "house", protocol, seed=seed, index=index + 3),
        sample_episode(paths, "another house", protocol, seed=seed, index=index),
    ]
    assert all(other.episode.start != first.episode.start for other in others)


@protocols
@pytest.mark.parametrize("index", range(3))
def test_the_expert_solves_every_episode_by_the_protocols_own_steps(protocol: Protocol, index: int) -> None:
    world = World(_world().scene, body_under(protocol, load_body("locobot")))
    episode = sample_episode(world.paths, "house", protocol, seed=8, index=index).episode
    field = field_to_goal(world.paths, episode)
    simulator = world.simulator()
    state, rng = simulator.start(episode.start), generator_for(0, "expert")
    actions = expert_actions(field, episode.start, protocol)
    for name in actions:
        state = simulator.step(state, Action(name), rng)
    assert len(actions) <= protocol.maximum_steps and state.bumps == 0
    assert PointGoalJudge(world, protocol, episode).measure(Now(state))[0].in_range
    assert episode.shortest_length_m is not None
    share = path_share(episode.shortest_length_m, state.travelled_m)
    assert share is not None and share > 0.85


def test_straight_ways_are_rare_under_habitat_and_not_under_robustnav() -> None:
    assert keep_probability(1.0, DRAWINGS["habitat"]) == pytest.approx(0.008)
    assert keep_probability(1.05, DRAWINGS["habitat"]) == pytest.approx(20 * 0.07**2)
    assert keep_probability(1.1, DRAWINGS["habitat"]) == 1.0
    assert keep_probability(1.0, DRAWINGS["robustnav"]) == 1.0


def test_rejected_draws_are_counted_by_reason() -> None:
    counts = [sample_episode(_world().paths, "house", HABITAT, seed=0, index=k).rejected for k in range(12)]
    reasons = {reason for count in counts for reason in count}
    assert {"too near", "too straight"} <= reasons
    assert all(number > 0 for count in counts for number in count.values())


def test_a_pair_without_a_way_is_rejected_as_such() -> None:
    paths = _two_halls()
    field = field_to_goal(paths, _episode((2.0, 2.0), (3.0, 2.0)))
    rng = generator_for(0, "test")
    assert _fault(field, np.array([2.0, 0.0, 6.0]), DRAWINGS["habitat"], (1.0, 30.0), rng) == "no way"
    assert _fault(field, np.array([2.5, 0.0, 2.0]), DRAWINGS["habitat"], (1.0, 30.0), rng) == "too near"
    assert _fault(field, np.array([5.5, 0.0, 3.9]), DRAWINGS["habitat"], (1.0, 2.0), rng) == "too far"
    assert _fault(field, np.array([2.0, 0.8, 2.0]), DRAWINGS["habitat"], (1.0, 30.0), rng) == "two storeys"


def test_a_scene_without_room_for_an_episode_says_what_the_draws_failed_on() -> None:
    paths = prepare_paths(free_space_of_plan(np.ones((60, 60), bool)))
    long = msgspec.structs.replace(DRAWINGS["robustnav"], length_ranges_m=((20.0, 30.0),))
    with pytest.raises(InvalidInput, match=r"no point_goal episode of 20 to 30 m .*too near: 3000"):
        sample_episode(paths, "hall", ROBUSTNAV, seed=0, index=0, drawing=long)


def test_a_scene_smaller_than_the_protocol_allows_is_refused() -> None:
    closet = prepare_paths(free_space_of_plan(np.ones((20, 20), bool)))
    with pytest.raises(InvalidInput, match=r"reaches 0.71 m.*larger scene"):
        sample_episode(closet, "closet", HABITAT, seed=0, index=0)


def test_a_scene_in_which_the_body_fits_nowhere_is_refused() -> None:
    with pytest.raises(InvalidInput, match="fits nowhere"):
        sample_episode(
            prepare_paths(free_space_of_plan(np.zeros((20, 20), bool))), "rock", HABITAT, seed=0, index=0
        )


def test_a_negative_index_is_refused() -> None:
    with pytest.raises(InvalidInput, match="counted from 0"):
        sample_episode(_world().paths, "house", HABITAT, seed=0, index=-1)


def test_a_goal_on_another_island_is_an_error_that_says_so() -> None:
    with pytest.raises(InvalidInput, match=r"starts on island 0 and its goal is on 1.*finds no way"):
        field_to_goal(_two_halls(), _episode((2.0, 2.0), (2.0, 6.0)))


@pytest.mark.parametrize(
    ("start", "goal", "role"), [((2.0, 4.1), (2.0, 2.0), "given"), ((2.0, 2.0), (2.0, 4.1), "goal")]
)
def test_a_start_or_goal_inside_a_wall_is_an_error(
    start: tuple[float, float], goal: tuple[float, float], role: str
) -> None:
    with pytest.raises(InvalidInput, match=f"the {role} point .* is not in the free space"):
        field_to_goal(_two_halls(), _episode(start, goal))


def test_a_goal_without_a_position_is_an_error() -> None:
    episode = msgspec.structs.replace(_episode((2.0, 2.0), (3.0, 2.0)), goals=(Goal("point_goal"),))
    with pytest.raises(InvalidInput, match="one goal with a position"):
        goal_of(episode)


def _measured(protocol: Protocol, x_m: float) -> Measure:
    """How an agent at (x, 1) stands to a goal at (3, 1) of an empty room of 4 m by 4 m."""
    world = World(hall(size_m=(4.0, 4.0)), load_body("locobot"))
    judge = PointGoalJudge(world, protocol, _episode((1.0, 1.0), (3.0, 1.0)))
    return judge.measure(Now(State(Pose(x_m, 0.0, 1.0))))[0]


@protocols
@pytest.mark.parametrize(("left_m", "close_enough"), [(0.0, True), (0.1999, True), (0.2001, False)])
def test_a_goal_is_reached_within_a_fifth_of_a_metre(
    protocol: Protocol, left_m: float, close_enough: bool
) -> None:
    measure = _measured(protocol, 3.0 - left_m)
    assert measure.distance_m == pytest.approx(left_m) and measure.in_range == close_enough


def test_the_border_itself_counts_for_robustnav_only() -> None:
    border_m = _measured(HABITAT, 2.75).distance_m
    for protocol, counts in ((HABITAT, False), (ROBUSTNAV, True)):
        exact = msgspec.structs.replace(protocol, success_distance_m=border_m)
        assert _measured(exact, 2.75).in_range == counts


def test_protocols_are_found_by_their_own_names() -> None:
    assert {name: protocol.name for name, protocol in PROTOCOLS.items()} == {
        "habitat": "habitat",
        "robustnav": "robustnav",
        "habitat_challenge_2020": "habitat_challenge_2020",
    }
