"""Stochastic motion bias: every step has another length and every turn another angle."""

from __future__ import annotations

import math

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.dynamics.proportion import within_reach
from wayproof.corruptions.dynamics.step_noise import StepNoise, with_step_noise
from wayproof.simulator.actuation import (
    FORWARD_MEAN_M,
    FORWARD_SIGMA_M,
    STEP_M,
    TURN_SIGMA_RAD,
    WOBBLE_SIGMA_RAD,
)
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context

SPREAD_M = 0.1  # RobustNav
SPREAD_RAD = math.radians(10.0)  # RobustNav
PARITY_WOBBLE_RAD = SPREAD_RAD / 2.0  # AI2-THOR: half of the turn's spread, before each move
MOST_TIMES_COMMANDED = 2.0


@corruption(
    modality="dynamics",
    sources=("robustnav",),
    scope="frame",
    profiles=("fixed", "parity"),
    replaces_nominal=True,
    constants={
        "spread of a step": f"{SPREAD_M} m (RobustNav)",
        "spread of a turn": f"{math.degrees(SPREAD_RAD):g} degrees (RobustNav)",
        "mean of a step": f"{STEP_M} m (RobustNav); parity {STEP_M + FORWARD_MEAN_M:g} m (AI2-THOR)",
        "heading before each step": f"spread {math.degrees(WOBBLE_SIGMA_RAD):g} degrees as LoCoBot's; "
        f"parity {math.degrees(PARITY_WOBBLE_RAD):g} degrees (AI2-THOR)",
        "limits": f"0 to {MOST_TIMES_COMMANDED:g} times the command (ours); parity none",
        "severity": "from LoCoBot's own spread at 0 to the published one at 1 (ours)",
    },
)
def motion_bias_stochastic(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Steps of N(0.25, 0.1) m and turns of N(30, 10) degrees instead of the body's own noise.

    In parity a step may go backward (0.6 %) and begins with a turn of N(0, 5) degrees, a side effect of how
    the simulator was set; fixed has neither.
    """
    noise = StepNoise(
        offset_m=FORWARD_MEAN_M if setting.parity else 0.0,
        spread_m=_mixed(setting, FORWARD_SIGMA_M, SPREAD_M),
        wobble_rad=_mixed(
            setting, WOBBLE_SIGMA_RAD, PARITY_WOBBLE_RAD if setting.parity else WOBBLE_SIGMA_RAD
        ),
        spread_rad=_mixed(setting, TURN_SIGMA_RAD, SPREAD_RAD),
    )

    def corrupt(motion: Motion, rng: np.random.Generator, context: Context) -> Motion:
        if setting.parity:
            return with_step_noise(motion, noise, rng)
        return within_reach(with_step_noise(motion, noise, rng, most_times=MOST_TIMES_COMMANDED), motion)

    return corrupt


def _mixed(setting: Setting, nominal: float, published: float) -> float:
    return nominal + setting.severity * (published - nominal)
