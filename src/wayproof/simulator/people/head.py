"""The head: skull and face, ears, hair, beard or headscarf.

A place on the head is given by `rise` (0 at the chin, 1 at the crown) and `angle` (0 at the back, pi in
front).
"""

from __future__ import annotations

import numpy as np

from wayproof.simulator.people.appearance import Look
from wayproof.simulator.people.limb_surfaces import Floats, Part, Ring, loft, mirrored, skin
from wayproof.simulator.people.skeleton import HEAD

CHIN, HEAD_HEIGHT = 0.866, 0.129
TYPICAL_HEIGHT_M = 1.72
COVERS_EARS = ("headscarf", "bob", "long")
# Columns are closer together in the face.
_OFF_FRONT = np.radians([0.0, 9.0, 20.0, 34.0, 50.0, 68.0, 88.0, 111.0, 134.0, 157.0, 180.0])
ANGLES: Floats = np.concatenate([np.pi - _OFF_FRONT[::-1], np.pi + _OFF_FRONT[1:]])
# Rise, half width, depth to the front and to the back, in heights of the person.
_SKULL = np.array(
    [
        (-0.06, 0.0150, 0.0240, 0.010),
        (0.00, 0.0205, 0.0450, 0.016),
        (0.07, 0.0285, 0.0505, 0.026),
        (0.17, 0.0350, 0.0510, 0.040),
        (0.26, 0.0378, 0.0510, 0.0475),
        (0.345, 0.0398, 0.0515, 0.0515),
        (0.42, 0.0411, 0.0510, 0.0542),
        (0.505, 0.0421, 0.0500, 0.0567),
        (0.58, 0.0430, 0.0525, 0.0585),
        (0.69, 0.0435, 0.0520, 0.0595),
        (0.80, 0.0420, 0.0475, 0.0570),
        (0.92, 0.0320, 0.0345, 0.0420),
        (1.00, 0.0, 0.0, 0.0),
    ]
)
# What stands out of the skull: rise, angle off the front, height, spread in rise, spread in angle.
_FEATURES = np.array(
    [
        (0.345, 0.0, 0.0125, 0.035, 0.10),
        (0.43, 0.0, 0.0075, 0.060, 0.10),
        (0.515, 0.42, -0.0045, 0.035, 0.16),
        (0.585, 0.35, 0.0020, 0.030, 0.30),
        (0.19, 0.0, 0.0025, 0.035, 0.25),
        (0.03, 0.0, 0.0025, 0.040, 0.25),
        (0.40, 0.75, 0.0020, 0.060, 0.20),
    ]
)


def head_scale(look: Look) -> float:
    """Heads differ less than bodies do."""
    return float((TYPICAL_HEIGHT_M / look.height_m) ** 0.4)


def head_places(
    rise: Floats, angle: Floats, scale: float, *, grow: Floats | float = 0.0, bare: bool = True
) -> Floats:
    """Places (..., 3) on the head, `grow` further out; without `bare` the face has no features."""
    width, front, back = (np.interp(rise, _SKULL[:, 0], _SKULL[:, k]) for k in (1, 2, 3))
    off_front = np.abs(angle - np.pi)
    out = np.zeros(np.broadcast_shapes(rise.shape, angle.shape))
    if bare:
        for at, aside, high, spread_rise, spread_angle in _FEATURES:
            out = out + high * np.exp(
                -0.5 * ((rise - at) / spread_rise) ** 2 - 0.5 * ((off_front - aside) / spread_angle) ** 2
            )
    sin, cos = np.sin(angle), np.cos(angle)
    power = 0.92
    aside = np.sign(sin) * np.abs(sin) ** power * (width + grow)
    behind = np.sign(cos) * np.abs(cos) ** power * (np.where(cos > 0, back, front) + grow)
    lift = np.where(rise > 0.8, (rise - 0.8) / 0.2, 0.0) * grow
    x, z = aside + out * sin, behind + out * cos
    y = CHIN + scale * (HEAD_HEIGHT * rise + lift)
    return np.stack(np.broadcast_arrays(scale * x, y, scale * z), axis=-1)


def face_u(angle: Floats) -> Floats:
    """Texture coordinate across: the face gets more than its share."""
    off = angle - np.pi
    return 0.5 + np.sign(off) * np.interp(np.abs(off), (0.0, 1.15, np.pi), (0.0, 0.32, 0.5))


def head_parts(look: Look) -> list[Part]:
    """Skull with ears, and what grows on it or covers it."""
    scale = head_scale(look)
    rise = _SKULL[:, :1] + np.zeros_like(ANGLES)
    angle = ANGLES + np.zeros_like(rise)
    places = head_places(rise, angle, scale)
    uv = np.stack([face_u(angle), np.clip(rise, 0.0, 1.0) * 0.98 + 0.01], axis=-1)
    shade = 1.0 - 0.35 * np.clip((0.04 - rise) / 0.1, 0.0, 1.0)
    parts = [_on_head("face", places, uv, shade)]
    if look.hair_style not in COVERS_EARS:
        ear = _ear(scale)
        parts += [ear, mirrored(ear, ())]
    return parts


def _ear(scale: float) -> Part:
    y, z = CHIN + scale * HEAD_HEIGHT * 0.40, scale * 0.004
    table = (
        (-0.016, 0.0, 0.0),
        (-0.013, 0.005, 0.006),
        (0.012, 0.0065, 0.011),
        (0.019, 0.005, 0.009),
        (0.021, 0.0, 0.0),
    )
    rings = [
        Ring(scale * 0.0425, y + scale * dy, z, scale * w, scale * d, scale * d, HEAD, shade=0.9)
        for dy, w, d in table
    ]
    return loft(rings, "skin", sides=5)


def _on_head(texture: str, places: Floats, uv: Floats, shade: Floats) -> Part:
    count = places.shape[0] * places.shape[1]
    bones = np.full((count, 2), HEAD, np.int64)
    return skin(texture, places, uv, bones, np.zeros(count), shade.reshape(-1))
