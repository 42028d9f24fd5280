"""JPEG: frames squeezed for a thin radio link, with blocks and smeared colours."""

from __future__ import annotations

import cv2
import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

QUALITY = (25.0, 18.0, 15.0, 10.0, 7.0)  # ImageNet-C
BEST_QUALITY = 95.0  # towards severity 0; the usual quality of a camera's own files


@corruption(
    modality="rgb",
    sources=("imagenet-c",),
    scope="episode",
    constants={
        "quality": f"{listed(QUALITY)} (ImageNet-C), rounded between levels",
        "best quality": f"{BEST_QUALITY:g}, towards severity 0 (ours: a camera's own files)",
    },
)
def jpeg(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The frame packed as JPEG of low quality and unpacked again; nothing is drawn."""
    quality = round(setting.between(*QUALITY, zero=BEST_QUALITY))
    options = [cv2.IMWRITE_JPEG_QUALITY, quality]

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        if frame.shape[2] == 1:
            _, packed = cv2.imencode(".jpg", frame, options)
            return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)
        # JPEG thins out red and blue in different measure, so it must know which is which.
        _, packed = cv2.imencode(".jpg", cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), options)
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR_RGB), np.uint8)

    return on_frames(corrupt)
