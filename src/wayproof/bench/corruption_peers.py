"""The peers of our corruptions, timed by the interpreter of an environment of their own.

PYTHON corruption_peers.py LIBRARY FOLDER prints milliseconds per frame of every frame_*.npy there, as JSON.
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


def _both(name: str, value: float) -> dict[str, Any]:
    limits = {"brightness_limit": (0.0, 0.0), "contrast_limit": (0.0, 0.0)}
    return limits | {f"{name}_limit": (value, value)}


def _around_one(spread: float) -> dict[str, Any]:
    return {"multiplier": (1 - spread, 1 + spread), "per_channel": True, "elementwise": True}


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
# Our names of what albumentations has by another formula: its class, and its options at each of LEVELS. They
# are as strong as ours where there is such a number; the pictures are of the same kind, not the same.
NEAREST = {
    "brightness": ("RandomBrightnessContrast", [_both("brightness", x) for x in (0.1, 0.3, 0.5)]),
    "contrast": ("RandomBrightnessContrast", [_both("contrast", x) for x in (-0.6, -0.8, -0.95)]),
    "defocus_blur_robustnav": ("Defocus", [{"radius": (x, x), "alias_blur": 0.1} for x in (3, 6, 10)]),
    "fog": ("RandomFog", [{"fog_coef_range": (x, x)} for x in (0.3, 0.5, 0.7)]),
    "gaussian_blur": ("GaussianBlur", [{"blur_limit": 0, "sigma_limit": (x, x)} for x in (1, 3, 6)]),
    "gaussian_noise": ("GaussNoise", [{"std_range": (x, x)} for x in (0.08, 0.18, 0.38)]),
    "impulse_noise": ("SaltAndPepper", [{"amount": (x, x)} for x in (0.03, 0.09, 0.27)]),
    "jpeg": ("ImageCompression", [{"quality_range": (x, x)} for x in (25, 15, 7)]),
    "lens_distortion": ("OpticalDistortion", [{"distort_limit": (x, x)} for x in (-0.03, -0.1, -0.2)]),
    "motion_blur_robustnav": ("MotionBlur", [{"blur_limit": (x, x)} for x in (21, 31, 41)]),
    "pixelate": ("Downscale", [{"scale_range": (x, x)} for x in (0.6, 0.4, 0.25)]),
    "shot_noise": ("ShotNoise", [{"scale_range": (x, x)} for x in (0.02, 0.08, 0.3)]),
    "spatter_robustnav": ("Spatter", [{"mode": x} for x in ("rain", "rain", "mud")]),
    "speckle_noise": ("MultiplicativeNoise", [_around_one(x) for x in (0.15, 0.35, 0.6)]),
}

Frame = np.ndarray[Any, np.dtype[np.uint8]]
Corrupt = Callable[[Frame, int], Any]


def peers(library: str) -> dict[str, Corrupt]:
    """What a library has, by our names."""
    return _albumentations() if library == "albumentations" else _imagecorruptions()


def _albumentations() -> dict[str, Corrupt]:
    import albumentations  # noqa: PLC0415 - only that environment has it

    def named(kind: str, options: list[dict[str, Any]]) -> Corrupt:
        made = [getattr(albumentations, kind)(p=1.0, **chosen) for chosen in options]
        return lambda frame, level: made[LEVELS.index(level)](image=frame)["image"]

    return {ours: named(kind, options) for ours, (kind, options) in NEAREST.items()}


def _imagecorruptions() -> dict[str, Corrupt]:
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


def times(library: str, folder: Path) -> dict[str, dict[str, list[float]]]:
    """Milliseconds by frame and name, one per level."""
    measured: dict[str, dict[str, list[float]]] = {}
    named = peers(library)
    for file in sorted(folder.glob("frame_*.npy")):
        frame = np.load(file)
        measured[file.stem] = {
            name: [best_ms(corrupt, frame, level) for level in LEVELS] for name, corrupt in named.items()
        }
    return measured


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    cv2.setNumThreads(1)
    print(json.dumps(times(sys.argv[1], Path(sys.argv[2]))))
