"""Motor failure: the body can no longer turn to the left, or no longer to the right."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.dynamics.proportion import halted
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context


@corruption(
    modality="dynamics",
    sources=("robustnav",),
    scope="episode",
    profiles=("fixed", "parity"),
    switch=True,
    constants={"dead side": "left or right, each with chance 1/2, for the whole episode (RobustNav)"},
)
def motor_failure(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Turns to one side, drawn once per episode, do nothing; on or off.

    On the arc of a velocity command, fixed loses the turn and keeps the way; parity drops the whole command,
    as the published code drops the whole action. Discrete turns are the same in both.
    """
    dead = 1.0 if rng.random() < 0.5 else -1.0

    def alive(turn_rad: float) -> float:
        return 0.0 if turn_rad * dead > 0.0 else turn_rad

    def corrupt(motion: Motion, rng: np.random.Generator, context: Context) -> Motion:
        turns = (motion.turn_rad, motion.turn_first_rad, motion.turn_last_rad)
        kept = tuple(alive(turn) for turn in turns)
        if kept == turns:
            return motion
        if setting.parity:
            return halted(motion)
        return replace(motion, turn_rad=kept[0], turn_first_rad=kept[1], turn_last_rad=kept[2])

    return corrupt
