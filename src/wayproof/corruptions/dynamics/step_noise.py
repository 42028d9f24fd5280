"""Normal noise on the length of steps and the angle of turns, as AI2-THOR's LoCoBot has it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from wayproof.corruptions.dynamics.proportion import scaled, steps_driven, steps_turned
from wayproof.simulator.motion import Motion


@dataclass(frozen=True)
class StepNoise:
    """Per step of 0.25 m: excess, its spread, spread of a turn before the step; per 30 degrees: spread."""

    offset_m: float
    spread_m: float
    wobble_rad: float
    spread_rad: float


def with_step_noise(
    motion: Motion, noise: StepNoise, rng: np.random.Generator, *, most_times: float = math.inf
) -> Motion:
    """The motion with noise in proportion to its size; always takes three draws.

    With `most_times` way and turn end between 0 and so many times the command.
    """
    along, around, wobble = rng.standard_normal(3).tolist()
    driven, turned = steps_driven(motion), steps_turned(motion)
    way, turn = 1.0, 1.0
    if driven > 0.0:
        way += (noise.offset_m * driven + noise.spread_m * math.sqrt(driven) * along) / motion.length_m
    if turned > 0.0:
        turn += noise.spread_rad * math.sqrt(turned) * around / abs(motion.turn_rad)
    if most_times < math.inf:
        way, turn = (min(max(factor, 0.0), most_times) for factor in (way, turn))
    executed = scaled(motion, way, turn)
    first = executed.turn_first_rad + noise.wobble_rad * math.sqrt(driven) * wobble
    return replace(executed, turn_first_rad=first)
