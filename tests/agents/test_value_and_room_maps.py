"""What tells learned explorers where to go: value maps, room priors, the depth of the floor."""

from __future__ import annotations

import math

import numpy as np
import pytest
from plain_room import brief_of

from wayproof.agents.exploring.frontier_exploration import FrontierExploration
from wayproof.agents.exploring.frontiers import best_frontier
from wayproof.agents.mapping.depth_projection import MapPose, MountedCamera, camera_of
from wayproof.agents.mapping.floor_depth import floor_depth, standing_depth
from wayproof.agents.mapping.occupancy_map import Box, OccupancyMap
from wayproof.agents.mapping.room_map import RoomMap
from wayproof.agents.mapping.room_priors import room_priors
from wayproof.agents.mapping.value_map import ValueMap, column_fit
from wayproof.agents.moving.navigator import Navigator
from wayproof.agents.seeing.perception import SeenImage

CAMERA = MountedCamera(0.9, 0.0, math.radians(90.0), 10.0, 1.0)


def at(values: np.ndarray, on_map: OccupancyMap, x_m: float, y_m: float) -> float:
    return float(values[on_map.cell_at(x_m, y_m)])


def whole(on_map: OccupancyMap) -> Box:
    return Box(0, 0, on_map.side, on_map.side)


def test_an_image_spreads_its_fit_over_the_ground_that_it_shows() -> None:
    on_map = OccupancyMap(0.2)
    values = ValueMap(on_map)
    fit = np.zeros((40, 60), np.float32)
    fit[:, :20] = 0.8  # the left third fits
    values.see(column_fit(fit), np.full((40, 60), 3.0, np.float32), CAMERA, MapPose(0.0, 0.0, 0.0))
    around = values.around(whole(on_map))
    assert at(around, on_map, 2.0, 1.2) == pytest.approx(0.8, abs=0.01)
    assert at(around, on_map, 2.0, -1.5) == pytest.approx(0.0, abs=0.01)
    assert at(around, on_map, 4.5, 2.0) == 0.0  # beyond what the image shows
    assert at(around, on_map, -1.5, 0.0) == 0.0  # behind


def test_a_second_look_makes_a_mean_and_a_turned_robot_sees_elsewhere() -> None:
    on_map = OccupancyMap(0.2)
    values = ValueMap(on_map)
    depth_m = np.full((40, 60), 3.0, np.float32)
    values.see(np.full(60, 1.0, np.float32), depth_m, CAMERA, MapPose(0.0, 0.0, 0.0))
    values.see(np.full(60, 0.0, np.float32), depth_m, CAMERA, MapPose(0.0, 0.0, 0.0))
    values.see(np.full(60, 0.6, np.float32), depth_m, CAMERA, MapPose(0.0, 0.0, math.pi))
    around = values.around(whole(on_map))
    assert at(around, on_map, 2.0, 0.0) == pytest.approx(0.5, abs=0.01)
    assert at(around, on_map, -2.0, 0.0) == pytest.approx(0.6, abs=0.01)


def test_worth_draws_an_explorer_to_a_farther_frontier() -> None:
    navigator = Navigator(brief_of())
    on_map = navigator.map
    for x_m in np.arange(-4.0, 4.0, 0.05):
        for y_m in np.arange(-0.6, 0.6, 0.05):
            on_map.set_seen(float(x_m), float(y_m), 0.05)
    box = navigator.box()
    here = navigator.cell_in(box)
    worth_m = np.zeros((box.size_x, box.size_y), np.float32)
    worth_m[on_map.cell_at(3.5, 0.0)[0] - box.i :] = 50.0
    plain, drawn = (best_frontier(on_map, box, here, 5.0, worth) for worth in (None, worth_m))
    assert plain is not None and drawn is not None
    assert plain.point_m[0] < 3.0 and drawn.point_m[0] > 3.4
    exploration = FrontierExploration(navigator, lambda _: worth_m)
    assert exploration.next_action() in ("forward", "turn_left", "turn_right")


