"""Arms and hands, legs and shoes: modelled for the person's right and mirrored."""

from __future__ import annotations

import numpy as np

from wayproof.simulator.people.appearance import Look
from wayproof.simulator.people.limb_surfaces import Part, Ring, loft, mirrored, skin
from wayproof.simulator.people.skeleton import ARM, CHEST, ELBOW, FOOT, HAND, HIP, KNEE, PELVIS, TOES, Floats

PAIRS = (ARM, ELBOW, HAND, HIP, KNEE, FOOT, TOES)
# A bare arm: height, radius, how far its middle lies inward of the joint.
_ARM = np.array(
    [
        (0.809, 0.010, 0.024),
        (0.803, 0.0200, 0.016),
        (0.790, 0.0285, 0.0085),
        (0.770, 0.0325, 0.003),
        (0.738, 0.0305, 0.0),
        (0.690, 0.0260, 0.0),
        (0.650, 0.0235, 0.0),
        (0.630, 0.0230, 0.0),
        (0.595, 0.0240, 0.0),
        (0.545, 0.0205, 0.0),
        (0.490, 0.0150, 0.0),
    ]
)
# A bare leg: height, half width, depth to the front and to the back, x of its middle.
_LEG = np.array(
    [
        (0.520, 0.0455, 0.050, 0.058, 0.0475),
        (0.470, 0.0475, 0.053, 0.057, 0.0475),
        (0.420, 0.0450, 0.051, 0.050, 0.0480),
        (0.360, 0.0385, 0.045, 0.042, 0.0475),
        (0.312, 0.0335, 0.040, 0.035, 0.0475),
        (0.276, 0.0322, 0.037, 0.033, 0.0470),
        (0.200, 0.0315, 0.029, 0.039, 0.0460),
        (0.145, 0.0270, 0.025, 0.034, 0.0450),
        (0.090, 0.0205, 0.020, 0.025, 0.0445),
        (0.045, 0.0190, 0.020, 0.023, 0.0440),
    ]
)
# A shoe from heel to toe: z, half width, height of its upper, height of its underside.
_SHOE = np.array(
    [
        (0.0525, 0.0, 0.022, 0.022),
        (0.048, 0.0165, 0.042, 0.001),
        (0.034, 0.0220, 0.055, 0.0),
        (0.008, 0.0225, 0.060, 0.0),
        (-0.034, 0.0255, 0.043, 0.0),
        (-0.062, 0.0280, 0.034, 0.0),
        (-0.084, 0.0265, 0.029, 0.0),
        (-0.100, 0.0185, 0.024, 0.002),
        (-0.107, 0.0, 0.012, 0.012),
    ]
)
SHOE_SIDES = 8
TURNED_OUT_RAD = 0.10


def both(part: Part) -> list[Part]:
    """A part of the right side and its mirror image."""
    return [part, mirrored(part, PAIRS)]


def arm_parts(look: Look, joints: Floats) -> list[Part]:
    """Sleeve, bare arm and hand of both sides; joints (n, 3) of a person of height 1."""
    ease = {
        "t_shirt": 0.006,
        "shirt": 0.005,
        "jumper": 0.006,
        "hoodie": 0.008,
        "jacket": 0.008,
        "dress": 0.003,
    }[look.top]
    heights = [float(y) for y in _ARM[:, 0]]
    end = 0.712 if look.sleeves == "short" else 0.497
    covered = [y for y in heights if y > end + 0.01]
    sleeve = [_arm_ring(look, joints, y, ease) for y in covered]
    sleeve += [_arm_ring(look, joints, end, ease + (0.004 if look.sleeves == "short" else -0.001))]
    sleeve += [_arm_ring(look, joints, end + 0.002, -0.004)._replace(shade=0.45)]
    parts = both(loft(sleeve, "top_cloth", sides=8, tiles=(1.0, 2.0 if look.sleeves == "long" else 0.65)))
    if look.sleeves == "short":
        bare = [_arm_ring(look, joints, y, 0.0) for y in (0.745, *heights) if y <= 0.745]
        bare[0] = bare[0]._replace(shade=0.6)
        parts += both(loft(bare[1:] if bare[0].y == bare[1].y else bare, "skin", sides=8))
    return parts + both(_hand(look, joints)) + both(_thumb(joints))


