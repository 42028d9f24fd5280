"""Habitat's Poisson noise of the colour camera: as many photons as the frame has grey values."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.corruptions.rgb.outcome_tables import GREYS, Aliases, aliases, draw_outcomes, poisson_chances
from wayproof.corruptions.rgb.random_bits import draw_key
from wayproof.vocabulary import Context

PHOTONS_AT_WHITE = 256  # what Habitat takes for a frame with more than 128 different values


@corruption(
    modality="rgb",
    sources=("habitat",),
    scope="frame",
    profiles=("fixed", "parity"),
    switch=True,
    constants={
        "photons at white, parity": "different values in the frame, up to a power of two (Habitat)",
        "photons at white, fixed": f"{PHOTONS_AT_WHITE} "
        "(ours: Habitat's number for a frame that uses most grey values)",
    },
)
def habitat_poisson(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Each value becomes a Poisson count of photons; on or off, as Habitat gives it no strength.

    In parity the noise depends on what is seen: a frame with few different values gets more. Fixed uses the
    number of photons of a rich frame for all.
    """
    tables: dict[int, Aliases] = {}

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        photons = next_power_of_two(different_values(frame)) if setting.parity else PHOTONS_AT_WHITE
        if photons not in tables:
            tables[photons] = aliases(poisson_chances(float(photons), 1e-6 if setting.parity else 0.5))
        return draw_outcomes(frame, tables[photons], draw_key(rng))

    return on_frames(corrupt)


def different_values(frame: Pixels) -> int:
    """How many of the 256 grey values occur."""
    return int(np.count_nonzero(np.bincount(frame.reshape(-1), minlength=GREYS)))


def next_power_of_two(count: int) -> int:
    """
    >>> [next_power_of_two(count) for count in (1, 2, 3, 129)]
    [1, 2, 4, 256]
    """
    return 1 << (count - 1).bit_length()