def test_the_priors_know_that_stoves_stand_in_kitchens() -> None:
    priors = room_priors()
    stove = priors.holds[:, priors.kinds.index("stove")]
    assert priors.rooms[int(stove.argmax())] == "kitchen"
    assert priors.share.sum() == pytest.approx(1.0, abs=1e-5)
    assert ((priors.holds > 0.0) & (priors.holds < 1.0)).all()


def test_what_was_seen_tells_the_room_and_where_a_thing_is_likely() -> None:
    on_map = OccupancyMap(0.2)
    rooms = RoomMap(on_map, room_priors())
    names = np.array(("", "bed", "wardrobe"))
    label = np.ones((40, 60), np.int32)
    label[:, 40:] = 2
    seen = SeenImage(label, names, np.ones((40, 60), np.float32), np.full((40, 60), 2.0, np.float32))
    rooms.see(seen, 0.5, CAMERA, MapPose(0.0, 0.0, 0.0))
    assert rooms.room_at(MapPose(2.0, 0.0, 0.0)) in ("bedroom", "children_room")
    likely = {kind: rooms.likely(kind, whole(on_map)) for kind in ("night_stand", "stove")}
    assert at(likely["night_stand"], on_map, 2.0, 0.0) > at(likely["night_stand"], on_map, -6.0, 0.0)
    assert at(likely["stove"], on_map, 2.0, 0.0) < at(likely["stove"], on_map, -6.0, 0.0)
    assert not rooms.likely("unicorn", whole(on_map)).any()


@pytest.mark.parametrize("pitch_rad", [0.0, -0.4])
def test_the_floor_lies_where_geometry_puts_it(pitch_rad: float) -> None:
    camera = camera_of(brief_of())._replace(height_m=0.9, pitch_rad=pitch_rad, hfov_rad=math.radians(79.0))
    depth_m = floor_depth(camera, 96, 128)
    focal = 64.0 / math.tan(camera.hfov_rad / 2.0)
    for row in range(96):
        d = float(depth_m[row, 5])
        if d > 0.0:  # back in space the point is on the ground
            up = (48.0 - row - 0.5) / focal * d
            assert d * math.sin(pitch_rad) + up * math.cos(pitch_rad) == pytest.approx(-0.9, abs=1e-4)
    assert depth_m[95].min() > 0.0 and not depth_m[0].any()


def test_what_stands_on_the_floor_is_as_far_as_the_floor_before_its_foot() -> None:
    ground_m = np.repeat(np.array([0.0, 0.0, 6.0, 3.0, 2.0, 1.0], np.float32)[:, None], 5, axis=1)
    guess_m = np.full((6, 5), 2.5, np.float32)
    is_floor = np.zeros((6, 5), np.bool_)
    is_floor[3:, 0] = True  # a wall whose foot is 3 m away
    is_floor[2:, 1] = True  # something that hangs over floor that reaches farther
    is_floor[2:, 2] = True  # a wall too far away to be sure
    guess_m[:2, 2] = 5.0
    is_floor[[3, 5], 3] = True  # a post between two pieces of floor
    depth_m = standing_depth(is_floor, ground_m, guess_m)
    assert depth_m[:, 0].tolist() == [3.0, 3.0, 3.0, 3.0, 2.0, 1.0]
    assert depth_m[:, 1].tolist() == [2.5, 2.5, 6.0, 3.0, 2.0, 1.0]
    assert depth_m[:, 2].tolist() == [0.0, 0.0, 6.0, 3.0, 2.0, 1.0]
    assert depth_m[:, 3].tolist() == [3.0, 3.0, 3.0, 3.0, 1.0, 1.0]
    assert depth_m[:, 4].tolist() == [1.0] * 6  # no floor to be seen: nearer than the nearest floor
