"""Action delay: commands reach the motors late, as over a slow link."""

from __future__ import annotations

from collections import deque

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.dynamics.proportion import halted
from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.setting import listed
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context
from wayproof.written_faults import LEVELS


@corruption(
    modality="dynamics",
    sources=("ours",),
    scope="episode",
    constants={
        "delay": f"{listed(range(1, LEVELS + 1))} commands "
        "(ours: 0.1 to 0.5 s of velocity control, seconds of discrete steps)"
    },
)
def action_delay(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The body does what it was told one to five commands ago, and nothing before that; nothing is drawn.

    A command is one call: a discrete action, or one control period of velocity and way-point control. What is
    still on its way when the episode ends is lost. Looking up and down is not delayed: it moves no motor of
    the base.
    """
    waiting: deque[Motion] = deque()

    def corrupt(motion: Motion, rng: np.random.Generator, context: Context) -> Motion:
        waiting.append(motion)
        return waiting.popleft() if len(waiting) > setting.level else halted(motion)

    return Keeping(corrupt, waiting)
