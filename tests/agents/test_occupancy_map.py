"""The map of costs: kept up piece by piece, it must be what one would work out from scratch."""

from __future__ import annotations

import numpy as np
import pytest
from plain_room import Block, PlainRoom, brief_of, walls
from scipy.ndimage import distance_transform_edt

from wayproof.agents.mapping.depth_projection import NEVER_SEEN, MapPose, camera_of
from wayproof.agents.mapping.occupancy_map import (
    CLOSE,
    CLOSE_M,
    FREE,
    NEAR,
    NEAR_M,
    SOLID,
    TIGHT,
    TIGHT_M,
    TOUCHING,
    TOUCHING_M,
    TRIED,
    UNKNOWN,
    OccupancyMap,
)

CAMERA = camera_of(brief_of())


def after_a_walk() -> OccupancyMap:
    room = PlainRoom([*walls(-2.0, -2.0, 4.0, 2.5), Block(1.5, -0.4, 2.0, 0.5, 0.6)])
    ground = OccupancyMap(0.175, side=300)
    for x, y, heading in [(0, 0, 0), (0.5, 0.8, 0.4), (1.0, 1.2, -1.0), (2.5, 1.4, 3.0), (0, -1, -2)]:
        room.x, room.y, room.heading = x, y, heading
        ground.see(room.picture(128, 96)[0], CAMERA, MapPose(x, y, heading))
    return ground


def test_costs_kept_piece_by_piece_are_those_of_the_whole_map() -> None:
    ground = after_a_walk()
    ground.note_failure(0.6, 0.1)
    ground.set_solid(1.0, -1.0)
    clear_m = distance_transform_edt(ground.layers.score <= 0) * ground.cell_m
    spare = clear_m - 0.175
    known = np.where(ground.layers.nearest == NEVER_SEEN, UNKNOWN, FREE)
    expected = np.select(
        [clear_m == 0, spare < TOUCHING_M, spare < TIGHT_M, spare < CLOSE_M, spare < NEAR_M],
        [SOLID, TOUCHING, TIGHT, CLOSE, np.maximum(known, NEAR)],
        known,
    )
    expected = np.where(ground.tried & (expected != SOLID), np.maximum(expected, TRIED), expected)
    # OpenCV's distances are off by up to 2 %, scipy's are exact: near a threshold either cost will do.
    thresholds = 0.175 + np.array([TOUCHING_M, TIGHT_M, CLOSE_M, NEAR_M])
    sure = (np.abs(clear_m[..., None] - thresholds) > 0.03 * clear_m[..., None]).all(axis=-1)
    assert sure.mean() > 0.9
    assert np.array_equal(ground.costs[sure], expected[sure])
    assert {SOLID, TOUCHING, TIGHT, CLOSE, NEAR, FREE, UNKNOWN, TRIED} <= set(np.unique(ground.costs))


def test_points_and_cells_agree_and_what_is_beyond_the_map_comes_to_its_edge() -> None:
    ground = OccupancyMap(0.2, side=100)
    for cell in [(0, 0), (50, 50), (99, 3)]:
        assert ground.cell_at(*ground.point_of(*cell)) == cell
    assert ground.cell_at(1e6, -1e6) == (99, 0)


def test_clearing_takes_things_away_around_a_point() -> None:
    ground = OccupancyMap(0.175, side=200)
    for y in np.arange(-1, 1, 0.05):
        ground.set_solid(1.0, float(y))
    assert ground.costs[ground.cell_at(1.0, 0.0)] == SOLID
    ground.clear(1.0, 0.0, 0.4)
    assert ground.costs[ground.cell_at(1.0, 0.0)] in (FREE, UNKNOWN, NEAR)
    assert ground.costs[ground.cell_at(1.0, 0.8)] == SOLID


def test_only_ground_that_was_seen_and_is_wide_enough_is_reachable() -> None:
    # A room with a gap of 0.2 m, too narrow for a body of 0.35 m, and one of 1 m.
    for gap, reached in ((0.2, False), (1.0, True)):
        blocks = [
            *walls(-1.5, -2.0, 4.0, 2.0),
            Block(2.0, -2.0, 2.1, -gap / 2),
            Block(2.0, gap / 2, 2.1, 2.0),
        ]
        room = PlainRoom(blocks)
        ground = OccupancyMap(0.175, side=300)
        ground.see(room.picture(256, 96)[0], CAMERA, MapPose(0, 0, 0))
        box = ground.box((0.0, 0.0))
        here = tuple(np.subtract(ground.cell_at(0, 0), (box.i, box.j)).tolist())
        cells = ground.reachable(box, here)
        behind = tuple(np.subtract(ground.cell_at(3.0, 0.0), (box.i, box.j)).tolist())
        assert cells[behind] == reached
        unseen = tuple(np.subtract(ground.cell_at(-1.0, 0.0), (box.i, box.j)).tolist())
        assert not cells[unseen]


def test_the_box_holds_what_is_known_and_the_points_asked_for() -> None:
    ground = after_a_walk()
    box = ground.box((6.0, 0.0))
    i, j = ground.cell_at(6.0, 0.0)
    assert box.i <= i < box.i + box.size_x and box.j <= j < box.j + box.size_y
    seen = np.argwhere(ground.layers.nearest != NEVER_SEEN)
    assert (seen.min(axis=0) >= (box.i, box.j)).all()
    assert (seen.max(axis=0) < (box.i + box.size_x, box.j + box.size_y)).all()


@pytest.mark.parametrize("point", [(0.0, 0.0), (7.4, -7.4)])
def test_a_failure_makes_ground_costly_even_at_the_edge(point: tuple[float, float]) -> None:
    ground = OccupancyMap(0.175, side=300)
    ground.note_failure(*point)
    assert ground.costs[ground.cell_at(*point)] == TRIED
