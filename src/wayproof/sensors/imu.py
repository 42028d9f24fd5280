"""Inertial unit: how fast the body turns and what its accelerometers feel, many times between two steps.

Axes are the body's: x ahead, y to the left, z up. At rest the accelerometers read gravity upwards. A row is a
sample at a whole multiple of 1 / rate since the start; before it the body stood still. An agent tells by the
times which rows are new.

The simulator knows where the body was at the ends of each motion, not in between. A discrete step begins
and ends at rest, so its speed rises and falls as fast as the body can; a period of velocity control has a
constant speed, and the change of speed at its beginning is spread over it. Bobbing legs, steps in the floor
and the shock of a collision are left out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wayproof.seeding import generator_for
from wayproof.sensor_rigs import RigImu
from wayproof.sensors import sensor
from wayproof.sensors.mounted_rig import rig_of
from wayproof.sensors.sensor import Reading, Sensor, SensorInput
from wayproof.simulator.body import Body
from wayproof.simulator.motion import wrapped
from wayproof.simulator.state import State
from wayproof.vocabulary import Settings

Floats = NDArray[np.float64]

GRAVITY_M_S2 = 9.80665
FASTEST_RAD_S = math.radians(2000.0)  # full scale of common units; more is cut off
HARDEST_M_S2 = 16 * GRAVITY_M_S2
LONGEST_S = 1e6
BLOCK = 256  # samples whose noise is drawn at once


@sensor("imu")
def imu(body: Body, settings: Settings) -> Sequence[Sensor]:
    """The last samples, (samples, 7): seconds since the start, turn rates in rad/s, accelerations in m/s2."""
    rig = rig_of(settings)
    unit = (rig.imu if rig else None) or RigImu()

    def sense(given: SensorInput) -> NDArray[np.generic]:
        return samples_of(given, unit)

    high = (LONGEST_S, *[FASTEST_RAD_S] * 3, *[HARDEST_M_S2] * 3)
    units = ("s", *["rad/s"] * 3, *["m/s2"] * 3)
    low = tuple(-value for value in high)
    return [Sensor(Reading("imu", (unit.samples, 7), "float32", low, high, units), sense)]


def samples_of(given: SensorInput, unit: RigImu) -> NDArray[np.float32]:
    """The rows of one reading, oldest first."""
    last = math.floor(given.state.time_s * unit.rate_hz + 1e-6)
    numbers = np.arange(last - unit.samples + 1, last + 1)
    times = numbers / unit.rate_hz
    true = true_motion(given.world.body, given.passed or (given.state,), times)
    felt = true + _errors(given.draws, unit, numbers)
    limits = np.array([FASTEST_RAD_S] * 3 + [HARDEST_M_S2] * 3)
    rows = np.column_stack([times, np.clip(felt, -limits, limits)]).astype(np.float32)
    bounds = np.array([LONGEST_S, *limits], np.float32)
    return np.clip(rows, -bounds, bounds)


def true_motion(body: Body, passed: Sequence[State], times_s: Floats) -> Floats:
    """Turn rates and accelerations (n, 6) at some times along states that followed each other."""
    rows = np.tile([0.0, 0.0, 0.0, *_gravity(passed[0])], (len(times_s), 1))
    before = np.zeros(2)  # the speed ahead and to the left at the end of the last motion
    for start, end in pairwise(passed):
        lasts_s = end.time_s - start.time_s
        if lasts_s <= 0.0:
            continue
        way, turn = _way(start, end)
        rests = _at_rest(start) and _at_rest(end)
        inside = np.flatnonzero((times_s > start.time_s + 1e-9) & (times_s <= end.time_s + 1e-9))
        if len(inside):
            at_s = times_s[inside] - start.time_s
            if rests:
                motion = _from_rest_to_rest(body, way, turn, lasts_s, at_s)
            else:
                motion = _steady(way / lasts_s, before, turn / lasts_s, lasts_s, len(at_s))
            rows[inside] = motion
            rows[inside, 3:] += _gravity(end)
        rows[times_s > end.time_s + 1e-9] = [0.0, 0.0, 0.0, *_gravity(end)]
        before = np.zeros(2) if rests else way / lasts_s
    return rows


def _from_rest_to_rest(body: Body, way: Floats, turn: float, lasts_s: float, at_s: Floats) -> Floats:
    """A motion that speeds up, goes on and slows down again, both along the way and in turning."""
    ramp_s = min(body.maximum_speed_m_s / body.acceleration_m_s2, lasts_s / 2)
    turn_ramp_s = min(body.maximum_turn_rad_s / body.turn_acceleration_rad_s2, lasts_s / 2)
    share, rising = _trapezoid(at_s, lasts_s, ramp_s)
    turn_share, _ = _trapezoid(at_s, lasts_s, turn_ramp_s)
    return _rows(share[:, None] * way, rising[:, None] * way, turn_share * turn)


def _steady(speed: Floats, before: Floats, turn_rate: float, lasts_s: float, count: int) -> Floats:
    """A motion at one speed and turn rate; the change of speed that led to it is spread over it."""
    speeds = np.tile(speed, (count, 1))
    return _rows(speeds, np.tile((speed - before) / lasts_s, (count, 1)), np.full(count, turn_rate))


def _rows(speed: Floats, gain: Floats, turn_rate: Floats) -> Floats:
    """Rates (n, 6) in the body's frame, which turns: a curve is felt as an acceleration to its inside."""
    rows = np.zeros((len(turn_rate), 6))
    rows[:, 2] = turn_rate
    rows[:, 3] = gain[:, 0] - turn_rate * speed[:, 1]
    rows[:, 4] = gain[:, 1] + turn_rate * speed[:, 0]
    return rows


