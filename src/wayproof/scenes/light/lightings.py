"""Times of day and switches: which baked layers shine, and how their sum becomes the light of a picture.

A picture multiplies a texture by the light at a vertex: 1 shows the texture as it is. The eye and the camera
see differences of light as their power, hence the exponent of the tone curve.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput, unknown_name
from wayproof.scenes.scene import SKY, LightLayers, Scene, Vector

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Lighting:
    """Weights of the layers; pane: the light on window panes; mains: whether lamps burn, or screens only."""

    sky: Vector
    ambient: Vector
    lamps: float
    pane: Vector
    mains: bool


LIGHTINGS: dict[str, Lighting] = {
    "day": Lighting((0.50, 0.50, 0.50), (0.44, 0.44, 0.45), 0.30, (1.18, 1.18, 1.18), True),
    "evening": Lighting((0.011, 0.015, 0.026), (0.09, 0.09, 0.11), 1.2, (0.30, 0.36, 0.52), True),
    "lights_off": Lighting((0.004, 0.006, 0.012), (0.028, 0.036, 0.056), 0.8, (0.06, 0.08, 0.14), False),
}

LIMIT = 1.3  # the brightest light that a picture shows: white walls just burn out
EXPONENT, SHOULDER = 0.55, 3.0
GLOW = 1.45  # on lamp shades and screens that are on
SUN = (0.4, 0.8, 0.45)  # where plain shading comes from
# How much of its own, daylit colours a scan shows; ours: about the mean light of a house of ours.
SCAN_LIGHT: dict[str, Vector] = {
    "day": (1.0, 1.0, 1.0),
    "evening": (0.62, 0.56, 0.48),
    "lights_off": (0.13, 0.15, 0.19),
}


def light_at_vertices(
    scene: Scene, *, lighting: str = "day", switched: Mapping[int, bool] | None = None
) -> Floats:
    """Light (v, 3) in [0, 1.3] for a lighting: "day", "evening" or "lights_off".

    `switched` overrides the state of lamps by their index. A scene without baked light is shaded by the
    direction of its surfaces alone, dimmed for the lighting. What a scan saw holds light already: its
    colours are shown as they are by day and only dimmed otherwise.
    """
    if scene.colours is None:
        return _light_that_falls(scene, lighting, switched)
    seen = scene.colours.astype(np.float32) / np.float32(255.0)
    if scene.light is None:
        lamps_burning(scene, lighting=lighting, switched=switched)
        return seen * np.asarray(SCAN_LIGHT[lighting], np.float32)
    return seen * _light_that_falls(scene, lighting, switched)


def _light_that_falls(scene: Scene, lighting: str, switched: Mapping[int, bool] | None) -> Floats:
    weights = lighting_named(lighting)
    burning = lamps_burning(scene, lighting=lighting, switched=switched)
    if scene.light is None:
        return _plain(scene, lighting)
    light = tone(summed(scene, scene.light, weights, burning))
    light[scene.faces[scene.face_glow == SKY]] = weights.pane
    for index in burning:
        colour = np.asarray(scene.lamps[index].colour, np.float32)
        light[scene.faces[scene.face_glow == index]] = GLOW * colour / max(float(colour.max()), 1e-6)
    return light


def lighting_named(name: str) -> Lighting:
    if name not in LIGHTINGS:
        raise unknown_name("lighting", name, LIGHTINGS)
    return LIGHTINGS[name]


def lamps_burning(
    scene: Scene, *, lighting: str = "day", switched: Mapping[int, bool] | None = None
) -> list[int]:
    """Indices of the lamps that give light: those that are on; with the mains off, screens alone."""
    switches = switched or {}
    for index in switches:
        if not 0 <= index < len(scene.lamps):
            raise InvalidInput(
                f"there is no lamp {index}: {scene.name} has {len(scene.lamps)}, counted from 0"
            )
    on = [index for index, lamp in enumerate(scene.lamps) if switches.get(index, lamp.on)]
    if lighting_named(lighting).mains:
        return on
    screens = _screens(scene)
    return [index for index in on if index in screens]


def summed(scene: Scene, layers: LightLayers, weights: Lighting, burning: list[int]) -> Floats:
    """Irradiance (v, 3) before the tone curve: a plain sum over the sources."""
    total = layers.sky.astype(np.float32) * np.asarray(weights.sky, np.float32)
    total += layers.ambient.astype(np.float32)[:, None] * np.asarray(weights.ambient, np.float32)
    for index in burning:
        colour = np.asarray(scene.lamps[index].colour, np.float32) * np.float32(weights.lamps)
        total += layers.lamps[index].astype(np.float32)[:, None] * colour
    return total


def tone(irradiance: Floats) -> Floats:
    """From irradiance to a picture's light: a power below 1 that bends to its limit."""
    level = np.power(np.maximum(irradiance, 0.0), EXPONENT)
    bent = level / np.power(1.0 + (level / LIMIT) ** SHOULDER, 1.0 / SHOULDER)
    return np.asarray(bent, np.float32)


def _screens(scene: Scene) -> list[int]:
    """Lamps whose glowing faces are screens."""
    is_screen = np.array([material.material == "screen" for material in scene.materials] or [False])
    glow = scene.face_glow[is_screen[scene.face_material]]
    return [int(index) for index in np.unique(glow) if index >= 0]


def _plain(scene: Scene, lighting: str) -> Floats:
    """Half-lit from everywhere, the rest from the upper front right."""
    way = np.asarray(SUN) / np.linalg.norm(SUN)
    facing = scene.normals.astype(np.float64) @ way
    strength = {"day": 1.0, "evening": 0.6}.get(lighting, 0.15)
    light = strength * (0.72 + 0.33 * facing)
    return np.repeat(light[:, None], 3, axis=1).astype(np.float32)
