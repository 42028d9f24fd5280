"""People who mind where they go: the protocol's mode `reactive`.

Each person follows a ghost that walks the scripted route. On the way there the person keeps away from the
robot and from others, steps aside to the right, slows down, waits, and never leaves free space nor walks into
anybody. Those who fall behind are waited for by their ghost, but not longer than their patience lasts:
whoever stands in a doorway makes people turn back in the end. The model is Wayproof's own, a social force
with hard limits.

What happens depends on the robot, so a clean episode and its corrupted twin may meet different people; given
the robot's way it is deterministic.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.line_of_sight import line_of_sight
from wayproof.navigation.paths import Paths, shortest_path
from wayproof.simulator.contact import Disc
from wayproof.simulator.motion import advance
from wayproof.simulator.people.gait_cycle import stride_m
from wayproof.simulator.people.persons import BREATHS_PER_S, Floats, Person, PersonState, look_at, person_at
from wayproof.simulator.people.timetables import TURNING_WALK_M_RAD
from wayproof.simulator.people.way_points import PERSON_RADIUS_M
from wayproof.vocabulary import Point

MAXIMUM_SPEED_M_S = 1.25
PATIENCE_S = 4.0

_TICK_S = 0.1
_LEAD_S = 0.5  # the ghost that is followed is ahead by this much
_TRAIL_S = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
_LEASH_M = 0.8  # a person who is further behind is waited for
_ARRIVED_M = 0.06
_ACCELERATION_M_S2 = 2.5
_TURN_RATE_RAD_S, _TURN_GAIN = (
    3.5,
    6.0,
)  # the body turns to where it goes by this share of the angle per second
_MINDED_M = 1.5  # gaps between bodies that are wider than this are not minded
_PUSH_M_S, _FADE_M = 1.1, 0.35  # speed away from a body that is touched, and how fast it fades with the gap
_ASIDE = 1.2  # share of the push that goes aside: to the right, so that two who meet do not mirror each other
_OTHER_SIDE_S = 1.5  # who has waited so long tries to pass on the left, and so on in turn
_GAP_M = 0.03  # closer than this nobody walks up to anybody

Vector = tuple[float, float]


@dataclass(frozen=True)
class Walker:
    """A reactive person between two steps: state, velocity (x, z), time of the ghost, time spent waiting."""

    state: PersonState
    velocity_m_s: Vector
    ghost_s: float
    waited_s: float


def start_walkers(people: Sequence[Person]) -> tuple[Walker, ...]:
    """Everybody at time 0, where the script has them."""
    return tuple(Walker(person_at(person, 0.0), (0.0, 0.0), 0.0, 0.0) for person in people)


def react(
    people: Sequence[Person], walkers: Sequence[Walker], robot: Disc | None, dt_s: float, paths: Paths
) -> tuple[Walker, ...]:
    """Everybody after dt_s seconds with the robot where it is; the walkers' order is that of the people.

    A robot that has just driven into a person is not pushed away; the person walks off as soon as there is
    room.
    """
    if not (math.isfinite(dt_s) and dt_s >= 0.0):
        raise InvalidInput(f"people were asked to walk for {dt_s} s; give a finite time of 0 or more.")
    now = list(walkers)
    ticks = max(math.ceil(dt_s / _TICK_S - 1e-9), 1)
    for _ in range(ticks):
        for k, person in enumerate(people):
            others = [(*_plan(other.state), PERSON_RADIUS_M) for j, other in enumerate(now) if j != k]
            if robot is not None:
                others.append(robot)
            now[k] = _step(person, now[k], others, dt_s / ticks, paths)
    return tuple(now)


def _step(person: Person, walker: Walker, others: Sequence[Disc], dt_s: float, paths: Paths) -> Walker:
    here = _plan(walker.state)
    gap_m = math.dist(here, _plan(person_at(person, walker.ghost_s)))
    follows = gap_m < _LEASH_M or walker.waited_s > PATIENCE_S
    wanted = _wanted(person, walker, paths)
    side = -1.0 if math.floor(walker.waited_s / _OTHER_SIDE_S) % 2 else 1.0
    velocity = _limited(_pushed(here, wanted, others, side), walker.velocity_m_s, dt_s)
    there = _moved(paths.free, walker.state.position_m, velocity, others, dt_s)
    waited_s = 0.0 if gap_m < _LEASH_M else walker.waited_s + dt_s
    return replace(
        walker,
        state=_seen(person, walker.state, there, wanted, dt_s),
        velocity_m_s=((there[0] - here[0]) / dt_s, (there[2] - here[1]) / dt_s)
        if dt_s > 0
        else walker.velocity_m_s,
        ghost_s=walker.ghost_s + (dt_s if follows else 0.0),
        waited_s=waited_s,
    )


def _wanted(person: Person, walker: Walker, paths: Paths) -> Vector:
    """The velocity towards the ghost if nobody were in the way."""
    here = np.asarray(walker.state.position_m)
    ahead = person_at(person, walker.ghost_s + _LEAD_S)
    left_m = math.dist(_plan(walker.state), _plan(ahead))
    if left_m < _ARRIVED_M:
        return 0.0, 0.0
    for x, z in _targets(person, walker, here, paths):
        way = (x - float(here[0]), z - float(here[2]))
        size = math.hypot(*way)
        if size > _ARRIVED_M:
            speed = min(left_m / _LEAD_S, MAXIMUM_SPEED_M_S)
            return way[0] / size * speed, way[1] / size * speed
    return 0.0, 0.0


def _targets(person: Person, walker: Walker, here: Floats, paths: Paths) -> list[Vector]:
    """Where to go: the ghost, the freshest place of its trail in sight, or the corners of a shortest path."""
    for back_s in _TRAIL_S:
        place = person_at(person, walker.ghost_s + _LEAD_S - back_s).position_m
        if line_of_sight(paths.free, here, np.asarray(place)) and math.dist(here, place) > _ARRIVED_M:
            return [(place[0], place[2])]
    ghost = np.asarray(person_at(person, walker.ghost_s).position_m)
    return [(float(x), float(z)) for x, _, z in shortest_path(paths, here, ghost)[1:]]


def _pushed(here: Vector, wanted: Vector, others: Sequence[Disc], side: float) -> Vector:
    """The wanted velocity, bent away from bodies; those ahead push to the right (side 1) or left (-1) too."""
    x, z = wanted
    for other_x, other_z, radius in others:
        away = (here[0] - other_x, here[1] - other_z)
        apart = max(math.hypot(*away), 1e-6)
        gap = apart - radius - PERSON_RADIUS_M
        if gap > _MINDED_M:
            continue
        push = _PUSH_M_S * math.exp(-max(gap, 0.0) / _FADE_M)
        unit = (away[0] / apart, away[1] / apart)
        ahead = max(-(wanted[0] * unit[0] + wanted[1] * unit[1]), 0.0)
        # (-z, x) of a direction in the plan points to its right; the direction ahead is that against `unit`.
        aside = (side * unit[1], -side * unit[0])
        x += push * unit[0] + _ASIDE * push * ahead * aside[0]
        z += push * unit[1] + _ASIDE * push * ahead * aside[1]
    return x, z


def _limited(velocity: Vector, before: Vector, dt_s: float) -> Vector:
    """Within what legs can do: a bounded change and a bounded speed."""
    change = (velocity[0] - before[0], velocity[1] - before[1])
    share = min(1.0, _ACCELERATION_M_S2 * dt_s / max(math.hypot(*change), 1e-9))
    x, z = before[0] + share * change[0], before[1] + share * change[1]
    slow = min(1.0, MAXIMUM_SPEED_M_S / max(math.hypot(x, z), 1e-9))
    return x * slow, z * slow


def _moved(free: FreeSpace, here: Point, velocity: Vector, others: Sequence[Disc], dt_s: float) -> Point:
    """Where a step ends: along the walls if need be, around the body in the way, else here."""
    for x, z in (velocity, *_around(here, velocity, others)):
        there, _, _ = advance(free, here, x * dt_s, z * dt_s, sliding=True)
        if not _too_close(here, there, others):
            return there
    return here


def _around(here: Point, velocity: Vector, others: Sequence[Disc]) -> list[Vector]:
    """The velocity without its part towards the nearest body, then slower turns to either side."""
    if not others:
        return []
    x, z, _ = min(others, key=lambda disc: math.hypot(disc[0] - here[0], disc[1] - here[2]) - disc[2])
    towards = (x - here[0], z - here[2])
    size = max(math.hypot(*towards), 1e-6)
    unit = (towards[0] / size, towards[1] / size)
    into = max(velocity[0] * unit[0] + velocity[1] * unit[1], 0.0)
    beside = (velocity[0] - into * unit[0], velocity[1] - into * unit[1])
    return [beside, (0.5 * beside[0], 0.5 * beside[1])]


def _too_close(here: Point, there: Point, others: Sequence[Disc]) -> bool:
    """Whether a step comes too near to somebody; to walk off from somebody who is too near is allowed."""
    for x, z, radius in others:
        before = math.hypot(here[0] - x, here[2] - z)
        after = math.hypot(there[0] - x, there[2] - z)
        if after < radius + PERSON_RADIUS_M + _GAP_M and after < before - 1e-12:
            return True
    return False


def _seen(person: Person, before: PersonState, there: Point, wanted: Vector, dt_s: float) -> PersonState:
    """The state to be drawn: body turned along the motion, feet walking as far as the body went."""
    moved = (there[0] - before.position_m[0], there[2] - before.position_m[2])
    way_m = math.hypot(*moved)
    speed = way_m / dt_s if dt_s > 0 else 0.0
    towards = moved if speed > 0.2 else wanted if math.hypot(*wanted) > 0.2 else None
    turn = (
        math.remainder(math.atan2(-towards[0], -towards[1]) - before.heading_rad, math.tau)
        if towards
        else 0.0
    )
    limit = _TURN_RATE_RAD_S * dt_s
    turn = min(max(turn * min(1.0, _TURN_GAIN * dt_s), -limit), limit)
    walked = way_m + (TURNING_WALK_M_RAD * abs(turn) if speed < 0.2 else 0.0)
    time_s = (before.breath - person.habit) / BREATHS_PER_S + dt_s
    idle = speed < 0.05 and towards is None
    return PersonState(
        position_m=there,
        heading_rad=math.remainder(before.heading_rad + turn, math.tau),
        speed_m_s=speed,
        phase=before.phase + walked / stride_m(person.height_m),
        idle=idle,
        turn_rate_rad_s=turn / dt_s if dt_s > 0 else 0.0,
        look_rad=before.look_rad
        + min(1.0, 4.0 * dt_s) * (look_at(time_s, person.habit, float(idle)) - before.look_rad),
        breath=before.breath + BREATHS_PER_S * dt_s,
    )


def _plan(state: PersonState) -> Vector:
    return state.position_m[0], state.position_m[2]
