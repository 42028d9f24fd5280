"""The trunk and what covers it: shirt or jacket, the seat of the trousers, skirt, collar and hood."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayproof.simulator.people.appearance import Look
from wayproof.simulator.people.limb_surfaces import Part, Ring, loft
from wayproof.simulator.people.skeleton import CHEST, HIP, NECK, PELVIS, SPINE

SIDES = 12
# Height, half width, depth to the front and to the back of an average trunk, heights of the body being 1.
_PROFILE = np.array(
    [
        (0.462, 0.097, 0.050, 0.060),
        (0.480, 0.0995, 0.054, 0.066),
        (0.505, 0.0990, 0.057, 0.070),
        (0.530, 0.0975, 0.058, 0.070),
        (0.560, 0.092, 0.058, 0.062),
        (0.590, 0.085, 0.057, 0.055),
        (0.620, 0.081, 0.056, 0.051),
        (0.660, 0.084, 0.060, 0.053),
        (0.700, 0.091, 0.065, 0.058),
        (0.735, 0.097, 0.066, 0.062),
        (0.765, 0.101, 0.061, 0.064),
        (0.786, 0.105, 0.053, 0.060),
        (0.801, 0.102, 0.044, 0.053),
        (0.813, 0.081, 0.039, 0.047),
        (0.826, 0.057, 0.035, 0.042),
        (0.838, 0.041, 0.032, 0.038),
        (0.846, 0.036, 0.031, 0.036),
    ]
)


def half_shoulder(look: Look) -> float:
    """Half the distance between the shoulder joints."""
    return (0.107 - 0.012 * look.shape) * (1.0 + 0.35 * (look.girth - 1.0))


def trunk_ring(look: Look, y: float, *, ease: float = 0.0, shade: float = 1.0) -> Ring:
    """The trunk at a height, with cloth that stands off by `ease`."""
    width, front, back = (float(np.interp(y, _PROFILE[:, 0], _PROFILE[:, k])) for k in (1, 2, 3))
    above = _bump(y, 0.80, 0.06) if y < 0.80 else 1.0
    shape, girth = look.shape, look.girth
    width *= (
        1.0 - 0.09 * shape * _bump(y, 0.62, 0.05) + 0.07 * shape * _bump(y, 0.52, 0.05) - 0.10 * shape * above
    )
    front += 0.018 * shape * _bump(y, 0.728, 0.024) + 0.034 * look.belly * _bump(y, 0.605, 0.055)
    thick = 1.0 + (girth - 1.0) * (1.0 if y < 0.76 else 0.35)
    lower, upper, share = _trunk_bones(y)
    centre = 0.008 * float(np.clip((y - 0.56) / 0.12, 0.0, 1.0))
    return Ring(
        0.0, y, centre, width * thick + ease, front * thick + ease, back * thick + ease,
        lower, upper, share, shade, 2.3,
    )  # fmt: skip


def top_parts(look: Look) -> list[Part]:
    """What is worn above: from the hem to the collar."""
    ease = {
        "t_shirt": 0.005,
        "shirt": 0.005,
        "jumper": 0.008,
        "hoodie": 0.010,
        "jacket": 0.011,
        "dress": 0.003,
    }[look.top]
    hem = (
        0.585 if look.tucked or look.top == "dress" else 0.478 if look.top in ("jacket", "hoodie") else 0.492
    )
    heights = [
        hem,
        *(y for y in (0.53, 0.575, 0.625, 0.68, 0.73, 0.76, 0.786, 0.803, 0.816, 0.828) if y > hem + 0.012),
    ]
    rings = [
        trunk_ring(look, y, ease=ease + (0.004 if y < 0.535 else 0.0), shade=_armpit(y)) for y in heights
    ]
    fold = trunk_ring(look, hem + 0.004, ease=ease - 0.012, shade=0.45)
    neck = trunk_ring(look, 0.840, ease=ease * 0.6, shade=0.9)
    return [_pushed_by_thighs(loft([fold, *rings, neck], "top", sides=SIDES)), *_collar(look)]


def _collar(look: Look) -> list[Part]:
    """A band around the neck; a hood is a thick one that hangs back."""
    bone = (CHEST, NECK, 0.5)
    if look.top == "hoodie":
        sizes = (
            (0.826, 0.060, 0.030, 0.072),
            (0.842, 0.064, 0.030, 0.080),
            (0.858, 0.054, 0.036, 0.064),
            (0.856, 0.036, 0.030, 0.036),
        )
        return [
            loft(
                [Ring(0.0, y, 0.012, w, f, b, CHEST) for y, w, f, b in sizes],
                "top_cloth",
                sides=10,
                tiles=(2.0, 0.3),
            )
        ]
    if look.top in ("shirt", "jacket"):
        texture = "collar"
        sizes = (
            (0.832, 0.050, 0.040, 0.044),
            (0.846, 0.043, 0.037, 0.040),
            (0.857, 0.0385, 0.034, 0.037),
            (0.855, 0.032, 0.028, 0.030),
        )
        return [loft([Ring(0.0, y, 0.010, w, f, b, *bone) for y, w, f, b in sizes], texture, sides=8)]
    return []


def seat_parts(look: Look) -> list[Part]:
    """The seat of trousers, from the crotch to the belt."""
    heights = (0.466, 0.49, 0.53, 0.57, 0.602)
    rings = [trunk_ring(look, y, ease=0.003, shade=0.7 if y < 0.49 else 1.0) for y in heights]
    closed = Ring(0.0, 0.458, 0.0, 0.0, 0.0, 0.0, PELVIS, shade=0.5)
    return [loft([closed, *rings], "seat", sides=SIDES)]


def skirt_parts(look: Look) -> list[Part]:
    """A skirt or the lower half of a dress: it hangs from the hips and swings with both thighs."""
    texture = "top_cloth" if look.top == "dress" else "bottom_cloth"
    heights = np.array([0.602, 0.57, 0.53, 0.495, 0.45, 0.40, 0.35, 0.30, 0.285])
    rings = [trunk_ring(look, max(float(y), 0.505), ease=0.006) for y in heights]
    flare = np.clip((0.53 - heights) / 0.245, 0.0, 1.0)
    shaped = [
        ring._replace(
            y=float(y),
            width=ring.width + 0.022 * float(f),
            front=ring.front + 0.042 * float(f),
            back=ring.back + 0.030 * float(f),
        )
        for ring, y, f in zip(rings, heights, flare, strict=True)
    ]
    inner = shaped[-1]._replace(y=0.292, width=0.09, front=0.06, back=0.06, shade=0.4)
    part = loft([inner, *shaped[::-1]], texture, sides=SIDES, tiles=(4.0, 1.6))
    return [_hung_from_thighs(part)]


def _hung_from_thighs(part: Part) -> Part:
    below = part.vertices[:, 1] < 0.512
    x = part.vertices[:, 0]
    bones, share = part.bones.copy(), part.share.copy()
    bones[below] = HIP
    share[below] = np.clip(0.5 - x[below] / 0.12, 0.0, 1.0)
    return replace(part, bones=bones, share=share)


def _pushed_by_thighs(part: Part) -> Part:
    """A hem gives way where a thigh swings forward."""
    x, y = part.vertices[:, 0], part.vertices[:, 1]
    below = y < 0.535
    bones, share = part.bones.copy(), part.share.copy()
    bones[below, 0] = PELVIS
    bones[below, 1] = np.where(x[below] > 0, *HIP)
    share[below] = np.clip((0.535 - y[below]) / 0.05, 0.0, 1.0) * np.clip(np.abs(x[below]) / 0.03, 0.0, 0.8)
    return replace(part, bones=bones, share=share)


def neck_parts() -> list[Part]:
    rings = [
        Ring(0.0, 0.822, 0.012, 0.040, 0.033, 0.036, CHEST, NECK, 0.5, 0.85),
        Ring(0.0, 0.845, 0.010, 0.0325, 0.031, 0.033, NECK, shade=0.8),
        Ring(0.0, 0.868, 0.006, 0.0315, 0.030, 0.034, NECK, shade=0.62),
        Ring(0.0, 0.895, 0.004, 0.0315, 0.030, 0.036, NECK, shade=0.55),
    ]
    return [loft(rings, "skin", sides=8)]


def _trunk_bones(y: float) -> tuple[int, int, float]:
    if y < 0.64:
        return PELVIS, SPINE, float(np.clip((y - 0.55) / 0.09, 0.0, 1.0))
    return SPINE, CHEST, float(np.clip((y - 0.64) / 0.08, 0.0, 1.0))


def _armpit(y: float) -> float:
    return 1.0 - 0.12 * _bump(y, 0.75, 0.03)


def _bump(y: float, middle: float, spread: float) -> float:
    return float(np.exp(-0.5 * ((y - middle) / spread) ** 2))
