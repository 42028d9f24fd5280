"""Dropped actions: now and then a command is lost on the way to the motors."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.dynamics.proportion import halted
from wayproof.corruptions.setting import listed
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context

SHARE_LOST = (0.05, 0.10, 0.20, 0.30, 0.50)  # ours: from a poor radio link to every second command


@corruption(
    modality="dynamics",
    sources=("ours",),
    scope="frame",
    constants={"share lost": f"{listed(SHARE_LOST)} of the commands, each on its own (ours)"},
)
def dropped_actions(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """A share of the commands does nothing; each command is lost or not on its own.

    Looking up and down is not lost: it moves no motor of the base.
    """
    share = setting.between(*SHARE_LOST, zero=0.0)

    def corrupt(motion: Motion, rng: np.random.Generator, context: Context) -> Motion:
        return halted(motion) if rng.random() < share else motion

    return corrupt
