"""The thing sought on the map: what speaks for it, what against, and what one image shows of it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera
from wayproof.agents.mapping.occupancy_map import OccupancyMap
from wayproof.agents.mapping.target_map import TargetMap, points_of, target_view

CAMERA = MountedCamera(0.9, 0.0, math.radians(90.0), 10.0, 1.0)
HERE = np.array([[1.01, 0.01]])


def test_a_cell_is_part_of_the_thing_once_enough_speaks_for_it_and_no_more_once_it_is_denied() -> None:
    target = TargetMap(OccupancyMap(0.2), least_count=20)
    assert not target.begun
    target.add(np.repeat(HERE, 9, axis=0), 2)
    assert target.begun and not len(target.points_m())
    target.add(HERE, 2)
    assert len(target.points_m()) == 1
    target.deny(HERE)
    assert not len(target.points_m())
    target.deny(np.repeat(HERE, 300, axis=0))
    target.add(np.repeat(HERE, 10, axis=0), 2)
    assert len(target.points_m()) == 1, "denial does not go below nothing"


def test_only_points_in_cells_of_the_thing_are_part_of_it() -> None:
    target = TargetMap(OccupancyMap(0.2), least_count=4)
    target.add(np.array([[1.01, 0.01], [1.01, 0.01], [3.0, 2.0]]), 2)
    found = target.part_of(np.array([[1.02, 0.02], [3.0, 2.0], [-1.0, -1.0], [1e6, 0.0]]))
    assert found.shape == (1, 2)
    assert found[0] == pytest.approx([1.0, 0.0], abs=0.1)


def test_pixels_become_points_by_depth_heading_and_tilt() -> None:
    wanted = np.zeros((4, 4), np.bool_)
    wanted[1, 1] = wanted[2, 2] = True
    depth_m = np.full((4, 4), 2.0, np.float32)
    depth_m[2, 2] = 0.0
    (point,) = points_of(wanted, depth_m, CAMERA, MapPose(1.0, 2.0, math.pi / 2), 0.0)
    # Half a pixel left of the middle of four, focal length two pixels: half a metre left of 2 m ahead.
    assert point == pytest.approx([1.0 - 0.5, 2.0 + 2.0])
    tilted = points_of(wanted, depth_m, CAMERA, MapPose(0.0, 0.0, 0.0), math.radians(-30.0))
    assert tilted[0, 0] == pytest.approx(2.0 * math.cos(math.radians(30)) + 0.5 * math.sin(math.radians(30)))


def test_a_view_tells_pixels_the_nearest_and_the_middle() -> None:
    view = target_view(np.array([[3.0, 4.0], [6.0, 8.0]]), MapPose(0.0, 0.0, 0.3))
    assert view == (2, 5.0, (4.5, 6.0))
    assert target_view(np.empty((0, 2)), MapPose(0.0, 0.0, 0.0)).pixels == 0
