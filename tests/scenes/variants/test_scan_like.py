"""A scan-like variant: the same rooms, things and labels, walkable, the same bytes twice, a scan."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.geometry.height_spans import height_spans
from wayproof.geometry.polygons import points_in_polygon
from wayproof.navigation.free_space import free_space
from wayproof.scenes.digest import content_hash
from wayproof.scenes.furniture import FURNITURE, Variation
from wayproof.scenes.houses.house import make_house
from wayproof.scenes.houses.reachable_rooms import WALKER_RADIUS_M, reach_in
from wayproof.scenes.light.lightings import light_at_vertices
from wayproof.scenes.scene import STRUCTURE, Scene
from wayproof.scenes.scene_file import load_scene, save_scene
from wayproof.scenes.variants import scan_surface
from wayproof.scenes.variants.joined_scenes import joined_scene
from wayproof.scenes.variants.scan_clutter import LEFT_ABOUT, clutter_for, free_floor
from wayproof.scenes.variants.scan_like import scan_like
from wayproof.seeding import generator_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.tasks import TASKS
from wayproof.vocabulary import Settings


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory):
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    yield
    patch.undo()


@pytest.fixture(scope="module")
def house(_own_cache) -> Scene:
    return make_house(5, rooms=2, light=False)


@pytest.fixture(scope="module")
def scan(house: Scene) -> Scene:
    return scan_like(house)


def test_rooms_doors_and_things_keep_their_ids_and_labels(house: Scene, scan: Scene) -> None:
    assert scan.name == f"{house.name}@scan_like"
    assert (scan.rooms, scan.doors, scan.windows) == (house.rooms, house.doors, house.windows)
    for was, now in zip(house.instances, scan.instances, strict=False):
        same = (
            "id",
            "category",
            "shape",
            "attributes",
            "room",
            "support",
            "relation",
            "position_m",
            "heading_rad",
        )
        assert all(getattr(was, field) == getattr(now, field) for field in same)
    assert [entry.id for entry in scan.instances] == list(range(1, len(scan.instances) + 1))


def test_clutter_comes_after_the_things_and_belongs_to_rooms(house: Scene, scan: Scene) -> None:
    clutter = scan.instances[len(house.instances) :]
    assert len(clutter) >= 4
    rooms = {room.id: np.array(room.polygon_m) for room in house.rooms}
    for entry in clutter:
        assert entry.category not in STRUCTURE and entry.lamp is None and entry.support is None
        x, _, z = entry.position_m
        assert points_in_polygon(np.array([[x, z]]), rooms[entry.room])[0]


def test_every_thing_is_still_there_to_be_found(house: Scene, scan: Scene) -> None:
    there = np.bincount(scan.face_instance, minlength=len(scan.instances) + 1)
    things = [entry.id for entry in scan.instances if entry.category not in STRUCTURE]
    assert all(there[number] > 0 for number in things)
    for entry in scan.instances[len(house.instances) :]:
        assert there[entry.id] >= 20


def test_boxes_bound_what_is_there_and_moved_little(house: Scene, scan: Scene) -> None:
    for entry in scan.instances:
        own = scan.vertices_m[scan.faces[scan.face_instance == entry.id]].reshape(-1, 3)
        if len(own):
            assert np.allclose(own.min(axis=0), entry.low_m, atol=1e-4)
            assert np.allclose(own.max(axis=0), entry.high_m, atol=1e-4)
    for was, now in zip(house.instances, scan.instances, strict=False):
        if was.category not in STRUCTURE:
            assert np.max(np.subtract(now.high_m, was.high_m)) < 0.08
            assert np.min(np.subtract(now.low_m, was.low_m)) > -0.08


def test_surfaces_are_dense_and_uneven_by_the_documented_size(house: Scene, scan: Scene) -> None:
    assert len(scan.faces) > 5 * len(house.faces)
    number = next(entry.id for entry in house.instances if entry.category == "ceiling")
    heights = scan.vertices_m[scan.faces[scan.face_instance == number], 1].reshape(-1)
    level = house.vertices_m[house.faces[house.face_instance == number], 1].mean()
    assert 0.0015 < heights.std() < 0.008 and abs(heights.mean() - level) < 0.01


def test_some_surface_is_missing_but_no_floor_that_a_body_stands_on(house: Scene, scan: Scene) -> None:
    def cells(scene: Scene, category: str) -> np.ndarray:
        ids = [entry.id for entry in house.instances if entry.category == category]
        spans = height_spans(scene.vertices_m, scene.faces[np.isin(scene.face_instance, ids)], two_sided=True)
        i, j = np.nonzero(np.diff(spans.first).reshape(spans.shape))
        return {
            (round(a), round(b))
            for a, b in zip(i + spans.origin_m[0] / 0.05, j + spans.origin_m[1] / 0.05, strict=True)
        }

    plan = free_floor(house)
    rows, columns = np.nonzero(plan.free)
    stood_on = {
        (round(c + plan.origin_m[0] / 0.05), round(r + plan.origin_m[1] / 0.05))
        for r, c in zip(rows, columns, strict=True)
    }
    for entry in scan.instances[len(house.instances) :]:  # nobody stands where clutter does
        low, high = np.floor(np.array([entry.low_m, entry.high_m])[:, [0, 2]] / 0.05).astype(int)
        stood_on -= {(a, b) for a in range(low[0], high[0] + 1) for b in range(low[1], high[1] + 1)}
    assert len(stood_on) > 2000
    assert not (stood_on & cells(house, "floor")) - cells(scan, "floor")

    def area(scene: Scene) -> float:
        corners = scene.vertices_m[scene.faces[scene.face_instance <= len(house.instances)]].astype(float)
        return np.linalg.norm(
            np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1
        ).sum()

    assert 0.3 < area(scan) / area(house) < 0.95  # the facade and all backs are gone


def test_glass_loses_more_than_plaster(house: Scene, scan: Scene) -> None:
    from wayproof.scenes.variants.scan_holes import _shares

    looked_at, overlooked = _shares(house)
    gloss = np.array([material.gloss for material in house.materials])[house.face_material]
    assert looked_at[gloss > 0.9].mean() > 5 * looked_at[gloss < 0.4].mean()
    assert (overlooked >= looked_at).all()


def test_every_room_is_reached_and_most_floor_is_kept(house: Scene, scan: Scene) -> None:
    assert all(entry.is_reached for entry in reach_in(scan))
    body = load_body("locobot")
    before, after = (
        free_space(scene, radius_m=body.radius_m, height_m=body.height_m, step_height_m=body.step_height_m)
        for scene in (house, scan)
    )
    assert 0.5 < after.island_area_m2[0] / before.island_area_m2[0] < 0.98


def test_light_is_frozen_into_colours_with_shadows_and_seams(scan: Scene) -> None:
    assert scan.light is None and scan.two_sided and scan.colours is not None
    assert (scan.face_glow == -1).all()
    day = light_at_vertices(scan)
    assert np.allclose(day, scan.colours / 255.0)
    assert day.std() > 0.1 and 0.3 < day.mean() < 0.9
    by_place: dict[bytes, set[bytes]] = {}
    for place, colour in zip(scan.vertices_m[:20000], scan.colours[:20000], strict=True):
        by_place.setdefault(place.tobytes(), set()).add(colour.tobytes())
    assert sum(len(colours) > 1 for colours in by_place.values()) > 50  # hard seams between shots


@pytest.mark.slow
def test_the_same_scene_and_seed_give_the_same_bytes_and_another_seed_another_scan(
    house: Scene, scan: Scene
) -> None:
    assert content_hash(scan_like(house)) == content_hash(scan)
    other = scan_like(house, 1)
    assert other.name.endswith("@scan_like-1")
    assert content_hash(other) != content_hash(scan)


def test_a_scan_survives_its_file(scan: Scene, tmp_path: Path) -> None:
    digest = save_scene(scan, tmp_path / "scan.scene")
    back = load_scene(tmp_path / "scan.scene")
    assert content_hash(back) == digest == content_hash(scan)
    assert np.array_equal(back.colours, scan.colours)


def test_a_building_of_too_many_triangles_is_cut_less(house: Scene, scan: Scene, monkeypatch) -> None:
    monkeypatch.setattr(scan_surface, "MOST_TRIANGLES", len(scan.faces) // 2)
    assert len(scan_like(house).faces) < 0.6 * len(scan.faces)


def test_all_that_may_be_left_about_are_things_of_ours_that_carry_no_light() -> None:
    for names in LEFT_ABOUT.values():
        for name in names:
            category = FURNITURE[name]
            assert category.stands in ("floor", "surface")
            for shape in category.shapes:
                assert category.build(shape, Variation(generator_for(0, name, shape))).glow is None


def test_clutter_of_one_room_does_not_depend_on_how_much_of_another_stays(house: Scene) -> None:
    def at(keep: dict[int, float]) -> list:
        placed = clutter_for(house, generator_for(3, "clutter"), keep)
        return [(thing.room, thing.category, thing.shape) for thing in placed]

    both, second = at({}), at({1: 0.0})
    assert not [entry for entry in second if entry[0] == 1]
    assert [entry for entry in both if entry[0] == 2] == [entry for entry in second if entry[0] == 2]


def test_clutter_narrows_ways_but_lets_the_walker_through(house: Scene) -> None:
    placed = clutter_for(house, generator_for(3, "clutter"), {})
    full = joined_scene(house, placed)
    assert all(entry.is_reached for entry in reach_in(full))
    areas = [
        free_space(scene, radius_m=WALKER_RADIUS_M, height_m=1.4, step_height_m=0.03).island_area_m2[0]
        for scene in (house, full)
    ]
    assert areas[1] < 0.95 * areas[0]


def test_a_scene_without_rooms_light_or_labels_can_be_scanned_too(house: Scene) -> None:
    bare = replace(
        house, name="bare", rooms=(), doors=(), windows=(), lamps=(), two_sided=True,
        face_glow=np.full_like(house.face_glow, -1),
        colours=np.full((len(house.vertices_m), 3), 200, np.uint8),
    )  # fmt: skip
    scan = scan_like(bare)
    assert len(scan.instances) == len(house.instances)
    assert 150 < np.median(scan.colours) < 250


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_the_oracle_reaches_every_goal_in_a_scan(seed: int) -> None:
    protocol = TASKS["point_goal"].protocol("robustnav")
    world = World(
        scan_like(make_house(seed, split="val", light=False)), body_under(protocol, load_body(protocol.body))
    )
    agent = load_agent("oracle")
    for index in range(20):
        episode = TASKS["point_goal"].draw(world, protocol, 1, index).episode
        options = RolloutOptions(Settings(width_px=32, height_px=24), step_limit_s=600.0)
        log = rollout(world, protocol, episode, agent, options=options)
        assert log.claims and log.claims[-1].in_range
