"""No holes, no peeping through walls, the same bytes every time."""

from __future__ import annotations

import hashlib
import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rendering_witness import closed_room, look, scene_of

from wayproof.bench.embree import EmbreeRays, pixel_rays
from wayproof.bench.worlds import furnished_flat
from wayproof.errors import InvalidInput
from wayproof.geometry.solid import join
from wayproof.geometry.solids import box, move, sphere
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.prepared_scene import PreparedScene, prepare
from wayproof.rendering.renderer import Renderer, render
from wayproof.scenes.scene import Scene

inside = st.tuples(st.floats(-1.9, 1.9), st.floats(0.1, 2.4), st.floats(-1.9, 1.9))


@pytest.fixture(scope="module")
def room() -> PreparedScene:
    return prepare(scene_of([closed_room()]))


@given(
    inside, st.floats(-4, 4), st.floats(-1.5, 1.5), st.floats(-3, 3), st.integers(1, 150), st.floats(0.3, 2.9)
)
def test_every_pixel_in_a_closed_room_sees_a_wall_at_the_right_depth(
    room: PreparedScene,
    eye: tuple[float, float, float],
    heading: float,
    pitch: float,
    roll: float,
    width: int,
    hfov: float,
) -> None:
    camera = Camera(width, 64, hfov)
    view = view_from(eye, heading, pitch_rad=pitch, roll_rad=roll)
    depth_m = render(room, [view], camera, want=("depth",))[0].depth_m
    assert depth_m is not None
    assert (depth_m > 0).all()
    rays = pixel_rays(view, camera)
    with np.errstate(divide="ignore"):
        to_high = (np.array([2.0, 2.5, 2.0]) - view.eye_m) / rays
        to_low = (np.array([-2.0, 0.0, -2.0]) - view.eye_m) / rays
    expected = np.maximum(to_high, to_low).min(axis=2)
    assert np.allclose(depth_m, expected, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("distance_m", [0.02, 0.01, 0.005])
@pytest.mark.parametrize("angle_rad", [0.0, 0.7, 1.2, math.pi / 2])
def test_a_camera_that_touches_a_wall_does_not_see_through_it(distance_m: float, angle_rad: float) -> None:
    behind = box((1.0, 1.0, 1.0), (0.0, 0.8, -3.0))
    scene = scene_of([closed_room(), behind])
    view = view_from((0.3, 1.2, -2.0 + distance_m), angle_rad, pitch_rad=0.2)
    instance = render(prepare(scene), [view], Camera(128, 128, math.pi / 2), want=("instance",))[0].instance
    assert (instance == 1).all()


def test_neighbouring_triangles_leave_no_gap_and_count_no_pixel_twice() -> None:
    """A ball of tiny triangles in front of nothing: its pixels are whole, its silhouette has no specks."""
    ball = sphere(0.5, (0, 0, -2), sides=160)
    frame = render(prepare(scene_of([ball])), [view_from((0, 0.5, 0), 0.0)], Camera(200, 200, 0.7))[0]
    assert frame.instance is not None
    for row in frame.instance:
        seen = np.flatnonzero(row)
        assert len(seen) == 0 or seen[-1] - seen[0] + 1 == len(seen)


def test_back_faces_are_seen_only_in_two_sided_scenes() -> None:
    scene = scene_of([box((1, 1, 1), (0, -0.5, 0))])
    view, camera = view_from((0, 0, 0), 0.0), Camera(32, 32, 1.0)
    seen = render(prepare(scene), [view], camera, want=("depth",))[0].depth_m
    assert seen is not None
    assert (seen == 0).all()
    both = Scene(**{**scene.__dict__, "two_sided": True})
    seen = render(prepare(both), [view], camera, want=("depth",))[0].depth_m
    assert seen is not None
    assert np.allclose(seen, 0.5, atol=1e-5)


def test_depth_alone_equals_the_depth_of_the_full_frame(flat: Scene) -> None:
    prepared = prepare(flat)
    views, camera = EmbreeRays(flat).free_views(3, seed=5), Camera(160, 120, 1.4)
    for full, alone in zip(
        render(prepared, views, camera), render(prepared, views, camera, want=("depth",)), strict=True
    ):
        assert alone.rgb is None
        assert alone.instance is None
        assert np.array_equal(full.depth_m, alone.depth_m)


@pytest.mark.parametrize("height_px", [64, 61])
def test_layers_of_a_dense_mesh_are_the_same_with_and_without_colours(
    dense_flat: Scene, height_px: int
) -> None:
    """One renderer in turns: without colours it leaves out what only they need. Most triangles here are a row
    or two high, also in the last row of the image."""
    views, camera = EmbreeRays(dense_flat).free_views(3, seed=8), Camera(72, height_px, 1.4)
    renderer = Renderer(prepare(dense_flat))
    full = renderer.render(views, camera)
    plain = renderer.render(views, camera, want=("depth", "instance", "category"))
    again = renderer.render(views, camera)
    for first, without, last in zip(full, plain, again, strict=True):
        assert np.array_equal(first.rgb, last.rgb) and without.rgb is None
        for layer in ("depth_m", "instance", "category"):
            assert np.array_equal(getattr(first, layer), getattr(without, layer))
        assert (np.asarray(first.depth_m)[-1] > 0).all()


def test_a_renderer_that_was_used_before_draws_the_same(flat: Scene) -> None:
    prepared = prepare(flat)
    views, camera = EmbreeRays(flat).free_views(2, seed=6), Camera(90, 70, 1.4)
    used = Renderer(prepared)
    used.render(views[1:], camera)
    used.render(views[1:], Camera(33, 200, 1.0))
    again, fresh = used.render(views[:1], camera)[0], render(prepared, views[:1], camera)[0]
    assert np.array_equal(again.rgb, fresh.rgb)
    assert np.array_equal(again.depth_m, fresh.depth_m)


def test_category_ids_follow_the_given_names(flat: Scene) -> None:
    views, camera = EmbreeRays(flat).free_views(1, seed=7), Camera(64, 64, 1.4)
    prepared = prepare(flat, categories=("nothing of the kind", "wall", "sofa"))
    frame = render(prepared, views, camera)[0]
    wall = {instance.id for instance in flat.instances if instance.category == "wall"}
    sofa = {instance.id for instance in flat.instances if instance.category == "sofa"}
    assert frame.instance is not None
    expected = np.where(np.isin(frame.instance, sorted(wall)), 2, 0) + np.where(
        np.isin(frame.instance, sorted(sofa)), 3, 0
    )
    assert np.array_equal(frame.category, expected)


def test_unknown_layers_are_refused(room: PreparedScene) -> None:
    with pytest.raises(InvalidInput, match="rgb, depth, instance, category"):
        render(room, [view_from((0, 1, 0), 0.0)], Camera(8, 8, 1.0), want=("colour",))


def test_a_scene_with_nothing_or_with_nan_in_it_is_refused() -> None:
    scene = scene_of([box((1, 1, 1))])
    empty = {
        name: getattr(scene, name)[:0] for name in ("faces", "face_instance", "face_material", "face_glow")
    }
    with pytest.raises(InvalidInput, match="no triangles"):
        prepare(Scene(**{**scene.__dict__, **empty}))
    with pytest.raises(InvalidInput, match="NaN"):
        prepare(Scene(**{**scene.__dict__, "vertices_m": scene.vertices_m * np.float32(np.nan)}))


def frame_digest() -> str:
    """A digest of all layers of one frame of the flat."""
    scene = furnished_flat(pieces=20)
    view = view_from((2.5, 1.3, 2.0), 0.7, pitch_rad=-0.2, roll_rad=0.1)
    frame = render(prepare(scene), [view], Camera(100, 80, 1.5))[0]
    layers = (frame.rgb, frame.depth_m, frame.instance, frame.category)
    return hashlib.sha256(b"".join(layer.tobytes() for layer in layers if layer is not None)).hexdigest()


def test_another_process_draws_the_same_bytes() -> None:
    code = f"import sys; sys.path.insert(0, {str(__file__).rsplit('/', 1)[0]!r})\n"
    code += "from test_render_exactness import frame_digest; print(frame_digest())"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == frame_digest()


def test_solids_that_cross_the_eye_plane_are_cut_not_lost() -> None:
    """A long beam from behind the camera to in front of it is seen along its whole way."""
    beam = box((0.21, 0.17, 40.0), (0.413, -0.337, -10.0))
    camera = Camera(64, 64, math.pi / 2)
    scene = scene_of([beam])
    view = view_from((0, 0, 0), 0.0)
    seen = render(prepare(scene), [view], camera)[0]
    sight = look(EmbreeRays(scene), view, camera)
    assert np.array_equal(seen.instance, sight.instance)
    assert np.allclose(seen.depth_m, sight.depth_m, rtol=1e-3, atol=1e-3)


def test_an_eye_at_the_very_corner_of_things_sees_them() -> None:
    """The corner lies at depth 0 and beside 0: where it is on the image is no number."""
    shelf = [move(box((1.0, 0.02, 1.0)), (-0.5, 0.05 * step, 0.5)) for step in range(40)]
    eye = view_from((0.0, 1.31, 0.0), math.pi)
    frame = render(prepare(scene_of([join(shelf)])), [eye], Camera(64, 64, 1.4), want=("depth",))[0]
    assert frame.depth_m is not None
    assert (frame.depth_m[:, 40:] > 0).any() and frame.depth_m.max() < 1.01
