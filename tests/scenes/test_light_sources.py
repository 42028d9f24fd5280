"""The parts of the light baker against arithmetic: sources, points, the fan of directions, buried points."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from lit_rooms import thing

from wayproof.geometry.ray_tree import build_ray_tree
from wayproof.geometry.solids import box
from wayproof.scenes.assembly import assemble
from wayproof.scenes.light.buried import fill_buried
from wayproof.scenes.light.direct import SKY_RADIANCE, lamp_light, sky_light
from wayproof.scenes.light.hemisphere import fan, look_around
from wayproof.scenes.light.light_points import LightPoints, light_points
from wayproof.scenes.scene import Lamp, Window
from wayproof.scenes.textures import texture_for

NOTHING = build_ray_tree(np.empty((0, 3)), np.empty((0, 3), int))


def lone_point(place: tuple[float, float, float], normal: tuple[float, float, float]) -> LightPoints:
    origin, facing = np.array([place], np.float32), np.array([normal], np.float32)
    return LightPoints(origin, facing, np.zeros((1, 3), np.float32))


def test_a_lamp_gives_its_power_at_one_metre() -> None:
    lamp = Lamp("bulb", 1, None, ((0.0, 1.0, 0.0),), (1.0, 1.0, 1.0), 0.7, True)
    assert lamp_light(NOTHING, lone_point((0, 0, 0), (0, 1, 0)), lamp) == pytest.approx(0.7, rel=0.05)
    assert lamp_light(NOTHING, lone_point((0, 0, 0), (0, -1, 0)), lamp) == 0


def test_a_lamp_of_many_bulbs_gives_no_more_than_one_bulb() -> None:
    one = Lamp("bulb", 1, None, ((0.0, 1.0, 0.0),), (1.0, 1.0, 1.0), 0.7, True)
    many = msgspec.structs.replace(one, positions_m=one.positions_m * 4)
    point = lone_point((0.3, 0, 0.2), (0, 1, 0))
    assert lamp_light(NOTHING, point, many) == pytest.approx(
        float(lamp_light(NOTHING, point, one)[0]), rel=1e-5
    )


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
