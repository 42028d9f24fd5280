"""Baked light: how much of each source reaches each vertex, directly or after bouncing off surfaces.

Made once per scene on one core in seconds and kept (see cache.py); a renderer then only sums layers. Surfaces
that glow (panes, lamp shades, screens) neither cast shadows nor send light on: windows and lamps do that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.ray_tree import build_ray_tree
from wayproof.scenes.light.bounce import LUMINANCE, albedos, bounced
from wayproof.scenes.light.buried import fill_buried
from wayproof.scenes.light.direct import lamp_light, sky_light
from wayproof.scenes.light.hemisphere import look_around
from wayproof.scenes.light.light_points import light_points
from wayproof.scenes.scene import NO_GLOW, SKY, LightLayers, Scene

Floats = NDArray[np.float32]

PANE, SHADE = 1.3, 1.6  # light on a window pane in the sky's layer, on a glowing face in its lamp's layer
DAYLIGHT, FAINT = 1.0, 0.01  # mean daylight where there is any, in the unit of lamps; less does not count
BRIGHTEST = 1000.0  # well inside what half precision holds


def bake(scene: Scene) -> LightLayers:
    """The layers of a scene; equal scenes give equal bytes."""
    points = light_points(scene)
    opaque = np.flatnonzero(scene.face_glow == NO_GLOW)
    tree = build_ray_tree(scene.vertices_m, scene.faces[opaque])
    around, points = look_around(tree, _facing(scene)[opaque], points, two_sided=scene.two_sided)
    columns = [sky_light(tree, points, scene.windows)]
    columns += [lamp_light(tree, points, lamp)[:, None] for lamp in scene.lamps]
    direct = np.concatenate(columns, axis=1)
    fill_buried(direct, around.buried, scene.faces)
    colour = albedos(scene)[opaque]
    grey = colour @ np.asarray(LUMINANCE, np.float32)
    reflected = np.concatenate([colour, np.repeat(grey[:, None], len(scene.lamps), axis=1)], axis=1)
    light = direct + bounced(direct, around.seen, scene.faces[opaque], reflected)
    values = np.concatenate([around.openness[:, None], light], axis=1)
    fill_buried(values, around.buried, scene.faces)
    values[:, 1:4] *= _exposure(scene, values[:, 1:4])
    return _layers(scene, np.clip(values, 0.0, BRIGHTEST))


def _exposure(scene: Scene, sky: Floats) -> np.float32:
    """The factor that gives every scene the same mean daylight, as a camera's exposure would.

    Means are taken over the area of surfaces that daylight reaches; a scene without daylight gets 1.
    """
    area = np.linalg.norm(_facing(scene).astype(np.float64), axis=1)
    on_face = sky[scene.faces].mean(axis=(1, 2), dtype=np.float64)
    reached = (on_face > FAINT) & (scene.face_glow == NO_GLOW)
    if not reached.any():
        return np.float32(1.0)
    return np.float32(DAYLIGHT * area[reached].sum() / (area * on_face)[reached].sum())


def _facing(scene: Scene) -> Floats:
    """Normals (t, 3) of the triangles, as long as twice their area."""
    a, b, c = (scene.vertices_m[scene.faces[:, k]] for k in range(3))
    return np.cross(b - a, c - a)


def _layers(scene: Scene, values: Floats) -> LightLayers:
    ambient, sky, lamps = values[:, 0], values[:, 1:4], values[:, 4:].T.copy()
    sky[scene.faces[scene.face_glow == SKY]] = PANE
    for index in range(len(scene.lamps)):
        lamps[index, scene.faces[scene.face_glow == index]] = SHADE
    layers = [layer.astype(np.float16) for layer in (ambient, sky, lamps)]
    for layer in layers:
        layer.setflags(write=False)
    return LightLayers(*layers)