def _arm_ring(look: Look, joints: Floats, y: float, ease: float) -> Ring:
    radius = (
        float(np.interp(y, _ARM[::-1, 0], _ARM[::-1, 1]))
        * (1.0 + 0.7 * (look.girth - 1.0))
        * (1.04 - 0.14 * look.shape)
    )
    shoulder, elbow, wrist = joints[ARM[0]], joints[ELBOW[0]], joints[HAND[0]]
    knots = (wrist[1], elbow[1], shoulder[1])
    x = float(np.interp(y, knots, (wrist[0], elbow[0], shoulder[0]))) - float(
        np.interp(y, _ARM[::-1, 0], _ARM[::-1, 2])
    )
    z = float(np.interp(y, knots, (wrist[2], elbow[2], shoulder[2])))
    loose = ease * float(np.clip((0.815 - y) / 0.04, 0.0, 1.0))
    bones = (ARM[0], ELBOW[0], float(np.clip((0.662 - y) / 0.06, 0.0, 1.0)))
    if y > 0.78:
        bones = (ARM[0], CHEST, float(np.clip((y - 0.78) / 0.03, 0.0, 0.9)))
    deep = radius * (1.12 if y > 0.7 else 1.0) + loose
    return Ring(x, y, z, radius + loose, deep, deep, *bones)


def _hand(look: Look, joints: Floats) -> Part:
    """A relaxed hand, its palm towards the thigh, fingers a little bent."""
    x, y, z = joints[HAND[0]]
    slim = 1.0 - 0.1 * look.shape
    table = (
        (0.012, 0.0135, 0.0150, 0.0, 0.0),
        (-0.010, 0.0120, 0.0180, 0.0, -0.001),
        (-0.032, 0.0125, 0.0225, 0.0, -0.002),
        (-0.050, 0.0115, 0.0225, -0.001, -0.004),
        (-0.074, 0.0100, 0.0200, -0.005, -0.008),
        (-0.093, 0.0080, 0.0155, -0.010, -0.011),
        (-0.102, 0.0, 0.0, -0.014, -0.012),
    )
    rings = [
        Ring(x + dx, y + dy, z + dz, slim * w, slim * d, slim * d, HAND[0], square=2.4)
        for dy, w, d, dx, dz in table
    ]
    rings[0] = rings[0]._replace(bone=ELBOW[0])
    return loft(rings, "hand", sides=6)


def _thumb(joints: Floats) -> Part:
    x, y, z = joints[HAND[0]]
    table = (
        (-0.014, 0.008, -0.010),
        (-0.034, 0.0078, -0.022),
        (-0.054, 0.0060, -0.028),
        (-0.063, 0.0, -0.029),
    )
    return loft([Ring(x - 0.004, y + dy, z + dz, r, r, r, HAND[0]) for dy, r, dz in table], "skin", sides=5)


def leg_parts(look: Look) -> list[Part]:
    """Trouser legs or bare legs, down into the shoes."""
    bare_from = {"jeans": None, "trousers": None, "shorts": 0.335, "skirt": 0.50}[look.bottom]
    parts: list[Part] = []
    if bare_from is not None:
        heights = [bare_from, *(float(y) for y in _LEG[:, 0] if y < bare_from)]
        rings = [_leg_ring(look, y, 0.0) for y in heights]
        rings[0] = rings[0]._replace(shade=0.55)
        parts += both(loft([*rings, _leg_ring(look, 0.03, 0.0)], "skin", sides=8))
    if look.bottom != "skirt":
        parts += both(
            loft(
                _trouser_rings(look), "bottom_cloth", sides=8, tiles=(2.0, 3.0 if bare_from is None else 1.5)
            )
        )
    return parts + both(_shoe())


