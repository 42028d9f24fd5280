"""IMU noise: a cheap, warm or badly mounted inertial unit, on top of what the rig's unit has anyway."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.setting import listed
from wayproof.errors import InvalidInput
from wayproof.seeding import generator_for
from wayproof.vocabulary import Context

TURN_SPREAD_DEG_S = (0.2, 0.5, 1.0, 2.0, 4.0)
TURN_OFFSET_DEG_S = (0.2, 0.5, 1.0, 2.0, 4.0)
ACCELERATION_SPREAD_M_S2 = (0.05, 0.1, 0.2, 0.4, 0.8)
ACCELERATION_OFFSET_M_S2 = (0.05, 0.1, 0.2, 0.4, 0.8)
COLUMNS = 7  # seconds, three turn rates, three accelerations


@corruption(
    modality="imu",
    sources=("ours",),
    scope="frame",
    constants={
        "spread of turn rates": f"{listed(TURN_SPREAD_DEG_S)} degrees/s per sample (ours)",
        "offset of turn rates": f"{listed(TURN_OFFSET_DEG_S)} degrees/s per axis, sign drawn per episode "
        "(ours: from a calibrated unit to one that was not left to warm up)",
        "spread of accelerations": f"{listed(ACCELERATION_SPREAD_M_S2)} m/s2 per sample (ours)",
        "offset of accelerations": f"{listed(ACCELERATION_OFFSET_M_S2)} m/s2 per axis, likewise (ours)",
    },
)
def imu_noise(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Offsets and normal noise on turn rates and accelerations; a sample keeps its error when read again."""
    seed = int(rng.integers(2**63))
    signs = np.where(rng.random(6) < 0.5, 1.0, -1.0)
    turn_spread, turn_offset = (
        math.radians(setting.between(*anchors, zero=0.0))
        for anchors in (TURN_SPREAD_DEG_S, TURN_OFFSET_DEG_S)
    )
    spread = np.array([turn_spread] * 3 + [setting.between(*ACCELERATION_SPREAD_M_S2, zero=0.0)] * 3)
    offset = np.array([turn_offset] * 3 + [setting.between(*ACCELERATION_OFFSET_M_S2, zero=0.0)] * 3) * signs

    def corrupt(samples: Any, rng: np.random.Generator, context: Context) -> Any:
        if not isinstance(samples, np.ndarray) or samples.ndim != 2 or samples.shape[1] != COLUMNS:
            shape = getattr(samples, "shape", type(samples).__name__)
            raise InvalidInput(f"IMU samples of shape {shape}; allowed is a NumPy array (samples, {COLUMNS})")
        # Readings overlap: the time of a sample names its draws, so it is the same in each of them.
        times_us = np.rint(samples[:, 0].astype(np.float64) * 1e6).astype(np.int64).tolist()
        drawn = np.array([generator_for(seed, time_us).standard_normal(6) for time_us in times_us])
        result = samples.copy()
        result[:, 1:] += (offset + spread * drawn.reshape(-1, 6)).astype(samples.dtype)
        return result

    return corrupt
