"""What the floor under a body is made of: the material of the first surface straight below its foot.

A rug on a wooden floor is fabric, so that zones of a house differ as they do for real wheels.
"""

from __future__ import annotations

from wayproof.geometry.ray_tree import RayTree, closest_hit
from wayproof.scenes.scene import Scene
from wayproof.vocabulary import Point

ABOVE_M = 0.05  # where the look down begins: above rugs and sills, below everything that a body stands beside
DEEPEST_M = 0.3  # a floor farther down is none that the body stands on
UNKNOWN = "scan"  # of surfaces that were filmed rather than made


def floor_material(scene: Scene, tree: RayTree, point_m: Point) -> str | None:
    """The word for the material, such as "wood"; None where nothing lies below or nobody said what it is."""
    x, y, z = point_m
    faces, _ = closest_hit(tree, [[x, y + ABOVE_M, z]], [[0.0, -1.0, 0.0]], max_distance=ABOVE_M + DEEPEST_M)
    if faces[0] < 0:
        return None
    material = scene.materials[int(scene.face_material[faces[0]])].material
    return None if material == UNKNOWN else material
