"""Where a thing can be seen from: free points around it with a clear line from the camera to its surface.

A place counts if it is within a radius of the thing's box, in the plan, and if the body's first camera, at
its height, turned to the thing and tilted as far as the body can, has at least 1 in 16 of the points spread
over the thing's surface in one picture, even if whole turns leave it half a turn aside. Rays decide what is
in between, so other things, walls and the thing itself all hide it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.geometry.ray_tree import first_on_ray
from wayproof.geometry.ray_tree_build import STACK
from wayproof.kernels import kernel
from wayproof.navigation.free_points import MAIN_ISLAND
from wayproof.navigation.paths import Paths
from wayproof.navigation.surface import Surface
from wayproof.scenes.scene import Instance
from wayproof.simulator.body import Body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import KEPT_WORLDS
from wayproof.tasks.judging.places import point_from
from wayproof.vocabulary import Point

Floats = NDArray[np.float64]
Points = NDArray[np.float32]
Squares = NDArray[np.int64]

VIEW_RADIUS_M = 1.0  # Habitat's ObjectNav: within a metre of the box
MOST_PLACES = 16
SPACING_M = 0.1  # of the places before they are thinned out; a success radius of 0.1 m leaves no gap (ours)
SURFACE_POINTS = 128  # what fills 1 % of a picture is not missed (measured beside drawn ones)
LEAST_SEEN = 8  # of the surface points; less is a glimpse through a gap (ours)
SMALLEST_PATCH = 6  # squares of the spacing
STOREY_M = 1.0  # floors that differ by more are two places, one above the other
PAST_SURFACE = np.float32(1.001)  # a ray to a surface point goes on until it must have met the surface


def view_points(
    world: World, instance_id: int, *, radius_m: float = VIEW_RADIUS_M, most: int = MOST_PLACES
) -> tuple[Point, ...]:
    """Well spread places from which the world's body sees a thing, `most` at most; empty if there is none."""
    places = sights_of(world).places(instance_id, radius_m)
    return tuple(point_from(place) for place in spread_out(places, most))


def spread_out(places: Floats, most: int) -> Floats:
    """`most` of the places (n, 3) at most, each as far as possible from those chosen before it."""
    if most < 1:
        raise InvalidInput(f"{most} places were asked for; give 1 or more")
    if len(places) <= most:
        return places
    start = int(np.argmin(np.linalg.norm(places - places.mean(axis=0), axis=1)))
    chosen, gap_m = [start], np.linalg.norm(places - places[start], axis=1)
    while len(chosen) < most:
        chosen.append(int(np.argmax(gap_m)))
        gap_m = np.minimum(gap_m, np.linalg.norm(places - places[chosen[-1]], axis=1))
    return places[sorted(chosen)]


def on_grid(paths: Paths, places: Floats, spacing_m: float) -> Floats:
    """Those of the places (n, 3) that lie on a coarser grid; if none does, those nearest to it."""
    if not len(places):
        return places
    origin = (paths.free.surface.origin_x, paths.free.surface.origin_z)
    steps = (places[:, [0, 2]] - origin) / spacing_m
    off_m = np.abs(steps - np.round(steps)).max(axis=1) * spacing_m
    near = off_m <= max(SPACING_M / 2, float(off_m.min()) + 1e-6)
    return np.asarray(places[near])


def plan_gap_m(instance: Instance, x_m: float, z_m: float) -> float:
    """Distance in the plan from a point to a thing's box, 0 inside it."""
    aside = max(instance.low_m[0] - x_m, 0.0, x_m - instance.high_m[0])
    along = max(instance.low_m[2] - z_m, 0.0, z_m - instance.high_m[2])
    return math.hypot(aside, along)


def tilts_rad(body: Body) -> list[float]:
    """How far the body's camera can be tilted by whole steps of looking up and down, 0 included."""
    steps = math.ceil(body.look_limit_rad / body.look_rad - 1e-9)
    up = [min(step * body.look_rad, body.look_limit_rad) for step in range(1, steps + 1)]
    return [*(-tilt for tilt in reversed(up)), 0.0, *up]


