"""World frames of other simulators and ours: the only place where one is turned into the other.

Ours (as in Habitat and glTF): right-handed, +Y up, heading 0 looks along -Z and grows counter-clockwise
seen from above.

Habitat     the same frame; rotations are quaternions (x, y, z, w)
AI2-THOR    left-handed, +Y up, angle 0 looks along +Z and grows clockwise, degrees
Isaac       right-handed, +Z up, angle 0 looks along +X and grows counter-clockwise, degrees;
            lengths in units of the scene
Matterport  right-handed, +Z up, angle 0 looks along +Y and grows clockwise, radians
"""

from __future__ import annotations

import math

from wayproof.errors import InvalidInput
from wayproof.vocabulary import Point

Quaternion = tuple[float, float, float, float]

# A quaternion further than this from length 1 is not a rounded rotation but another kind of number.
LARGEST_LENGTH_ERROR = 0.02
LARGEST_TILT_RAD = math.radians(1.0)  # more is worth a note: only the heading can be kept
# Closer than this to straight up or down a view has no heading.
SMALLEST_LEVEL_SHARE = 1e-3


def wrapped(angle_rad: float) -> float:
    """The same angle in (-pi, pi].

    >>> wrapped(3 * math.pi / 2) == -math.pi / 2
    True
    """
    turned = math.remainder(angle_rad, math.tau)
    return math.pi if turned == -math.pi else turned


def heading_from_quaternion(rotation: Quaternion) -> tuple[float, float]:
    """The heading and the tilt (angle between its up and ours) of a quaternion (x, y, z, w), in radians.

    A quaternion that is not of length 1, or that looks straight up or down, is an error.
    """
    length = math.sqrt(sum(number * number for number in rotation))
    if not abs(length - 1.0) <= LARGEST_LENGTH_ERROR:
        raise InvalidInput(f"a quaternion of length {length:.4g}, needs 1")
    x, y, z, w = (number / length for number in rotation)
    # The third column of the rotation matrix is what +Z becomes: the way back.
    back_x, back_z = 2.0 * (x * z + w * y), 1.0 - 2.0 * (x * x + y * y)
    if math.hypot(back_x, back_z) < SMALLEST_LEVEL_SHARE:
        raise InvalidInput("a quaternion that looks straight up or down, needs a heading")
    up_y = 1.0 - 2.0 * (x * x + z * z)
    return wrapped(math.atan2(back_x, back_z)), math.acos(max(-1.0, min(1.0, up_y)))


def quaternion_from_heading(heading_rad: float) -> Quaternion:
    """An upright quaternion (x, y, z, w).

    >>> quaternion_from_heading(0.0)
    (0.0, 0.0, 0.0, 1.0)
    """
    return 0.0, math.sin(heading_rad / 2.0), 0.0, math.cos(heading_rad / 2.0)


def heading_towards(here: Point, there: Point) -> float:
    """The heading from which one place looks at another; 0 for places above each other."""
    right_m, back_m = there[0] - here[0], there[2] - here[2]
    return wrapped(math.atan2(-right_m, -back_m)) if right_m or back_m else 0.0


def from_thor(x: float, y: float, z: float) -> Point:
    """A place of AI2-THOR in our frame; its own inverse. Mirroring z changes the handedness.

    >>> from_thor(1.0, 2.0, 3.0)
    (1.0, 2.0, -3.0)
    """
    return x, y, 0.0 - z  # 0.0 - 0.0 is 0.0, where -0.0 would show in files


def heading_from_thor(angle_deg: float) -> float:
    """AI2-THOR's clockwise degrees as our heading: mirrored with z, so clockwise turns become negative."""
    return wrapped(-math.radians(angle_deg))


def heading_to_thor(heading_rad: float) -> float:
    """Our heading as AI2-THOR's degrees, from 0 to below 360."""
    angle_deg = (0.0 - math.degrees(heading_rad)) % 360.0
    return 0.0 if angle_deg == 360.0 else angle_deg


def from_isaac(place: Point, metres_per_unit: float) -> Point:
    """A place of Isaac in our frame: its X is ours, its up Z is our y, its left Y is our -z."""
    x, y, z = place
    return x * metres_per_unit, z * metres_per_unit, 0.0 - y * metres_per_unit


def to_isaac(place: Point, metres_per_unit: float) -> Point:
    """The inverse of from_isaac."""
    x, y, z = place
    return x / metres_per_unit, 0.0 - z / metres_per_unit, y / metres_per_unit


def heading_from_isaac(yaw_deg: float) -> float:
    """Isaac's yaw (0 along +X, which is our +x) as our heading (0 along -z): a quarter turn less."""
    return wrapped(math.radians(yaw_deg) - math.pi / 2.0)


def heading_to_isaac(heading_rad: float) -> float:
    """Our heading as Isaac's yaw in degrees, in (-180, 180]."""
    return math.degrees(wrapped(heading_rad + math.pi / 2.0))


def from_matterport(x: float, y: float, z: float) -> Point:
    """A place of the Matterport3D simulator in our frame.

    >>> from_matterport(1.0, 2.0, 3.0)
    (1.0, 3.0, -2.0)
    """
    return x, z, 0.0 - y


def heading_from_matterport(heading_rad: float) -> float:
    """Its clockwise heading as ours: both look along Matterport's +Y, our -z, at 0."""
    return wrapped(-heading_rad)
