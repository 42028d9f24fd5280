"""The built shell of a house: closed, open where it should be, and fit for light at its vertices."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pytest
import shapely
import trimesh
from trimesh.ray.ray_pyembree import RayMeshIntersector

from wayproof.geometry.solids import Floats
from wayproof.scenes.assembly import assemble
from wayproof.scenes.finishes import Finish
from wayproof.scenes.houses.floor_plan import FloorPlan, draw_floor_plan
from wayproof.scenes.houses.room_space import door_zones, leaf_zones
from wayproof.scenes.houses.shell import Shell, build_shell
from wayproof.scenes.houses.shell_finishes import RoomFinishes, dress
from wayproof.scenes.scene import SKY, Scene
from wayproof.seeding import generator_for

HOUSES = [(seed, 2 + seed % 9) for seed in range(18)]
over_houses = pytest.mark.parametrize(("seed", "room_count"), HOUSES)


@dataclass(frozen=True)
class Built:
    plan: FloorPlan
    shell: Shell
    scene: Scene
    rays: RayMeshIntersector
    normals: Floats  # (t, 3), from the corners of the triangles

    def first_hits(self, origins: Floats, directions: Floats) -> tuple[Floats, Floats]:
        """Index of the first triangle hit (-1 for none) and its distance, front or back."""
        faces = self.rays.intersects_first(origins, directions)
        corners = self.scene.vertices_m[self.scene.faces[faces, 0]].astype(float)
        normals = self.normals[faces]
        away = ((corners - origins) * normals).sum(axis=1) / (directions * normals).sum(axis=1)
        return faces, np.where(faces >= 0, away, np.inf)


def build(seed: int, room_count: int) -> tuple[FloorPlan, Shell]:
    plan = draw_floor_plan(generator_for(seed, "shell test"), room_count)
    plaster = Finish("plaster", "plain", "white", (240, 240, 240), (200, 200, 200), tile_m=1.0)
    look = RoomFinishes(floor=plaster, wall=plaster, ceiling=plaster, trim=plaster)
    rng = generator_for(seed, "shell test finishes")
    finishes = dress([look] * room_count, facade=plaster, door=plaster, trim=plaster, rng=rng)
    return plan, build_shell(plan, finishes, rng)


@lru_cache(maxsize=64)
def built(seed: int, room_count: int) -> Built:
    plan, shell = build(seed, room_count)
    scene = assemble(
        "shell",
        shell.placed,
        lambda finish: np.zeros((4, 4, 3), np.uint8),
        rooms=shell.rooms,
        doors=shell.doors,
        windows=shell.windows,
    )
    mesh = trimesh.Trimesh(scene.vertices_m.astype(float), scene.faces, process=False)
    a, b, c = (scene.vertices_m[scene.faces[:, k]].astype(float) for k in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Built(plan, shell, scene, RayMeshIntersector(mesh), normals)


def points_in(room: object, count: int, rng: np.random.Generator) -> Floats:
    """Points (n, 3) at random places and heights of a room, 30 cm off its walls."""
    shape = shapely.Polygon(room.polygon_m).buffer(-0.3)  # type: ignore[attr-defined]
    x0, z0, x1, z1 = shape.bounds
    tries = rng.uniform((x0, z0), (x1, z1), (count * 8, 2))
    within = tries[shapely.contains_xy(shape, tries[:, 0], tries[:, 1])][:count]
    return np.column_stack([within[:, 0], rng.uniform(0.1, 2.3, len(within)), within[:, 1]])


@over_houses
def test_doors_and_windows_name_their_instances(seed: int, room_count: int) -> None:
    house = built(seed, room_count)
    placed = house.shell.placed
    assert len(house.shell.doors) == len(house.plan.doors)
    assert len(house.shell.windows) == len(house.plan.windows)
    for door in house.shell.doors:
        thing = placed[door.instance - 1]
        assert thing.category == "door"
        assert thing.attributes.state == ("closed" if door.rooms[1] is None else "open")
        assert (thing.position_m[0], thing.position_m[2]) == door.centre_m
    for window in house.shell.windows:
        thing = placed[window.instance - 1]
        assert (thing.category, thing.room) == ("window", window.room)


@over_houses
def test_the_shell_comes_in_the_promised_order(seed: int, room_count: int) -> None:
    shell = built(seed, room_count).shell
    order = [thing.category for thing in shell.placed]
    expected = ["floor", "ceiling"] * room_count + ["wall"] * (room_count + 1)
    expected += ["door"] * len(shell.doors) + ["window"] * len(shell.windows)
    assert order == expected
    rooms = [thing.room for thing in shell.placed if thing.category == "wall"]
    assert rooms == [*range(1, room_count + 1), None]


@over_houses
def test_stored_normals_agree_with_the_triangles(seed: int, room_count: int) -> None:
    house = built(seed, room_count)
    stored = house.scene.normals[house.scene.faces].astype(float)
    assert np.isfinite(house.normals).all()
    assert (np.einsum("tkc,tc->tk", stored, house.normals) > 0.999).all()


@over_houses
def test_from_inside_every_ray_meets_the_front_of_a_surface(seed: int, room_count: int) -> None:
    house = built(seed, room_count)
    rng = generator_for(seed, "rays")
    for room in house.plan.rooms:
        origins = points_in(room, 500, rng)
        directions = rng.normal(size=origins.shape)
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        faces, _ = house.first_hits(origins, directions)
        assert (faces >= 0).all(), room.type
        assert ((house.normals[faces] * directions).sum(axis=1) < 0).all(), room.type


@over_houses
def test_rays_along_edges_and_corners_do_not_slip_out(seed: int, room_count: int) -> None:
    house = built(seed, room_count)
    rng = generator_for(seed, "corners")
    for room in house.plan.rooms:
        origins = points_in(room, 100, rng)
        corners = np.array(room.polygon_m)[rng.integers(len(room.polygon_m), size=len(origins))]
        heights = rng.choice([0.0, 0.08, 1.2, room.height_m], len(origins))
        targets = np.column_stack([corners[:, 0], heights, corners[:, 1]])
        targets += rng.normal(0, 1e-3, targets.shape)
        directions = targets - origins
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        assert (house.rays.intersects_first(origins, directions) >= 0).all()


@over_houses
def test_doorways_are_open_over_their_whole_clear_width(seed: int, room_count: int) -> None:
    house = built(seed, room_count)
    for door in house.plan.doors:
        half = door.clear_width_m / 2 - 0.005
        grid = np.meshgrid(np.linspace(-half, half, 9), np.linspace(0.02, 2.04, 9))
        along, up = (values.reshape(-1) for values in grid)
        through = np.full_like(along, -0.35)
        x, z = (along, through) if door.along_x else (through, along)
        origins = np.column_stack([door.centre_m[0] + x, up, door.centre_m[1] + z])
        directions = np.tile([0.0, 0.0, 1.0] if door.along_x else [1.0, 0.0, 0.0], (len(origins), 1))
        _, away = house.first_hits(origins, directions)
        if door.rooms[1] is None:
            assert (away < 0.7).all()
        else:
            assert (away > 0.7).all()


@over_houses
def test_the_sky_sees_only_the_top_of_the_house(seed: int, room_count: int) -> None:
    house = built(seed, room_count)
    outer = shapely.Polygon(house.plan.outline_m).buffer(0.15, join_style="mitre")
    x0, z0, x1, z1 = outer.bounds
    tries = generator_for(seed, "sky").uniform((x0, z0), (x1, z1), (2000, 2))
    inside = tries[shapely.contains_xy(outer, tries[:, 0], tries[:, 1])]
    origins = np.column_stack([inside[:, 0], np.full(len(inside), 9.0), inside[:, 1]])
    _, away = house.first_hits(origins, np.tile([0.0, -1.0, 0.0], (len(origins), 1)))
    assert (9.0 - away > house.plan.rooms[0].height_m - 1e-3).all()


@over_houses
def test_floors_cover_the_house_once(seed: int, room_count: int) -> None:
    house = built(seed, room_count)
    for category, height_m in (("floor", 0.0), ("ceiling", house.plan.rooms[0].height_m)):
        ids = [k + 1 for k, thing in enumerate(house.shell.placed) if thing.category == category]
        triangles = house.scene.vertices_m[house.scene.faces[np.isin(house.scene.face_instance, ids)]]
        assert np.allclose(triangles[:, :, 1], height_m, atol=1e-5)
        a, b, c = (triangles[:, k, ::2].astype(float) for k in range(3))
        (ux, uz), (vx, vz) = (b - a).T, (c - a).T
        areas = np.abs(ux * vz - uz * vx) / 2
        assert areas.sum() == pytest.approx(shapely.Polygon(house.plan.outline_m).area, rel=1e-5)


@over_houses
def test_large_surfaces_are_finely_cut(seed: int, room_count: int) -> None:
    house = built(seed, room_count)
    most = {"floor": 0.30, "ceiling": 0.50, "wall": 0.45}
    for thing in house.shell.placed:
        if thing.category in most and thing.shape != "facade":
            solid = thing.parts[0].solid
            sides = np.abs(np.diff(solid.vertices_m[solid.faces[:, [0, 1, 2, 0]]], axis=1))
            assert sides.max() <= most[thing.category] + 1e-9


@pytest.mark.parametrize(("seed", "room_count"), HOUSES[:6])
def test_no_corner_lies_on_the_side_of_a_neighbouring_triangle(seed: int, room_count: int) -> None:
    for thing in built(seed, room_count).shell.placed:
        if thing.category not in ("floor", "ceiling", "wall") or thing.shape == "facade":
            continue
        solid = thing.parts[0].solid
        for normal in np.unique(np.round(solid.normals, 6), axis=0):
            flat = (np.round(solid.normals, 6) == normal).all(axis=1)
            edges = solid.faces[flat[solid.faces[:, 0]]][:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
            start, end = solid.vertices_m[edges[:, 0]][:, None], solid.vertices_m[edges[:, 1]][:, None]
            points = solid.vertices_m[flat][None]
            length = np.linalg.norm(end - start, axis=2)
            detour = np.linalg.norm(points - start, axis=2) + np.linalg.norm(end - points, axis=2) - length
            ends = np.minimum(np.linalg.norm(points - start, axis=2), np.linalg.norm(end - points, axis=2))
            assert not ((detour < 1e-7) & (ends > 1e-4)).any(), thing.category


@over_houses
def test_textures_keep_their_scale_and_run_on_along_walls(seed: int, room_count: int) -> None:
    for thing in built(seed, room_count).shell.placed:
        if thing.category not in ("floor", "ceiling", "wall"):
            continue
        solid = thing.parts[0].solid
        corners, uv = solid.vertices_m[solid.faces], solid.uv_m[solid.faces]
        in_space = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
        in_texture = np.linalg.norm(uv - np.roll(uv, 1, axis=1), axis=2)
        assert np.allclose(in_space, in_texture, atol=1e-6)


@over_houses
def test_each_pane_glows_as_sky_and_looks_into_its_room(seed: int, room_count: int) -> None:
    house = built(seed, room_count)
    scene = house.scene
    assert (scene.face_glow == SKY).sum() == 2 * len(scene.windows)
    for window in scene.windows:
        pane = np.nonzero((scene.face_instance == window.instance) & (scene.face_glow == SKY))[0]
        assert np.allclose(house.normals[pane], -np.array(window.outward), atol=1e-5)
        corners = scene.vertices_m[scene.faces[pane]].reshape(-1, 3)
        assert np.abs(corners.mean(axis=0) - window.centre_m).max() < 0.1
        assert np.allclose(np.ptp(scene.uv[scene.faces[pane]].reshape(-1, 2), axis=0), 1.0)


@over_houses
def test_open_leaves_stand_where_the_floor_is_kept_free(seed: int, room_count: int) -> None:
    house = built(seed, room_count)
    for planned, door in zip(house.plan.doors, house.shell.doors, strict=True):
        if planned.leaf is None:
            continue
        room = house.plan.room(planned.leaf.room)
        zones = shapely.union_all(
            [shapely.box(*zone) for zone in [*door_zones(house.plan, room), *leaf_zones(house.plan, room)]]
        )
        faces = house.scene.faces[house.scene.face_instance == door.instance]
        corners = house.scene.vertices_m[np.unique(faces)].astype(float)
        shape = shapely.Polygon(room.polygon_m).buffer(-0.02, join_style="mitre")
        standing = corners[shapely.contains_xy(shape, corners[:, 0], corners[:, 2])]
        assert len(standing) > 20
        assert shapely.contains_xy(zones.buffer(0.03), standing[:, 0], standing[:, 2]).all()


def test_a_house_of_five_rooms_has_at_most_fourteen_thousand_triangles() -> None:
    for seed in range(12):
        _, shell = build(seed, 5)
        assert sum(len(part.solid.faces) for thing in shell.placed for part in thing.parts) <= 14_000


def test_the_same_seed_builds_the_same_bits() -> None:
    one, other = (built.__wrapped__(3, 7).scene for _ in range(2))
    assert one.vertices_m.tobytes() == other.vertices_m.tobytes()
    assert one.faces.tobytes() == other.faces.tobytes()
    assert one.instances == other.instances
