"""White balance: the camera takes the light to be warmer or colder than it is."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

MIREDS = (20.0, 40.0, 70.0, 100.0, 130.0)
DAYLIGHT_K = 6500.0
WAVELENGTHS_NM = (600.0, 540.0, 460.0)
SECOND_RADIATION_NM_K = 1.438777e7  # h c / k
GAMMA = 2.2


@corruption(
    modality="rgb",
    sources=("ours",),
    scope="episode",
    constants={
        "error": f"{listed(MIREDS)} mired, warmer or colder by a draw per episode "
        f"(ours: 130 from {DAYLIGHT_K:g} K is a lamp of about 3500 K taken for daylight)",
        "gains": f"light of a black body at {listed(WAVELENGTHS_NM)} nm beside green, gamma {GAMMA} (ours)",
    },
)
def white_balance(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Red and blue are lifted or lowered together with the error in colour temperature."""
    side = 1.0 if rng.random() < 0.5 else -1.0
    gains = _gains(side * setting.between(*MIREDS, zero=0.0)) ** (1.0 / GAMMA)
    table = np.clip(np.rint(np.arange(256.0)[:, None] * gains), 0, 255).astype(np.uint8)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        if frame.shape[2] == 1:
            return frame.copy()  # a grey camera has no colours to balance
        return np.asarray(cv2.LUT(frame, table[None]), np.uint8)

    return on_frames(corrupt)


def _gains(error_mired: float) -> NDArray[np.float64]:
    """Of red, green and blue light; green keeps its own."""
    taken_k = 1e6 / (1e6 / DAYLIGHT_K + error_mired)
    ratio = _black_body(taken_k) / _black_body(DAYLIGHT_K)
    return np.asarray(ratio / ratio[1], np.float64)


def _black_body(kelvin: float) -> NDArray[np.float64]:
    """Planck's law at the three wavelengths, without what cancels out."""
    return np.array([1.0 / np.expm1(SECOND_RADIATION_NM_K / (nm * kelvin)) for nm in WAVELENGTHS_NM])
