"""Depth misalignment: the depth map belongs to a slightly other view than the colour picture."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.camera_change import CameraChange
from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.camera_pictures import turned_picture
from wayproof.corruptions.depth.depth_form import metres_of
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

MOVED_CM = (0.5, 1.0, 2.0, 3.5, 5.0)
TURNED_DEG = (0.3, 0.6, 1.2, 2.0, 3.0)


@corruption(
    modality="depth",
    sources=("ours",),
    scope="episode",
    fills_holes=True,
    constants={
        "moved by": f"{listed(MOVED_CM)} cm across the view, direction drawn per episode "
        "(ours: colour and depth eyes of one camera sit 1.5 to 5 cm apart)",
        "turned by": f"{listed(TURNED_DEG)} degrees, likewise (ours: a calibration that has aged)",
    },
    retakes=True,
    approximation="one shift for the whole map, that of its median depth",
)
def depth_misalignment(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The depth map as seen from beside the colour camera, so that edges do not match."""
    towards, about = rng.uniform(0.0, 2.0 * math.pi, 2).tolist()
    moved_m = setting.between(*MOVED_CM, zero=0.0) / 100.0
    turned = math.radians(setting.between(*TURNED_DEG, zero=0.0))
    change = CameraChange(
        right_m=moved_m * math.cos(towards),
        up_m=moved_m * math.sin(towards),
        turn_left_rad=turned * math.cos(about),
        tilt_up_rad=turned * math.sin(about),
    )

    def corrupt(depth: Any, rng: np.random.Generator, context: Context) -> Any:
        clean = metres_of(depth)
        seen = clean if context.retake is None else context.retake(change)
        if context.retake is None and (clean > 0).any():
            seen = turned_picture(clean, _as_turn(change, clean), context)
        return np.array(seen, copy=True).reshape(depth.shape).astype(depth.dtype, copy=False)

    return corrupt


def _as_turn(change: CameraChange, clean: NDArray[np.float32]) -> CameraChange:
    """The turn that shifts things at the median depth as the move does."""
    median_m = max(float(np.median(clean[clean > 0])), 0.1)
    return CameraChange(
        turn_left_rad=change.turn_left_rad - math.atan2(change.right_m, median_m),
        tilt_up_rad=change.tilt_up_rad + math.atan2(change.up_m, median_m),
    )
