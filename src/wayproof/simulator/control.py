"""From what an agent wants to what its body is told: discrete steps, velocities and way-points as motions.

An action that makes no sense (unknown name, missing, NaN or infinite numbers, a control that the body does
not have) raises InvalidInput; whoever runs the episode turns that into a fault of the agent.
"""

from __future__ import annotations

import math

from wayproof.errors import InvalidInput, unknown_name
from wayproof.simulator.body import Body
from wayproof.simulator.motion import Motion, wrapped
from wayproof.vocabulary import CLAIMS, DISCRETE_ACTIONS, Action

POSITION_TOLERANCE_M = 0.05  # OmniNavBench: 5 cm and 3 degrees
HEADING_TOLERANCE_RAD = math.radians(3.0)
FACING_RAD = 0.35  # a body drives off once it faces the way-point this well (ours)
LONGEST_WAYPOINT_S = 30.0  # ours: farther way-points are approached and asked for again
LARGEST_NUMBER = 1e6  # of an action; beyond it lies overflow, not intent


def check_action(body: Body, action: Action) -> None:
    """Refuse what the body cannot be told."""
    name = action.name
    if name == "velocity":
        _check_numbers(name, action.velocity, 2, "(forward m/s, turn rad/s)")
        _check_control(body, "velocity")
    elif name == "waypoint":
        _check_numbers(name, action.waypoint, 3, "(forward m, left m, heading rad)")
        _check_control(body, "waypoint")
    elif name not in DISCRETE_ACTIONS:
        raise InvalidInput(
            str(unknown_name("action", str(name), (*DISCRETE_ACTIONS, "velocity", "waypoint")))
        )
    elif name not in CLAIMS:
        _check_control(body, "discrete")


def discrete_motions(body: Body) -> dict[str, Motion]:
    """The motion of each discrete action that moves the body or its camera; it begins and ends at rest."""
    forward_s = rest_to_rest_s(body.forward_m, body.maximum_speed_m_s, body.acceleration_m_s2)
    turn_s = rest_to_rest_s(body.turn_rad, body.maximum_turn_rad_s, body.turn_acceleration_rad_s2)
    look_s = rest_to_rest_s(body.look_rad, body.maximum_turn_rad_s, body.turn_acceleration_rad_s2)
    return {
        "forward": Motion(forward_m=body.forward_m, duration_s=forward_s),
        "turn_left": Motion(turn_rad=body.turn_rad, duration_s=turn_s),
        "turn_right": Motion(turn_rad=-body.turn_rad, duration_s=turn_s),
        "look_up": Motion(duration_s=look_s),
        "look_down": Motion(duration_s=look_s),
    }


def pitch_after(body: Body, pitch_rad: float, name: str) -> float:
    """The camera's tilt after a discrete action; at the limit it stays there."""
    if name == "look_up":
        return min(pitch_rad + body.look_rad, body.look_limit_rad)
    if name == "look_down":
        return max(pitch_rad - body.look_rad, -body.look_limit_rad)
    return pitch_rad


def within_limits(
    body: Body, speed_m_s: float, turn_rate_rad_s: float, wanted: tuple[float, float], period_s: float
) -> tuple[float, float]:
    """The speed and turn rate that the body reaches towards the wanted ones in one control period."""
    speed = _clipped(wanted[0], body.maximum_speed_m_s)
    turn_rate = _clipped(wanted[1], body.maximum_turn_rad_s)
    gain, turn_gain = body.acceleration_m_s2 * period_s, body.turn_acceleration_rad_s2 * period_s
    return (
        speed_m_s + _clipped(speed - speed_m_s, gain),
        turn_rate_rad_s + _clipped(turn_rate - turn_rate_rad_s, turn_gain),
    )