@lru_cache(maxsize=KEPT_WORLDS)
def sights_of(world: World) -> Sights:
    """What can be seen of the things of a world, kept while the world is in use."""
    return Sights(world)


class Sights:
    """Things, points on their surfaces, and the places to see them from; worked out once for each thing."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.instances = {instance.id: instance for instance in world.scene.instances}
        self._surfaces: dict[int, Points] = {}
        self._places: dict[tuple[int, float, int], Floats] = {}

    def instance(self, instance_id: int) -> Instance:
        """A thing by its id; an unknown id is an error."""
        if instance_id not in self.instances:
            raise InvalidInput(
                f"scene {self.world.scene.name!r} has no instance {instance_id!r}; its ids go from "
                f"{min(self.instances, default=0)} to {max(self.instances, default=0)}; check that the "
                "episode belongs to this scene"
            )
        return self.instances[instance_id]

    def surface(self, instance_id: int) -> Points:
        """Points (n, 3) spread evenly over a thing's surface; none for a thing without one."""
        if instance_id not in self._surfaces:
            self.instance(instance_id)
            scene = self.world.scene
            own = scene.faces[scene.face_instance == instance_id]
            self._surfaces[instance_id] = _points_over(scene.vertices_m[own].astype(np.float64))
        return self._surfaces[instance_id]

    def places(self, instance_id: int, radius_m: float = VIEW_RADIUS_M, *, least: int = LEAST_SEEN) -> Floats:
        """Places (n, 3) on the main island, every 0.1 m, where `least` surface points are seen or more."""
        if not (math.isfinite(radius_m) and radius_m > 0.0):
            raise InvalidInput(f"a radius of {radius_m} m around a thing; give a finite one above 0")
        key = (instance_id, radius_m, least)
        if key not in self._places:
            self._places[key] = self._seeing(self.instance(instance_id), radius_m, least)
            self._places[key].setflags(write=False)  # shared by all callers
        return self._places[key]

    def _seeing(self, instance: Instance, radius_m: float, least: int) -> Floats:
        around, points = self._around(instance, radius_m), self.surface(instance.id)
        mount = self.world.body.cameras[0]
        if not len(around) or not len(points):
            return np.empty((0, 3))
        eyes = (around + (0.0, mount.height_m, 0.0)).astype(np.float32)
        half = math.tan(mount.hfov_rad / 2)
        frame = (half, half * mount.height_px / mount.width_px, self.world.body.turn_rad / 2)
        tilts = np.array(tilts_rad(self.world.body)) + mount.pitch_rad
        tree, owners = self.world.ray_tree.arrays, self.world.scene.face_instance
        seen = _sees_enough(tree, owners, instance.id, least, eyes, points, tilts, frame)
        return around[seen][_in_patches(squares_of(self.world.free.surface, around[seen]))]

    def _around(self, instance: Instance, radius_m: float) -> Floats:
        """Middles (n, 3) of free cells near a thing's box, one for each square of the spacing."""
        surface = self.world.free.surface
        places = middles(surface, np.flatnonzero(surface.island == MAIN_ISLAND))
        low, high = np.array(instance.low_m), np.array(instance.high_m)
        gap_m = np.maximum(np.maximum(low - places, places - high), 0.0)
        # All of a place's square is to be within the radius.
        near = np.hypot(gap_m[:, 0], gap_m[:, 2]) <= radius_m - SPACING_M * math.sqrt(0.5)
        return one_per_square(surface, places[near])


