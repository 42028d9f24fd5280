"""Depth quantisation: distances come in a few coarse steps, as from a sensor or link of few bits."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.depth.depth_form import Metres, on_depths
from wayproof.corruptions.setting import listed
from wayproof.kernels import kernel
from wayproof.vocabulary import Context
from wayproof.written_faults import LEVELS

MOST_BITS = 8.0
FEWEST_BITS = 2.0


def _bits(severity: float) -> int:
    return round(MOST_BITS + (FEWEST_BITS - MOST_BITS) * severity)


@corruption(
    modality="depth",
    sources=("navtrust",),
    scope="episode",
    constants={
        "bits": f"round({MOST_BITS:g} - {MOST_BITS - FEWEST_BITS:g} * severity): "
        f"{listed(_bits(level / LEVELS) for level in range(1, LEVELS + 1))} at the five levels (ours)",
        "steps": "2^bits equal ones over the sensor's range, read as their middle (ours: none reads 0)",
    },
)
def depth_quantisation(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Distances rounded to the middle of one of 4 to 256 equal steps over the range; nothing is drawn."""
    steps = 2 ** _bits(setting.severity)

    def corrupt(depth_m: Metres, rng: np.random.Generator, context: Context) -> Metres:
        return _stepped(depth_m, context.longest_depth_m / steps)

    return on_depths(corrupt)


@kernel
def _stepped(depth_m: Metres, step_m: float) -> Metres:
    stepped = np.zeros_like(depth_m)
    source, target = depth_m.reshape(-1), stepped.reshape(-1)
    step, half = np.float32(step_m), np.float32(0.5)
    # A reading at the very end of the range belongs to the last step.
    inside = np.float32(1.0 - 1e-6)
    for k in range(source.size):
        if source[k] > 0.0:
            target[k] = (np.floor(source[k] / step * inside) + half) * step
    return stepped
