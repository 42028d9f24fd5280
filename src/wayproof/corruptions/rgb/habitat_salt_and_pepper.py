"""Habitat's salt and pepper noise of the colour camera: dead and stuck pixels that jump about."""

from __future__ import annotations

import math

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.random_bits import bits_at, draw_key
from wayproof.corruptions.setting import listed
from wayproof.kernels import kernel
from wayproof.vocabulary import Context

AMOUNT = (0.01, 0.02, 0.05, 0.1, 0.2)  # 0.05 is Habitat's default; the others ours
SHARE_OF_SALT = 0.5  # Habitat's default


@corruption(
    modality="rgb",
    sources=("habitat",),
    scope="frame",
    profiles=("fixed", "parity"),
    constants={
        "amount": f"{listed(AMOUNT)} (0.05 Habitat's default, else ours)",
        "share of salt": f"{SHARE_OF_SALT} (Habitat's default)",
    },
)
def habitat_salt_and_pepper(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """A given number of pixels becomes white or black, at places drawn anew per frame.

    Parity keeps Habitat's flaws: salt is the value 1 instead of 255, single channels are hit instead of
    pixels, and the last row, column and channel never are. Fixed hits whole pixels everywhere, with white and
    black.
    """
    amount = setting.between(*AMOUNT, zero=0.0)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        result = frame.copy()
        places = frame.size if setting.parity else frame.shape[0] * frame.shape[1]
        salt = math.ceil(amount * places * SHARE_OF_SALT)
        pepper = math.ceil(amount * places * (1.0 - SHARE_OF_SALT))
        if setting.parity:
            _hit_values(result, salt, pepper, draw_key(rng))
        else:
            _hit_pixels(result, salt, pepper, draw_key(rng))
        return result

    return on_frames(corrupt)


@kernel
def _hit_pixels(frame: Pixels, salt: int, pepper: int, key: np.uint64) -> None:
    rows, columns, channels = frame.shape
    pixels = frame.reshape(rows * columns, channels)
    for hit in range(salt + pepper):
        place = ((bits_at(key, hit) >> np.uint64(32)) * np.uint64(rows * columns)) >> np.uint64(32)
        for channel in range(channels):
            pixels[place, channel] = 255 if hit < salt else 0


@kernel
def _hit_values(frame: Pixels, salt: int, pepper: int, key: np.uint64) -> None:
    """Coordinates below size - 1 each; an axis of length 1 has only its one place."""
    rows, columns, channels = frame.shape
    last = (np.uint64(max(rows - 1, 1)), np.uint64(max(columns - 1, 1)), np.uint64(max(channels - 1, 1)))
    low = np.uint64((1 << 21) - 1)
    for hit in range(salt + pepper):
        bits = bits_at(key, hit)
        row = ((bits & low) * last[0]) >> np.uint64(21)
        column = (((bits >> np.uint64(21)) & low) * last[1]) >> np.uint64(21)
        channel = (((bits >> np.uint64(42)) & low) * last[2]) >> np.uint64(21)
        frame[row, column, channel] = 1 if hit < salt else 0
