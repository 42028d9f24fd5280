"""Depth images on the map, beside a plain NumPy back-projection and rooms whose walls are known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_room import Block, PlainRoom, brief_of, walls

from wayproof.agents.mapping.depth_projection import (
    LOWEST_OBSTACLE_M,
    NEVER_SEEN,
    SLOPE_OF_DOUBT,
    MapPose,
    MountedCamera,
    camera_of,
)
from wayproof.agents.mapping.occupancy_map import OccupancyMap

CAMERA = camera_of(brief_of())
START = MapPose(0.0, 0.0, 0.0)


def seen_map(depth: np.ndarray, camera: MountedCamera = CAMERA, pose: MapPose = START) -> OccupancyMap:
    ground = OccupancyMap(0.175, side=400)
    ground.see(depth, camera, pose)
    return ground


def points_by_numpy(
    depth: np.ndarray, camera: MountedCamera, pose: MapPose
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """x, y on the map and height, of every pixel, by rotation matrices."""
    height, width = depth.shape
    focal = width / 2 / math.tan(camera.hfov_rad / 2)
    v, u = np.mgrid[0:height, 0:width] + 0.5
    in_camera = np.stack([depth, -(u - width / 2) / focal * depth, -(v - height / 2) / focal * depth])
    c, s = math.cos(camera.pitch_rad), math.sin(camera.pitch_rad)
    tilt = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
    ch, sh = math.cos(pose.heading_rad), math.sin(pose.heading_rad)
    turn = np.array([[ch, -sh, 0], [sh, ch, 0], [0, 0, 1]])
    x, y, z = np.einsum("ij,jk,khw->ihw", turn, tilt, in_camera)
    return x + pose.x_m, y + pose.y_m, z + camera.height_m


@given(
    st.integers(0, 10**6),
    st.floats(-0.6, 0.3),
    st.floats(-3, 3),
    st.floats(-2, 2),
    st.floats(-3.1, 3.1),
)
def test_solid_cells_are_those_of_a_plain_back_projection(
    seed: int, pitch: float, x: float, y: float, heading: float
) -> None:
    # Depths above the floor only, so that no roughness of the floor is measured.
    rng = np.random.Generator(np.random.Philox(seed))
    depth = rng.uniform(0.3, 5.0, (12, 16)).astype(np.float32)
    camera, pose = CAMERA._replace(pitch_rad=pitch), MapPose(x, y, heading)
    px, py, height = points_by_numpy(depth.astype(np.float64), camera, pose)
    depth[height < 0.0] = 0.0
    range_m = np.hypot(px - x, py - y)
    solid = (depth > 0) & (height > LOWEST_OBSTACLE_M + SLOPE_OF_DOUBT * range_m) & (height <= 0.9)
    # Points on an edge between cells or heights may fall to either side.
    sure = np.abs((px / 0.05) % 1 - 0.5) < 0.499
    sure &= np.abs((py / 0.05) % 1 - 0.5) < 0.499
    sure &= np.abs(height - 0.9) > 1e-4
    sure &= np.abs(height - LOWEST_OBSTACLE_M - SLOPE_OF_DOUBT * range_m) > 1e-4
    ground = seen_map(depth, camera, pose)
    for a, b in zip(px[solid & sure], py[solid & sure], strict=True):
        assert ground.layers.score[ground.cell_at(a, b)] > 0
    cells = {ground.cell_at(a, b) for a, b in zip(px[solid | ~sure], py[solid | ~sure], strict=True)}
    assert {tuple(cell) for cell in np.argwhere(ground.layers.score > 0).tolist()} <= cells


@pytest.mark.parametrize("heading", [0.0, 0.7, -2.4])
@pytest.mark.parametrize("pitch", [0.0, -0.5])
def test_walls_of_a_room_are_where_they_stand(heading: float, pitch: float) -> None:
    brief = brief_of(camera_pitch_rad=pitch)
    room = PlainRoom(walls(-2.0, -1.5, 3.0, 2.5), brief, x=0.4, y=0.3, heading=heading)
    depth, _ = room.picture()
    ground = seen_map(depth, camera_of(brief), MapPose(room.x, room.y, heading))
    solid = np.argwhere(ground.layers.score > 0)
    assert len(solid) > 20
    for i, j in solid:
        x, y = ground.point_of(int(i), int(j))
        outside = x < -2.0 + 0.05 or x > 3.0 - 0.05 or y < -1.5 + 0.05 or y > 2.5 - 0.05
        inside_wall = -2.06 < x < 3.06 and -1.56 < y < 2.56
        assert outside and inside_wall


def test_low_things_and_high_things_are_not_in_the_way_but_tables_are() -> None:
    rug = Block(1.6, -0.5, 2.2, 0.5, top_m=0.03)
    table = Block(2.6, -0.5, 3.2, 0.5, top_m=0.75)
    room = PlainRoom([rug, table])
    ground = seen_map(room.picture()[0])
    assert ground.layers.score[ground.cell_at(1.9, 0.0)] <= 0
    i, j = ground.cell_at(2.61, 0.0)
    assert (ground.layers.score[i - 1 : i + 2, j - 1 : j + 2] > 0).any()
    # A lamp that hangs above the body: all of it higher than 0.9 m.
    depth = np.zeros((48, 64), np.float32)
    depth[:20] = 2.0
    assert (points_by_numpy(depth[:20], CAMERA, MapPose(0, 0, 0))[2] > 0).all()
    lamp = seen_map(np.where(points_by_numpy(depth, CAMERA, MapPose(0, 0, 0))[2] > 0.9, depth, 0))
    assert (lamp.layers.score <= 0).all()


def test_no_reading_says_nothing() -> None:
    for nothing in (0.0, math.nan, math.inf, -1.0, 11.0):
        ground = seen_map(np.full((48, 64), nothing, np.float32))
        assert (ground.layers.score == 0).all() and (ground.layers.nearest == NEVER_SEEN).all()
    seen_map(np.zeros((0, 0), np.float32))


def test_a_thing_that_goes_away_leaves_the_map_when_the_floor_is_seen_again() -> None:
    there, gone = PlainRoom([Block(2.0, -0.3, 2.3, 0.3, 1.0)]), PlainRoom([])
    ground = OccupancyMap(0.175, side=400)
    for _ in range(3):
        ground.see(there.picture()[0], CAMERA, MapPose(0, 0, 0))
    solid = ground.layers.score > 0
    assert solid.sum() > 5
    for _ in range(12):
        ground.see(gone.picture()[0], CAMERA, MapPose(0, 0, 0))
    shown = ground.layers.floor_in == ground.images
    assert not (ground.layers.score[solid & shown] > 0).any() and (solid & shown).any()


def test_a_noisy_floor_does_not_become_a_wall() -> None:
    depth, _ = PlainRoom([]).picture(128, 96)
    rng = np.random.Generator(np.random.Philox(3))
    noisy = np.where(depth > 0, depth * (1 + 0.05 * rng.standard_normal(depth.shape)), 0).astype(np.float32)
    ground = seen_map(noisy)
    near = np.hypot(*np.meshgrid(*[np.arange(400) * 0.05 - 10] * 2, indexing="ij")) < 3.0
    seen = (ground.layers.nearest != NEVER_SEEN) & near
    assert (ground.layers.score[seen] > 0).mean() < 0.01


def test_what_is_looked_at_ends_at_the_wall_and_is_noted_from_how_near() -> None:
    room = PlainRoom(walls(-1.0, -1.0, 2.0, 1.0))
    ground = seen_map(room.picture()[0])
    nearest = ground.layers.nearest
    assert nearest[ground.cell_at(1.52, 0.0)] == 15 and nearest[ground.cell_at(0.52, 0.0)] == 5
    assert (
        nearest[ground.cell_at(2.6, 0.0)] == NEVER_SEEN and nearest[ground.cell_at(-0.5, 0.0)] == NEVER_SEEN
    )


def test_walls_are_tall_and_tables_are_not() -> None:
    room = PlainRoom([Block(2.0, -3.0, 2.2, -0.2), Block(1.8, 0.2, 2.2, 2.0, top_m=0.6)])
    ground = seen_map(room.picture()[0])
    tall = np.argwhere(ground.layers.tall)
    assert len(tall) and all(ground.point_of(int(i), int(j))[1] < 0.0 for i, j in tall)


def test_marking_leaves_the_image_alone_and_thins_large_ones() -> None:
    room = PlainRoom(walls(-1.0, -1.0, 2.0, 1.0))
    large = room.picture(640, 480)[0]
    before = large.copy()
    ground = seen_map(large)
    assert np.array_equal(large, before)
    assert ground.layers.score[ground.cell_at(2.01, 0.0)] > 0
