"""Indirect light: what reaches a surface from other surfaces, in their colours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.scenes.light.hemisphere import Ints
from wayproof.scenes.scene import Scene

Floats = NDArray[np.float32]

BOUNCES = 3
LUMINANCE = (0.2126, 0.7152, 0.0722)


def albedos(scene: Scene) -> Floats:
    """Share of red, green and blue that each triangle sends back, (t, 3): the linear mean of its texture."""
    steps = np.arange(256) / 255.0
    linear = np.where(steps <= 0.04045, steps / 12.92, ((steps + 0.055) / 1.055) ** 2.4)
    means = np.zeros((max(len(scene.textures), 1), 3))
    for k, texture in enumerate(scene.textures):
        pixels = texture.reshape(-1, texture.shape[-1])[:, :3]
        for channel in range(3):
            means[k, channel] = np.bincount(pixels[:, channel], minlength=256) @ linear / len(pixels)
    of_material = np.array([material.texture for material in scene.materials] or [0])
    found: Floats = means[of_material][scene.face_material].astype(np.float32)
    return found


def bounced(direct: Floats, seen: Ints, faces: Ints, reflected: Floats) -> Floats:
    """Light (p, c) that arrives after up to BOUNCES bounces, given what arrives directly (p, c).

    seen (p, n): the triangles around each point; faces (t, 3) of points; reflected (t, c): the share of each
    channel that a triangle sends back.
    """
    total = np.zeros_like(direct)
    arriving = direct
    for _ in range(BOUNCES):
        leaving = arriving[faces].mean(axis=1, dtype=np.float32) * reflected
        arriving = _gather(leaving, seen)
        total += arriving
    return total


@kernel
def _gather(leaving: Floats, seen: Ints) -> Floats:
    points, rays = seen.shape
    channels = leaving.shape[1]
    arriving = np.zeros((points, channels), np.float32)
    for point in range(points):
        sums = arriving[point]
        for ray in range(rays):
            triangle = seen[point, ray]
            if triangle >= 0:
                row = leaving[triangle]
                for channel in range(channels):
                    sums[channel] += row[channel]
        for channel in range(channels):
            sums[channel] /= np.float32(rays)
    return arriving