def velocity_motion(speed_m_s: float, turn_rate_rad_s: float, period_s: float) -> Motion:
    """One control period at a constant speed and turn rate: an arc."""
    return Motion(forward_m=speed_m_s * period_s, turn_rad=turn_rate_rad_s * period_s, duration_s=period_s)


def steer(body: Body, waypoint: tuple[float, float, float], period_s: float) -> tuple[float, float]:
    """The wanted speed and turn rate towards a way-point (forward m, left m, heading rad) as seen from here.

    Face it, drive to it and keep facing it, then turn to the heading; as fast as the body can still brake.
    """
    forward, left, heading = waypoint
    distance = math.hypot(forward, left)
    if distance <= POSITION_TOLERANCE_M / 2:
        turn = _braking_rate(
            wrapped(heading), body.maximum_turn_rad_s, body.turn_acceleration_rad_s2, period_s
        )
        return 0.0, turn
    bearing = math.atan2(left, forward)
    turn = _braking_rate(bearing, body.maximum_turn_rad_s, body.turn_acceleration_rad_s2, period_s)
    if abs(bearing) > FACING_RAD:
        return 0.0, turn
    speed = _braking_rate(distance, body.maximum_speed_m_s, body.acceleration_m_s2, period_s)
    return speed * math.cos(bearing), turn


def arrived(waypoint: tuple[float, float, float]) -> bool:
    """Whether a way-point as seen from here is within the tolerances."""
    forward, left, heading = waypoint
    near = math.hypot(forward, left) <= POSITION_TOLERANCE_M
    return near and abs(wrapped(heading)) <= HEADING_TOLERANCE_RAD


def waypoint_limit_s(body: Body, waypoint: tuple[float, float, float]) -> float:
    """The time given to reach a way-point: two seconds and twice what it takes without obstacles."""
    forward, left, heading = waypoint
    distance = math.hypot(forward, left)
    turn = abs(math.atan2(left, forward)) + math.pi if distance > 0.0 else abs(wrapped(heading))
    needed_s = rest_to_rest_s(distance, body.maximum_speed_m_s, body.acceleration_m_s2) + rest_to_rest_s(
        turn, body.maximum_turn_rad_s, body.turn_acceleration_rad_s2
    )
    return min(2.0 + 2.0 * needed_s, LONGEST_WAYPOINT_S)


def rest_to_rest_s(way: float, maximum_rate: float, acceleration: float) -> float:
    """The least time for a way (m or rad) that begins and ends at rest.

    >>> rest_to_rest_s(1.0, 0.5, 1.0)  # half a second up, 1.5 s at 0.5 m/s, half a second down
    2.5
    """
    if way * acceleration <= maximum_rate * maximum_rate:
        return 2.0 * math.sqrt(way / acceleration)
    return way / maximum_rate + maximum_rate / acceleration


def _braking_rate(gap: float, maximum_rate: float, acceleration: float, period_s: float) -> float:
    """The highest rate towards a gap from which braking in whole periods still ends inside it."""
    slack = acceleration * period_s / 2.0
    rate = math.sqrt(slack * slack + 2.0 * acceleration * abs(gap)) - slack
    return math.copysign(min(rate, abs(gap) / period_s, maximum_rate), gap)


def _clipped(value: float, limit: float) -> float:
    return min(max(value, -limit), limit)


def _check_numbers(name: str, numbers: tuple[float, ...] | None, count: int, meaning: str) -> None:
    try:
        # NaN and infinity fail the comparison too.
        fits = (
            numbers is not None and len(numbers) == count and all(abs(n) <= LARGEST_NUMBER for n in numbers)
        )
    except TypeError:
        fits = False
    if not fits:
        raise InvalidInput(
            f"action {name!r} came with {numbers!r}; give {count} finite numbers {meaning} of at most 1e6"
        )


def _check_control(body: Body, control: str) -> None:
    if control not in body.controls:
        raise InvalidInput(
            f"body {body.name!r} has no {control} control; it understands {', '.join(body.controls)}"
        )
