"""Whether a house is fit to live in: nothing floats, nothing overlaps, doors are free, all rooms are reached.

The checks work from the finished scene and the solid matter of its things, by other means than the generator
used to place them, so that a slip there shows here. Only whether rooms are reached is the generator's own
last question too (houses/reachable_rooms.py); here it is put to navigation's free space.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from wayproof.geometry.polygons import points_in_polygon
from wayproof.geometry.solids import Floats
from wayproof.navigation.free_space import free_space
from wayproof.scenes.assembly import to_world
from wayproof.scenes.houses.draft import Thing
from wayproof.scenes.houses.house import House
from wayproof.scenes.houses.reachable_rooms import (
    WALKER_HEIGHT_M,
    WALKER_RADIUS_M,
    WALKER_STEP_M,
    reach_of_rooms,
)
from wayproof.scenes.scene import Door, Instance, Scene

OVERLAP_M = 0.01
FLOAT_M = 0.01
DUST_M = 1e-5
PROBES = (0.1, 0.3, 0.5, 0.7, 0.9)
DOOR_DEPTH_M = 0.5


def check_house(house: House) -> list[str]:
    """One sentence for each thing that is wrong; an empty list is a valid house."""
    scene = house.scene
    return [
        *_overlaps(house.things),
        *_outside_rooms(house),
        *_floating(scene),
        *_blocked_doors(house),
        *_unreached_rooms(scene),
        *_bad_triangles(scene),
    ]


def _overlaps(things: tuple[Thing, ...]) -> list[str]:
    bounds = [_oriented(thing) for thing in things]
    problems = []
    for a, b in combinations(range(len(things)), 2):
        if things[a].room == things[b].room and _may_touch(bounds[a], bounds[b]):
            depth = penetration_m(
                bounds[a], things[a].stand.heading_rad, bounds[b], things[b].stand.heading_rad
            )
            if depth > OVERLAP_M + DUST_M:
                problems.append(
                    f"{_called(things[a])} and {_called(things[b])} overlap by {depth * 100:.1f} cm"
                )
    return problems


def _oriented(thing: Thing) -> Floats:
    """Centres and half sizes (b, 2, 3) of a thing's boxes; the half sizes are along its own axes."""
    boxes = thing.draft.boxes_m
    stand = thing.stand
    centres = to_world(boxes.mean(axis=1), (stand.x_m, stand.y_m, stand.z_m), stand.heading_rad)
    return np.stack([centres, (boxes[:, 1] - boxes[:, 0]) / 2], axis=1)


def _may_touch(a: Floats, b: Floats) -> bool:
    if not len(a) or not len(b):
        return False
    reach = [np.linalg.norm(boxes[:, 1], axis=1)[:, None] for boxes in (a, b)]
    low_a, high_a = (a[:, 0] - reach[0]).min(axis=0), (a[:, 0] + reach[0]).max(axis=0)
    low_b, high_b = (b[:, 0] - reach[1]).min(axis=0), (b[:, 0] + reach[1]).max(axis=0)
    return bool((low_a < high_b).all() and (low_b < high_a).all())


def penetration_m(a: Floats, heading_a: float, b: Floats, heading_b: float) -> float:
    """How deep one set of boxes sinks into another: the least push along an axis that parts the worst."""
    axes = [np.array([0.0, 1.0, 0.0])]
    for heading in (heading_a, heading_b):
        cos, sin = np.cos(heading), np.sin(heading)
        axes += [np.array([cos, 0.0, -sin]), np.array([sin, 0.0, cos])]
    offset = b[None, :, 0] - a[:, None, 0]
    least = np.full(offset.shape[:2], np.inf)
    for axis in axes:
        reach = _reach(a, heading_a, axis)[:, None] + _reach(b, heading_b, axis)[None, :]
        least = np.minimum(least, reach - np.abs(offset @ axis))
    return float(least.max())


def _reach(boxes: Floats, heading: float, axis: Floats) -> Floats:
    """Half the length of each box's shadow on an axis."""
    cos, sin = np.cos(heading), np.sin(heading)
    own_axes = np.array([[cos, 0.0, -sin], [0.0, 1.0, 0.0], [sin, 0.0, cos]])
    reach: Floats = boxes[:, 1] @ np.abs(own_axes @ axis)
    return reach


def _outside_rooms(house: House) -> list[str]:
    outlines = {room.id: np.asarray(room.polygon_m, float) for room in house.scene.rooms}
    problems = []
    for thing in house.things:
        bounds = _oriented(thing)
        if not len(bounds):
            continue
        stand, half = thing.stand, bounds[:, 1]
        cos, sin = np.cos(stand.heading_rad), np.sin(stand.heading_rad)
        reach_x = np.maximum(np.abs(cos) * half[:, 0] + np.abs(sin) * half[:, 2] - OVERLAP_M, 0.0)
        reach_z = np.maximum(np.abs(sin) * half[:, 0] + np.abs(cos) * half[:, 2] - OVERLAP_M, 0.0)
        corners = [
            bounds[:, 0][:, [0, 2]] + np.stack([i * reach_x, j * reach_z], axis=1)
            for i in (-1, 1)
            for j in (-1, 1)
        ]
        if not points_in_polygon(np.concatenate(corners), outlines[thing.room]).all():
            problems.append(f"{_called(thing)} reaches through a wall of room {thing.room}")
    return problems


