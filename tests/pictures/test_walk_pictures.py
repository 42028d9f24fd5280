"""The walk that quickstart shows: the expert arrives, and the pictures show the way."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from wayproof.pictures.route_map import GOAL, TRAIL, SceneMap, Walk, draw_walk, square_plan
from wayproof.pictures.walk_sheet import FRAMES, candidates, expert_walk, show_walk
from wayproof.scenes.houses.house import build_house
from wayproof.scenes.scene import Scene
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.tasks import Now
from wayproof.tasks.point_goal import HABITAT, PointGoalJudge
from wayproof.vocabulary import Pose


@pytest.fixture(scope="module")
def scene() -> Scene:
    return build_house(1, rooms=2).scene


def _has(picture: np.ndarray, colour: tuple[int, int, int]) -> np.ndarray:
    return (np.abs(picture.astype(int) - colour) < 12).all(axis=2)


def test_the_expert_reaches_the_goal_without_touching_anything(scene: Scene) -> None:
    world = World(scene, body_under(HABITAT, load_body("locobot")))
    for episode in candidates(world)[:3]:
        last = expert_walk(world, episode)[-1]
        assert last.bumps == 0
        assert PointGoalJudge(world, HABITAT, episode).measure(Now(last))[0].in_range


def test_the_strip_and_the_map_are_written_and_show_the_way(scene: Scene, tmp_path: Path) -> None:
    files = list(show_walk(scene, tmp_path))
    assert [file.name for file in files] == ["walk.png", "walk_map.png"]
    strip, plan = (np.asarray(Image.open(file)) for file in files)
    assert strip.shape == (728, 1456, 3)
    assert FRAMES == 6 and strip.std() > 20
    assert _has(plan, TRAIL).sum() > 500 and _has(plan, GOAL).sum() > 50


def test_a_scene_without_room_for_a_walk_gives_no_pictures(scene: Scene, tmp_path: Path) -> None:
    from dataclasses import replace

    floor = [thing.id for thing in scene.instances if thing.category == "floor"]
    faces = np.isin(scene.face_instance, floor, invert=True)
    no_floor = replace(
        scene,
        faces=scene.faces[faces],
        face_instance=scene.face_instance[faces],
        face_material=scene.face_material[faces],
        face_glow=scene.face_glow[faces],
        vertices_m=np.where(np.arange(3) == 1, scene.vertices_m * 0.1, scene.vertices_m).astype(np.float32),
    )
    assert list(show_walk(no_floor, tmp_path)) == []


def test_marks_are_drawn_where_they_are(scene: Scene) -> None:
    blank = SceneMap(np.full((200, 400, 3), 255, np.uint8), (0.0, 0.0, 8.0, 4.0))
    picture = draw_walk(blank, Walk(trail_m=[(1.0, 1.0), (4.0, 1.0)], goal_m=(6.0, 3.0)))
    rows, columns = np.nonzero(_has(picture, TRAIL))
    assert rows.mean() == pytest.approx(50, abs=1) and columns.min() >= 50 and columns.max() <= 203
    rows, columns = np.nonzero(_has(picture, GOAL))
    assert (rows.mean(), columns.mean()) == pytest.approx((150, 300), abs=1)


def test_the_body_points_where_it_looks() -> None:
    blank = SceneMap(np.full((400, 400, 3), 255, np.uint8), (0.0, 0.0, 4.0, 4.0))
    pictures = [
        draw_walk(
            blank, Walk(trail_m=[], goal_m=(3.8, 3.8), body=Pose(2.0, 0.0, 2.0, heading), body_radius_m=0.8)
        )
        for heading in (0.0, np.pi / 2)
    ]
    # A quarter turn to the left turns the picture of the body counter-clockwise.
    crops = [picture[115:285, 115:285] for picture in pictures]
    assert np.abs(np.rot90(crops[0]).astype(int) - crops[1]).mean() < 4


def test_all_plans_are_square_whatever_the_house(scene: Scene) -> None:
    plan = square_plan(scene, size_px=320)
    x0, z0, x1, z1 = plan.bounds_m
    assert plan.picture.shape == (320, 320, 3) and x1 - x0 == pytest.approx(z1 - z0)
