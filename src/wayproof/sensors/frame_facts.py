"""What faults may know of the surfaces that a camera has in view: gloss, angle and brightness per pixel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.geometry.incidence import incidence_all_around, incidence_from_depth
from wayproof.rendering.renderer import Frame
from wayproof.scenes.scene import Scene
from wayproof.sensors.mounted_rig import FULL_TURN_RAD
from wayproof.vocabulary import Context


def gloss_of_instances(scene: Scene) -> NDArray[np.float32]:
    """Gloss by instance id (entry 0 is nothing): the mean over the instance's triangles, weighted by area."""
    a, b, c = (scene.vertices_m[scene.faces[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    gloss = np.array([material.gloss for material in scene.materials])[scene.face_material]
    count = len(scene.instances) + 1
    total = np.bincount(scene.face_instance, weights=area, minlength=count)
    glossy = np.bincount(scene.face_instance, weights=area * gloss, minlength=count)
    return np.divide(glossy, total, out=np.zeros(count), where=total > 0).astype(np.float32)


def surface_facts(frame: Frame, gloss_by_instance: NDArray[np.float32], hfov_rad: float) -> Context:
    """The surfaces in one clean frame that holds depth, instance and rgb; a full turn is a panorama."""
    if frame.depth_m is None or frame.instance is None or frame.rgb is None:
        raise InvalidInput(
            'surface facts need a frame with depth, instance and rgb: want=("rgb", "depth", "instance")'
        )
    # People and other moving things have ids above the scene's; they count as matt.
    known = np.where(frame.instance < len(gloss_by_instance), frame.instance, 0)
    return Context(
        gloss=gloss_by_instance[known],
        incidence=_incidence(frame.depth_m, hfov_rad),
        brightness=(frame.rgb.max(axis=2) / np.float32(255.0)).astype(np.float32),
        depth_m=frame.depth_m,
    )


def _incidence(depth_m: NDArray[np.float32], hfov_rad: float) -> NDArray[np.float32]:
    if hfov_rad >= FULL_TURN_RAD:
        return incidence_all_around(depth_m)
    return incidence_from_depth(depth_m, hfov_rad)
