"""The peers of our corruptions, timed by the interpreter of an environment of their own.

PYTHON corruption_peers.py FOLDER prints milliseconds per frame for every frame_*.npy in the folder, as JSON.
This file imports nothing of the package, which is not installed there, and at its top nothing of the peers.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

LEVELS = (1, 3, 5)
REPEATS = 5
# Our names of what imagecorruptions has.
NAMES = {
    "brightness": "brightness",
    "contrast": "contrast",
    "defocus_blur_robustnav": "defocus_blur",
    "fog": "fog",
    "gaussian_noise": "gaussian_noise",
    "impulse_noise": "impulse_noise",
    "jpeg": "jpeg_compression",
    "motion_blur_robustnav": "motion_blur",
    "pixelate": "pixelate",
    "shot_noise": "shot_noise",
    "spatter_robustnav": "spatter",
    "speckle_noise": "speckle_noise",
}
PLAIN = ("low_lighting_robustnav", "gaussian_blur")

Frame = np.ndarray[Any, np.dtype[np.uint8]]
Corrupt = Callable[[Frame, int], Any]


def peers() -> dict[str, Corrupt]:
    """All of them by our names."""
    from imagecorruptions import corrupt  # noqa: PLC0415 - only that environment has it

    def named(theirs: str) -> Corrupt:
        return lambda frame, level: corrupt(frame, corruption_name=theirs, severity=level)

    return {ours: named(theirs) for ours, theirs in NAMES.items()} | {
        "low_lighting_robustnav": low_lighting,
        "gaussian_blur": gaussian_blur,
    }


def low_lighting(frame: Frame, level: int) -> Frame:
    """RobustNav's: HSV by scikit-image and back."""
    import skimage.color  # noqa: PLC0415 - only that environment surely has it

    hsv = skimage.color.rgb2hsv(frame / 255.0)
    hsv[:, :, 2] = np.clip(hsv[:, :, 2] - (0.1, 0.2, 0.3, 0.4, 0.5)[level - 1], 0, 1)
    dark: Frame = (np.clip(skimage.color.hsv2rgb(hsv), 0, 1) * 255).astype(np.uint8)
    return dark


def gaussian_blur(frame: Frame, level: int) -> Frame:
    """ImageNet-C's by scikit-image, which imagecorruptions 1.1.2 calls with an argument that is gone."""
    import skimage.filters  # noqa: PLC0415 - only that environment surely has it

    soft = skimage.filters.gaussian(frame / 255.0, sigma=(1, 2, 3, 4, 6)[level - 1], channel_axis=-1)
    result: Frame = (np.clip(soft, 0, 1) * 255).astype(np.uint8)
    return result


def best_ms(corrupt: Corrupt, frame: Frame, level: int) -> float:
    """The shortest of several runs, in processor time, which other work on the machine does not lengthen."""
    corrupt(frame, level)
    times = []
    for _ in range(REPEATS):
        begun = time.process_time()
        corrupt(frame, level)
        times.append(time.process_time() - begun)
    return 1000 * min(times)


def times(folder: Path) -> dict[str, dict[str, list[float]]]:
    """Milliseconds by frame and name, one per level."""
    measured: dict[str, dict[str, list[float]]] = {}
    for file in sorted(folder.glob("frame_*.npy")):
        frame = np.load(file)
        measured[file.stem] = {
            name: [best_ms(corrupt, frame, level) for level in LEVELS] for name, corrupt in peers().items()
        }
    return measured


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    cv2.setNumThreads(1)
    print(json.dumps(times(Path(sys.argv[1]))))
