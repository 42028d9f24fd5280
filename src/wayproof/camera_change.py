"""Another view of a camera, as faults ask for it: knocked out of place, or as it was a moment ago."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class CameraChange:
    """A camera moved and turned along its own axes, and as it was some time ago."""

    right_m: float = 0.0
    up_m: float = 0.0
    back_m: float = 0.0
    turn_left_rad: float = 0.0
    tilt_up_rad: float = 0.0
    roll_rad: float = 0.0
    seconds_ago: float = 0.0

    def then(self, further: CameraChange) -> CameraChange:
        """Both changes together; they are small, so their order does not matter."""
        both = {part.name: getattr(self, part.name) + getattr(further, part.name) for part in fields(self)}
        return CameraChange(**both)


AS_MOUNTED = CameraChange()
Retake: TypeAlias = "Callable[[CameraChange], NDArray[np.generic]]"  # the same reading from another view
