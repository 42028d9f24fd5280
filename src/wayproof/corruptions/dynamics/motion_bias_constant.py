"""Constant motion bias: every step is too long or too short by the same amount, for the whole episode."""

from __future__ import annotations

import math

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.dynamics.proportion import scaled
from wayproof.corruptions.setting import listed
from wayproof.simulator.actuation import STEP_M, TURN_RAD
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context

BIAS_M = (0.05, 0.10, 0.15)  # RobustNav
BIAS_DEG = (5.0, 10.0, 15.0)  # RobustNav


@corruption(
    modality="dynamics",
    sources=("robustnav",),
    scope="episode",
    profiles=("fixed", "parity"),
    constants={
        "bias of a step": f"{listed(BIAS_M, last='or')} m of {STEP_M} m, more or less (RobustNav)",
        "bias of a turn": f"{listed(BIAS_DEG, last='or')} degrees of {math.degrees(TURN_RAD):g} degrees, "
        "more or less (RobustNav)",
        "severity": "multiplies the bias; 1 is as published (ours)",
    },
)
def motion_bias_constant(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Steps and turns off by a fixed amount, drawn once per episode.

    Fixed draws the signs of step and turn apart, as the paper says; parity has one sign for both, as the code
    has.
    """
    magnitude_m, magnitude_deg = BIAS_M[int(rng.integers(3))], BIAS_DEG[int(rng.integers(3))]
    signs = rng.choice((-1.0, 1.0), 2)
    way_sign, turn_sign = float(signs[0]), float(signs[0] if setting.parity else signs[1])
    way = 1.0 + setting.severity * way_sign * magnitude_m / STEP_M
    turn = 1.0 + setting.severity * turn_sign * math.radians(magnitude_deg) / TURN_RAD

    def corrupt(motion: Motion, rng: np.random.Generator, context: Context) -> Motion:
        return scaled(motion, way, turn)

    return corrupt
