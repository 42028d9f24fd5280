"""Depth lag: the depth map is a few steps old, while the body has moved on."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.depth.depth_form import Metres, on_depths
from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context
from wayproof.written_faults import LEVELS


@corruption(
    modality="depth",
    sources=("ours",),
    scope="episode",
    fills_holes=True,
    constants={
        "lag": f"{listed(range(1, LEVELS + 1))} steps "
        "(ours: a step of 0.25 m is about half a second of a slow base)"
    },
)
def depth_lag(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The depth map of one to five steps ago; the first one until there is one that old.

    It goes by the step of the context. Going back to an earlier step forgets what came later, so an episode
    that is played again from any step shows the same as before. A camera of another size begins a history of
    its own.
    """
    lag = setting.level
    history: dict[tuple[int, ...], dict[int, Metres]] = {}

    def corrupt(depth_m: Metres, rng: np.random.Generator, context: Context) -> Metres:
        past = {
            step: old
            for step, old in history.get(depth_m.shape, {}).items()
            if context.step - lag <= step < context.step
        }
        past[context.step] = depth_m
        history[depth_m.shape] = past
        return past[min(past)].copy()

    return Keeping(on_depths(corrupt), history)
