"""Numbers and poses of SDF: `x y z roll pitch yaw`, fixed axes, or with a quaternion at the end."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile

Floats = NDArray[np.float64]

FARTHEST_M = 1e5  # ours: what lies farther is a mistake, and single precision could not place it


def numbers(text: str | None, count: int, where: str) -> list[float]:
    """So many finite numbers, separated by space."""
    words = (text or "").split()
    try:
        values = [float(word) for word in words]
    except ValueError:
        values = []
    if len(values) != count or not all(math.isfinite(value) and abs(value) <= FARTHEST_M for value in values):
        raise BrokenFile(f"{where} is {(text or '')[:60].strip()!r}; it should be {count} numbers")
    return values


def pose_matrix(pose: Element | None, where: str) -> Floats:
    """The matrix (4, 4) of a <pose>; the identity where there is none or an empty one."""
    matrix = np.eye(4)
    if pose is None or not (pose.text or "").strip():
        return matrix
    if pose.get("rotation_format") == "quat_xyzw":
        x, y, z, *quaternion = numbers(pose.text, 7, where)
        matrix[:3, :3] = _from_quaternion(quaternion, where)
    else:
        x, y, z, roll, pitch, yaw = numbers(pose.text, 6, where)
        if pose.get("degrees") in ("true", "1"):
            roll, pitch, yaw = (math.radians(angle) for angle in (roll, pitch, yaw))
        matrix[:3, :3] = _about(2, yaw) @ _about(1, pitch) @ _about(0, roll)
    matrix[:3, 3] = x, y, z
    return matrix


def _about(axis: int, angle_rad: float) -> Floats:
    """Rotation about x, y or z (0, 1, 2), counter-clockwise."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    turn = np.eye(3)
    turn[first, first] = turn[second, second] = math.cos(angle_rad)
    turn[second, first], turn[first, second] = math.sin(angle_rad), -math.sin(angle_rad)
    return turn


def _from_quaternion(quaternion: list[float], where: str) -> Floats:
    x, y, z, w = quaternion
    length = math.sqrt(x * x + y * y + z * z + w * w)
    if length < 1e-9:
        raise BrokenFile(f"{where} has a quaternion of length 0; it turns nothing")
    x, y, z, w = x / length, y / length, z / length, w / length
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
