"""A route: a closed walk over way-points with stops, as a timetable that can be asked for any moment.

People walk at about 1.0 m/s, slow down in bends, and at each way-point stand for about a second with
probability 0.5 (OmniNavBench's numbers). The walk is closed, either as a loop or by turning back, so it lasts
for ever.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.paths import Paths
from wayproof.simulator.people.way_points import draw_way_points, is_near_enough, leg_between, walk_along

Floats = NDArray[np.float64]

IDLE_PROBABILITY = 0.5
IDLE_S = (0.7, 1.5)
SLOWEST_M_S, FASTEST_M_S = 0.9, 1.1
ACCELERATION_M_S2 = 1.2
TURN_RATE_RAD_S = 2.2  # in bends
SPOT_TURN_RATE_RAD_S = 2.8  # on the spot, at its fastest
SHARP_RAD = 1.0  # a bend at a way-point that is sharper than this is turned on the spot
STANDING_S = 3600.0
TURNING_WALK_M_RAD = 0.22  # feet walk this far while the body turns by one radian on the spot

_SLOWEST_BEND_M_S = 0.3
_TICK_S = 0.05
_EASE_S = 0.3


@dataclass(frozen=True)
class Route:
    """Knots of the timetable, from 0 to the period, between which everything is interpolated.

    time_s (k,) grows; places_m (k, 3); heading_rad (k,) without jumps; speed_m_s (k,); walked_m (k,): how far
    the feet have walked, turns on the spot included; idle (k,): 1 while standing about, 0 on the way.
    """

    way_points_m: Floats
    time_s: Floats
    places_m: Floats
    heading_rad: Floats
    speed_m_s: Floats
    walked_m: Floats
    idle: Floats

    def __post_init__(self) -> None:
        for field in fields(self):
            getattr(self, field.name).setflags(write=False)

    @property
    def period_s(self) -> float:
        return float(self.time_s[-1])


def draw_route(paths: Paths, rng: np.random.Generator) -> Route:
    """A route on the main island of a free space; a person with nowhere to go stands and looks around."""
    points = draw_way_points(paths, rng)
    cruise_m_s = float(rng.uniform(SLOWEST_M_S, FASTEST_M_S))
    if len(points) == 1:
        return _standing(points, float(rng.uniform(-np.pi, np.pi)))
    loops = len(points) > 2 and is_near_enough(paths, points[-1], points[0])
    order = [*range(len(points)), 0] if loops else [*range(len(points)), *range(len(points) - 2, -1, -1)]
    stays_s = [float(rng.uniform(*IDLE_S)) if rng.random() < IDLE_PROBABILITY else 0.0 for _ in order[1:]]
    strolls, stays_s = _joined(paths.free, _legs(paths, points, order), stays_s)
    return _timetable(points, strolls, stays_s, cruise_m_s)


def one_way(paths: Paths, points: Floats, pace_m_s: float) -> Route:
    """Along way-points once, at a given pace, and then standing there for as long as any episode lasts."""
    legs = [leg_between(paths, start, end) for start, end in pairwise(points)]
    strolls, stays_s = _joined(paths.free, legs, [0.0] * (len(legs) - 1) + [STANDING_S])
    return _timetable(points, strolls, stays_s, pace_m_s)


def _legs(paths: Paths, points: Floats, order: list[int]) -> list[Floats]:
    """The ways from each way-point to the next; who turns back takes the same way."""
    known: dict[tuple[int, int], Floats] = {}
    for start, end in pairwise(order):
        if (start, end) not in known:
            known[start, end] = leg_between(paths, points[start], points[end])
            known[end, start] = known[start, end][::-1]
    return [known[pair] for pair in pairwise(order)]


def _joined(free: FreeSpace, legs: list[Floats], stays_s: list[float]) -> tuple[list[Floats], list[float]]:
    """Legs that go on without a stop as one walk; one stops to idle, to turn sharply, and at the very end."""
    strolls, kept_s, first = [], [], 0
    for k, stay in enumerate(stays_s):
        goes_on = k + 1 < len(legs) and stay == 0.0 and _bend(legs[k], legs[k + 1]) < SHARP_RAD
        if not goes_on:
            strolls.append(walk_along(free, legs[first : k + 1]))
            kept_s.append(stay)
            first = k + 1
    return strolls, kept_s


def _bend(one: Floats, other: Floats) -> float:
    """Angle between the end of one leg and the start of another."""
    before, after = one[-1] - one[-2], other[1] - other[0]
    return abs(_wrapped(float(np.arctan2(-after[0], -after[2]) - np.arctan2(-before[0], -before[2]))))


def _timetable(points: Floats, strolls: list[Floats], stays_s: list[float], cruise_m_s: float) -> Route:
    rows: list[Floats] = []  # time, x, y, z, heading, speed, walked, idle
    heading = float(_headings(strolls[-1])[-1])
    time_s, walked_m = 0.0, 0.0
    for stroll, stay_s in zip(strolls, stays_s, strict=True):
        goal = float(_headings(stroll)[0])
        pieces = [
            _turn(stroll[0], heading, heading + _wrapped(goal - heading)),
            _walk(stroll, heading + _wrapped(goal - heading), cruise_m_s),
        ]
        pieces.append(_stay(stroll[-1], float(pieces[1][-1, 4]), stay_s))
        for piece in pieces:
            rows.append(piece + np.array([time_s, 0, 0, 0, 0, 0, walked_m, 0]))
            time_s, walked_m = float(rows[-1][-1, 0]), float(rows[-1][-1, 6])
        heading = float(rows[-1][-1, 4])
    table = np.concatenate(rows)
    table = table[np.concatenate([[True], np.diff(table[:, 0]) > 1e-9])]
    return Route(
        points, table[:, 0].copy(), table[:, 1:4].copy(), *(table[:, k].copy() for k in (4, 5, 6, 7))
    )


def _turn(place: Floats, start_rad: float, end_rad: float) -> Floats:
    """Rows of a turn on the spot, eased at both ends."""
    duration_s = 1.5 * abs(end_rad - start_rad) / SPOT_TURN_RATE_RAD_S
    share = np.linspace(0.0, 1.0, max(int(np.ceil(duration_s / _TICK_S)), 1) + 1)
    turned = (end_rad - start_rad) * share * share * (3.0 - 2.0 * share)
    zero = np.zeros_like(share)
    walked = TURNING_WALK_M_RAD * np.abs(turned)
    return np.column_stack(
        [share * duration_s, *(zero + axis for axis in place), start_rad + turned, zero, walked, zero]
    )


def _walk(line: Floats, start_rad: float, cruise_m_s: float) -> Floats:
    """Rows of a walk along a line, from rest to rest, slower in bends."""
    steps = np.linalg.norm(np.diff(line, axis=0), axis=1)
    headings = _headings(line)
    headings += start_rad - headings[0]
    bend = np.abs(np.gradient(headings)) / np.maximum(
        np.gradient(np.concatenate([[0.0], np.cumsum(steps)])), 1e-6
    )
    limit = np.clip(TURN_RATE_RAD_S / np.maximum(bend, 1e-6), _SLOWEST_BEND_M_S, cruise_m_s)
    limit[0] = limit[-1] = 0.0
    speed = _within_acceleration(_within_acceleration(limit, steps)[::-1], steps[::-1])[::-1]
    durations = 2.0 * steps / np.maximum(speed[:-1] + speed[1:], 1e-3)
    zero = np.zeros(len(line))
    time_s, walked = (np.concatenate([[0.0], np.cumsum(values)]) for values in (durations, steps))
    return np.column_stack([time_s, line, headings, speed, walked, zero])


def _stay(place: Floats, heading_rad: float, duration_s: float) -> Floats:
    """Rows of standing about."""
    ease = min(_EASE_S, duration_s / 2)
    times = np.array([0.0, ease, duration_s - ease, duration_s])
    idle = np.array([0.0, 1.0, 1.0, 0.0]) * (duration_s > 0)
    zero = np.zeros(4)
    return np.column_stack([times, *(zero + axis for axis in place), zero + heading_rad, zero, zero, idle])


def _standing(points: Floats, heading_rad: float) -> Route:
    times, two = np.array([0.0, 8.0]), np.zeros(2)
    return Route(
        points, times, np.repeat(points, 2, axis=0), two + heading_rad, two.copy(), two.copy(), two + 1.0
    )


def _headings(line: Floats) -> Floats:
    """Direction of a line at each of its places, over 16 cm, counter-clockwise from -Z and without jumps."""
    count = len(line)
    place = np.arange(count)
    ahead, behind = np.minimum(place + 4, count - 1), np.maximum(place - 4, 0)
    way = line[ahead] - line[behind]
    return np.unwrap(np.arctan2(-way[:, 0], -way[:, 2]))


@kernel
def _within_acceleration(limit: Floats, steps: Floats) -> Floats:
    speed = limit.copy()
    for k in range(len(steps)):
        speed[k + 1] = min(speed[k + 1], np.sqrt(speed[k] ** 2 + 2.0 * ACCELERATION_M_S2 * steps[k]))
    return speed


def _wrapped(angle_rad: float) -> float:
    return float((angle_rad + np.pi) % (2 * np.pi) - np.pi)
