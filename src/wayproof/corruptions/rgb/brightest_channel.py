"""Darker or brighter at the same hue and saturation, without leaving RGB.

In HSV the value V is the largest of R, G and B. A new V at the same hue and saturation scales all three
channels by new V / old V, so the outcome of a channel depends on itself and the largest one: a table of 256 x
256.
"""

from __future__ import annotations

import numpy as np

from wayproof.corruptions.rgb.frame_form import Pixels
from wayproof.kernels import kernel

GREYS = 256


def table_for_value_shift(shift: float, *, truncate: bool = False) -> Pixels:
    """outcome[largest channel, channel] for V := clip(V + shift, 0, 1); black can become grey."""
    largest = np.arange(GREYS) / 255.0
    changed = np.clip(largest + shift, 0.0, 1.0)
    gain = np.divide(changed, largest, out=np.zeros(GREYS), where=largest > 0)
    levels = gain[:, None] * np.arange(GREYS)[None, :]
    levels[0] = 255.0 * changed[0]
    # The smallest bit more, so that whole numbers that came out a hair too low are not truncated away.
    return np.asarray(np.clip(levels, 0, 255) + (1e-6 if truncate else 0.5), np.uint8)


@kernel
def look_up(frame: Pixels, table: Pixels) -> Pixels:
    """Apply table[largest channel, channel] to a frame (h, w, c)."""
    rows, columns, channels = frame.shape
    values = frame.reshape(rows * columns, channels)
    result = np.empty_like(values)
    if channels == 1:
        for pixel in range(rows * columns):
            result[pixel, 0] = table[values[pixel, 0], values[pixel, 0]]
        return result.reshape(rows, columns, channels)
    for pixel in range(rows * columns):
        red, green, blue = values[pixel, 0], values[pixel, 1], values[pixel, 2]
        outcome = table[max(red, green, blue)]
        result[pixel, 0], result[pixel, 1], result[pixel, 2] = outcome[red], outcome[green], outcome[blue]
    return result.reshape(rows, columns, channels)
