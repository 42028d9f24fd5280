"""Faults of a whole camera: they act on its colours and its depth alike.

Where nothing can be drawn again, pictures are warped as if the camera had turned.
"""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.camera_change import CameraChange
from wayproof.corruptions.depth.depth_form import metres_of
from wayproof.corruptions.rgb.frame_form import Pixels, pixels_of
from wayproof.vocabulary import Context, modality_of

USUAL_HFOV_RAD = math.radians(79.0)  # RobustNav's and Habitat's camera, where nobody says
ASSUMED_TURN_DEG_S = 30.0  # of a camera whose motion nobody knows (ours)
WIDEST_FLAT_RAD = math.radians(170.0)  # wider pictures are not flat ones


def is_depth(reading: Any, context: Context) -> bool:
    """Whether a picture is a depth map: by the reading's name, else floats of two axes are."""
    if context.reading:
        return modality_of(context.reading) == "depth"
    return isinstance(reading, np.ndarray) and reading.ndim == 2 and reading.dtype != np.uint8


def checked(reading: Any, context: Context) -> NDArray[Any]:
    """A copy of the picture in its own shape and type; refuses what is none."""
    if is_depth(reading, context):
        return metres_of(reading).reshape(reading.shape).astype(reading.dtype, copy=False)
    pixels_of(reading)
    return np.array(reading, copy=True)


def focal_px(width_px: int, context: Context) -> float:
    """The focal length of a camera in pixels."""
    hfov = min(context.hfov_rad or USUAL_HFOV_RAD, WIDEST_FLAT_RAD)
    return width_px / 2.0 / math.tan(hfov / 2.0)


def turned_picture(picture: NDArray[Any], change: CameraChange, context: Context) -> NDArray[Any]:
    """The picture as a camera on the spot would see it after turning; the border is repeated outwards.

    Exact for a turn; a move of the camera shifts near things more than far ones and is left out.
    """
    height, width = picture.shape[:2]
    focal = focal_px(width, context)
    lens = np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])
    to_source = lens @ _rotation(change) @ np.linalg.inv(lens)
    return warped(picture, to_source, context)


def seen_before(frame: Pixels, ago_s: float, context: Context) -> Pixels:
    """The frame as it was a moment ago; where nobody knows, as if the camera turned to the left meanwhile."""
    if context.retake is not None:
        return pixels_of(context.retake(CameraChange(seconds_ago=ago_s)))
    turned = CameraChange(turn_left_rad=-math.radians(ASSUMED_TURN_DEG_S) * ago_s)
    return turned_picture(frame, turned, context)


def warped(picture: NDArray[Any], to_source: NDArray[np.float64], context: Context) -> NDArray[Any]:
    """A picture through a homography from new to old pixels: depth by nearest pixels, colours mixed."""
    height, width = picture.shape[:2]
    nearest = is_depth(picture, context)
    flags = (cv2.INTER_NEAREST if nearest else cv2.INTER_LINEAR) | cv2.WARP_INVERSE_MAP
    content = picture if picture.dtype in (np.uint8, np.float32) else picture.astype(np.float32)
    moved = cv2.warpPerspective(
        content, to_source, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(moved).reshape(picture.shape).astype(picture.dtype, copy=False)


def _rotation(change: CameraChange) -> NDArray[np.float64]:
    """From directions of the turned camera to those of the camera as it was; x right, y down, z ahead."""
    tilt, _ = cv2.Rodrigues(np.array([change.tilt_up_rad, 0.0, 0.0]))
    turn, _ = cv2.Rodrigues(np.array([0.0, -change.turn_left_rad, 0.0]))
    roll, _ = cv2.Rodrigues(np.array([0.0, 0.0, -change.roll_rad]))
    return np.asarray(turn @ tilt @ roll, np.float64)
