"""Cameras on a body: ranges of depth, labels, several cameras, and nothing drawn that nobody asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import pytest

from wayproof.episode.people import people_in
from wayproof.rendering.renderer import Renderer, render
from wayproof.scenes.houses.house import build_house
from wayproof.sensors import sensors_for
from wayproof.sensors.depth import within
from wayproof.sensors.mounted_rig import camera_of, mounts
from wayproof.sensors.rig import SensorRig, view_of
from wayproof.simulator.body import Body, CameraMount, load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World, category_names
from wayproof.vocabulary import Pose, Settings

SMALL = Settings(width_px=64, height_px=48)


def _three_eyes() -> Body:
    body = load_body("locobot")
    eyes = [
        CameraMount(name, 0.8, 64, 48, 1.2, heading_rad=heading)
        for name, heading in (("front", 0.0), ("left", 1.2), ("right", -1.2))
    ]
    return msgspec.structs.replace(body, cameras=tuple(eyes))


def _read(world: World, names: Sequence[str], state: State, settings: Settings = SMALL, **more: Any) -> Any:
    rig = SensorRig(world, sensors_for(world.body, names, settings=settings))
    return rig.read(state, start=state.pose, **more)


def test_depth_out_of_range_is_zero_and_the_limits_belong_to_the_range() -> None:
    seen = np.array([[0.0, 0.1, 0.3, 4.0, 9.9]], np.float32)
    np.testing.assert_array_equal(within(seen, 0.3, 4.0), np.array([[0, 0, 0.3, 4.0, 0]], np.float32))


def test_a_shorter_range_only_removes_readings(world: World, states: list[State]) -> None:
    whole = _read(world, ["depth"], states[1])["depth"]
    limit = float(np.median(whole))
    cut = _read(
        world,
        ["depth"],
        states[1],
        Settings(width_px=64, height_px=48, nearest_depth_m=limit, furthest_depth_m=50.0),
    )["depth"]
    assert 0.2 < (cut == 0.0).mean() < 0.8
    np.testing.assert_array_equal(cut[cut > 0], whole[whole >= np.float32(limit)])


def test_depth_alone_is_drawn_without_shading(
    world: World, states: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []
    true_render = Renderer.render

    def noted(self: Renderer, views: Any, camera: Any, *, want: Any, moving: Any) -> Any:
        asked.append(tuple(want))
        return true_render(self, views, camera, want=want, moving=moving)

    monkeypatch.setattr(Renderer, "render", noted)
    _read(world, ["depth"], states[0])
    _read(world, ["depth", "gps", "rgb"], states[0])
    assert asked == [("depth",), ("rgb", "depth")]


def test_a_body_without_eyes_never_prepares_a_picture(world: World, states: list[State]) -> None:
    blind = World(world.scene, world.body)
    _read(blind, ["gps", "compass", "bump", "speed"], states[0])
    assert "prepared" not in vars(blind) and "ray_tree" not in vars(blind)


def test_three_cameras_are_drawn_in_one_call_and_show_what_each_alone_would(
    world: World, states: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    body = _three_eyes()
    many = World(world.scene, body)
    calls: list[int] = []
    true_render = Renderer.render

    def counted(self: Renderer, views: Any, camera: Any, *, want: Any, moving: Any) -> Any:
        calls.append(len(views))
        return true_render(self, views, camera, want=want, moving=moving)

    monkeypatch.setattr(Renderer, "render", counted)
    readings = _read(many, ["rgb", "depth"], states[3], Settings())
    monkeypatch.undo()
    assert calls == [3]
    assert list(readings) == ["rgb", "rgb_left", "rgb_right", "depth", "depth_left", "depth_right"]
    for mount, name in zip(body.cameras, ("rgb", "rgb_left", "rgb_right"), strict=True):
        view = view_of(body, states[3], mount)
        frame = render(many.prepared, [view], camera_of(mount), want=("rgb",))[0]
        np.testing.assert_array_equal(readings[name], frame.rgb)


def test_a_single_camera_can_be_chosen_by_name() -> None:
    chosen = sensors_for(_three_eyes(), ["rgb"], settings=Settings(cameras=("left",)))
    assert [made.reading.name for made in chosen] == ["rgb"]
    assert chosen[0].mount is not None and chosen[0].mount.name == "left"


def test_settings_change_the_picture_and_not_the_place_of_a_camera() -> None:
    body = load_body("locobot")
    (mount,) = mounts(body, SMALL)
    assert (mount.width_px, mount.height_px) == (64, 48)
    assert msgspec.structs.replace(mount, width_px=400, height_px=300) == body.cameras[0]


def test_category_and_instance_of_a_pixel_name_the_same_thing(world: World, states: list[State]) -> None:
    seen = 0
    for state in states:
        labels = _read(world, ["semantic", "instance"], state)
        pairs = np.unique(np.stack([labels["instance"].ravel(), labels["semantic"].ravel()], axis=1), axis=0)
        for instance, category in pairs.tolist():
            if instance:
                assert world.categories[category - 1] == world.scene.instances[instance - 1].category
                seen += 1
    assert seen > 20


def test_category_ids_do_not_depend_on_what_a_house_contains(world: World) -> None:
    other = build_house(2, rooms=3).scene
    assert {thing.category for thing in other.instances} != {
        thing.category for thing in world.scene.instances
    }
    assert category_names(other) == world.categories
    assert {"wall", "person", "chair"} <= set(world.categories)
    assert list(world.categories) == sorted(world.categories)


def test_a_person_before_the_camera_is_seen_by_every_camera_sensor(world: World) -> None:
    people = people_in(world, 1, 3, "seen")
    walkers = people.start()
    x, y, z = walkers[0].state.position_m
    state = State(Pose(x, y, z + 1.2, 0.0))
    moving = people.batches(walkers)
    with_person = _read(world, ["rgb", "depth", "semantic", "instance"], state, moving=moving)
    without = _read(world, ["rgb", "depth"], state)
    person = with_person["semantic"] == world.categories.index("person") + 1
    assert person.mean() > 0.05
    assert set(np.unique(with_person["instance"][person])) == {len(world.scene.instances) + 1}
    assert (with_person["depth"][person] != without["depth"][person]).mean() > 0.9
    assert (with_person["rgb"][person] != without["rgb"][person]).any(axis=1).mean() > 0.9
    np.testing.assert_array_equal(with_person["depth"][~person], without["depth"][~person])
