"""Baked light in two small rooms: one with a window, a table and a lamp, one without anything."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from wayproof.errors import InvalidInput, UnknownName
from wayproof.geometry.ray_tree import build_ray_tree
from wayproof.geometry.solids import Solid, box, panel, sphere, turn
from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.finishes import COLOURS, Finish
from wayproof.scenes.furniture import Glow, Part
from wayproof.scenes.light import bake as bake_module
from wayproof.scenes.light import cache, conditions
from wayproof.scenes.light.bake import PANE, SHADE, bake
from wayproof.scenes.light.buried import fill_buried
from wayproof.scenes.light.conditions import CONDITIONS, lamps_burning, light_at_vertices, summed
from wayproof.scenes.light.direct import SKY_RADIANCE, lamp_light, sky_light
from wayproof.scenes.light.hemisphere import fan, look_around
from wayproof.scenes.light.points import LightPoints, light_points
from wayproof.scenes.scene import SKY, Attributes, Lamp, LightLayers, Scene, Window
from wayproof.scenes.textures import texture_for

Floats = NDArray[np.float32]


def painted(colour: str, *, material: str = "paint") -> Finish:
    return Finish(material, "plain", colour, COLOURS[colour][0], COLOURS[colour][0])


def thing(category: str, *solids: Solid, colour: str = "white") -> Placed:
    return Placed(category, "made", Attributes(), tuple(Part(solid, painted(colour)) for solid in solids))


def lamp_at(x: float, y: float, z: float, *, power: float = 1.0, material: str = "glass") -> Placed:
    ball = Part(sphere(0.1, (0.0, 0.1, 0.0)), painted("white", material=material), glows=True)
    glow = Glow(((0.0, 0.0, 0.0),), colour=(1.0, 0.8, 0.6), power=power)
    return Placed("lamp", "ball", Attributes(state="on"), (ball,), (x, y, z), glow=glow)


def two_rooms(*, table: bool = True, wall_colour: str = "white") -> Scene:
    """Rooms A, x from -3 to 0 with a window at x = -3, and B, x from 0.1 to 3; z from -2 to 2; 2.5 m high.

    Their walls and ceilings end inside the wall between them.
    """
    columns = [*np.arange(-2.75, 0.0, 0.5), *np.arange(0.35, 3.0, 0.5)]
    places = [(x, z) for x in columns for z in np.arange(-1.75, 2.0, 0.5)]
    tiles = [box((0.5, 0.1, 0.5), (x, -0.1, z)) for x, z in places]
    ceilings = [box((3.2, 0.1, 4.4), (x, 2.5, 0.0)) for x in (-1.55, 1.65)]
    long_walls = [box((3.15, 2.5, 0.1), (x, 0.0, z)) for x in (-1.525, 1.625) for z in (-2.05, 2.05)]
    end_walls = [box((0.1, 2.5, 4.2), (x, 0.0, 0.0)) for x in (-3.05, 3.05)]
    pane = Part(turn(panel(1.6, 1.2), np.pi / 2), painted("blue"), glows=True)
    placed = [
        thing("floor", *tiles),
        thing("ceiling", *ceilings),
        thing("wall", *end_walls, box((0.1, 2.7, 4.2), (0.05, -0.1, 0.0))),
        thing("wall", *long_walls, colour=wall_colour),
        Placed("window", "single", Attributes(), (pane,), (-2.998, 0.9, 0.0)),
        lamp_at(-1.5, 2.2, 0.0),
        lamp_at(-2.5, 0.5, 1.5, power=0.05, material="screen"),
    ]
    if table:
        placed.append(thing("table", box((1.0, 0.04, 1.0), (-1.5, 0.7, 0.5))))
    window = Window(5, 1, (-2.998, 1.5, 0.0), False, 1.6, 1.2, (-1.0, 0.0, 0.0))
    return assemble("two rooms", placed, texture_for, windows=(window,))


@pytest.fixture(scope="module")
def rooms() -> Scene:
    scene = two_rooms()
    return scene.with_light(bake(scene))


def layers_of(scene: Scene) -> LightLayers:
    assert scene.light is not None
    return scene.light


def floor(scene: Scene, x: tuple[float, float], z: tuple[float, float] = (-2.0, 2.0)) -> NDArray[np.bool_]:
    """The vertices on top of the floor inside a rectangle."""
    place = scene.vertices_m
    inside = (place[:, 0] >= x[0]) & (place[:, 0] <= x[1]) & (place[:, 2] >= z[0]) & (place[:, 2] <= z[1])
    return inside & (np.abs(place[:, 1]) < 1e-6) & (scene.normals[:, 1] > 0.9)


def digest_of(scene: Scene) -> str:
    light = bake(scene)
    return hashlib.sha256(
        b"".join(layer.tobytes() for layer in (light.ambient, light.sky, light.lamps))
    ).hexdigest()


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


def test_a_lamp_that_is_switched_off_leaves_the_sum_of_the_rest(rooms: Scene) -> None:
    light, weights = layers_of(rooms), CONDITIONS["evening"]
    both, one = summed(rooms, light, weights, [0, 1]), summed(rooms, light, weights, [1])
    own = light.lamps[0].astype(np.float32)[:, None] * np.asarray(rooms.lamps[0].colour, np.float32)
    assert np.allclose(both - one, weights.lamps * own, atol=1e-5)
    dimmer = light_at_vertices(rooms, condition="evening", switched={0: False})
    assert (dimmer <= light_at_vertices(rooms, condition="evening") + 1e-6).all()


def test_switching_a_lamp_to_the_state_it_has_changes_nothing(rooms: Scene) -> None:
    assert (light_at_vertices(rooms, switched={0: True}) == light_at_vertices(rooms)).all()


def test_the_same_scene_gives_the_same_bytes() -> None:
    assert digest_of(two_rooms()) == digest_of(two_rooms())


def test_another_process_bakes_the_same_bytes() -> None:
    folder = Path(__file__).parent
    code = (
        f"import sys; sys.path.insert(0, {str(folder)!r}); import test_light\n"
        "print(test_light.digest_of(test_light.two_rooms()))"
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
    shown = light_at_vertices(rooms, condition="evening")
    assert shown[rooms.faces[rooms.face_glow == 0]].max() > 1.2
    off = light_at_vertices(rooms, condition="evening", switched={0: False})
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
    for condition in CONDITIONS:
        shown = light_at_vertices(scene.with_light(light), condition=condition)
        assert np.isfinite(shown).all()
        assert (shown >= 0).all() and (shown <= 1.6).all()


def test_a_vertex_inside_a_wall_does_not_darken_the_wall(rooms: Scene) -> None:
    light = layers_of(rooms).ambient.astype(float)
    at_wall = (np.abs(rooms.vertices_m[:, 2] + 2.0) < 1e-5) & (rooms.normals[:, 2] > 0.9)
    assert at_wall.sum() == 8
    assert light[at_wall].min() > 0.25


def test_buried_points_take_the_mean_of_their_neighbours() -> None:
    faces = np.array([[0, 1, 2], [1, 2, 3], [2, 3, 4]], np.int32)
    values = np.array([[1.0], [3.0], [0.0], [0.0], [0.0]], np.float32)
    fill_buried(values, np.array([False, False, True, True, True]), faces)
    assert values[2] == pytest.approx(2.333333, abs=1e-5)  # 1, 3 and, from the second triangle, 3 again
    assert (values[3:] > 1).all()


def test_a_surface_that_is_buried_altogether_keeps_its_light() -> None:
    values = np.array([[0.5], [0.25], [0.125]], np.float32)
    fill_buried(values, np.ones(3, bool), np.array([[0, 1, 2]], np.int32))
    assert values[:, 0].tolist() == [0.5, 0.25, 0.125]


def lone_point(place: tuple[float, float, float], normal: tuple[float, float, float]) -> LightPoints:
    origin, facing = np.array([place], np.float32), np.array([normal], np.float32)
    return LightPoints(origin, facing, np.zeros((1, 3), np.float32))


NOTHING = build_ray_tree(np.empty((0, 3)), np.empty((0, 3), int))


def test_a_lamp_gives_its_power_at_one_metre() -> None:
    lamp = Lamp("bulb", 1, None, ((0.0, 1.0, 0.0),), (1.0, 1.0, 1.0), 0.7, True)
    assert lamp_light(NOTHING, lone_point((0, 0, 0), (0, 1, 0)), lamp) == pytest.approx(0.7, rel=0.05)
    assert lamp_light(NOTHING, lone_point((0, 0, 0), (0, -1, 0)), lamp) == 0


def test_a_lamp_of_many_bulbs_gives_no_more_than_one_bulb() -> None:
    one = Lamp("bulb", 1, None, ((0.0, 1.0, 0.0),), (1.0, 1.0, 1.0), 0.7, True)
    many = replace_positions(one, ((0.0, 1.0, 0.0),) * 4)
    point = lone_point((0.3, 0, 0.2), (0, 1, 0))
    assert lamp_light(NOTHING, point, many) == pytest.approx(
        float(lamp_light(NOTHING, point, one)[0]), rel=1e-5
    )


def replace_positions(lamp: Lamp, positions: tuple[tuple[float, float, float], ...]) -> Lamp:
    return Lamp(lamp.name, lamp.instance, lamp.room, positions, lamp.colour, lamp.power, lamp.on)


def test_sky_light_follows_the_form_factor_of_a_rectangle() -> None:
    width, height, distance = 1.2, 0.8, 1.5
    window = Window(1, 1, (0.0, 5.0, -distance), True, width, height, (0.0, 0.0, -1.0))
    # Four equal rectangles seen from in front of their common corner, as radiation tables give it.
    a, b = width / 2 / distance, height / 2 / distance
    corner = a / np.hypot(1, a) * np.arctan(b / np.hypot(1, a)) + b / np.hypot(1, b) * np.arctan(
        a / np.hypot(1, b)
    )
    low = lone_point((0.0, 5.0, 0.0), (0.0, 0.0, -1.0))
    radiance = sky_light(NOTHING, low, (window,))[0, 1] / (4 * corner / (2 * np.pi))
    assert 0.5 * SKY_RADIANCE[1] < radiance < 1.05 * SKY_RADIANCE[1]  # half of the window shows the ground
    behind = lone_point((0.0, 5.0, -2 * distance), (0.0, 0.0, 1.0))
    assert (sky_light(NOTHING, behind, (window,)) == 0).all()


def test_the_fan_covers_the_hemisphere_by_its_cosine() -> None:
    directions = fan(4000).astype(float)
    assert np.allclose(np.linalg.norm(directions, axis=1), 1, atol=1e-5)
    assert directions[:, 2].mean() == pytest.approx(2 / 3, abs=0.01)
    assert np.allclose(directions[:, :2].mean(axis=0), 0, atol=0.01)


def test_openness_is_full_in_the_open_and_small_in_a_pit() -> None:
    ground = assemble("ground", [thing("floor", box((4.0, 0.1, 4.0)))], texture_for)
    assert bake(ground).ambient[ground.normals[:, 1] > 0.9].min() == 1
    pit = [box((0.2, 1.0, 1.0), (x, 0.1, 0.0)) for x in (-0.3, 0.3)] + [
        box((0.4, 1.0, 0.2), (0.0, 0.1, z)) for z in (-0.3, 0.3)
    ]
    scene = assemble("pit", [thing("floor", box((0.38, 0.1, 0.38))), thing("wall", *pit)], texture_for)
    bottom = (scene.normals[:, 1] > 0.9) & (scene.vertices_m[:, 1] < 0.2)
    assert bake(scene).ambient[bottom].max() < 0.5


def test_points_lie_just_off_the_middle_side_of_their_surface() -> None:
    scene = assemble("box", [thing("box", box((1.0, 1.0, 1.0)))], texture_for)
    points = light_points(scene)
    assert len(points.origins_m) == 24
    outside = ((np.abs(points.origins_m - (0, 0.5, 0)) > 0.5).sum(axis=1) == 1).all()
    assert outside
    seen, _ = look_around(
        build_ray_tree(scene.vertices_m, scene.faces), np.zeros((12, 3), np.float32), points
    )
    assert (seen.openness == 1).all()


def test_day_is_well_exposed_and_evening_and_night_are_darker(rooms: Scene) -> None:
    in_a = floor(rooms, (-3.0, 0.0))
    day, evening, night = (light_at_vertices(rooms, condition=name)[in_a].mean() for name in CONDITIONS)
    assert 0.7 < day < 1.2
    assert night < 0.5 * evening < 0.5 * day


def test_only_screens_shine_when_the_lights_are_off(rooms: Scene) -> None:
    assert lamps_burning(rooms, condition="evening") == [0, 1]
    assert lamps_burning(rooms, condition="lights_off") == [1]
    assert lamps_burning(rooms, condition="lights_off", switched={1: False}) == []


def test_an_unknown_condition_names_the_known_ones(rooms: Scene) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'evening'"):
        light_at_vertices(rooms, condition="evning")


def test_an_unknown_lamp_is_refused(rooms: Scene) -> None:
    with pytest.raises(InvalidInput, match="no lamp 9"):
        light_at_vertices(rooms, switched={9: True})


def test_a_scene_without_baked_light_is_shaded_by_its_normals() -> None:
    scene = two_rooms()
    light = light_at_vertices(scene)
    assert light.shape == scene.vertices_m.shape
    up, down = scene.normals[:, 1] > 0.9, scene.normals[:, 1] < -0.9
    assert light[up].mean() > light[down].mean() > 0.3
    assert light_at_vertices(scene, condition="lights_off").max() < 0.3


def test_the_tone_curve_rises_to_its_limit() -> None:
    steps = conditions.tone(np.linspace(0, 500, 2000, dtype=np.float32))
    assert steps[0] == 0
    assert (np.diff(steps) > 0).all()
    assert 1.5 < steps[-1] <= conditions.LIMIT


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "wayproof" / "light"


def small_scene() -> Scene:
    return assemble("small", [thing("floor", box((1.0, 0.1, 1.0))), lamp_at(0.0, 1.0, 0.0)], texture_for)


def test_kept_light_is_read_and_not_baked_again(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = cache.light_for(small_scene(), "abc")
    assert [file.suffix for file in own_cache.iterdir()] == [".npz"]

    def no_bake(scene: Scene) -> LightLayers:
        raise AssertionError("baked again")

    monkeypatch.setattr(cache, "bake", no_bake)
    second = cache.light_for(small_scene(), "abc")
    assert (first.lamps == second.lamps).all()
    assert not second.sky.flags.writeable


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 torn", b"plain text"])
def test_a_damaged_file_is_baked_and_written_anew(own_cache: Path, damage: bytes) -> None:
    first = cache.light_for(small_scene(), "abc")
    (file,) = own_cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage)
    assert (cache.light_for(small_scene(), "abc").lamps == first.lamps).all()
    assert file.read_bytes()[:100] == whole[:100]


def test_a_half_file_is_baked_anew(own_cache: Path) -> None:
    first = cache.light_for(small_scene(), "abc")
    (file,) = own_cache.iterdir()
    file.write_bytes(file.read_bytes()[:-300])
    assert (cache.light_for(small_scene(), "abc").lamps == first.lamps).all()


def test_light_of_another_scene_under_the_same_hash_is_not_used(own_cache: Path) -> None:
    cache.light_for(small_scene(), "abc")
    other = two_rooms(table=False)
    assert cache.light_for(other, "abc").ambient.shape == (len(other.vertices_m),)


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wayproof").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert (cache.light_for(small_scene(), "abc").lamps == bake_module.bake(small_scene()).lamps).all()


def test_light_can_be_laid_on_a_scene_without_changing_it(rooms: Scene) -> None:
    bare = replace(rooms, light=None)
    assert bare.with_light(layers_of(rooms)).light is rooms.light
    assert bare.light is None
