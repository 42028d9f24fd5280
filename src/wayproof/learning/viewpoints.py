"""Where training cameras stand: anywhere a robot fits, looking anywhere, or turned to one of the things."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.navigation.free_points import sample_points
from wayproof.navigation.free_space import FreeSpace
from wayproof.rendering.camera import View, view_from
from wayproof.scenes.scene import Instance, Scene, things

# The suites' camera on a LoCoBot; most pictures are taken with it.
USUAL_HEIGHT_M, USUAL_HFOV_RAD = 0.8688, math.radians(79.0)
# The others cover the cameras of all bodies that come with Wayproof.
HEIGHTS_M, HFOVS_RAD = (0.2, 1.5), (math.radians(45.0), math.radians(110.0))
TILTS_RAD = (math.radians(-30.0), math.radians(10.0))
NEAREST_M, FURTHEST_M = 0.6, 3.5  # from a thing that the camera is turned to
AIM_RAD = math.radians(18.0)  # how far from the middle of the picture such a thing may be
_CANDIDATES = 200


@dataclass(frozen=True)
class Viewpoint:
    """A camera in the world: its eye, heading and tilt, and its horizontal field of view."""

    eye_m: tuple[float, float, float]
    heading_rad: float
    pitch_rad: float
    hfov_rad: float

    @property
    def view(self) -> View:
        return view_from(self.eye_m, self.heading_rad, pitch_rad=self.pitch_rad)


@dataclass(frozen=True)
class Mixture:
    """Which share of the viewpoints is turned to a thing, and which has another camera than the usual one."""

    turned_to_things: float = 0.5
    other_cameras: float = 0.3


AS_TRAINED = Mixture()
AS_DRIVEN = Mixture(0.0, 0.0)  # as an agent meets the world: for evaluation


def draw_viewpoints(
    scene: Scene, free: FreeSpace, rng: np.random.Generator, count: int, mixture: Mixture
) -> list[Viewpoint]:
    """So many viewpoints in free space.

    A camera that is turned to a thing picks the kind first, then one of that kind: rare kinds are met as
    often as common ones.
    """
    places = sample_points(free, rng, max(count, _CANDIDATES))
    kinds = _by_kind(things(scene))
    found = []
    for number in range(count):
        height, hfov, pitch = _camera(rng, mixture)
        place, heading = places[number], float(rng.uniform(-math.pi, math.pi))
        if kinds and rng.random() < mixture.turned_to_things:
            kind = kinds[int(rng.integers(len(kinds)))]
            place, heading = _turned_to(kind[int(rng.integers(len(kind)))], places, rng)
        x, y, z = (float(value) for value in place)
        found.append(Viewpoint((x, y + height, z), heading, pitch, hfov))
    return found


def _camera(rng: np.random.Generator, mixture: Mixture) -> tuple[float, float, float]:
    """Height, field of view and tilt."""
    if rng.random() >= mixture.other_cameras:
        return USUAL_HEIGHT_M, USUAL_HFOV_RAD, 0.0
    if rng.random() < 0.4:  # the usual camera after look_down, look_up
        return USUAL_HEIGHT_M, USUAL_HFOV_RAD, float(rng.choice([-math.pi / 6, math.pi / 6]))
    return float(rng.uniform(*HEIGHTS_M)), float(rng.uniform(*HFOVS_RAD)), float(rng.uniform(*TILTS_RAD))


def _by_kind(instances: Sequence[Instance]) -> list[list[Instance]]:
    kinds: dict[str, list[Instance]] = {}
    for instance in instances:
        kinds.setdefault(instance.category, []).append(instance)
    return [kinds[name] for name in sorted(kinds)]


def _turned_to(
    thing: Instance, places: NDArray[np.float64], rng: np.random.Generator
) -> tuple[NDArray[np.float64], float]:
    """A place near a thing and the heading towards it; the nearest one if none is at a good distance."""
    middle = (np.array(thing.low_m) + np.array(thing.high_m)) / 2
    away = middle[[0, 2]] - places[:, [0, 2]]
    distance = np.hypot(away[:, 0], away[:, 1])
    chosen = _at_good_distance(distance, rng)
    heading = math.atan2(-away[chosen, 0], -away[chosen, 1]) + float(rng.uniform(-AIM_RAD, AIM_RAD))
    return places[chosen], heading


def _at_good_distance(distance_m: NDArray[np.float64], rng: np.random.Generator) -> int:
    """One of the nearer half of the places within reach: farther ones are more often in another room."""
    near = np.flatnonzero((distance_m > NEAREST_M) & (distance_m < FURTHEST_M))
    if not len(near):
        return int(distance_m.argmin())
    nearer = near[np.argsort(distance_m[near])][: 1 + len(near) // 2]
    return int(nearer[int(rng.integers(len(nearer)))])
