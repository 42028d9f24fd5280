"""LoCoBot noise: the small everyday errors of a wheeled base, for bodies that are otherwise exact."""

from __future__ import annotations

import math

import numpy as np
from msgspec.structs import replace

from wayproof.corruptions import Context, Corrupt, Setting, corruption
from wayproof.corruptions.dynamics.proportion import scaled, steps_driven, steps_turned, within_reach
from wayproof.simulator.actuation import (
    FORWARD_MEAN_M,
    FORWARD_SIGMA_M,
    TURN_SIGMA_RAD,
    WOBBLE_SIGMA_RAD,
)
from wayproof.simulator.motion import Motion


@corruption(
    modality="dynamics",
    sources=("robustnav",),
    scope="frame",
    profiles=("fixed", "parity"),
    constants={
        "spread of a step": "0.005 m (RobustNav)",
        "spread of a turn": "0.5 degrees (RobustNav)",
        "offset of a step in parity": "0.001 m (AI2-THOR)",
        "heading before each step in parity": "spread 0.25 degrees (AI2-THOR)",
        "severity": "multiplies spreads and offset; 1 is as published (ours)",
    },
)
def locobot_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Steps of N(0.25, 0.005) m and turns of N(30, 0.5) degrees.

    Fixed is what the paper states. Parity is what the simulator does beyond that: steps 1 mm too long on
    average and a small turn before each. On a body with noise of its own it comes on top of that.
    """
    offset_m = setting.severity * FORWARD_MEAN_M if setting.parity else 0.0
    wobble_rad = setting.severity * WOBBLE_SIGMA_RAD if setting.parity else 0.0
    spread_m, spread_rad = setting.severity * FORWARD_SIGMA_M, setting.severity * TURN_SIGMA_RAD

    def corrupt(motion: Motion, rng: np.random.Generator, context: Context) -> Motion:
        along, around, wobble = rng.standard_normal(3).tolist()
        driven, turned = steps_driven(motion), steps_turned(motion)
        way, turn = 1.0, 1.0
        if driven > 0.0:
            way += (offset_m * driven + spread_m * math.sqrt(driven) * along) / motion.length_m
        if turned > 0.0:
            turn += spread_rad * math.sqrt(turned) * around / abs(motion.turn_rad)
        executed = scaled(motion, way, turn)
        first = executed.turn_first_rad + wobble_rad * math.sqrt(driven) * wobble
        executed = replace(executed, turn_first_rad=first)
        return executed if setting.parity else within_reach(executed, motion)

    return corrupt
