"""GPS noise: the position jumps about from step to step, as in a hall with bad reception."""

from __future__ import annotations

from typing import Any

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.sensors.believed_place import Place, believed, true_place
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

SPREAD_M = (0.05, 0.1, 0.2, 0.4, 0.8)
MOST_SPREADS = 4.0


@corruption(
    modality="gps",
    also_touches=("point_goal",),
    sources=("ours",),
    scope="frame",
    constants={
        "spread": f"{listed(SPREAD_M)} m along each axis, anew per step "
        "(ours: from ultra-wideband beacons to Wi-Fi)",
        "largest error": f"{MOST_SPREADS:g} spreads (ours)",
    },
)
def gps_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Normal noise on the position, and on the way to the goal that is worked out from it."""
    spread_m = setting.between(*SPREAD_M, zero=0.0)

    def corrupt(reading: Any, rng: np.random.Generator, context: Context) -> Any:
        true = true_place(reading, context)
        ahead, right = np.clip(rng.standard_normal(2), -MOST_SPREADS, MOST_SPREADS) * spread_m
        place = Place(true.ahead_m + float(ahead), true.right_m + float(right), true.heading_rad)
        return believed(reading, context, true, place)

    return corrupt
