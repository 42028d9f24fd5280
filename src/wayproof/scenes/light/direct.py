"""Light that comes straight from its source: the sky through windows, and lamps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.ray_tree import RayTree, blocked
from wayproof.geometry.ray_tree_build import STACK
from wayproof.kernels import kernel
from wayproof.scenes.light.light_points import LightPoints
from wayproof.scenes.scene import Lamp, Window

Floats = NDArray[np.float32]

SAMPLES = 8  # points on a window that a place in the room may see
REACH_M = np.float32(12.0)
FRAME_M = np.float32(0.05)  # rays end so far in front of a window: its bars and pane are no obstacle
SKY_RADIANCE = (
    7.4,
    8.0,
    8.8,
)  # of what stands in a window above the horizon; a lamp's power has the same unit
GROUND_RADIANCE = (4.0, 4.0, 3.4)
FAINTEST = np.float32(1e-3)
LAMP_SIZE_M2 = np.float32(0.02)  # keeps what touches a lamp from burning out


def sky_light(tree: RayTree, points: LightPoints, windows: Sequence[Window]) -> Floats:
    """Irradiance (p, 3) from the sky and the sunlit ground behind all windows."""
    total = np.zeros((len(points.origins_m), 3), np.float32)
    sky, ground = np.asarray(SKY_RADIANCE, np.float32), np.asarray(GROUND_RADIANCE, np.float32)
    for window in windows:
        outward = np.asarray(window.outward, np.float32)
        share = np.float32(window.width_m * window.height_m / SAMPLES)
        _add_window(
            tree.arrays, points.origins_m, points.normals, _spread(window), outward, share, sky, ground, total
        )
    return total


def lamp_light(tree: RayTree, points: LightPoints, lamp: Lamp) -> Floats:
    """Irradiance (p,) from one lamp; its power is shared among its positions."""
    total = np.zeros(len(points.origins_m), np.float32)
    for position in lamp.positions_m:
        power = np.float32(lamp.power / len(lamp.positions_m))
        place = np.asarray(position, np.float32)
        _add_lamp(tree.arrays, points.origins_m, points.normals, place, power, total)
    return total


def _spread(window: Window) -> Floats:
    """Evenly spread places (SAMPLES, 3) on a window's opening."""
    step = np.arange(1, SAMPLES + 1)
    # The additive recurrence of the plastic number: no two samples share a row or a column.
    across = (0.7548776662466927 * step) % 1.0 - 0.5
    up = (0.5698402909980532 * step) % 1.0 - 0.5
    outward = np.asarray(window.outward, float)
    along = np.cross((0.0, 1.0, 0.0), outward)
    places = np.asarray(window.centre_m) + window.width_m * across[:, None] * along
    places[:, 1] += window.height_m * up
    return np.asarray(places, np.float32)


@kernel
def _add_window(
    tree: Any,
    origins: Floats,
    normals: Floats,
    places: Floats,
    outward: Floats,
    share_m2: np.float32,
    sky: Floats,
    ground: Floats,
    total: Floats,
) -> None:
    stack, way = np.empty(STACK, np.uint64), np.empty(3, np.float32)
    middle = places[0]
    for point in range(len(origins)):
        origin, normal = origins[point], normals[point]
        way[:] = middle - origin
        inside = way[0] * outward[0] + way[1] * outward[1] + way[2] * outward[2]
        if inside <= 0 or way[0] ** 2 + way[1] ** 2 + way[2] ** 2 > REACH_M**2:
            continue
        for sample in range(len(places)):
            way[:] = places[sample] - origin
            leaving = way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2]
            if leaving <= 0:
                continue
            square = way[0] ** 2 + way[1] ** 2 + way[2] ** 2
            # A small disc's share of the hemisphere, cosines included; it stays below 1 however near.
            form = leaving * inside * share_m2 / (square * (np.float32(np.pi) * square + share_m2))
            clear = np.float32(1) - FRAME_M / inside
            if form * sky[1] < FAINTEST or (clear > 0 and blocked(tree, origin, way, clear, stack)):
                continue
            height = way[1] / np.sqrt(square)
            above = min(max(height * np.float32(3) + np.float32(0.4), np.float32(0)), np.float32(1))
            for channel in range(3):
                seen = ground[channel] + (sky[channel] - ground[channel]) * above
                total[point, channel] += form * seen


@kernel
def _add_lamp(
    tree: Any, origins: Floats, normals: Floats, place: Floats, power: np.float32, total: Floats
) -> None:
    stack, way = np.empty(STACK, np.uint64), np.empty(3, np.float32)
    for point in range(len(origins)):
        way[:] = place - origins[point]
        normal = normals[point]
        leaving = way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2]
        if leaving <= 0:
            continue
        square = way[0] ** 2 + way[1] ** 2 + way[2] ** 2 + LAMP_SIZE_M2
        light = power * leaving / (square * np.sqrt(square))
        if light >= FAINTEST and not blocked(tree, origins[point], way, np.float32(0.999), stack):
            total[point] += light
