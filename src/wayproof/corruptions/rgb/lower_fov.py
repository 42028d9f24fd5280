"""RobustNav's lower field of view: a camera of 39.5 instead of 79 degrees, the same number of pixels."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import Pixels, on_frames
from wayproof.vocabulary import Context

USUAL_HFOV_DEG = 79.0  # RobustNav
LOWER_HFOV_DEG = 39.5  # RobustNav
# A pinhole camera sees half of its width under the tangent of half its field of view: 0.4355 per side.
SHARE_OF_SIDE = float(np.tan(np.radians(LOWER_HFOV_DEG / 2)) / np.tan(np.radians(USUAL_HFOV_DEG / 2)))


def zoomed_by_nearest(layer: NDArray[Any]) -> NDArray[Any]:
    """The centre of a depth map or of labels at its size; nothing is made up by mixing two surfaces."""
    rows, columns = (
        np.rint((np.arange(side) - (side - 1) / 2) * SHARE_OF_SIDE + (side - 1) / 2).astype(np.int64)
        for side in layer.shape
    )
    return np.ascontiguousarray(layer[rows[:, None], columns[None, :]])


@corruption(
    modality="rgb",
    sources=("robustnav",),
    scope="episode",
    profiles=("fixed", "parity"),
    switch=True,
    also_touches=("depth",),
    moves_labels=zoomed_by_nearest,
    constants={
        "field of view": f"{LOWER_HFOV_DEG:g} instead of {USUAL_HFOV_DEG:g} degrees across (RobustNav)",
        "share of each side that is left": f"{SHARE_OF_SIDE:.4f}, the ratio of the tangents "
        "(follows from it)",
    },
)
def lower_fov(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """The centre of the frame, cut out and enlarged to the whole; on or off, nothing is drawn.

    RobustNav narrows the whole camera: in parity a depth map (any float array of two axes) is cut in the same
    way, by nearest pixels. Fixed is a fault of the colour camera alone and gives a depth map back as it came.
    """

    def zoom(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return zoomed(frame)

    zoom_frame = on_frames(zoom)

    def corrupt(reading: Any, rng: np.random.Generator, context: Context) -> Any:
        if isinstance(reading, np.ndarray) and reading.ndim == 2 and reading.dtype != np.uint8:
            return zoomed_by_nearest(reading) if setting.parity else reading.copy()
        return zoom_frame(reading, rng, context)

    return corrupt


def zoomed(frame: Pixels) -> Pixels:
    """The centre of a frame at the frame's size, bilinear between pixels."""
    height, width = frame.shape[:2]
    rest = (1.0 - SHARE_OF_SIDE) / 2
    to_source = np.array(
        [[SHARE_OF_SIDE, 0.0, rest * (width - 1)], [0.0, SHARE_OF_SIDE, rest * (height - 1)]]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    large = cv2.warpAffine(frame, to_source, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(large, np.uint8)
