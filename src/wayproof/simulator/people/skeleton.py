"""The bones of a person: where the joints are, and how turning the joints moves the skin.

A person at rest stands at the origin with arms down and looks along -Z; +X is the person's right. Angles of a
joint are (pitch, yaw, roll) about x, y and z, applied in that order: a positive pitch swings a leg or a
forearm forward and bends the trunk backward, a positive yaw turns to the left, a positive roll lifts the
right side.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PELVIS, SPINE, CHEST, NECK, HEAD = range(5)
# Pairs: the right one, then the left one.
ARM, ELBOW, HAND = (5, 6), (7, 8), (9, 10)
HIP, KNEE, FOOT, TOES = (11, 12), (13, 14), (15, 16), (17, 18)
BONES = 19

_PARENT = {
    SPINE: PELVIS, CHEST: SPINE, NECK: CHEST, HEAD: NECK,
    ARM[0]: CHEST, ARM[1]: CHEST, ELBOW[0]: ARM[0], ELBOW[1]: ARM[1], HAND[0]: ELBOW[0], HAND[1]: ELBOW[1],
    HIP[0]: PELVIS, HIP[1]: PELVIS, KNEE[0]: HIP[0], KNEE[1]: HIP[1],
    FOOT[0]: KNEE[0], FOOT[1]: KNEE[1], TOES[0]: FOOT[0], TOES[1]: FOOT[1],
}  # fmt: skip
PARENT: Ints = np.array([_PARENT.get(bone, -1) for bone in range(BONES)], np.int64)
# Thighs and feet are turned with respect to the ground, not to the pelvis or the shin: a sway of the hips
# or a bend of the knee leaves the foot flat on the floor.
FOLLOWS: NDArray[np.bool_] = np.array([bone not in (*HIP, *FOOT) for bone in range(BONES)])

# Joints of a person of height 1, right side; from anthropometric tables, shoes included.
ANKLE_HEIGHT = 0.045
_MIDDLE_JOINTS = {
    PELVIS: (0.0, 0.53, 0.0),
    SPINE: (0.0, 0.58, 0.004),
    CHEST: (0.0, 0.68, 0.008),
    NECK: (0.0, 0.83, 0.012),
    HEAD: (0.0, 0.872, 0.004),
}
_SIDE_JOINTS = {
    HIP: (0.050, 0.515, 0.0),
    KNEE: (0.047, 0.284, -0.002),
    FOOT: (0.044, ANKLE_HEIGHT, 0.012),
    TOES: (0.046, 0.012, -0.068),
}


@dataclass(frozen=True)
class Pose:
    """Joint angles (19, 3) in radians, and the shift of the pelvis from its place at rest, in metres."""

    angles_rad: Floats
    shift_m: Floats


def rest_joints(height_m: float, shoulder: float) -> Floats:
    """Joints (19, 3) of a standing person; `shoulder` is half the distance between the shoulder joints."""
    joints = np.zeros((BONES, 3))
    for bone, place in _MIDDLE_JOINTS.items():
        joints[bone] = place
    arms = {
        ARM: (shoulder, 0.793, 0.010),
        ELBOW: (shoulder + 0.016, 0.632, 0.016),
        HAND: (shoulder + 0.024, 0.488, 0.004),
    }
    for pair, place in (*_SIDE_JOINTS.items(), *arms.items()):
        for bone, side in zip(pair, (1.0, -1.0), strict=True):
            joints[bone] = (side * place[0], place[1], place[2])
    return joints * height_m


@kernel
def bone_frames(
    joints: Floats, parent: Ints, follows: NDArray[np.bool_], angles: Floats, shift: Floats
) -> tuple[Floats, Floats]:
    """Rotation (n, 3, 3) of each bone and place (n, 3) of its joint, in the frame of the standing person."""
    turns, places = np.empty((len(joints), 3, 3)), np.empty((len(joints), 3))
    own = np.empty((3, 3))
    for bone in range(len(joints)):
        sx, cx = np.sin(angles[bone, 0]), np.cos(angles[bone, 0])
        sy, cy = np.sin(angles[bone, 1]), np.cos(angles[bone, 1])
        sz, cz = np.sin(angles[bone, 2]), np.cos(angles[bone, 2])
        # roll * yaw * pitch
        own[0] = cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx
        own[1] = sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx
        own[2] = -sy, cy * sx, cy * cx
        above = parent[bone]
        if above < 0:
            turns[bone], places[bone] = own, joints[bone] + shift
            continue
        for row in range(3):
            places[bone, row] = places[above, row]
            for k in range(3):
                places[bone, row] += turns[above, row, k] * (joints[bone, k] - joints[above, k])
                turns[bone, row, k] = own[row, k]
                if follows[bone]:
                    turns[bone, row, k] = (
                        turns[above, row, 0] * own[0, k]
                        + turns[above, row, 1] * own[1, k]
                        + turns[above, row, 2] * own[2, k]
                    )
    return turns, places


@kernel
def bend_skin(
    vertices: Floats,
    normals: Floats,
    bones: Ints,
    share: Floats,
    joints: Floats,
    turns: Floats,
    places: Floats,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Vertices and normals (v, 3) after each has followed its two bones; `share` (v,) is the second's."""
    moved = np.empty(vertices.shape, np.float32)
    facing = np.empty(vertices.shape, np.float32)
    for vertex in range(len(vertices)):
        first, second, part = bones[vertex, 0], bones[vertex, 1], share[vertex]
        for row in range(3):
            place = (1.0 - part) * places[first, row] + part * places[second, row]
            normal = 0.0
            for k in range(3):
                a, b = (1.0 - part) * turns[first, row, k], part * turns[second, row, k]
                place += a * (vertices[vertex, k] - joints[first, k])
                place += b * (vertices[vertex, k] - joints[second, k])
                normal += (a + b) * normals[vertex, k]
            moved[vertex, row] = place
            facing[vertex, row] = normal
    return moved, facing
