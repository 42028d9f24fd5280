"""People in pictures: they show their ids and the light of the place where they stand."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.bench.worlds import furnished_flat
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import Renderer
from wayproof.simulator.people.figure import figure_for
from wayproof.simulator.people.person_mesh import (
    LitSurroundings,
    light_around,
    lit_surroundings,
    person_batch,
    prepare_person,
)
from wayproof.simulator.people.persons import PersonState

SCENE = furnished_flat(pieces=5)
RENDERER = Renderer(prepare(SCENE))
WALKING = PersonState((2.0, 0.0, 1.2), np.pi, 1.0, 0.3, False)


def _picture(light: np.ndarray, state: PersonState = WALKING) -> tuple[np.ndarray, np.ndarray]:
    person = prepare_person(figure_for(4), instance=901, category=7)
    view = view_from((2.0, 0.9, 3.6), 0.0)
    batch = person_batch(person, state, light.astype(np.float32))
    frame = RENDERER.render([view], Camera(160, 200, 1.0), moving=[batch])[0]
    assert frame.instance is not None and frame.category is not None and frame.rgb is not None
    assert (frame.category[frame.instance == 901] == 7).all()
    return frame.instance == 901, frame.rgb.astype(float)


def test_a_person_covers_pixels_with_its_own_id() -> None:
    covered, _ = _picture(np.ones((6, 3)))
    assert 1500 < covered.sum() < 8000


def test_more_light_makes_a_person_brighter() -> None:
    covered, dark = _picture(np.full((6, 3), 0.3))
    _, bright = _picture(np.full((6, 3), 0.9))
    assert bright[covered].mean() > 2.5 * dark[covered].mean()


@pytest.mark.parametrize("way", [0, 1])
def test_light_from_one_side_lights_that_side(way: int) -> None:
    light = np.full((6, 3), 0.2)
    light[way] = 1.0  # on what faces +x, the right of the picture, or -x
    covered, lit = _picture(light)
    _, even = _picture(np.ones((6, 3)))
    gain = lit.sum(axis=2) / np.maximum(even.sum(axis=2), 1.0)
    middle = int(np.nonzero(covered.any(axis=0))[0].mean())
    left, right = gain[:, :middle][covered[:, :middle]].mean(), gain[:, middle:][covered[:, middle:]].mean()
    lit_side, other_side = (right, left) if way == 0 else (left, right)
    assert lit_side > 1.15 * other_side


def test_each_side_takes_its_light_from_surfaces_that_face_the_same_way() -> None:
    places = np.array([[0.0, 1.2, 0.0], [4.0, 1.2, 0.0], [2.0, 0.0, 0.0]], np.float32)
    light = np.array([[0.9] * 3, [0.3] * 3, [0.6] * 3], np.float32)
    # A wall at x = 0 that faces +x, one at x = 4 that faces -x, a floor.
    around = light_around(LitSurroundings(places, np.array([0, 1, 2]), light), (2.0, 0.0, 0.0))
    assert around[0] == pytest.approx(0.9)
    assert around[1] == pytest.approx(0.3)
    assert around[2] == pytest.approx(0.6)
    assert around[4] == pytest.approx(0.6, abs=0.1)  # nothing faces +z: the mean of what there is


def test_the_far_side_of_a_wall_gives_no_light() -> None:
    places = np.array([[1.0, 1.2, 0.0], [6.0, 1.2, 0.0]], np.float32)
    light = np.array([[0.1] * 3, [0.8] * 3], np.float32)
    # Both face -x; the person at x = 2 stands behind the first.
    around = light_around(LitSurroundings(places, np.array([1, 1]), light), (2.0, 0.0, 0.0))
    assert around[1] == pytest.approx(0.8)


def test_nearer_surfaces_count_more() -> None:
    light = np.zeros((len(SCENE.vertices_m), 3), np.float32)
    light[SCENE.vertices_m[:, 0] < 5.0] = 1.0
    surroundings = lit_surroundings(SCENE, light)
    assert (
        light_around(surroundings, (2.0, 0.0, 2.0))[2, 0] > light_around(surroundings, (10.0, 0.0, 2.0))[2, 0]
    )


def test_surroundings_are_read_off_floors_walls_and_ceilings() -> None:
    surroundings = lit_surroundings(SCENE, np.ones((len(SCENE.vertices_m), 3), np.float32))
    assert set(surroundings.facing.tolist()) == {0, 1, 2, 3, 4, 5}
    floors = surroundings.places_m[surroundings.facing == 2]
    assert floors[:, 1].min() == pytest.approx(0.0, abs=0.2)


def test_a_scene_without_surfaces_lights_people_fully() -> None:
    nothing = LitSurroundings(
        np.empty((0, 3), np.float32), np.empty(0, np.int64), np.empty((0, 3), np.float32)
    )
    assert (light_around(nothing, (0.0, 0.0, 0.0)) == 1.0).all()
