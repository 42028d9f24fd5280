from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_scenes import block, scene_of, two_rooms, two_storeys

from wayproof.errors import InvalidInput
from wayproof.navigation.experts import action_path
from wayproof.navigation.free_points import floor_height, sample_points
from wayproof.navigation.free_space import free_space, free_space_of_plan
from wayproof.navigation.line_of_sight import line_of_sight
from wayproof.navigation.paths import Paths, distance, prepare_paths
from wayproof.scenes.houses.house import make_house
from wayproof.seeding import generator_for
from wayproof.vocabulary import Pose


def carried_out(
    paths: Paths, start: Pose, actions: list[str], *, step_m: float = 0.25, turn_rad: float = np.pi / 6
) -> tuple[np.ndarray, float]:
    """End point and length of the way, after a check that every step stays in free space."""
    here, heading, length = np.array([start.x_m, start.y_m, start.z_m]), start.heading_rad, 0.0
    for action in actions:
        if action == "forward":
            there = here + step_m * np.array([-np.sin(heading), 0.0, -np.cos(heading)])
            there[1] = next(y for y in (here[1], *here[1] + np.array([-0.2, 0.2])) if _free(paths, there, y))
            there[1] = floor_height(paths.free, there)
            assert line_of_sight(paths.free, here, there)
            length += step_m
            here = there
        else:
            heading += {"turn_left": turn_rad, "turn_right": -turn_rad, "stop": 0.0}[action]
    return here, length


def _free(paths: Paths, point: np.ndarray, y: float) -> bool:
    return paths.free.contains(np.array([point[0], y, point[2]]))


def pose(point: np.ndarray, heading: float) -> Pose:
    return Pose(float(point[0]), float(point[1]), float(point[2]), heading)


@pytest.fixture(scope="module")
def rooms() -> Paths:
    things = [
        block((1.0, 0.0, 0.8), (2.2, 0.7, 1.4), 0.4),
        block((5.5, 0.0, 2.0), (6.5, 0.9, 2.6), 1.1),
        block((2.6, 0.0, 2.5), (3.0, 1.8, 3.6)),
    ]
    return prepare_paths(
        free_space(scene_of(*two_rooms(), *things), radius_m=0.2, height_m=1.2, step_height_m=0.1)
    )


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.floats(-7.0, 7.0), st.sampled_from([10, 15, 30, 45]))
def test_the_actions_lead_to_the_goal_through_free_space(rooms, number, heading, degrees):
    start, goal = sample_points(rooms.free, generator_for(number, "pair"), 2)
    turn = np.deg2rad(degrees)
    actions = action_path(rooms, pose(start, heading), goal, goal_radius_m=0.2, turn_rad=turn)
    assert actions[-1] == "stop" and "stop" not in actions[:-1]
    end, _ = carried_out(rooms, pose(start, heading), actions, turn_rad=turn)
    assert distance(rooms, end, goal) <= 0.2


@pytest.fixture(scope="module")
def houses() -> dict[int, Paths]:
    scenes = {seed: make_house(seed, light=False) for seed in (2, 3)}
    return {
        seed: prepare_paths(free_space(scene, radius_m=0.18, height_m=0.9, step_height_m=0.1))
        for seed, scene in scenes.items()
    }


@pytest.mark.parametrize(("degrees", "least"), [(30, 0.95), (15, 0.97)])
def test_the_expert_is_nearly_as_short_as_the_shortest_path_in_houses(houses, degrees, least):
    turn = np.deg2rad(degrees)
    ratios = []
    for seed, paths in houses.items():
        rng = generator_for(seed, "walks")
        points = sample_points(paths.free, rng, 60).reshape(30, 2, 3)
        for (start, goal), heading in zip(points, rng.uniform(0.0, 6.3, 30), strict=True):
            shortest = distance(paths, start, goal)
            if shortest < 1.0:
                continue
            try:
                actions = action_path(paths, pose(start, heading), goal, goal_radius_m=0.2, turn_rad=turn)
            except InvalidInput:
                ratios.append(0.0)
                continue
            _, length = carried_out(paths, pose(start, heading), actions, turn_rad=turn)
            ratios.append(shortest / max(length, shortest))
    assert len(ratios) > 30
    assert np.mean(ratios) >= least


def test_the_expert_climbs_stairs():
    paths = prepare_paths(free_space(scene_of(*two_storeys()), radius_m=0.3, height_m=1.6, step_height_m=0.2))
    start, goal = Pose(0.5, 0.0, 1.0, 0.3), np.array([9.0, 2.7, 3.0])
    end, length = carried_out(paths, start, action_path(paths, start, goal, goal_radius_m=0.3))
    assert end[1] == pytest.approx(2.7)
    assert length < 1.1 * distance(paths, np.array([0.5, 0.0, 1.0]), goal)


def test_the_expert_follows_a_wave_where_there_is_no_graph(rooms):
    marched = prepare_paths(rooms.free, most_sightings=10)
    start, goal = np.array([0.5, 0.0, 3.5]), np.array([7.5, 0.0, 3.5])
    actions = action_path(marched, pose(start, 1.0), goal, goal_radius_m=0.2)
    end, length = carried_out(rooms, pose(start, 1.0), actions)
    assert distance(rooms, end, goal) < 0.25
    assert length < 1.08 * distance(rooms, start, goal)


def test_at_the_goal_the_expert_stops_at_once(rooms):
    start = np.array([0.5, 0.0, 3.5])
    assert action_path(rooms, pose(start, 0.0), start + (0.1, 0.0, 0.0), goal_radius_m=0.2) == ["stop"]


@pytest.mark.parametrize(
    ("heading_degrees", "turns"), [(0, []), (30, ["turn_right"]), (-60, ["turn_left"] * 2), (360, [])]
)
def test_it_turns_the_short_way_and_then_goes_straight(rooms, heading_degrees, turns):
    start = np.array([0.5, 0.0, 3.5])
    ahead = start - (0.0, 0.0, 1.0)
    actions = action_path(rooms, pose(start, np.deg2rad(heading_degrees)), ahead, goal_radius_m=0.2)
    assert actions == [*turns, *["forward"] * 4, "stop"]


def test_a_passage_too_narrow_for_the_steps_is_an_error_with_advice():
    plan = np.zeros((40, 60), bool)
    plan[:15, :15] = True
    plan[7, :] = True  # 5 cm wide and 2 m long
    paths = prepare_paths(free_space_of_plan(plan))
    start, goal = Pose(0.3, 0.0, 0.3, 0.26), np.array([0.375, 0.0, 2.9])
    with pytest.raises(InvalidInput, match="smaller steps or turns"):
        action_path(paths, start, goal, goal_radius_m=0.2)


def test_wrong_starts_and_sizes_are_refused(rooms):
    goal = np.array([0.5, 0.0, 3.5])
    with pytest.raises(InvalidInput, match="start point"):
        action_path(rooms, Pose(4.0, 0.0, 3.0), goal, goal_radius_m=0.2)
    with pytest.raises(InvalidInput, match="must be positive"):
        action_path(rooms, Pose(0.5, 0.0, 3.5), goal, goal_radius_m=0.0)


def test_another_island_cannot_be_reached():
    plan = np.ones((12, 12), bool)
    plan[6] = False
    paths = prepare_paths(free_space_of_plan(plan, cell_m=0.1))
    beyond = np.array([1.0, 0.0, 0.5])
    with pytest.raises(InvalidInput, match="on one island"):
        action_path(paths, Pose(0.2, 0.0, 0.5), beyond, goal_radius_m=0.2)
