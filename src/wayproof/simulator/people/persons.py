"""Persons: who they are, where they walk, and what each of them is doing at any time.

This is the protocol's mode `scripted`: what people do is a function of time alone. They do not see the robot
and walk on where it stands, so a clean episode and its corrupted twin meet the same people, and any step can
be drawn again without those before it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.navigation.paths import Paths
from wayproof.seeding import Name, generator_for
from wayproof.simulator.people.appearance import draw_look
from wayproof.simulator.people.gait_cycle import Movement, stride_m
from wayproof.simulator.people.timetables import Route, draw_route, one_way
from wayproof.simulator.people.way_points import PERSON_RADIUS_M
from wayproof.vocabulary import Point

Floats = NDArray[np.float64]

BREATHS_PER_S = 0.25
GLANCE_RAD, LOOK_AROUND_RAD = 0.12, 0.85  # how far heads turn on the way and while standing

_CANDIDATES = 8
_WATCHED_S, _WATCH_STEP_S = 120.0, 0.25
_CLEAR_AT_START_M = 1.0


@dataclass(frozen=True)
class Person:
    """A look (by seed), a route, where on it time 0 is; `habit` makes heads turn at different times."""

    figure_seed: int
    height_m: float
    route: Route
    offset_s: float = 0.0
    habit: float = 0.0


@dataclass(frozen=True)
class PersonState:
    """What a person is doing: on the floor, heading as for robots (0 looks along -Z), phase of the stride in
    strides.

    look_rad is the turn of the head against the body, left positive; breath is counted in breaths.
    """

    position_m: Point
    heading_rad: float
    speed_m_s: float
    phase: float
    idle: bool
    turn_rate_rad_s: float = 0.0
    look_rad: float = 0.0
    breath: float = 0.0


def draw_people(
    paths: Paths, count: int, seed: int, *names: Name, clear_of_m: Sequence[tuple[float, float]] = ()
) -> tuple[Person, ...]:
    """People for one episode: the same for the same seed and names, whatever the robot does.

    Of several routes each person gets the one that meets the others least, and nobody starts within a metre
    of the places (x, z) in `clear_of_m`, as far as the scene has room.
    """
    if count < 0:
        raise InvalidInput(f"{count} people were asked for; give 0 or more.")
    times = np.arange(0.0, _WATCHED_S, _WATCH_STEP_S)
    people: list[Person] = []
    tracks: list[Floats] = []
    for number in range(count):
        rng = generator_for(seed, *names, "person", number)
        candidates = [_draw_person(paths, rng) for _ in range(_CANDIDATES)]
        plans = [places_at(person, times) for person in candidates]
        costs = [_cost(plan, tracks, clear_of_m) for plan in plans]
        best = int(np.argmin(costs))
        people.append(candidates[best])
        tracks.append(plans[best])
    return tuple(people)


def guides(
    paths: Paths, ways_m: Sequence[Sequence[Point]], pace_m_s: float, seed: int, *names: Name
) -> tuple[Person, ...]:
    """People who walk given ways once, from time 0, and then stay."""
    found = []
    for number, way in enumerate(ways_m):
        rng = generator_for(seed, *names, "guide", number)
        figure_seed = int(rng.integers(2**31))
        height_m = draw_look(generator_for(figure_seed, "people", "look")).height_m
        route = one_way(paths, np.array(way, float), pace_m_s)
        found.append(Person(figure_seed, height_m, route, 0.0, float(rng.uniform(0.0, 10.0))))
    return tuple(found)


def person_at(person: Person, time_s: float) -> PersonState:
    """The state at a time in seconds from the episode's start: a pure function, for any time."""
    route, period = person.route, person.route.period_s
    at = time_s + person.offset_s
    rounds = math.floor(at / period)
    within = at - rounds * period
    k = min(max(int(np.searchsorted(route.time_s, within, side="right")) - 1, 0), len(route.time_s) - 2)
    span = float(route.time_s[k + 1] - route.time_s[k])
    share = min(max((within - float(route.time_s[k])) / span, 0.0), 1.0)

    def between(values: Floats) -> float:
        return float(values[k] + (values[k + 1] - values[k]) * share)

    idle = between(route.idle)
    x, y, z = (between(route.places_m[:, axis]) for axis in range(3))
    return PersonState(
        position_m=(x, y, z),
        heading_rad=math.remainder(between(route.heading_rad), math.tau),
        speed_m_s=between(route.speed_m_s),
        phase=(between(route.walked_m) + rounds * float(route.walked_m[-1])) / stride_m(person.height_m),
        idle=idle > 0.0,
        turn_rate_rad_s=float(route.heading_rad[k + 1] - route.heading_rad[k]) / span,
        look_rad=look_at(time_s, person.habit, idle),
        breath=BREATHS_PER_S * time_s + person.habit,
    )


def places_at(person: Person, times_s: Floats) -> Floats:
    """Places (n, 2) as (x, z) at many times."""
    route = person.route
    within = (times_s + person.offset_s) % route.period_s
    return np.stack([np.interp(within, route.time_s, route.places_m[:, axis]) for axis in (0, 2)], axis=1)


def look_at(time_s: float, habit: float, idle: float) -> float:
    """The turn of a head that wanders; `idle` from 0 to 1 says how freely."""
    slow, fast = 0.19 * time_s + habit, 0.43 * time_s + 2.7 * habit
    reach = GLANCE_RAD + (LOOK_AROUND_RAD - GLANCE_RAD) * idle
    return reach * (0.7 * math.sin(math.tau * slow) + 0.3 * math.sin(math.tau * fast))


def movement_of(state: PersonState) -> Movement:
    """What the body does in a state, for `walk.pose_at`."""
    turning = 0.0 if state.speed_m_s > 0.1 else state.turn_rate_rad_s
    return Movement(state.phase, state.speed_m_s, turning, state.look_rad, state.breath)


def people_discs(states: Sequence[PersonState]) -> Floats:
    """What a robot can run into: discs (n, 3) of x, z and radius, in metres."""
    rows = [(state.position_m[0], state.position_m[2], PERSON_RADIUS_M) for state in states]
    return np.array(rows, float).reshape(-1, 3)


def _draw_person(paths: Paths, rng: np.random.Generator) -> Person:
    figure_seed = int(rng.integers(2**31))
    route = draw_route(paths, rng)
    height_m = draw_look(generator_for(figure_seed, "people", "look")).height_m
    return Person(
        figure_seed, height_m, route, float(rng.uniform(0.0, route.period_s)), float(rng.uniform(0.0, 10.0))
    )


def _cost(plan: Floats, others: list[Floats], clear_of_m: Sequence[tuple[float, float]]) -> float:
    """Seconds of overlap with others; a start too close to somebody outweighs them all."""
    overlaps = sum(
        float((np.linalg.norm(plan - other, axis=1) < 2 * PERSON_RADIUS_M).sum()) for other in others
    )
    starts = [*(other[0] for other in others), *(np.asarray(place) for place in clear_of_m)]
    crowded = sum(float(np.hypot(*(plan[0] - start))) < _CLEAR_AT_START_M for start in starts)
    return overlaps * _WATCH_STEP_S + _WATCHED_S * 10.0 * crowded
