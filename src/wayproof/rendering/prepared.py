"""A scene made ready for drawing: sorted triangles, packed textures and per-triangle maps, all frozen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.rendering.clusters import cluster_bounds, cluster_order
from wayproof.rendering.maps import light_maps, planes, uv_maps
from wayproof.rendering.texels import pack_textures
from wayproof.scenes.scene import Scene

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class PreparedScene:
    """Triangles in cluster order (t of them), `leaf` to a cluster, with all that a pixel may ask of them.

    corners_m (t, 9), plane (t, 4), uv_map (t, 8), light_map (t, 12), texture (t, 2): start in `texels` and log2
    of the edge, instance (t,) and category (t,) ids, bounds_m (c, 6) of the clusters, faces (t, 3) vertex
    indices of the scene. Category ids count from 1 in the order of `categories`; 0 means nothing.
    """

    leaf: int
    two_sided: bool
    categories: tuple[str, ...]
    corners_m: Floats
    plane: Floats
    uv_map: Floats
    light_map: Floats
    texture: Ints
    texels: NDArray[np.uint32]
    instance: Ints
    category: Ints
    bounds_m: Floats
    faces: Ints
    vertex_count: int

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                value.setflags(write=False)


def prepare(
    scene: Scene,
    *,
    light: Floats | None = None,
    leaf: int = 64,
    categories: Sequence[str] | None = None,
) -> PreparedScene:
    """Make a scene ready for drawing.

    light (v, 3): irradiance at each vertex, 1 shows a texture as it is; None gives a plain light from above and
    both sides, so that shapes can be told apart. `categories` fixes the category ids across scenes; None
    numbers the scene's own in alphabetical order.
    """
    names = tuple(categories or sorted({instance.category for instance in scene.instances}))
    corners = np.ascontiguousarray(scene.vertices_m[scene.faces].reshape(-1, 9), np.float32)
    order = cluster_order(corners, leaf)
    corners, faces = corners[order], scene.faces[order]
    pool, start, log2 = pack_textures(scene.textures)
    of_material = np.array([material.texture for material in scene.materials], np.int32)
    texture = of_material[scene.face_material[order]]
    instance = scene.face_instance[order]
    return PreparedScene(
        leaf=leaf,
        two_sided=scene.two_sided,
        categories=names,
        corners_m=corners,
        plane=planes(corners),
        uv_map=uv_maps(corners, np.ascontiguousarray(scene.uv[faces].reshape(-1, 6), np.float32)),
        light_map=light_maps(corners, faces, _checked_light(light, scene)),
        texture=np.stack([start[texture], log2[texture]], axis=1),
        texels=pool,
        instance=instance,
        category=_category_of_instance(scene, names)[instance],
        bounds_m=cluster_bounds(corners, leaf),
        faces=faces,
        vertex_count=len(scene.vertices_m),
    )


def with_light(prepared: PreparedScene, light: Floats) -> PreparedScene:
    """The same scene under another light (v, 3); only the light maps are made anew."""
    if light.shape != (prepared.vertex_count, 3):
        raise InvalidInput(f"light of shape {light.shape}; the scene needs {(prepared.vertex_count, 3)}.")
    maps = light_maps(prepared.corners_m, prepared.faces, np.ascontiguousarray(light, np.float32))
    return replace(prepared, light_map=maps)


def plain_light(normals: Floats) -> Floats:
    """A light (v, 3) that depends on the direction of the surface alone: brightest from above."""
    level = 0.72 + 0.2 * normals[:, 1] + 0.08 * normals[:, 0] + 0.05 * normals[:, 2]
    return np.repeat(level[:, None], 3, axis=1).astype(np.float32)


def _checked_light(light: Floats | None, scene: Scene) -> Floats:
    if light is None:
        return plain_light(scene.normals)
    if light.shape != scene.vertices_m.shape:
        raise InvalidInput(f"light of shape {light.shape}; the scene needs {scene.vertices_m.shape}.")
    return np.ascontiguousarray(light, np.float32)


def _category_of_instance(scene: Scene, names: tuple[str, ...]) -> Ints:
    number = {name: position + 1 for position, name in enumerate(names)}
    table = np.zeros(max((instance.id for instance in scene.instances), default=0) + 1, np.int32)
    for instance in scene.instances:
        table[instance.id] = number.get(instance.category, 0)
    return table