def squares_of(surface: Surface, places: Floats, spacing_m: float = SPACING_M) -> Squares:
    """Squares (n, 3) of the spacing, and storeys, of places (n, 3): a place stands for all of its square."""
    across = max(1, round(spacing_m / surface.cell_m))
    cells = np.floor((places[:, [0, 2]] - (surface.origin_x, surface.origin_z)) / surface.cell_m)
    return np.column_stack([cells // across, np.round(places[:, 1] / STOREY_M)]).astype(np.int64)


def middles(surface: Surface, nodes: NDArray[np.integer]) -> Floats:
    """The middles (n, 3) of the cells of nodes, on the floor."""
    plan = (surface.cell_of[nodes] + 0.5) * surface.cell_m + (surface.origin_x, surface.origin_z)
    return np.column_stack([plan[:, 0], surface.floor_m[nodes], plan[:, 1]])


def one_per_square(surface: Surface, places: Floats) -> Floats:
    """The first of the places (n, 3) in each square of the spacing."""
    _, first = np.unique(squares_of(surface, places), axis=0, return_index=True)
    return places[np.sort(first)]


def _in_patches(squares: Squares) -> NDArray[np.bool_]:
    """Which squares are connected to enough others: whole steps can hardly hit a lone spot."""
    left = {tuple(square) for square in squares.tolist()}
    kept: set[tuple[int, ...]] = set()
    while left:
        patch = [left.pop()]
        for i, j, storey in patch:
            beside = {(i + 1, j, storey), (i - 1, j, storey), (i, j + 1, storey), (i, j - 1, storey)} & left
            left -= beside
            patch += beside
        kept |= set(patch) if len(patch) >= SMALLEST_PATCH else set()
    return np.array([tuple(square) in kept for square in squares.tolist()], np.bool_)


def _points_over(triangles: Floats) -> Points:
    """Points at even steps of area through the list of triangles (t, 3, 3), inside each by a lattice."""
    edges = triangles[:, 1:] - triangles[:, :1]
    ends = np.cumsum(np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1) / 2)
    if not len(ends) or not ends[-1] > 0.0:
        return np.empty((0, 3), np.float32)
    number = np.arange(SURFACE_POINTS)
    own = np.searchsorted(ends, (number + 0.5) / SURFACE_POINTS * ends[-1])
    # Two irrational steps fill the unit square evenly; its upper half is folded onto the triangle.
    u, v = (0.5 + number * 0.7548776662466927) % 1.0, (0.5 + number * 0.5698402909980532) % 1.0
    u, v = np.where(u + v > 1.0, 1.0 - u, u), np.where(u + v > 1.0, 1.0 - v, v)
    points = triangles[own, 0] + u[:, None] * edges[own, 0] + v[:, None] * edges[own, 1]
    return np.asarray(points, np.float32)


@kernel
def _sees_enough(
    tree: Any,
    owners: NDArray[np.int32],
    wanted: int,
    least: int,
    eyes: Points,
    points: Points,
    tilts: Floats,
    frame: tuple[float, float, float],
) -> NDArray[np.bool_]:
    """Whether each eye (n, 3), turned to what it sees of a thing, has `least` points of it in one picture."""
    enough = np.zeros(len(eyes), np.bool_)
    stack, entries = np.empty(STACK, np.uint64), np.empty(STACK, np.float32)
    ways = np.empty(points.shape, np.float32)
    for k in range(len(eyes)):
        seen = 0
        for number in range(len(points)):
            if seen + len(points) - number < least:
                break
            ways[seen] = points[number] - eyes[k]
            face, _ = first_on_ray(tree, eyes[k], ways[seen], PAST_SURFACE, stack, entries)
            if face >= 0 and owners[face] == wanted:
                seen += 1
        if seen >= least:
            for tilt in tilts:
                enough[k] |= _in_one_picture(ways[:seen], tilt, frame) >= least
    return enough


@kernel
def _in_one_picture(ways: Points, tilt: float, frame: tuple[float, float, float]) -> int:
    """How many of the directions (n, 3) are in the picture at a tilt, if the camera is turned to their mean.

    At worst it is turned half a turn to one side of that.
    """
    half_width, half_height, half_turn = frame
    fewest = len(ways)
    for aside in (-half_turn, half_turn):
        heading = np.arctan2(-ways[:, 0].sum(), -ways[:, 2].sum()) + aside
        sin, cos = np.sin(heading), np.cos(heading)
        count = 0
        for way in ways:
            level, beside = -way[0] * sin - way[2] * cos, way[0] * cos - way[2] * sin
            ahead = level * np.cos(tilt) + way[1] * np.sin(tilt)
            above = way[1] * np.cos(tilt) - level * np.sin(tilt)
            if ahead > 0.0 and abs(above) <= half_height * ahead and abs(beside) <= half_width * ahead:
                count += 1
        fewest = min(fewest, count)
    return fewest