def _trouser_rings(look: Look) -> list[Ring]:
    if look.bottom == "shorts":
        heights, ease = [0.52, 0.47, 0.42, 0.36, 0.315], 0.008
    else:
        heights, ease = [float(y) for y in _LEG[:-1, 0]], 0.003 if look.bottom == "jeans" else 0.006
    rings = [_leg_ring(look, y, ease) for y in heights]
    if look.bottom == "shorts":
        return [*rings, rings[-1]._replace(y=0.318, width=0.03, front=0.03, back=0.03, shade=0.4)]
    # Below the knee cloth hangs instead of following the calf.
    loose = [
        ring._replace(width=max(ring.width, 0.0265), front=max(ring.front, 0.029), back=max(ring.back, 0.029))
        for ring in rings
    ]
    hem = Ring(0.0440, 0.034, 0.008, 0.0275, 0.036, 0.031, KNEE[0], FOOT[0], 0.35, 0.9)
    return [*loose, hem, hem._replace(y=0.036, width=0.02, front=0.02, back=0.02, shade=0.4)]


def _leg_ring(look: Look, y: float, ease: float) -> Ring:
    width, front, back, x = (float(np.interp(y, _LEG[::-1, 0], _LEG[::-1, k])) for k in (1, 2, 3, 4))
    thick = 1.0 + float(np.interp(y, (0.3, 0.45), (0.5, 1.0))) * (look.girth - 1.0)
    ease = min(ease, 0.003) if y > 0.46 else ease  # flat under the hem of what is worn above
    slim = 1.0 - 0.07 * look.shape * (1.0 if y < 0.4 else 0.3)
    z = 0.012 * float(np.clip((0.284 - y) / 0.24, 0.0, 1.0))
    bones = (HIP[0], KNEE[0], float(np.clip((0.318 - y) / 0.068, 0.0, 1.0)))
    if y > 0.505:
        bones = (PELVIS, HIP[0], 0.6)
    shade = 0.8 if 0.40 < y < 0.49 else 0.95
    return Ring(
        x,
        y,
        z,
        width * thick * slim + ease,
        front * thick * slim + ease,
        back * thick * slim + ease,
        *bones,
        shade,
    )


def _shoe() -> Part:
    """Sections across the foot; u is 0 on top and 0.5 under the sole, v runs from heel to toe."""
    around = np.linspace(0.0, 2 * np.pi, SHOE_SIDES + 1)
    z, half, high, low = (_SHOE[:, k : k + 1] for k in range(4))
    sin, cos = np.sin(around)[None], np.cos(around)[None]
    waist = 0.4 * high + 0.6 * low
    x = 0.046 + half * np.sign(sin) * np.abs(sin) ** 0.8 - 0.004 * (z < -0.06)
    y = waist + np.where(cos > 0, (high - waist) * cos, (waist - low) * -(np.abs(cos) ** 0.4))
    places = np.stack([x, y, np.broadcast_to(z, x.shape)], axis=-1)
    cos_out, sin_out = np.cos(TURNED_OUT_RAD), np.sin(TURNED_OUT_RAD)
    across, along = places[..., 0] - 0.044, places[..., 2] - 0.012
    places[..., 0], places[..., 2] = (
        0.044 + across * cos_out - along * sin_out,
        0.012 + across * sin_out + along * cos_out,
    )
    share = np.clip((-0.055 - z) / 0.024, 0.0, 1.0)
    v = np.broadcast_to((z - z.min()) / (z.max() - z.min()), x.shape)
    uv = np.stack([np.broadcast_to(around / (2 * np.pi), x.shape), v], axis=-1)
    count = x.size
    bones = np.tile(np.array([[FOOT[0], TOES[0]]]), (count, 1))
    shade = np.where(y < 0.004, 0.6, 1.0).reshape(-1)
    return skin("shoe", places, uv, bones, np.repeat(share[:, 0], SHOE_SIDES + 1), shade)