def _trapezoid(at_s: Floats, lasts_s: float, ramp_s: float) -> tuple[Floats, Floats]:
    """A rate whose integral over the time is 1, rising and falling over `ramp_s`; and its change."""
    peak = 1.0 / (lasts_s - ramp_s)
    rate = peak * np.clip(np.minimum(at_s, lasts_s - at_s) / ramp_s, 0.0, 1.0)
    change = np.where(at_s < ramp_s, 1.0, np.where(at_s > lasts_s - ramp_s, -1.0, 0.0)) * peak / ramp_s
    return rate, change


def _way(start: State, end: State) -> tuple[Floats, float]:
    """Length of the way along the body's own axes, ahead and left, and the turn, as one arc."""
    turn = wrapped(end.pose.heading_rad - start.pose.heading_rad)
    middle = start.pose.heading_rad + turn / 2
    sin, cos = math.sin(middle), math.cos(middle)
    dx, dz = end.pose.x_m - start.pose.x_m, end.pose.z_m - start.pose.z_m
    longer = turn / 2 / math.sin(turn / 2) if abs(turn) > 1e-9 else 1.0  # an arc against its chord
    return np.array([-dx * sin - dz * cos, -dx * cos + dz * sin]) * longer, turn


def _at_rest(state: State) -> bool:
    return state.speed_m_s == 0.0 and state.turn_rate_rad_s == 0.0


def _gravity(state: State) -> tuple[float, float, float]:
    """What accelerometers at rest feel; a fallen body lies on its left side."""
    return (0.0, -GRAVITY_M_S2, 0.0) if state.fallen else (0.0, 0.0, GRAVITY_M_S2)


def _errors(draws: tuple[int, str, str], unit: RigImu, numbers: NDArray[np.int64]) -> Floats:
    """Bias and noise (n, 6) of samples by their number: the same whenever and however often they are read."""
    wide = math.sqrt(unit.rate_hz)
    spread = [unit.gyro_noise_rad_s_rthz * wide] * 3 + [unit.acceleration_noise_m_s2_rthz * wide] * 3
    offset = [unit.gyro_bias_rad_s] * 3 + [unit.acceleration_bias_m_s2] * 3
    bias = generator_for(*draws, "imu", "bias").standard_normal(6) * np.array(offset)
    first, last = int(numbers[0]) // BLOCK, int(numbers[-1]) // BLOCK
    noise = np.concatenate(
        [generator_for(*draws, "imu", block).standard_normal((BLOCK, 6)) for block in range(first, last + 1)]
    )
    return np.asarray(bias + noise[numbers - first * BLOCK] * np.array(spread))
