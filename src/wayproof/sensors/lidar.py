"""Laser scanner: distances in a level ring around the body, as a planar lidar measures them.

Beam k looks at an angle counter-clockwise from the body's heading, see `beam_angles`; no return is 0. The
scene is asked ray by ray. People move, so for them no tree is built: each of their triangles that crosses
the level of the scan leaves a short line there, and the beams are held against those lines.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.geometry.ray_tree import closest_hit
from wayproof.kernels import kernel
from wayproof.rendering.triangles import BLOCK_ROWS
from wayproof.sensors import sensor
from wayproof.sensors.mounted_rig import rig_of
from wayproof.sensors.sensor import Reading, Sensor, SensorInput
from wayproof.simulator.body import Body
from wayproof.simulator.gait import FALLEN_HEIGHT
from wayproof.vocabulary import Settings

Floats = NDArray[np.float32]

FULL_TURN_RAD = 2 * math.pi
MOST_BEAMS = 100_000
# A person's triangles meet along edges; a beam that goes exactly there must not slip through.
EDGE_SLACK = 1e-6


@sensor("lidar")
def lidar(body: Body, settings: Settings) -> Sequence[Sensor]:
    """Level scan in metres, (beams,), counter-clockwise from right behind, 0 for no return."""
    settings = _as_in_rig(settings)
    _check(settings, body)
    angles = beam_angles(settings.lidar_beams, settings.lidar_field_rad)
    limit, height = settings.lidar_range_m, settings.lidar_height_m

    def sense(given: SensorInput) -> NDArray[np.generic]:
        return scan(given, angles, height, limit)

    return [
        Sensor(
            Reading("lidar", (len(angles),), "float32", (0.0,), (limit,), ("m",)), sense, meets_people=True
        )
    ]


def _as_in_rig(settings: Settings) -> Settings:
    """The settings with the numbers of the rig's scanner."""
    rig = rig_of(settings)
    if rig is None or rig.lidar is None:
        return settings
    return replace(
        settings,
        lidar_beams=rig.lidar.beams,
        lidar_range_m=rig.lidar.range_m,
        lidar_height_m=rig.lidar.height_m,
        lidar_field_rad=math.radians(rig.lidar.field_deg),
    )


def beam_angles(beams: int, field_rad: float) -> NDArray[np.float64]:
    """Angles (beams,) from the heading, counter-clockwise, from -field / 2 on in equal steps.

    A full turn does not repeat its first beam at the end; a smaller field includes both borders; a single
    beam looks ahead.
    """
    if beams == 1:
        return np.zeros(1)
    whole = field_rad >= FULL_TURN_RAD - 1e-9
    return np.linspace(-field_rad / 2, field_rad / 2, beams, endpoint=not whole)


def scan(given: SensorInput, angles_rad: NDArray[np.float64], height_m: float, limit_m: float) -> Floats:
    """Distance of the first thing on each beam, 0 beyond the limit."""
    state = given.state
    pose = state.pose
    up = height_m * (FALLEN_HEIGHT if state.fallen else 1.0)
    origin = np.array([pose.x_m, pose.y_m + up, pose.z_m], np.float32)
    turned = pose.heading_rad + angles_rad
    ways = np.stack([-np.sin(turned), np.zeros_like(turned), -np.cos(turned)], axis=1).astype(np.float32)
    origins = np.repeat(origin[None], len(ways), axis=0)
    hit, found = closest_hit(given.world.ray_tree, origins, ways, max_distance=limit_m)
    ranges = np.where(hit >= 0, found, np.float32(np.inf))
    for batch in given.moving:
        _shorten(batch.blocks, batch.leaf, batch.count, origin, ways, ranges)
    return np.where(ranges <= np.float32(limit_m), ranges, np.float32(0.0))


@kernel
def _shorten(blocks: Floats, leaf: int, count: int, origin: Floats, ways: Floats, ranges: Floats) -> None:
    """Cut the beams at the triangles of a batch that cross the level of the origin."""
    x, z = np.empty(2, np.float64), np.empty(2, np.float64)
    for face in range(count):
        if _level_line(blocks, leaf, face, origin, x, z):
            for beam in range(len(ways)):
                way = _along(ways[beam, 0], ways[beam, 2], x, z)
                ranges[beam] = min(ranges[beam], way)


@kernel
def _level_line(
    blocks: Floats, leaf: int, face: int, origin: Floats, x: NDArray[np.float64], z: NDArray[np.float64]
) -> bool:
    """Ends of the line in which a triangle meets the level of the origin, seen from there; False if none."""
    start, lane, ends = face // leaf * BLOCK_ROWS, face % leaf, 0
    for corner in range(3):
        onward = (corner + 1) % 3
        low = blocks[(start + 3 * corner + 1) * leaf + lane] - origin[1]
        high = blocks[(start + 3 * onward + 1) * leaf + lane] - origin[1]
        if (low >= 0.0) == (high >= 0.0) or ends == 2:
            continue
        share = low / (low - high)
        for axis, target in ((0, x), (2, z)):
            a = blocks[(start + 3 * corner + axis) * leaf + lane] - origin[axis]
            b = blocks[(start + 3 * onward + axis) * leaf + lane] - origin[axis]
            target[ends] = a + share * (b - a)
        ends += 1
    return ends == 2


@kernel
def _along(dx: float, dz: float, x: NDArray[np.float64], z: NDArray[np.float64]) -> float:
    """How far a beam of unit length (dx, dz) from the origin goes until it meets a line; inf if it misses."""
    line_x, line_z = x[1] - x[0], z[1] - z[0]
    across = dx * line_z - dz * line_x
    if across == 0.0:
        return np.inf
    way = (x[0] * line_z - z[0] * line_x) / across
    share = (x[0] * dz - z[0] * dx) / across
    hits = way > 0.0 and -EDGE_SLACK <= share <= 1.0 + EDGE_SLACK
    return way if hits else np.inf


def _check(settings: Settings, body: Body) -> None:
    if not 1 <= settings.lidar_beams <= MOST_BEAMS:
        raise InvalidInput(f"lidar_beams is {settings.lidar_beams}; give 1 to {MOST_BEAMS}")
    if not 0.0 < settings.lidar_field_rad <= FULL_TURN_RAD + 1e-9:
        raise InvalidInput(f"lidar_field_rad is {settings.lidar_field_rad}; give more than 0, at most 2 pi")
    if not 0.0 < settings.lidar_range_m < np.inf:
        raise InvalidInput(f"lidar_range_m is {settings.lidar_range_m}; give a positive number of metres")
    if not 0.0 < settings.lidar_height_m <= body.height_m:
        raise InvalidInput(
            f"lidar_height_m is {settings.lidar_height_m}; body {body.name!r} is {body.height_m} m high"
        )
