"""Hair in ten styles, beards and headscarves: shells that follow the skull, and tails and knots."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from wayproof.simulator.people.appearance import Look
from wayproof.simulator.people.head import ANGLES, CHIN, HEAD_HEIGHT, head_places, head_scale
from wayproof.simulator.people.limb_surfaces import Floats, Part, Ring, loft, skin
from wayproof.simulator.people.skeleton import CHEST, HEAD

_ROWS: Floats = np.array([0.0, 0.04, 0.20, 0.42, 0.64, 0.85, 1.0])[:, None]
_OFF = np.radians([0.0, 20.0, 34.0, 50.0, 60.0, 68.0, 88.0, 111.0, 145.0, 180.0])


class Cut(NamedTuple):
    """The lower edge of the hair (rise at the angles of _OFF), its thickness on top and at the sides."""

    edge: tuple[float, ...]
    top: float
    sides: float
    bumps: float = 0.0
    lean: float = 0.0  # more on one side, for a parting
    hangs: bool = False  # falls straight down below the ears


_CROP = (0.83, 0.83, 0.81, 0.76, 0.64, 0.45, 0.53, 0.34, 0.20, 0.17)
_PULLED_BACK = (0.84, 0.83, 0.81, 0.77, 0.66, 0.52, 0.56, 0.38, 0.26, 0.22)
CUTS: dict[str, Cut] = {
    "short": Cut(_CROP, 0.0085, 0.0050),
    "side_parted": Cut(_CROP, 0.0130, 0.0060, lean=0.006),
    "curly": Cut((0.80, 0.80, 0.78, 0.70, 0.58, 0.44, 0.40, 0.25, 0.14, 0.10), 0.0220, 0.0190, bumps=0.0040),
    "buzz": Cut(_CROP, 0.0030, 0.0024),
    "bald": Cut((0.0,) * 10, 0.0, 0.0),
    "bob": Cut((0.66, 0.67, 0.68, 0.16, 0.08, 0.06, 0.04, 0.04, 0.03, 0.02), 0.0105, 0.0110, hangs=True),
    "long": Cut(
        (0.83, 0.79, 0.66, -0.10, -0.28, -0.36, -0.50, -0.64, -0.72, -0.76), 0.0095, 0.0090, hangs=True
    ),
    "ponytail": Cut(_PULLED_BACK, 0.0060, 0.0050),
    "bun": Cut(_PULLED_BACK, 0.0065, 0.0050),
    "headscarf": Cut(
        (0.74, 0.72, 0.62, 0.40, 0.10, -0.20, -0.34, -0.36, -0.36, -0.36), 0.0085, 0.0100, hangs=True
    ),
}


def hair_edge(style: str, off_front: Floats) -> Floats:
    """The rise at which the hair begins, by the angle off the front."""
    edge: Floats = np.interp(off_front, _OFF, CUTS[style].edge)
    return edge


def hair_parts(look: Look) -> list[Part]:
    """All that covers the skull; nothing for the bald."""
    if look.hair_style == "bald":
        return []
    scale = head_scale(look)
    cut = CUTS[look.hair_style]
    parts = [_shell(cut, scale)]
    if cut.hangs:
        parts.append(_lining(parts[0]))
    if look.hair_style == "ponytail":
        parts.append(_tail(scale))
    if look.hair_style == "bun":
        parts.append(_knot(scale))
    if look.hair_style == "headscarf":
        parts.append(_drape(scale))
    return parts


def _shell(cut: Cut, scale: float) -> Part:
    off = np.abs(ANGLES - np.pi)
    edge = np.interp(off, _OFF, cut.edge)
    rise = edge + (1.0 - edge) * _ROWS
    angle = ANGLES + np.zeros_like(rise)
    high = np.clip((rise - 0.45) / 0.4, 0.0, 1.0)
    lean = cut.lean * high * np.clip((1.0 - rise) / 0.15, 0.0, 1.0)
    thick = cut.sides + (cut.top - cut.sides) * high + lean * np.sin(angle)
    row, column = np.indices(rise.shape)
    thick = thick + cut.bumps * np.where((row + column % (len(ANGLES) - 1)) % 2 == 0, 1.0, -1.0) * (
        _ROWS < 0.95
    )
    tucked = np.where(_ROWS == 0.0, -0.004, np.where(_ROWS < 0.1, 0.5 * thick, thick))
    places = head_places(rise, angle, scale, grow=tucked, bare=False)
    if cut.hangs:
        places = _hanging(places, rise, angle, scale)
    uv = np.stack([angle / (2 * np.pi) * 2.0, rise * 1.0], axis=-1)
    count = rise.size
    bones = np.tile(np.array([[HEAD, CHEST]]), (count, 1))
    share = np.clip(-rise / 0.8, 0.0, 0.6).reshape(-1)
    shade = np.where(_ROWS == 0.0, 0.7, 0.92 + 0.08 * high)
    return skin("hair", places, uv, bones, share, shade.reshape(-1))


def _lining(shell: Part) -> Part:
    """The inner side of hair that hangs, lowest rows only: seen from the front below the ears."""
    lowest = shell.faces.max(axis=1) < 5 * len(ANGLES)
    return replace(
        shell, faces=shell.faces[lowest][:, ::-1], normals=-shell.normals, shade=0.55 * shell.shade
    )


def _hanging(places: Floats, rise: Floats, angle: Floats, scale: float) -> Floats:
    """Below the ears hair falls straight down instead of following jaw and neck."""
    below = np.clip((0.38 - rise) / 0.1, 0.0, 1.0)[..., None]
    long = np.clip(-rise, 0.0, 1.0)
    x = np.sin(angle) * (0.050 + 0.012 * long)
    z = np.where(
        np.cos(angle) > 0,
        np.cos(angle) * (0.062 + 0.022 * np.clip(long / 0.3, 0.0, 1.0)),
        np.cos(angle) * 0.045,
    )
    fallen = np.stack([scale * x, places[..., 1], scale * z], axis=-1)
    return places + below * (fallen - places)


def _tail(scale: float) -> Part:
    y, z = CHIN + scale * HEAD_HEIGHT * 0.66, scale * 0.058
    table = (
        (0.0, 0.004, 0.006),
        (0.004, 0.014, 0.013),
        (-0.022, 0.024, 0.0175),
        (-0.060, 0.026, 0.0165),
        (-0.100, 0.022, 0.012),
        (-0.125, 0.017, 0.003),
    )
    return loft([Ring(0.0, y + dy, z + dz, r, r, r, HEAD) for dy, dz, r in table], "hair", sides=7)


def _knot(scale: float) -> Part:
    y, z = CHIN + scale * HEAD_HEIGHT * 0.82, scale * 0.062
    table = ((-0.022, 0.004), (-0.016, 0.016), (-0.004, 0.0215), (0.008, 0.020), (0.017, 0.012), (0.020, 0.0))
    return loft([Ring(0.0, y + dy, z, r, r, r, HEAD) for dy, r in table], "hair", sides=7)


def _drape(scale: float) -> Part:
    """The part of a headscarf that lies around the neck and on the shoulders."""
    table = (
        (0.785, 0.090, 0.062, 0.075, 0.45),
        (0.800, 0.090, 0.062, 0.074, 1.0),
        (0.820, 0.072, 0.054, 0.064, 1.0),
        (0.842, 0.050, 0.046, 0.052, 0.95),
        (0.866, 0.044, 0.044, 0.052, 0.9),
        (0.890, 0.043, 0.036, 0.054, 0.8),
    )
    rings = [
        Ring(0.0, y, 0.008, w, f, b, CHEST, HEAD, float(np.clip((y - 0.82) / 0.06, 0.0, 1.0)), shade)
        for y, w, f, b, shade in table
    ]
    return loft(rings, "hair", sides=10, tiles=(2.0, 0.6))
