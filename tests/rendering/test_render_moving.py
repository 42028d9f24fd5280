"""Things that move are drawn with the scene: they hide it and are hidden by it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from rendering_witness import closed_room, scene_of

from wayproof.errors import InvalidInput
from wayproof.geometry.solids import Solid, box, sphere, turn
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.moving_meshes import MovingMesh, placed, posed, prepare_moving, transformed
from wayproof.rendering.prepared_scene import PreparedScene, prepare
from wayproof.rendering.renderer import Frame, Renderer, render

CAMERA = Camera(80, 60, math.pi / 2)
VIEW = view_from((0.0, 1.2, 1.5), 0.0)
RED = np.broadcast_to(np.array([220, 20, 20], np.uint8), (4, 4, 3)).copy()


def _moving(solid: Solid, *, instance: int = 900, category: int = 7) -> MovingMesh:
    return prepare_moving(
        solid.vertices_m.astype(np.float32),
        solid.faces.astype(np.int32),
        solid.uv_m.astype(np.float32),
        np.zeros(len(solid.faces), np.int32),
        [RED],
        instance=instance,
        category=category,
    )


@pytest.fixture(scope="module")
def room() -> PreparedScene:
    return prepare(scene_of([closed_room(), box((0.5, 2.0, 0.1), (0.0, 0.0, 0.0))]))


def _drawn(room: PreparedScene, *moving: object) -> Frame:
    return render(room, [VIEW], CAMERA, moving=moving)[0]  # type: ignore[arg-type]  # batches


def test_a_moving_thing_shows_exactly_what_it_would_show_as_part_of_the_scene(room: PreparedScene) -> None:
    body = turn(box((0.5, 1.0, 0.4)), 0.6)
    moved = Solid(body.vertices_m + (0.3, 0.5, 0.4), body.normals, body.uv_m, body.faces, body.boxes_m)
    still = prepare(scene_of([closed_room(), box((0.5, 2.0, 0.1)), moved]))
    expected = render(still, [VIEW], CAMERA)[0]
    frame = _drawn(room, placed(_moving(body, instance=3), (0.3, 0.5, 0.4), 0.0))
    assert np.array_equal(frame.instance, expected.instance)
    assert np.allclose(frame.depth_m, expected.depth_m, atol=1e-5)


def test_it_hides_what_is_behind_it_and_is_hidden_by_what_is_before_it(room: PreparedScene) -> None:
    ball = _moving(sphere(0.2))
    before = _drawn(room, placed(ball, (0.0, 1.0, 0.6), 0.0))
    assert (np.asarray(before.instance)[28:32, 38:42] == 900).all()
    assert (np.asarray(before.category)[28:32, 38:42] == 7).all()
    behind = _drawn(room, placed(ball, (0.0, 1.0, -1.0), 0.0))
    assert not (np.asarray(behind.instance) == 900).any()
    alone = _drawn(room)
    assert np.array_equal(behind.rgb, alone.rgb)
    assert np.array_equal(behind.depth_m, alone.depth_m)


def test_its_own_light_dims_it_and_nothing_else(room: PreparedScene) -> None:
    ball = _moving(sphere(0.2))
    frame = _drawn(room, placed(ball, (0.0, 1.0, 0.6), 0.0, light=(0.5, 0.25, 1.0), modelled=False))
    mask = np.asarray(frame.instance) == 900
    assert frame.rgb is not None
    assert (frame.rgb[mask] == (110, 5, 20)).all()
    assert np.array_equal(frame.rgb[~mask], np.asarray(_drawn(room).rgb)[~mask])


def test_its_upper_side_is_brighter_than_its_lower_side(room: PreparedScene) -> None:
    frame = _drawn(room, placed(_moving(sphere(0.3, sides=24)), (0.0, 0.9, 0.6), 0.0, light=(0.8, 0.8, 0.8)))
    assert frame.rgb is not None
    rows, columns = np.nonzero(np.asarray(frame.instance) == 900)
    red = frame.rgb[rows, columns, 0].astype(float)
    upper, lower = red[rows < rows.mean()].mean(), red[rows > rows.mean()].mean()
    assert upper > lower + 15
    assert red.max() <= 220 * 0.8 * 1.3 + 1
    assert red.min() >= 220 * 0.8 * 0.7 - 1


def test_several_things_keep_their_own_labels_and_textures(room: PreparedScene) -> None:
    one = placed(_moving(sphere(0.15), instance=500, category=3), (-0.6, 1.0, 0.5), 0.0)
    other = placed(_moving(sphere(0.15), instance=501, category=4), (0.6, 1.0, 0.5), 0.0)
    frame = _drawn(room, one, other)
    seen = np.asarray(frame.instance)
    assert set(np.unique(seen)) == {1, 2, 500, 501}
    assert (np.asarray(frame.category)[seen == 500] == 3).all()
    assert (np.asarray(frame.category)[seen == 501] == 4).all()


def test_turning_is_counter_clockwise_about_the_vertical(room: PreparedScene) -> None:
    arm = _moving(box((0.1, 0.1, 0.1), (0.5, 0.0, 0.0)))
    frame = _drawn(room, placed(arm, (0.0, 1.2, 0.9), math.pi / 2))
    rows, columns = np.nonzero(np.asarray(frame.instance) == 900)
    # From +X the arm turned to -Z, straight ahead, 1.1 m away.
    assert abs(columns.mean() - 39.5) < 1.0
    assert np.asarray(frame.depth_m)[rows, columns].min() == pytest.approx(1.05, abs=0.01)


def test_a_posed_body_follows_every_vertex(room: PreparedScene) -> None:
    body = box((0.3, 0.6, 0.3))
    moving = _moving(body)
    bent = moving.mesh.vertices_m + np.float32([0.0, 0.8, 0.3])
    bent = bent + np.float32([0.5, 0, 0]) * (moving.mesh.vertices_m[:, 1:2] > 0.3)
    frame = _drawn(room, posed(moving, bent))
    seen = np.asarray(frame.instance) == 900
    top, bottom = np.nonzero(seen.any(axis=1))[0][[0, -1]]
    assert np.nonzero(seen[top])[0].mean() > np.nonzero(seen[bottom])[0].mean() + 10


def test_any_rotation_will_do(room: PreparedScene) -> None:
    body = box((0.2, 0.8, 0.2))
    sideways = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    seen = np.asarray(_drawn(room, transformed(_moving(body), sideways, (0.4, 1.2, 0.6))).instance) == 900
    rows, columns = np.nonzero(seen)
    assert np.ptp(columns) > 2 * np.ptp(rows)


def test_people_who_come_and_go_leave_no_trace(room: PreparedScene) -> None:
    renderer = Renderer(room)
    empty = renderer.render([VIEW], CAMERA)[0]
    renderer.render([VIEW], CAMERA, moving=[placed(_moving(sphere(0.4, sides=40)), (0, 0.5, 0.6), 0.0)])
    after = renderer.render([VIEW], CAMERA)[0]
    assert np.array_equal(empty.rgb, after.rgb)
    assert np.array_equal(empty.instance, after.instance)


def test_a_pose_with_missing_vertices_is_refused() -> None:
    with pytest.raises(InvalidInput, match="give all of them"):
        posed(_moving(sphere(0.2)), np.zeros((3, 3), np.float32))