def _floating(scene: Scene) -> list[str]:
    problems = []
    for instance in scene.instances:
        if instance.support is None:
            continue
        gap = _gap_below_m(scene, instance, scene.instances[instance.support - 1])
        if abs(gap) > FLOAT_M:
            problems.append(f"{instance.category} {instance.id} is {gap * 100:.1f} cm above its support")
    return problems


def _gap_below_m(scene: Scene, instance: Instance, support: Instance) -> float:
    """The least height of a thing's underside over its support, felt at a grid of points under it."""
    corners = scene.vertices_m[scene.faces[scene.face_instance == support.id]].astype(float)
    low, high = np.array(instance.low_m), np.array(instance.high_m)
    gaps = [np.inf]
    for share_x, share_z in product(PROBES, PROBES):
        x, z = low[0] + share_x * (high[0] - low[0]), low[2] + share_z * (high[2] - low[2])
        heights = _heights_over(corners, x, z)
        gaps += (low[1] - heights[heights < low[1] + FLOAT_M]).tolist()
    return float(min(gaps))


def _heights_over(triangles: Floats, x: float, z: float) -> Floats:
    """At which heights an upright line through a plan point meets triangles (n, 3, 3)."""
    origin = triangles[:, 0][:, [0, 2]]
    one, other = triangles[:, 1][:, [0, 2]] - origin, triangles[:, 2][:, [0, 2]] - origin
    area = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    flat = np.abs(area) > 1e-12
    to_point = np.array([x, z]) - origin[flat]
    u = (to_point[:, 0] * other[flat, 1] - to_point[:, 1] * other[flat, 0]) / area[flat]
    v = (one[flat, 0] * to_point[:, 1] - one[flat, 1] * to_point[:, 0]) / area[flat]
    hit = (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9)
    y = triangles[flat][hit][:, :, 1]
    heights: Floats = y[:, 0] + u[hit] * (y[:, 1] - y[:, 0]) + v[hit] * (y[:, 2] - y[:, 0])
    return heights


def _blocked_doors(house: House) -> list[str]:
    zones = [(door, _door_zone(door)) for door in house.scene.doors if None not in door.rooms]
    problems = []
    for thing in house.things:
        instance = house.scene.instances[thing.number - 1]
        for door, (low, high) in zones:
            flat = instance.high_m[1] <= WALKER_STEP_M
            inside = all(instance.low_m[k] < high[k] and low[k] < instance.high_m[k] for k in range(3))
            if inside and not flat:
                problems.append(
                    f"{_called(thing)} blocks the door between rooms {door.rooms[0]} and {door.rooms[1]}"
                )
    return problems


def _door_zone(door: Door) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    x, z = door.centre_m
    half = door.clear_width_m / 2 - OVERLAP_M
    along, across = (half, DOOR_DEPTH_M) if door.along_x else (DOOR_DEPTH_M, half)
    return (x - along, 0.0, z - across), (x + along, door.height_m - OVERLAP_M, z + across)


def _unreached_rooms(scene: Scene) -> list[str]:
    space = free_space(
        scene, radius_m=WALKER_RADIUS_M, height_m=WALKER_HEIGHT_M, step_height_m=WALKER_STEP_M
    ).surface
    origin = (space.origin_x, space.origin_z)
    problems = []
    for reach in reach_of_rooms(
        scene.rooms, space.cell_of, space.floor_m, space.island, origin, space.cell_m
    ):
        called = f"{reach.room.type} {reach.room.id}"
        if not reach.is_reached:
            problems.append(f"{called} cannot be reached by a body of {WALKER_RADIUS_M} m radius")
        if reach.cut_off_m2 > 0:
            problems.append(f"{reach.cut_off_m2:.2f} m2 of floor in {called} are cut off from the rest")
    return problems


def _bad_triangles(scene: Scene) -> list[str]:
    a, b, c = (scene.vertices_m[scene.faces[:, k]].astype(float) for k in range(3))
    normal = np.cross(b - a, c - a)
    size = np.linalg.norm(normal, axis=1)
    agrees = (normal * scene.normals[scene.faces].mean(axis=1)).sum(axis=1) > 0
    wrong = np.flatnonzero((size > 1e-9) & ~agrees)
    owners = {scene.instances[i - 1].category for i in scene.face_instance[wrong].tolist()}
    return [f"triangles of {owner} face the wrong way" for owner in sorted(owners)]


def _called(thing: Thing) -> str:
    return f"{thing.name} {thing.number}"
