"""Motion drift: the body pulls to one side whenever it drives, like a cart with a bad wheel."""

from __future__ import annotations

import math

import numpy as np
from msgspec.structs import replace

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.dynamics.proportion import rotated, steps_driven
from wayproof.simulator.actuation import STEP_M, TURN_SIGMA_RAD
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context

DRIFT_RAD = math.radians(10.0)  # RobustNav


@corruption(
    modality="dynamics",
    sources=("robustnav",),
    scope="episode",
    profiles=("fixed", "parity"),
    constants={
        "angle": f"{math.degrees(DRIFT_RAD):g} degrees left or right, "
        f"so {STEP_M * math.sin(DRIFT_RAD):.3f} m sideways per step of {STEP_M} m (RobustNav)",
        "turn noise in parity": f"spread {math.degrees(TURN_SIGMA_RAD):g} degrees (AI2-THOR)",
        "severity": "multiplies the angle; 1 is as published (ours)",
    },
)
def motion_drift(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Every way goes 10 degrees off to one side, which is drawn once per episode.

    Fixed keeps the heading, so that the body slides past its line. Parity turns the body before each step
    forward and never turns it back, as the code does: the headings add up and the body walks in circles.
    """
    side = 1.0 if rng.random() < 0.5 else -1.0
    angle_rad = side * setting.severity * DRIFT_RAD

    def slide(motion: Motion, rng: np.random.Generator, context: Context) -> Motion:
        return rotated(motion, angle_rad)

    def turn_away(motion: Motion, rng: np.random.Generator, context: Context) -> Motion:
        if motion.forward_m <= 0.0:
            return motion
        driven = steps_driven(motion)
        noise_rad = TURN_SIGMA_RAD * math.sqrt(driven) * float(rng.standard_normal())
        return replace(motion, turn_first_rad=motion.turn_first_rad + angle_rad * driven + noise_rad)

    return turn_away if setting.parity else slide
