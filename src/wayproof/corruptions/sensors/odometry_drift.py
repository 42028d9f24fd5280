"""Odometry drift: wheels of other sizes than assumed, so that the believed place leaves the true one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.sensors.believed_place import Place, believed, true_place
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

LENGTH_PERCENT = (1.0, 2.0, 4.0, 7.0, 10.0)
TURN_PERCENT = (0.5, 1.0, 2.0, 3.5, 5.0)
VEER_DEG_M = (0.5, 1.0, 2.0, 3.5, 5.0)


@corruption(
    modality="gps",
    also_touches=("compass", "point_goal"),
    sources=("ours",),
    scope="episode",
    constants={
        "error of lengths": f"{listed(LENGTH_PERCENT)} %, sign drawn per episode (ours: worn wheels)",
        "error of turns": f"{listed(TURN_PERCENT)} %, likewise (ours: a wheel base measured wrongly)",
        "veer": f"{listed(VEER_DEG_M)} degrees per metre, likewise (ours: unequal wheels)",
    },
    approximation="GPS, compass and way to the goal drift each by itself, since one does not tell the others",
)
def odometry_drift(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Position, heading and way to the goal as reckoned from wheels; the error grows with the way."""
    signs = np.where(rng.random(3) < 0.5, 1.0, -1.0)
    longer = float(signs[0]) * setting.between(*LENGTH_PERCENT, zero=0.0) / 100.0
    wider = float(signs[1]) * setting.between(*TURN_PERCENT, zero=0.0) / 100.0
    veer = float(signs[2]) * math.radians(setting.between(*VEER_DEG_M, zero=0.0))
    last: dict[str, tuple[Place, Place]] = {}

    def corrupt(reading: Any, rng: np.random.Generator, context: Context) -> Any:
        true = true_place(reading, context)
        before, reckoned = last.get(context.reading, (true, true))
        ahead, right = true.ahead_m - before.ahead_m, true.right_m - before.right_m
        turn = math.remainder(true.heading_rad - before.heading_rad, math.tau)
        # The way since the last reading, turned by as much as the heading is already wrong.
        wrong = reckoned.heading_rad - before.heading_rad
        sin, cos = math.sin(wrong), math.cos(wrong)
        place = Place(
            reckoned.ahead_m + (1.0 + longer) * (ahead * cos + right * sin),
            reckoned.right_m + (1.0 + longer) * (right * cos - ahead * sin),
            reckoned.heading_rad + (1.0 + wider) * turn + veer * math.hypot(ahead, right),
        )
        last[context.reading] = (true, place)
        return believed(reading, context, true, place)

    return Keeping(corrupt, last)
