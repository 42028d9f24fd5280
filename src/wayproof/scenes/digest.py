"""A scene's content hash: equal for equal worlds, whatever process, machine or order of hashing made them.

Geometry counts to 0.1 mm, labels and textures in full; baked light does not, for it follows from the rest.
"""

from __future__ import annotations

import hashlib

import msgspec
import numpy as np

from wayproof.scenes.scene import Scene

DIGITS = 16


def content_hash(scene: Scene) -> str:
    """Sixteen hex digits over geometry, labels, textures and, where a scene has them, colours."""
    digest = hashlib.sha256()
    for array, grain in ((scene.vertices_m, 1e-4), (scene.normals, 1e-3), (scene.uv, 1e-3)):
        digest.update(np.round(array.astype(np.float64) / grain).astype("<i8").tobytes())
    for indices in (scene.faces, scene.face_instance, scene.face_material, scene.face_glow):
        digest.update(indices.astype("<i4").tobytes())
    for texture in scene.textures:
        digest.update(texture.shape[0].to_bytes(4, "little") + texture.tobytes())
    if scene.colours is not None:
        digest.update(scene.colours.astype(np.uint8).tobytes())
    labels = (scene.materials, scene.instances, scene.rooms, scene.doors, scene.windows, scene.lamps)
    digest.update(msgspec.json.encode([*labels, scene.two_sided], order="deterministic"))
    return digest.hexdigest()[:DIGITS]
