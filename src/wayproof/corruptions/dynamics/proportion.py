"""How noise that is stated for one step fits motions of other sizes, and how far a faulty motor can get.

The papers state their numbers per step of 0.25 m or 30 degrees. A motion of another size gets the noise of as
many steps in a row: offsets in proportion, spreads with the square root. So a way driven in ten control
periods ends as wrong as the same way in one step. That rule is ours, and the simulator's own noise follows it
too.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from wayproof.simulator.actuation import STEP_M, TURN_RAD
from wayproof.simulator.motion import Motion

# What no motor exceeds, whatever the draw (ours): three times the command, a turn of 30 degrees per step
# driven, a slip of 5 cm per 30 degrees turned. Published models are held to it in the fixed profile only.
MOST_TIMES_COMMANDED = 3.0
MOST_TURN_PER_STEP_RAD = TURN_RAD
MOST_SLIP_PER_TURN_M = 0.05


def steps_driven(motion: Motion) -> float:
    """The length of the way in steps of 0.25 m."""
    return motion.length_m / STEP_M


def steps_turned(motion: Motion) -> float:
    """The turn in steps of 30 degrees, left or right."""
    return abs(motion.turn_rad) / TURN_RAD


def scaled(motion: Motion, way: float, turn: float) -> Motion:
    """The way and the turns times a factor each."""
    return Motion(
        motion.forward_m * way,
        motion.left_m * way,
        motion.turn_rad * turn,
        motion.turn_first_rad * turn,
        motion.turn_last_rad * turn,
        motion.duration_s,
    )


def halted(motion: Motion) -> Motion:
    """As long as the motion takes, but nothing moves."""
    return Motion(duration_s=motion.duration_s)


def within_reach(executed: Motion, commanded: Motion) -> Motion:
    """The executed motion, cut down to what a motor with this command can do at most."""
    most_m = MOST_TIMES_COMMANDED * commanded.length_m + MOST_SLIP_PER_TURN_M * steps_turned(commanded)
    length = executed.length_m
    shorter = most_m / length if length > most_m else 1.0
    most_rad = MOST_TIMES_COMMANDED * abs(commanded.turn_rad) + MOST_TURN_PER_STEP_RAD * steps_driven(
        commanded
    )
    turned = executed.turn_rad + executed.turn_first_rad + executed.turn_last_rad
    excess = turned - min(max(turned, -most_rad), most_rad)
    if shorter == 1.0 and excess == 0.0:
        return executed
    return replace(
        executed,
        forward_m=executed.forward_m * shorter,
        left_m=executed.left_m * shorter,
        turn_last_rad=executed.turn_last_rad - excess,
    )


def rotated(motion: Motion, angle_rad: float) -> Motion:
    """The same way, begun in a direction turned counter-clockwise; the heading is not changed by that."""
    sin, cos = math.sin(angle_rad), math.cos(angle_rad)
    return replace(
        motion,
        forward_m=motion.forward_m * cos - motion.left_m * sin,
        left_m=motion.forward_m * sin + motion.left_m * cos,
    )
