"""The genuine sample houses of ProcTHOR, where they are at hand."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from wayproof.agents.oracle import Oracle
from wayproof.episode.rollout import rollout
from wayproof.metrics.success import success
from wayproof.scenes.houses.reachable_rooms import reach_in, reach_of_rooms
from wayproof.scenes.import_result import Imported
from wayproof.scenes.procthor import read_procthor
from wayproof.scenes.procthor.asset_kinds import kind_of
from wayproof.scenes.procthor.asset_sizes import read_assets
from wayproof.scenes.procthor.stand_ins import extent, stand_in
from wayproof.scenes.scene import SKY
from wayproof.simulator.body import body_names, body_under, load_body
from wayproof.simulator.world import World
from wayproof.tasks.point_goal import ROBUSTNAV, sample_episode

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "procthor"
ROOMS = {
    "house_0": ["bedroom", "kitchen", "living_room"],
    "house_3": ["bedroom", "bathroom", "kitchen", "living_room"],
    "house_6": ["bedroom", "bathroom", "kitchen", "living_room"],
}
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="needs the genuine houses in shared/data/procthor")
houses = pytest.mark.parametrize("name", ROOMS)


@lru_cache
def reading(name: str) -> Imported:
    return read_procthor(DATA / f"{name}.json", light=False)


@houses
def test_rooms_are_named_and_all_doors_lead_somewhere(name: str) -> None:
    scene = reading(name).scene
    assert [room.type for room in scene.rooms] == ROOMS[name]
    assert all(door.clear_width_m > 0.9 and door.height_m > 2.0 for door in scene.doors)
    joined = {room for door in scene.doors if None not in door.rooms for room in door.rooms}
    assert joined == {room.id for room in scene.rooms}
    assert len(scene.windows) == len(np.unique(scene.face_instance[scene.face_glow == SKY]))


@houses
def test_every_room_is_reached(name: str) -> None:
    scene = reading(name).scene
    assert all(entry.is_whole for entry in reach_in(scene))
    assert not any("not reached" in note for note in reading(name).notes)


@houses
def test_things_are_in_their_rooms_and_on_their_supports(name: str) -> None:
    scene = reading(name).scene
    by_id = {instance.id: instance for instance in scene.instances}
    outlines = {room.id: np.asarray(room.polygon_m) for room in scene.rooms}
    carried = [instance for instance in scene.instances if instance.support]
    assert carried
    for instance in carried:
        support = by_id[instance.support or 0]
        assert instance.relation in ("on", "in")
        assert support.low_m[1] - 1e-4 <= instance.low_m[1] <= support.high_m[1] + 1e-4
    for instance in scene.instances:
        if instance.room and instance.category not in ("wall", "floor", "ceiling", "window", "door"):
            outline = outlines[instance.room]
            assert (np.array(instance.low_m)[[0, 2]] > outline.min(axis=0) - 0.02).all(), instance
            assert (np.array(instance.high_m)[[0, 2]] < outline.max(axis=0) + 0.02).all(), instance


@houses
@pytest.mark.slow
def test_every_body_reaches_every_room(name: str) -> None:
    scene = reading(name).scene
    for body in body_names():
        surface = World(scene, load_body(body)).free.surface
        origin = (surface.origin_x, surface.origin_z)
        reach = reach_of_rooms(
            scene.rooms, surface.cell_of, surface.floor_m, surface.island, origin, surface.cell_m
        )
        assert all(entry.is_reached for entry in reach), body


@houses
@pytest.mark.slow
def test_the_oracle_solves_fifty_episodes(name: str) -> None:
    scene = reading(name).scene
    world = World(scene, body_under(ROBUSTNAV, load_body("locobot")))
    for index in range(50):
        episode = sample_episode(world.paths, scene.name, ROBUSTNAV, seed=0, index=index).episode
        assert success(rollout(world, ROBUSTNAV, episode, Oracle())) == 1.0


@pytest.mark.slow
def test_assets_of_the_database_have_stand_ins_of_their_size() -> None:
    for asset in list(read_assets(DATA / "asset-database.json").values())[::6]:
        model, _ = stand_in(asset, kind_of(asset.type, asset.id, asset.size_m))
        low, high = extent(model)
        np.testing.assert_allclose(high - low, asset.size_m, atol=1e-6)
