"""Dead rows: some lines of the depth sensor give nothing for the whole episode."""

from __future__ import annotations

import math

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.depth.depth_form import Metres, on_depths
from wayproof.corruptions.setting import listed
from wayproof.seeding import generator_for
from wayproof.vocabulary import Context

SHARE_OF_ROWS = (0.02, 0.05, 0.10, 0.20, 0.35)  # ours: from a line or two at 64 rows to a third of the view


@corruption(
    modality="depth",
    sources=("ours",),
    scope="episode",
    constants={"share of the rows": f"{listed(SHARE_OF_ROWS)}, at least one row (ours)"},
)
def dead_rows(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Whole rows without a reading, the same ones in every frame of the episode."""
    share = setting.between(*SHARE_OF_ROWS, zero=0.0)
    seed = int(rng.integers(2**63))

    def corrupt(depth_m: Metres, rng: np.random.Generator, context: Context) -> Metres:
        rows = len(depth_m)
        # Which rows die first does not depend on the severity: a worse sensor has lost these and more.
        dying = generator_for(seed, rows).permutation(rows)
        depth_m[dying[: max(1, math.floor(share * rows))]] = 0.0
        return depth_m

    return on_depths(corrupt)
