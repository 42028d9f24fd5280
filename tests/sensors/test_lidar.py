"""The laser scanner: angles, ranges, and people in the beam, against rays through the same triangles."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.bench.embree import EmbreeRays
from wayproof.episode.people import People, people_in
from wayproof.geometry.ray_tree import build_ray_tree, closest_hit
from wayproof.scenes.houses.house import make_house
from wayproof.sensors import sensors_for
from wayproof.sensors.lidar import beam_angles
from wayproof.sensors.rig import SensorRig
from wayproof.simulator.people.figure import posed
from wayproof.simulator.people.gait_cycle import pose_at
from wayproof.simulator.people.persons import movement_of
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.vocabulary import Pose, Settings


def _scan(world: World, state: State, settings: Settings, **more: object) -> np.ndarray:
    rig = SensorRig(world, sensors_for(world.body, ["lidar"], settings=settings))
    return np.asarray(rig.read(state, start=state.pose, **more)["lidar"])  # type: ignore[arg-type]


@given(beams=st.integers(2, 500), field=st.floats(0.1, 2 * math.pi))
def test_beams_are_evenly_spread_over_the_field(beams: int, field: float) -> None:
    angles = beam_angles(beams, field)
    steps = np.diff(angles)
    assert len(angles) == beams and angles[0] == pytest.approx(-field / 2)
    assert steps == pytest.approx(np.full(beams - 1, steps[0]))
    if field < 2 * math.pi - 1e-6:
        assert angles[-1] == pytest.approx(field / 2)


def test_a_full_turn_does_not_look_twice_at_the_same_place() -> None:
    angles = beam_angles(4, 2 * math.pi)
    assert angles == pytest.approx([-math.pi, -math.pi / 2, 0.0, math.pi / 2])


def test_the_beam_ahead_agrees_with_the_depth_camera(world: World, states: list[State]) -> None:
    height = world.body.cameras[0].height_m
    settings = Settings(width_px=11, height_px=11, hfov_rad=0.005, lidar_beams=1, lidar_height_m=height)
    rig = SensorRig(world, sensors_for(world.body, ["lidar", "depth"], settings=settings))
    for state in states:
        readings = rig.read(State(state.pose), start=state.pose)
        assert readings["lidar"][0] == pytest.approx(readings["depth"][5, 5], abs=1e-3)


def test_turning_the_body_turns_the_scan(world: World, states: list[State]) -> None:
    settings = Settings(lidar_beams=36)
    pose = states[0].pose
    turned = Pose(pose.x_m, pose.y_m, pose.z_m, pose.heading_rad + 2 * math.pi / 36)
    before, after = _scan(world, State(pose), settings), _scan(world, State(turned), settings)
    assert np.abs(np.roll(before, -1) - after).max() < 1e-3


def test_what_is_out_of_range_gives_no_return(world: World, states: list[State]) -> None:
    whole = _scan(world, states[0], Settings())
    limit = float(np.median(whole[whole > 0]))
    cut = _scan(world, states[0], Settings(lidar_range_m=limit))
    np.testing.assert_array_equal(cut, np.where(whole <= np.float32(limit), whole, 0.0))
    assert (cut == 0).any() and (cut > 0).any()


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_people_are_met_as_rays_through_their_triangles_would(world: World, seed: int) -> None:
    people = people_in(world, 2, seed, "scan")
    walkers = people.start()
    x, y, z = walkers[0].state.position_m
    state = State(Pose(x + 0.9, y, z + 0.4, 0.7))
    settings = Settings(lidar_beams=720, lidar_height_m=0.55)
    scan = _scan(world, state, settings, moving=people.batches(walkers))
    empty = _scan(world, state, settings)
    expected = _by_rays(world, people, state, settings)
    assert (scan != empty).sum() > 10
    assert np.abs(scan - expected).max() < 2e-3


def _by_rays(world: World, people: People, state: State, settings: Settings) -> np.ndarray:
    """The scan through one tree that holds the people too."""
    vertices, faces = [world.scene.vertices_m], [world.scene.faces]
    for drawn, walker in zip(people.drawn, people.start(), strict=True):
        pose = pose_at(drawn.figure.joints_m, movement_of(walker.state))
        faces.append(drawn.figure.faces + sum(map(len, vertices)))
        vertices.append(
            posed(
                drawn.figure, pose, position_m=walker.state.position_m, heading_rad=walker.state.heading_rad
            )
        )
    tree = build_ray_tree(np.concatenate(vertices), np.concatenate(faces))
    turned = state.pose.heading_rad + beam_angles(settings.lidar_beams, settings.lidar_field_rad)
    ways = np.stack([-np.sin(turned), np.zeros_like(turned), -np.cos(turned)], axis=1)
    origin = (state.pose.x_m, state.pose.y_m + settings.lidar_height_m, state.pose.z_m)
    hit, found = closest_hit(tree, origin, ways, max_distance=settings.lidar_range_m)
    return np.where(hit >= 0, found, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("height_m", [0.2, 0.25])
def test_every_beam_in_twenty_houses_ends_where_embree_says(height_m: float) -> None:
    """7,200 beams from each height: the usual one, and one of many edges of furniture."""
    turned = beam_angles(360, 2 * math.pi)
    ways = np.stack([-np.sin(turned), np.zeros_like(turned), -np.cos(turned)], axis=1).astype(np.float32)
    for seed in range(20):
        scene = make_house(seed)
        rays, tree = EmbreeRays(scene, robust=True), build_ray_tree(scene.vertices_m, scene.faces)
        eye = rays.free_views(1, seed=seed, level=True)[0].eye_m
        origin = np.array([eye[0], height_m, eye[2]])
        their_distance, their_triangle = rays.cast(origin, ways)
        triangle, distance = closest_hit(tree, origin, ways)
        np.testing.assert_array_equal(triangle >= 0, their_triangle >= 0)
        hit = triangle >= 0
        np.testing.assert_allclose(distance[hit], their_distance[hit], atol=1e-4, err_msg=f"house {seed}")
