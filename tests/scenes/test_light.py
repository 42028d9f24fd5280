"""Baked light in two small rooms."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lit_rooms import digest_of, floor, lamp_at, layers_of, thing, two_rooms

from wayproof.geometry.solids import box, panel, turn
from wayproof.scenes.assembly import assemble
from wayproof.scenes.light.bake import PANE, SHADE, bake
from wayproof.scenes.light.lightings import LIGHTINGS, light_at_vertices
from wayproof.scenes.scene import SKY, Scene, Window
from wayproof.scenes.textures import texture_for


@pytest.fixture(scope="module")
def rooms() -> Scene:
    scene = two_rooms()
    return scene.with_light(bake(scene))


def test_it_is_lighter_near_the_window_than_at_the_back(rooms: Scene) -> None:
    sky = layers_of(rooms).sky.astype(float).mean(axis=1)
    assert sky[floor(rooms, (-2.6, -2.0))].mean() > 2 * sky[floor(rooms, (-0.6, 0.0))].mean()


def test_no_light_passes_a_wall(rooms: Scene) -> None:
    other_room = floor(rooms, (0.1, 3.0))
    assert other_room.sum() > 50
    assert layers_of(rooms).sky[other_room].max() == 0
    assert layers_of(rooms).lamps[:, other_room].max() == 0


def test_it_is_darker_under_the_table(rooms: Scene) -> None:
    bare = two_rooms(table=False)
    light, without = layers_of(rooms), bake(bare)
    under = (-1.8, -1.2), (0.2, 0.8)
    here, there = floor(rooms, *under), floor(bare, *under)
    assert light.ambient[here].mean() < 0.9 * without.ambient[there].mean()
    assert light.lamps[0, here].mean() < 0.6 * without.lamps[0, there].mean()


def test_the_same_scene_gives_the_same_bytes() -> None:
    assert digest_of(two_rooms()) == digest_of(two_rooms())


def test_another_process_bakes_the_same_bytes() -> None:
    folder = Path(__file__).parent
    code = (
        f"import sys; sys.path.insert(0, {str(folder)!r}); import lit_rooms\n"
        "print(lit_rooms.digest_of(lit_rooms.two_rooms()))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "5"}
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert answer.stdout.strip() == digest_of(two_rooms())


def test_light_takes_the_colour_of_the_walls() -> None:
    def redness(scene: Scene) -> float:
        sky = bake(scene).sky.astype(float)[floor(scene, (-1.0, 0.0), (1.2, 2.0))].mean(axis=0)
        return float(sky[0] / sky[2])

    assert redness(two_rooms(wall_colour="red")) > 1.3 * redness(two_rooms())


def test_panes_and_lamp_shades_glow(rooms: Scene) -> None:
    light = layers_of(rooms)
    assert light.sky[rooms.faces[rooms.face_glow == SKY]] == pytest.approx(PANE, abs=1e-3)
    assert light.lamps[0, rooms.faces[rooms.face_glow == 0]] == pytest.approx(SHADE, abs=1e-3)
    shown = light_at_vertices(rooms, lighting="evening")
    assert shown[rooms.faces[rooms.face_glow == 0]].max() > 1.2
    off = light_at_vertices(rooms, lighting="evening", switched={0: False})
    assert off[rooms.faces[rooms.face_glow == 0]].max() < 0.9


def test_layers_cannot_be_changed(rooms: Scene) -> None:
    with pytest.raises(ValueError, match="read-only"):
        layers_of(rooms).sky[0] = 1


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    boxes=st.integers(0, 12),
    lamps=st.integers(0, 3),
    windows=st.integers(0, 2),
)
def test_layers_are_finite_and_not_negative(seed: int, boxes: int, lamps: int, windows: int) -> None:
    rng = np.random.default_rng(seed)
    placed = [thing("floor", box((4.0, 0.1, 4.0), (0.0, -0.1, 0.0)))]
    placed += [
        thing("box", box(tuple(rng.uniform(0.0, 1.5, 3)), tuple(rng.uniform(-2, 2, 3)))) for _ in range(boxes)
    ]
    placed += [lamp_at(*rng.uniform(-2, 2, 3)) for _ in range(lamps)]
    outward = ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0))
    openings = tuple(
        Window(1, 1, tuple(rng.uniform(-2, 2, 3)), k == 1, 1.0, float(rng.uniform(0, 2)), outward[k])
        for k in range(windows)
    )
    scene = assemble("random", placed, texture_for, windows=openings)
    light = bake(scene)
    assert light.ambient.shape == (len(scene.vertices_m),)
    assert light.lamps.shape == (lamps, len(scene.vertices_m))
    for layer in (light.ambient, light.sky, light.lamps):
        assert np.isfinite(layer).all()
        assert (layer >= 0).all()
    assert (light.ambient <= 1).all()
    for lighting in LIGHTINGS:
        shown = light_at_vertices(scene.with_light(light), lighting=lighting)
        assert np.isfinite(shown).all()
        assert (shown >= 0).all() and (shown <= 1.6).all()


def test_a_vertex_inside_a_wall_does_not_darken_the_wall(rooms: Scene) -> None:
    light = layers_of(rooms).ambient.astype(float)
    at_wall = (np.abs(rooms.vertices_m[:, 2] + 2.0) < 1e-5) & (rooms.normals[:, 2] > 0.9)
    assert at_wall.sum() == 8
    assert light[at_wall].min() > 0.25


def test_openness_is_full_in_the_open_and_small_in_a_pit() -> None:
    ground = assemble("ground", [thing("floor", box((4.0, 0.1, 4.0)))], texture_for)
    assert bake(ground).ambient[ground.normals[:, 1] > 0.9].min() == 1
    pit = [box((0.2, 1.0, 1.0), (x, 0.1, 0.0)) for x in (-0.3, 0.3)] + [
        box((0.4, 1.0, 0.2), (0.0, 0.1, z)) for z in (-0.3, 0.3)
    ]
    scene = assemble("pit", [thing("floor", box((0.38, 0.1, 0.38))), thing("wall", *pit)], texture_for)
    bottom = (scene.normals[:, 1] > 0.9) & (scene.vertices_m[:, 1] < 0.2)
    assert bake(scene).ambient[bottom].max() < 0.5


def test_the_back_of_a_triangle_sends_light_on_only_where_triangles_have_two_sides() -> None:
    # A lamp behind a screen that faces it; the floor before the screen sees the screen's back alone.
    screen = turn(panel(2.0, 2.0, (0.0, 0.0, 0.0)), np.pi)
    floor_ = thing("floor", box((0.5, 0.1, 0.5), (0.0, -0.1, 0.5)))
    scene = assemble("screen", [floor_, thing("screen", screen), lamp_at(0.0, 1.0, -1.0)], texture_for)
    on_floor = floor(scene, (-0.3, 0.3))
    assert bake(scene).lamps[0, on_floor].max() == 0
    assert bake(replace(scene, two_sided=True)).lamps[0, on_floor].min() > 0


def test_mean_daylight_does_not_depend_on_the_size_of_the_window() -> None:
    def mean_daylight(scene: Scene) -> float:
        inside = floor(scene, (-3.0, 0.0))
        return float(bake(scene).sky[inside].astype(float).mean())

    scene = two_rooms()
    (window,) = scene.windows
    small = Window(window.instance, 1, window.centre_m, False, 0.5, 0.5, window.outward)
    assert mean_daylight(replace(scene, windows=(small,))) == pytest.approx(mean_daylight(scene), rel=0.25)
