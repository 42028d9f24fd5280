"""Fog: drifting white of many sizes before everything, as of smoke or steam in a room."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import WHITE, Floats, Pixels, colour_for, on_frames
from wayproof.corruptions.rgb.lens_layers import Layer, blend, kept_by_size, layer_of
from wayproof.corruptions.rgb.random_bits import bits_at, draw_key
from wayproof.corruptions.setting import listed
from wayproof.kernels import inlined, kernel
from wayproof.vocabulary import Context

STRENGTH = (1.5, 2.0, 2.5, 2.5, 3.0)  # ImageNet-C
DECAY = (
    2.0,
    2.0,
    1.7,
    1.5,
    1.4,
)  # ImageNet-C: how much weaker each finer octave of the clouds is, before squaring

_SCALE = 1.0 / (1 << 53)


@corruption(
    modality="rgb",
    sources=("imagenet-c",),
    scope="episode",
    profiles=("fixed", "parity"),
    constants={
        "strength": f"{listed(STRENGTH)} (ImageNet-C)",
        "decay per octave": f"{listed(DECAY)} (ImageNet-C); an octave's amplitude falls by its square",
    },
)
def fog(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """Fractal clouds added to the frame, which is then scaled back to its range.

    Fixed draws the clouds once per episode and scales by a constant; parity draws new ones for each frame, so
    that the fog flickers, and scales by the frame's own maximum.
    """
    strength = setting.between(*STRENGTH, zero=0.0)
    decay = setting.between(*DECAY)

    def draw(rng: np.random.Generator, height: int, width: int, channels: int) -> Layer:
        return fog_layer(clouds(rng, height, width, decay), strength, 1.0, channels)

    layer_for = kept_by_size(rng, draw)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        if setting.parity:
            height, width, channels = frame.shape
            fresh = clouds(rng, height, width, decay)
            return blend(frame, fog_layer(fresh, strength, int(frame.max()) / 255, channels), truncate=True)
        return blend(frame, layer_for(frame))

    return on_frames(corrupt)


def fog_layer(density: Floats, strength: float, white: float, channels: int) -> Layer:
    """(frame + strength * density) * white / (white + strength), where white is the brightest value."""
    gain = white / (white + strength)
    return layer_of(
        np.full_like(density, gain), density * np.float32(strength * gain), colour_for(channels, WHITE)
    )


def clouds(rng: np.random.Generator, height: int, width: int, decay: float) -> Floats:
    """A cut from a square of plasma, its side the next power of two, 0 to 1 over the whole square."""
    side = 1 << (max(height, width) - 1).bit_length()
    plasma = _plasma(side, decay, draw_key(rng))
    low, high = plasma.min(), plasma.max()
    return np.asarray((plasma[:height, :width] - low) / (high - low), np.float32)


@inlined
def _jitter(key: np.uint64, place: int) -> float:
    """Uniform in [-1, 1)."""
    return 2.0 * _SCALE * np.float64(bits_at(key, place) >> np.uint64(11)) - 1.0


@kernel
def _plasma(side: int, decay: float, key: np.uint64) -> NDArray[np.float64]:
    """Diamonds and squares on a torus: each new point is the mean of its four neighbours plus a jitter."""
    plasma = np.zeros((side, side), np.float64)
    mask = side - 1
    step, amplitude = side, 1.0
    while step >= 2:
        half = step // 2
        for row in range(half, side, step):
            for column in range(half, side, step):
                up, down = plasma[row - half], plasma[(row + half) & mask]
                right = (column + half) & mask
                mean = (up[column - half] + up[right] + down[column - half] + down[right]) / 4
                plasma[row, column] = mean + amplitude * _jitter(key, row * side + column)
        for row in range(0, side, half):
            for column in range(half if row % step == 0 else 0, side, step):
                above, below = plasma[(row - half) & mask, column], plasma[(row + half) & mask, column]
                beside = plasma[row, (column - half) & mask] + plasma[row, (column + half) & mask]
                plasma[row, column] = (above + below + beside) / 4 + amplitude * _jitter(
                    key, row * side + column
                )
        step = half
        # The reference multiplies its jitter by the amplitude twice.
        amplitude /= decay * decay
    return plasma
