"""A pinhole camera and where it stands: image size and field of view, eye and orientation.

Pixel (row y, column x) looks along forward + right * (x + 0.5 - width / 2) / focal
+ up * (height / 2 - y - 0.5) / focal: pixels are square, the optical axis passes through the image's middle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput

LARGEST_SIDE_PX = 8192
FULL_TURN_RAD = 2 * math.pi


@dataclass(frozen=True)
class Camera:
    """Image size in pixels and horizontal field of view, which is between 0 and pi, both excluded."""

    width_px: int
    height_px: int
    hfov_rad: float

    def __post_init__(self) -> None:
        for name in ("width_px", "height_px"):
            size = getattr(self, name)
            if isinstance(size, bool) or not 1 <= size <= LARGEST_SIDE_PX or size != int(size):
                raise InvalidInput(
                    f"camera {name} is {size!r}; it must be a whole number from 1 to {LARGEST_SIDE_PX}."
                )
        if not 0.0 < self.hfov_rad < math.pi:
            raise InvalidInput(
                f"camera hfov_rad is {self.hfov_rad!r}; a flat image has a field of view above 0 and below "
                "pi. For wider views render a panorama."
            )

    @property
    def focal_px(self) -> float:
        return self.width_px / 2 / math.tan(self.hfov_rad / 2)


@dataclass(frozen=True)
class View:
    """Where a camera stands: eye in metres, and a rotation whose rows are its right, up and forward axes."""

    eye_m: NDArray[np.float64]
    rotation: NDArray[np.float64]


def view_from(
    eye_m: Sequence[float] | NDArray[np.floating],
    heading_rad: float,
    *,
    pitch_rad: float = 0.0,
    roll_rad: float = 0.0,
) -> View:
    """The view from an eye: heading 0 looks along -Z and grows counter-clockwise about +Y, pitch upwards.

    Roll turns the camera counter-clockwise seen from behind it, so the horizon in the image turns clockwise.
    """
    eye = np.asarray(eye_m, np.float64)
    if eye.shape != (3,) or not np.isfinite([*eye, heading_rad, pitch_rad, roll_rad]).all():
        raise InvalidInput(
            f"view from eye {eye_m!r}, heading {heading_rad!r}, pitch {pitch_rad!r}, roll {roll_rad!r}; "
            "the eye is three numbers (x, y, z) in metres, and none may be NaN or infinite."
        )
    sin_h, cos_h = math.sin(heading_rad), math.cos(heading_rad)
    sin_p, cos_p = math.sin(pitch_rad), math.cos(pitch_rad)
    sin_r, cos_r = math.sin(roll_rad), math.cos(roll_rad)
    forward = np.array([-sin_h * cos_p, sin_p, -cos_h * cos_p])
    right = np.array([cos_h, 0.0, -sin_h])
    up = np.array([sin_h * sin_p, cos_p, cos_h * sin_p])
    return View(eye, np.stack([cos_r * right + sin_r * up, cos_r * up - sin_r * right, forward]))


def turned(view: View, heading_rad: float) -> View:
    """The same eye and tilt, turned counter-clockwise about +Y."""
    cos, sin = math.cos(heading_rad), math.sin(heading_rad)
    about_y = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
    return View(view.eye_m, view.rotation @ about_y.T)


def ring_of_views(view: View, count: int) -> list[View]:
    """`count` views about the vertical, the first as given, each next one turned counter-clockwise."""
    if count < 1:
        raise InvalidInput(f"a ring of {count!r} views; it needs at least 1.")
    return [turned(view, FULL_TURN_RAD * step / count) for step in range(count)]
