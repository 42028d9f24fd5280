"""Camera pose shift: a knock has moved and turned the camera, and nobody has calibrated it again."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from wayproof.camera_change import CameraChange
from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.camera_pictures import checked, turned_picture
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

TURNED_DEG = (1.0, 2.0, 4.0, 7.0, 10.0)
MOVED_CM = (0.5, 1.0, 2.0, 3.5, 5.0)


@corruption(
    modality="rgb",
    also_touches=("depth",),
    sources=("ours",),
    scope="episode",
    constants={
        "turned by": f"{listed(TURNED_DEG)} degrees about an axis drawn per episode "
        "(ours: from a loose screw to a bent mast)",
        "moved by": f"{listed(MOVED_CM)} cm in a direction drawn per episode (ours)",
    },
    retakes=True,
    approximation="the turn alone, with the border repeated: a single picture does not tell what a moved "
    "camera sees",
)
def camera_pose_shift(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The whole camera, colours and depth, looks from another place in another direction."""
    turned, moved = (drawn / np.linalg.norm(drawn) for drawn in rng.standard_normal((2, 3)))
    tilt, turn, roll = turned * math.radians(setting.between(*TURNED_DEG, zero=0.0))
    right, up, back = moved * setting.between(*MOVED_CM, zero=0.0) / 100.0
    change = CameraChange(*map(float, (right, up, back, turn, tilt, roll)))

    def corrupt(picture: Any, rng: np.random.Generator, context: Context) -> Any:
        clean = checked(picture, context)
        if context.retake is None:
            return turned_picture(clean, change, context)
        return np.array(context.retake(change), copy=True)

    return corrupt
