"""Pictures of a real house: labels that fit the world, cameras where robots stand, people in view."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from painted_houses import paint_house

from wayproof.corruptions.rgb.lower_fov import zoomed_by_nearest
from wayproof.learning.moved_labels import with_moved_labels
from wayproof.learning.shards import load_looks, render_shards, shard_folder
from wayproof.learning.training_images import Looks, Plan, look_round, validation_plan
from wayproof.learning.viewpoints import USUAL_HEIGHT_M, USUAL_HFOV_RAD, Mixture, draw_viewpoints
from wayproof.navigation.free_space import free_space
from wayproof.perception.phrases import ATTRIBUTES
from wayproof.scenes.houses.house import build_house
from wayproof.scenes.scene import Scene, things
from wayproof.seeding import generator_for
from wayproof.simulator.world import known_categories

HOUSE = 33  # of two rooms: quickly built
CATEGORIES = known_categories()
PLAN = Plan(pictures=4, people_share=1.0, stride=1)


@pytest.fixture(scope="module")
def scene() -> Scene:
    return build_house(HOUSE).scene


@pytest.fixture(scope="module")
def looks() -> Looks:
    return look_round(HOUSE, PLAN, CATEGORIES)


def test_tables_say_of_every_instance_what_the_scene_says(scene: Scene, looks: Looks) -> None:
    for instance in scene.instances:
        assert CATEGORIES[looks.category[instance.id] - 1] == instance.category
        for field, value in zip(ATTRIBUTES, looks.values[instance.id], strict=True):
            said = getattr(instance.attributes, field)
            assert (ATTRIBUTES[field][value] if value >= 0 else None) == said


def test_sightings_are_the_bounding_boxes_of_the_labels(looks: Looks) -> None:
    assert len(looks.seen) > 10
    for (picture, one), box, pixels in zip(looks.seen, looks.box_px, looks.pixels, strict=True):
        rows, columns = np.nonzero(looks.instance[picture] == one)
        assert pixels == len(rows)
        assert box.tolist() == [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
    assert len(looks.seen) == sum(len(np.unique(labels)) for labels in looks.instance)


def test_people_are_in_view_and_labelled_as_such(scene: Scene, looks: Looks) -> None:
    last = max(instance.id for instance in scene.instances)
    people = looks.seen[looks.seen[:, 1] > last, 1]
    assert len(people) >= 1
    assert {CATEGORIES[looks.category[one] - 1] for one in people} == {"person"}


def test_distances_are_those_of_the_depth_picture(looks: Looks) -> None:
    for (picture, one), far, pixels in zip(looks.seen, looks.distance_m, looks.pixels, strict=True):
        if pixels > 2000:
            inside = looks.instance[picture, 1::4, 1::4] == one
            assert far == pytest.approx(float(np.median(looks.depth_m[picture][inside])), rel=0.15)


def test_the_same_seed_gives_the_same_pictures_and_a_stopped_rendering_goes_on(
    looks: Looks, tmp_path: Path
) -> None:
    render_shards(tmp_path, PLAN, range(HOUSE, HOUSE + 1))
    again = load_looks(shard_folder(tmp_path, HOUSE))
    np.testing.assert_array_equal(again.rgb, looks.rgb)
    np.testing.assert_array_equal(again.instance, looks.instance)
    done: list[int] = []
    # The shard is there: nothing is rendered a second time.
    render_shards(tmp_path, PLAN, range(HOUSE, HOUSE + 1), done=done.append)
    assert done == [HOUSE]


def test_cameras_stand_in_free_space_and_some_are_turned_to_things(scene: Scene) -> None:
    free = free_space(scene, radius_m=0.18, height_m=0.9, step_height_m=0.03)
    rng = generator_for(0, "test", "viewpoints")
    usual = draw_viewpoints(scene, free, rng, 40, Mixture(0.0, 0.0))
    assert all(view.hfov_rad == USUAL_HFOV_RAD and view.pitch_rad == 0.0 for view in usual)
    assert all(view.eye_m[1] == pytest.approx(USUAL_HEIGHT_M, abs=0.05) for view in usual)
    turned = draw_viewpoints(scene, free, rng, 40, Mixture(1.0, 1.0))
    for view in (*usual, *turned):
        x, _, z = view.eye_m
        assert free.contains(np.array([x, 0.0, z]))
    for view in turned:
        x, _, z = view.eye_m
        aside = [_aside(view.heading_rad, thing.low_m, thing.high_m, x, z) for thing in things(scene)]
        assert min(aside) <= math.radians(18.5)
    assert len({view.hfov_rad for view in turned}) > 5


def _aside(heading: float, low: tuple[float, ...], high: tuple[float, ...], x: float, z: float) -> float:
    dx, dz = (low[0] + high[0]) / 2 - x, (low[2] + high[2]) / 2 - z
    return abs(math.remainder(math.atan2(-dx, -dz) - heading, 2 * math.pi))


def test_pictures_to_measure_with_are_as_driven_and_fully_labelled() -> None:
    plan = validation_plan("val", 7)
    assert (plan.split, plan.pictures, plan.stride) == ("val", 7, 1)
    assert plan.mixture == Mixture(0.0, 0.0)


def test_the_truth_of_a_narrowed_picture_is_that_of_its_centre() -> None:
    looks = paint_house(5, 1, 1)
    centre = with_moved_labels(looks, 0, zoomed_by_nearest)
    whole, cut = looks.instance[0], centre.instance[0]
    assert cut.shape == whole.shape
    assert cut[84, 112] in whole[82:86, 110:114]
    # 0.4355 of each side is left: what stands at the edge now stood that far from the middle.
    assert cut[0, 0] in whole[46:49, 62:65]
    for (_, one), box, pixels in zip(centre.seen, centre.box_px, centre.pixels, strict=True):
        rows, columns = np.nonzero(cut == one)
        assert box.tolist() == [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
        assert pixels == len(rows)
