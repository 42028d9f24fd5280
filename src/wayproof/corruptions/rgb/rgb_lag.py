"""RGB lag: the colour picture is a few steps old, while depth and body have moved on."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context
from wayproof.written_faults import LEVELS


@corruption(
    modality="rgb",
    sources=("ours",),
    scope="episode",
    constants={
        "lag": f"{listed(range(1, LEVELS + 1))} steps (ours: as depth_lag, for a slow encoder or radio link)"
    },
    approximation="a step is a frame of the file, however fast it was recorded",
)
def rgb_lag(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The colour picture of one to five steps ago; the first one until there is one that old.

    In a run these are the pictures from where the camera truly was. Going back to an earlier step forgets
    what came later.
    """
    lag = setting.level
    history: dict[tuple[int, ...], dict[int, Pixels]] = {}

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        past = {
            step: old
            for step, old in history.get(frame.shape, {}).items()
            if context.step - lag <= step < context.step
        }
        past[context.step] = frame.copy()
        history[frame.shape] = past
        return past[min(past)].copy()

    return Keeping(on_frames(corrupt), history)
