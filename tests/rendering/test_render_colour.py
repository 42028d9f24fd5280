"""Textures and light: the right way up, smooth from afar, linear across a triangle."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from rendering_witness import scene_of

from wayproof.errors import InvalidInput
from wayproof.geometry.solids import panel
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.prepared_scene import prepare, with_light
from wayproof.rendering.renderer import render
from wayproof.scenes.scene import Scene

Image = NDArray[np.uint8]


def _picture(texture: Image, *, repeat: float = 1.0) -> Scene:
    """A panel of 2 x 2 m that looks along +Z and shows the texture `repeat` times in each direction."""
    scene = scene_of([panel(2.0, 2.0, (0.0, -1.0, 0.0))], textures=[texture])
    return Scene(**{**scene.__dict__, "uv": scene.uv * np.float32(repeat)})


def _shown(
    scene: Scene, light: float | NDArray[np.float32] = 1.0, *, distance_m: float = 1.0, size: int = 64
) -> Image:
    """What a camera in front of the panel sees; at 1 m the panel fills the image."""
    lit = np.broadcast_to(np.asarray(light, np.float32), scene.vertices_m.shape)
    view = view_from((0.0, 0.0, distance_m), 0.0)
    rgb = render(prepare(scene, light=lit), [view], Camera(size, size, math.pi / 2), want=("rgb",))[0].rgb
    assert rgb is not None
    return rgb


def test_the_top_left_texel_is_seen_top_left() -> None:
    texture = np.full((8, 8, 3), 255, np.uint8)
    texture[:4, :4] = (255, 0, 0)
    shown = _shown(_picture(texture))
    assert (shown[4:28, 4:28] == (255, 0, 0)).all()
    assert (shown[36:60, 4:28] == 255).all()
    assert (shown[4:28, 36:60] == 255).all()


def test_a_texture_is_shown_texel_by_texel_where_pixels_match() -> None:
    generator = np.random.Generator(np.random.Philox(3))
    texture = generator.integers(0, 256, (64, 64, 3), np.uint8)
    shown = _shown(_picture(texture))
    # Fixed-point weights are exact to 1 / 256 of the step between two texels.
    assert np.abs(shown[1:-1, 1:-1].astype(int) - texture[1:-1, 1:-1]).max() <= 2


def test_between_texels_colours_blend_linearly() -> None:
    texture = np.zeros((2, 2, 3), np.uint8)
    texture[:, 1] = 200
    row = _shown(_picture(texture), size=128)[64, :, 0].astype(float)
    place = (np.arange(128) + 0.5) / 64  # in texels
    weight = 1 - np.abs((place - 1.5 + 1) % 2 - 1)
    assert np.abs(row - 200 * weight).max() < 2.0


def test_textures_repeat() -> None:
    texture = np.random.Generator(np.random.Philox(1)).integers(0, 256, (16, 16, 3), np.uint8)
    shown = _shown(_picture(texture, repeat=4.0)).astype(int)
    assert np.abs(shown[:48] - shown[16:]).max() <= 2
    assert np.abs(shown[:, :48] - shown[:, 16:]).max() <= 2


@pytest.mark.parametrize("distance_m", [1.0, 2.7, 8.0])
def test_a_fine_checkerboard_turns_grey_instead_of_shimmering(distance_m: float) -> None:
    board = (np.indices((128, 128)).sum(axis=0) % 2 * 255).astype(np.uint8)
    shown = _shown(_picture(np.repeat(board[..., None], 3, axis=2), repeat=8.0), distance_m=distance_m)
    seen = shown[shown.sum(axis=2) > 0].astype(int) if distance_m > 1 else shown.astype(int)
    assert np.abs(seen - 127.5).max() <= 2


def test_a_floor_far_away_is_even_though_it_is_seen_at_a_flat_angle() -> None:
    board = (np.indices((64, 64)).sum(axis=0) // 8 % 2 * 255).astype(np.uint8)
    scene = _picture(np.repeat(board[..., None], 3, axis=2), repeat=400.0)
    turned = np.stack(
        [scene.vertices_m[:, 0] * 100, 0 * scene.vertices_m[:, 0], -scene.vertices_m[:, 1] * 100], axis=1
    )
    floor = Scene(**{**scene.__dict__, "vertices_m": turned.astype(np.float32)})
    prepared = prepare(floor, light=np.ones((4, 3), np.float32))
    rgb = render(prepared, [view_from((0, 1.2, 0), 0.0)], Camera(128, 128, math.pi / 2))[0].rgb
    assert rgb is not None
    far = rgb[66:70].astype(int)  # 18 to 60 m away
    assert np.abs(far - 127.5).mean() < 12


def test_light_one_shows_a_texture_as_it_is_and_two_saturates() -> None:
    texture = np.broadcast_to(np.array([200, 100, 3], np.uint8), (4, 4, 3)).copy()
    assert (_shown(_picture(texture), 1.0) == (200, 100, 3)).all()
    assert (_shown(_picture(texture), 2.0) == (255, 200, 6)).all()
    assert (_shown(_picture(texture), 0.0) == 0).all()


def test_negative_light_is_dark_not_bright() -> None:
    assert (_shown(_picture(np.full((4, 4, 3), 200, np.uint8)), -1.0) == 0).all()


def test_light_changes_linearly_between_the_corners_and_for_each_colour() -> None:
    scene = _picture(np.full((4, 4, 3), 250, np.uint8))
    x, y = scene.vertices_m[:, :1] / 2 + 0.5, scene.vertices_m[:, 1:2] / 2 + 0.5
    shown = _shown(scene, np.concatenate([x, y, 0.5 + 0 * x], axis=1)).astype(float)
    across = (np.arange(64) + 0.5) / 64
    assert np.abs(shown[:, :, 0] - 250 * across).max() < 1.6
    assert np.abs(shown[:, :, 1] - 250 * across[::-1, None]).max() < 1.6
    assert (shown[:, :, 2] == 125).all()


def test_light_on_a_sliver_stays_between_the_values_at_its_corners() -> None:
    corners = np.array([[-1, 0, 0], [1, 1e-5, 0], [1, 2e-5, 0]], np.float32)
    scene = _picture(np.full((4, 4, 3), 255, np.uint8))
    arrays = {
        "vertices_m": corners,
        "normals": scene.normals[:3],
        "uv": np.array([[0, 0], [1, 0], [1, 1]], np.float32),
        "faces": np.array([[0, 1, 2]], np.int32),
        "face_instance": scene.face_instance[:1],
        "face_material": scene.face_material[:1],
        "face_glow": scene.face_glow[:1],
        "two_sided": True,
    }
    sliver = Scene(**{**scene.__dict__, **arrays})
    light = np.array([[0.2] * 3, [0.6] * 3, [0.4] * 3], np.float32)
    seen = 0
    for height in np.linspace(0, 2e-5, 7):
        view = view_from((0, height, 0.05), 0.0)
        frame = render(prepare(sliver, light=light), [view], Camera(65, 65, 0.001))[0]
        assert frame.rgb is not None
        shown = frame.rgb[np.asarray(frame.instance) > 0]
        seen += len(shown)
        assert ((shown >= 50) & (shown <= 154)).all()
    assert seen > 0


def test_new_light_changes_colours_alone() -> None:
    scene = _picture(np.full((4, 4, 3), 200, np.uint8))
    dark, bright = np.full((4, 3), 0.25, np.float32), np.full((4, 3), 0.75, np.float32)
    view, camera = [view_from((0.1, 0, 1.0), 0.1)], Camera(40, 30, 1.2)
    before = prepare(scene, light=dark)
    changed = render(with_light(before, bright), view, camera)[0]
    expected = render(prepare(scene, light=bright), view, camera)[0]
    unchanged = render(before, view, camera)[0]
    assert np.array_equal(changed.rgb, expected.rgb)
    assert np.array_equal(changed.depth_m, unchanged.depth_m)
    assert unchanged.rgb is not None
    assert unchanged.rgb.max() == 50


def test_light_of_the_wrong_shape_is_refused() -> None:
    scene = _picture(np.full((4, 4, 3), 200, np.uint8))
    with pytest.raises(InvalidInput, match="one RGB per vertex"):
        prepare(scene, light=np.ones((3, 3), np.float32))
    with pytest.raises(InvalidInput, match="one RGB per vertex"):
        with_light(prepare(scene), np.ones((4,), np.float32))


@pytest.mark.parametrize("shape", [(5, 5, 3), (4, 8, 3), (4, 4, 4), (4, 4)])
def test_textures_that_are_not_square_powers_of_two_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(InvalidInput, match="power of two"):
        prepare(_picture(np.zeros(shape, np.uint8)))
