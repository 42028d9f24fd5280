"""Black-out: the camera drops out and delivers black frames."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.seeding import generator_for
from wayproof.vocabulary import Context

# NavTrust: a frame is black with a fixed probability; how high is not given.
CHANCE = (0.18, 0.36, 0.54, 0.72, 0.9)  # ours: even at 1 something is seen now and then
BURST_STEPS = 3  # ours: a loose plug or a lost packet costs several frames in a row


@corruption(
    modality="rgb",
    sources=("navtrust",),
    scope="frame",
    profiles=("fixed", "parity"),
    constants={
        "share of black frames": f"{listed(CHANCE)} (ours: nearly half are lost at 0.5)",
        "burst, fixed": f"{BURST_STEPS} steps lost or kept together "
        "(ours: drop-outs of real cameras come in runs)",
        "burst, parity": "none, each frame on its own (NavTrust, read literally)",
    },
)
def black_out(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The whole frame becomes black with a chance that grows with the severity.

    Fixed loses frames in runs: the steps are parted in threes, with a start drawn per episode, and each three
    is lost or kept. Parity draws each frame on its own. The long-run share of black frames is the same.
    """
    chance = setting.between(*CHANCE, zero=0.0)
    seed, start = int(rng.integers(2**63)), int(rng.integers(BURST_STEPS))

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        run = (context.step + start) // BURST_STEPS
        draw = rng.random() if setting.parity else generator_for(seed, run).random()
        return np.zeros_like(frame) if draw < chance else frame.copy()

    return on_frames(corrupt)
