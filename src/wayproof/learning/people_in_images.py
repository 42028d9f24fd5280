"""People put into a training picture: standing or walking in free space before the camera."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wayproof.learning.viewpoints import Viewpoint
from wayproof.rendering.triangle_batch import Batch
from wayproof.simulator.people.figure import figure_for
from wayproof.simulator.people.person_mesh import (
    CATEGORY,
    DrawnPerson,
    light_around,
    person_batch,
    prepare_person,
)
from wayproof.simulator.people.persons import PersonState
from wayproof.simulator.world import World

NEAREST_M, FURTHEST_M = 0.8, 6.0
APART_M = 0.6  # two people do not stand closer
FIGURES = 4  # who live in one house


def people_of(world: World, rng: np.random.Generator) -> tuple[DrawnPerson, ...]:
    """The people of one house, made ready for the renderer; their instance ids follow on the scene's."""
    first = 1 + max((instance.id for instance in world.scene.instances), default=0)
    category = world.categories.index(CATEGORY) + 1
    return tuple(
        prepare_person(figure_for(int(rng.integers(2**31))), instance=first + number, category=category)
        for number in range(FIGURES)
    )


def people_before(
    world: World,
    people: Sequence[DrawnPerson],
    viewpoint: Viewpoint,
    places_m: NDArray[np.float64],
    rng: np.random.Generator,
) -> list[Batch]:
    """One to three of the people on some of the places (n, 3) that lie within the field of view."""
    away = places_m[:, [0, 2]] - np.array([viewpoint.eye_m[0], viewpoint.eye_m[2]])
    distance = np.hypot(away[:, 0], away[:, 1])
    bearing = np.arctan2(-away[:, 0], -away[:, 1]) - viewpoint.heading_rad
    aside = np.abs((bearing + math.pi) % (2 * math.pi) - math.pi)
    fits = (distance > NEAREST_M) & (distance < FURTHEST_M) & (aside < viewpoint.hfov_rad / 2)
    taken: list[NDArray[np.float64]] = []
    for place in places_m[fits]:
        if all(np.hypot(*(place - other)[[0, 2]]) > APART_M for other in taken):
            taken.append(place)
    count = min(int(rng.integers(1, 4)), len(taken))
    chosen = rng.permutation(len(people))[:count]
    return [
        _standing(world, people[int(who)], place, rng)
        for who, place in zip(chosen, taken[:count], strict=True)
    ]


def _standing(
    world: World, person: DrawnPerson, place: NDArray[np.float64], rng: np.random.Generator
) -> Batch:
    x, y, z = (float(value) for value in place)
    idle = bool(rng.random() < 0.4)
    state = PersonState(
        position_m=(x, y, z),
        heading_rad=float(rng.uniform(-math.pi, math.pi)),
        speed_m_s=0.0 if idle else float(rng.uniform(0.5, 1.4)),
        phase=float(rng.uniform(0.0, 1.0)),
        idle=idle,
        look_rad=float(rng.uniform(-0.6, 0.6)),
        breath=float(rng.uniform(0.0, 1.0)),
    )
    return person_batch(person, state, light_around(world.surroundings, state.position_m))
