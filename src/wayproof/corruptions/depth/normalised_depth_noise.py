"""Normalised depth noise: the same jitter at every distance, as noise on depth scaled to [0, 1] is.

Habitat gives agents depth divided by the sensor's range; whoever adds noise to that, in NavTrust or
elsewhere, spreads what is at arm's length as far as what is at the other end of the room.
`gaussian_depth_noise` is what a sensor does.
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.depth.depth_form import NEAREST_M, Metres, on_depths
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

SHARE_OF_RANGE = (0.01, 0.02, 0.04, 0.06, 0.1)  # ours: NavTrust gives no number
RANGE_M = 10.0  # of the suites' cameras, for the metres that the documentation states


@corruption(
    modality="depth",
    sources=("navtrust",),
    scope="frame",
    constants={
        "spread": f"{listed(SHARE_OF_RANGE, percent=True)} of the sensor's range at every distance: "
        f"{listed(RANGE_M * share for share in SHARE_OF_RANGE)} m at {RANGE_M:g} m (ours)",
        "nearest reading": f"{NEAREST_M} m (ours: noise makes no holes)",
    },
)
def normalised_depth_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Normal noise on every distance, as wide near by as far away.

    A reading stays a reading, and noise does not push it beyond the sensor's range.
    """
    share = setting.between(*SHARE_OF_RANGE, zero=0.0)

    def corrupt(depth_m: Metres, rng: np.random.Generator, context: Context) -> Metres:
        longest_m = np.float32(context.longest_depth_m)
        noise_m = np.float32(share) * longest_m * rng.standard_normal(depth_m.shape, np.float32)
        lowest, highest = np.minimum(depth_m, np.float32(NEAREST_M)), np.maximum(depth_m, longest_m)
        return np.where(depth_m > 0, np.clip(depth_m + noise_m, lowest, highest), np.float32(0.0))

    return on_depths(corrupt)
