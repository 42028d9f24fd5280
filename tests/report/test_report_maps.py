"""Maps and frames: the ways as logged, on the floor where they were gone, and the very frames of the run."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from made_logs import goal_at, made_log, straight
from msgspec.structs import replace

from wayproof.episode.replay import replay, replayed_world
from wayproof.errors import BrokenFile
from wayproof.log import EpisodeLog
from wayproof.report.example_episodes import Example, choose_examples
from wayproof.report.example_panels import Case, cases
from wayproof.report.frames import depth_picture, views
from wayproof.report.house_map import floors_of, framed
from wayproof.report.run_data import read_parts
from wayproof.report.twin_map import twin_maps
from wayproof.results.divergence import divergence
from wayproof.results.pairs import Pair
from wayproof.scenes.houses.house import make_house
from wayproof.scenes.scene import Scene


def told(before: EpisodeLog, after: EpisodeLog) -> Example:
    pair = Pair(before, after)
    return Example("fog", pair, divergence(pair), True)


def upstairs(scene: Scene) -> Scene:
    """The same house with its last room one floor up."""
    from dataclasses import replace as changed

    last = scene.rooms[-1]
    rooms = (*scene.rooms[:-1], replace(last, floor_m=3.0))
    lifted = tuple(
        replace(
            thing,
            low_m=(thing.low_m[0], thing.low_m[1] + 3.0, thing.low_m[2]),
            high_m=(thing.high_m[0], thing.high_m[1] + 3.0, thing.high_m[2]),
        )
        if thing.room == last.id
        else thing
        for thing in scene.instances
    )
    return changed(scene, rooms=rooms, instances=lifted)


@pytest.fixture(scope="module")
def house() -> Scene:
    return make_house(0, split="train", rooms=2, light=False)


@pytest.fixture(scope="module")
def real_cases(real_run: Path) -> list[Case]:
    return cases(read_parts([real_run])[0], 4, tell=lambda _: None)


def test_both_ways_are_drawn_point_by_point_with_all_signs() -> None:
    one = told(
        made_log(straight(0, 1, 2, 3), goals=[goal_at(3.0)]),
        made_log(straight(0, 1, 1.5), goals=[goal_at(3.0)], bumped=(2,), end=None, reason="steps"),
    )
    (drawn,) = twin_maps(one, None)
    clean, hurt = (re.search(rf'class="w-{kind}"[^>]*points="([^"]+)"', drawn) for kind in ("clean", "hurt"))
    assert clean and hurt and len(clean[1].split()) == 4 and len(hurt[1].split()) == 3
    x = [float(point.split(",")[0]) for point in clean[1].split()]
    assert np.diff(x).tolist() == [100.0, 100.0, 100.0]  # a metre is a hundred units
    for sign in (
        "m-start",
        "m-goal",
        "m-divergence",
        "b-hurt",
        'rect class="e-clean"',
        'class="e-hurt open"',
    ):
        assert sign in drawn
    assert "b-clean" not in drawn


def test_the_ring_stands_where_the_twins_were_last_together() -> None:
    one = told(made_log(straight(0, 1, 2, 3)), made_log(straight(0, 1, 1.5, 1.2)))
    assert one.step == 1
    (drawn,) = twin_maps(one, None)
    way = re.search(r'class="w-clean"[^>]*points="([^"]+)"', drawn)
    ring = re.search(r'class="m-divergence" cx="([\d.]+)"', drawn)
    assert way and ring and float(ring[1]) == pytest.approx(float(way[1].split()[1].split(",")[0]), abs=1)


def test_one_map_for_each_floor_that_was_walked(house: Scene) -> None:
    two = upstairs(house)
    low, high = floors_of(two)
    assert (low.height_m, low.ceiling_m, high.height_m) == (0.0, 3.0, 3.0)
    assert len(floors_of(house)) == 1
    assert low.drawing and high.drawing and len(low.drawing.shapes) > 10 and len(high.drawing.shapes) > 5
    climbing = [(2.0, 0.0, 2.0), (2.5, 0.0, 2.0), (2.5, 3.0, 2.0), (3.0, 3.0, 2.0)]
    staying = [(2.0, 0.0, 2.0), (2.0, 0.0, 2.5)]
    assert len(twin_maps(told(made_log(climbing), made_log(staying)), two)) == 2
    assert len(twin_maps(told(made_log(staying), made_log(staying)), two)) == 1


def test_the_frame_shows_every_point_and_has_the_shape_of_a_page(house: Scene) -> None:
    (floor,) = floors_of(house)
    for points in ([[1.0, 1.0], [1.2, 1.1]], [[0.5, 0.5], [6.0, 0.6]], [[-9.0, 0.0], [12.0, 30.0]]):
        places = np.array(points)
        frame = framed(places, floor)
        assert frame.x0 <= places[:, 0].min() and places[:, 0].max() <= frame.x1
        assert frame.z0 <= places[:, 1].min() and places[:, 1].max() <= frame.z1
        assert 1.1 < (frame.x1 - frame.x0) / (frame.z1 - frame.z0) < 1.55


def test_a_real_episode_has_a_plan_frames_and_a_story(real_cases: list[Case]) -> None:
    assert real_cases and not any(case.trouble for case in real_cases)
    for case in real_cases:
        assert "p-wall" in case.maps[0] and "p-thing" in case.maps[0]
        assert any("Clean: success after" in sentence for sentence in case.story)
        assert [view.title.split(",")[0] for view in case.views] == ["the scene", "depth"]


def test_the_frames_shown_are_those_of_the_run(real_run: Path) -> None:
    """The picture of the clean twin is the reading that its log has a checksum of, in colours."""
    one = told(*read_parts([real_run])[0].pairs("depth_quantisation:1")[0])
    world = replayed_world(one.pair.before, lit=False)
    depth = [
        m.observed.corrupted["depth"]
        for m in replay(one.pair.before, world, sensors=("depth",))
        if m.observed
    ][one.step]
    view = next(view for view in views(one, world) if view.title == "depth")
    assert view.hurt and view.hurt != view.clean
    data = base64.b64decode(view.clean.split(",")[1])
    seen = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)[:, :, ::-1]
    wanted = depth_picture(np.asarray(depth, np.float64), float(np.percentile(depth[depth > 0], 98)))
    assert seen.shape == (24, 32, 3) and np.abs(seen.astype(int) - wanted).mean() < 12


def test_a_frame_that_is_not_the_logged_one_is_refused(real_run: Path) -> None:
    one = choose_examples(read_parts([real_run])[0], 1)[0]
    log = one.pair.before
    wrong = {name: np.asarray(sums) + np.uint32(1) for name, sums in log.steps.seen.items()}
    forged = replace(log, steps=replace(log.steps, seen=wrong))
    with pytest.raises(BrokenFile, match="does not match the log's checksum"):
        views(Example("x", Pair(forged, one.pair.after), one.parts, True), replayed_world(log, lit=False))


def test_near_is_light_far_is_dark_and_no_reading_is_grey() -> None:
    picture = depth_picture(np.array([[0.0, 0.1, 5.0, 10.0, np.nan]]), 10.0)[0]
    assert picture[0].tolist() == [128, 128, 128] == picture[4].tolist()
    assert picture[1].sum() > picture[2].sum() > picture[3].sum()
