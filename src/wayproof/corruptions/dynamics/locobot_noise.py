"""LoCoBot noise: the small everyday errors of a wheeled base, for bodies that are otherwise exact."""

from __future__ import annotations

from math import degrees

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.dynamics.proportion import within_reach
from wayproof.corruptions.dynamics.step_noise import StepNoise, with_step_noise
from wayproof.simulator.actuation import (
    FORWARD_MEAN_M,
    FORWARD_SIGMA_M,
    TURN_SIGMA_RAD,
    WOBBLE_SIGMA_RAD,
)
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context


@corruption(
    modality="dynamics",
    sources=("robustnav",),
    scope="frame",
    profiles=("fixed", "parity"),
    constants={
        "spread of a step": f"{FORWARD_SIGMA_M} m (RobustNav)",
        "spread of a turn": f"{degrees(TURN_SIGMA_RAD):g} degrees (RobustNav)",
        "offset of a step in parity": f"{FORWARD_MEAN_M} m (AI2-THOR)",
        "heading before each step in parity": f"spread {degrees(WOBBLE_SIGMA_RAD):g} degrees (AI2-THOR)",
        "severity": "multiplies spreads and offset; 1 is as published (ours)",
    },
)
def locobot_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Steps of N(0.25, 0.005) m and turns of N(30, 0.5) degrees.

    Fixed is what the paper states. Parity is what the simulator does beyond that: steps 1 mm too long on
    average and a small turn before each. On a body with noise of its own it comes on top of that.
    """
    share = setting.severity
    noise = StepNoise(
        offset_m=share * FORWARD_MEAN_M if setting.parity else 0.0,
        spread_m=share * FORWARD_SIGMA_M,
        wobble_rad=share * WOBBLE_SIGMA_RAD if setting.parity else 0.0,
        spread_rad=share * TURN_SIGMA_RAD,
    )

    def corrupt(motion: Motion, rng: np.random.Generator, context: Context) -> Motion:
        executed = with_step_noise(motion, noise, rng)
        return executed if setting.parity else within_reach(executed, motion)

    return corrupt
