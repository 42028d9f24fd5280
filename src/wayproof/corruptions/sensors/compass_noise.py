"""Compass noise: steel and currents nearby turn the needle, once for the episode and anew at each step."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.sensors.believed_place import believed, true_place
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

OFFSET_DEG = (1.0, 2.0, 4.0, 7.0, 10.0)
SPREAD_DEG = (1.0, 2.0, 4.0, 7.0, 10.0)
MOST_SPREADS = 4.0


@corruption(
    modality="compass",
    also_touches=("point_goal",),
    sources=("ours",),
    scope="frame",
    constants={
        "offset": f"{listed(OFFSET_DEG)} degrees to a side drawn per episode (ours: iron in the floor)",
        "spread": f"{listed(SPREAD_DEG)} degrees, anew per step (ours)",
        "largest error": f"the offset and {MOST_SPREADS:g} spreads (ours)",
    },
)
def compass_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """A fixed offset and normal noise on the heading, and on the way to the goal worked out from it."""
    side = 1.0 if rng.random() < 0.5 else -1.0
    offset = side * math.radians(setting.between(*OFFSET_DEG, zero=0.0))
    spread = math.radians(setting.between(*SPREAD_DEG, zero=0.0))

    def corrupt(reading: Any, rng: np.random.Generator, context: Context) -> Any:
        true = true_place(reading, context)
        error = offset + spread * float(np.clip(rng.standard_normal(), -MOST_SPREADS, MOST_SPREADS))
        return believed(reading, context, true, true._replace(heading_rad=true.heading_rad + error))

    return corrupt
