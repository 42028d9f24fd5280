"""A picture in a smaller size: colours are averaged, everything else is picked.

The mean of two depths across an edge is a distance at which nothing stands, and the mean of two labels is a
third thing; so these keep the value in the middle of each new pixel.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Size = tuple[int, int]  # width, height in pixels


def averaged(colours: NDArray[np.generic], size: Size) -> NDArray[np.uint8]:
    """A colour picture (h, w, 3) in another size, each new pixel the mean of the area that it covers."""
    small = cv2.resize(np.asarray(colours, np.uint8), size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def picked(values: NDArray[Any], size: Size) -> NDArray[Any]:
    """Depths or labels (h, w) in another size, each new pixel the old one at its centre."""
    width, height = size
    rows = ((np.arange(height) + 0.5) * values.shape[0] / height).astype(np.int64)
    columns = ((np.arange(width) + 0.5) * values.shape[1] / width).astype(np.int64)
    return np.ascontiguousarray(values[rows[:, None], columns])


def keeps_shape(before: Size, after: Size) -> bool:
    """Whether both have the same ratio of width to height, as closely as whole pixels allow.

    >>> keeps_shape((400, 300), (224, 168)), keeps_shape((400, 300), (224, 224))
    (True, False)
    """
    width, height = after
    return (
        abs(width * before[1] / before[0] - height) < 1.0
        and abs(height * before[0] / before[1] - width) < 1.0
    )
