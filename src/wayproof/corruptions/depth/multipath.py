"""Multipath: light that bounces twice comes back late, so corners and shiny things look too far away.

In a hollow corner light reaches the sensor by way of the other wall; a glossy surface throws it on to
something else first.
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.depth.depth_form import Metres, fact_for, on_depths
from wayproof.corruptions.depth.hollow_places import REACH, hollowness
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

EXCESS = (0.03, 0.06, 0.10, 0.15, 0.20)  # of the distance, in a right angle and on a mirror (ours)
GLOSS_FROM = 0.45  # below it a surface scatters what it gets: cloth, paint, most wood (ours)
GAIN_RANGE = (0.8, 1.2)  # of one building's walls against another's, drawn per episode (ours)


@corruption(
    modality="depth",
    sources=("navtrust",),
    scope="episode",
    needs_surfaces=True,
    constants={
        "excess in a right angle": f"{listed(EXCESS, percent=True)} of the distance: "
        f"{listed(300 * share for share in EXCESS)} cm at 3 m (ours)",
        "excess on glossy surfaces": f"as much on a mirror, in proportion from gloss {GLOSS_FROM} on, where "
        "gloss is known (ours)",
        "reach": f"{REACH} of the picture's width (ours)",
        "gain of the building": f"uniform from {GAIN_RANGE[0]} to {GAIN_RANGE[1]} (ours)",
        "picture": "79 degrees wide (RobustNav, Habitat; a wider one is corrupted a little less)",
    },
    approximation="corners only: a file does not say how glossy a surface is",
)
def multipath(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Concave corners, the ground behind near edges and glossy things read up to a quarter too far."""
    excess = setting.between(*EXCESS, zero=0.0) * float(rng.uniform(*GAIN_RANGE))

    def corrupt(depth_m: Metres, rng: np.random.Generator, context: Context) -> Metres:
        late = hollowness(depth_m)
        gloss = fact_for(context.gloss, depth_m, "gloss")
        if gloss is not None:
            late = np.maximum(late, np.clip((gloss - GLOSS_FROM) / (1.0 - GLOSS_FROM), 0.0, 1.0))
        longest = np.maximum(depth_m, np.float32(context.longest_depth_m))
        return np.asarray(np.minimum(depth_m * (1.0 + np.float32(excess) * late), longest), np.float32)

    return on_depths(corrupt)
