"""A scene made ready for drawing: its triangles as a batch, and what is needed to change the light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.rendering.lane_types import LANES
from wayproof.rendering.surface_maps import map_light
from wayproof.rendering.texels import pack_textures
from wayproof.rendering.triangle_batch import LEAF, Batch, Mesh, aligned, batch_from, freeze, sorted_mesh
from wayproof.scenes.light.lightings import light_at_vertices
from wayproof.scenes.scene import Scene

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class PreparedScene:
    """All that a renderer needs of a scene.

    Category ids count from 1 in the order of `categories`; 0 means nothing. faces (t, 3): vertices of the
    scene for each triangle of the batch.
    """

    batch: Batch
    categories: tuple[str, ...]
    faces: Ints
    vertex_count: int

    def __post_init__(self) -> None:
        freeze(self)


def prepare(
    scene: Scene,
    *,
    light: Floats | None = None,
    leaf: int = LEAF,
    categories: Sequence[str] | None = None,
) -> PreparedScene:
    """Make a scene ready for drawing.

    light (v, 3): irradiance at each vertex, 1 shows a texture as it is; None takes the scene's light by day.
    `categories` fixes the category ids across scenes; None numbers the scene's own in alphabetical order.
    """
    _check(scene, leaf)
    names = tuple(categories or sorted({instance.category for instance in scene.instances}))
    texels, start, log2 = pack_textures(scene.textures)
    texture = np.array([material.texture for material in scene.materials], np.int32)[scene.face_material]
    mesh = Mesh(
        np.ascontiguousarray(scene.vertices_m, np.float32),
        np.ascontiguousarray(scene.faces, np.int32),
        scene.uv[scene.faces].reshape(-1, 6),
        np.stack([start[texture], log2[texture]], axis=1),
        scene.face_instance.astype(np.int32),
        _category_of_instance(scene, names)[scene.face_instance],
    )
    mesh = sorted_mesh(mesh, leaf)
    batch, surfaces = batch_from(mesh, texels, leaf=leaf, two_sided=scene.two_sided)
    shown = light_at_vertices(scene) if light is None else _checked_light(light, len(scene.vertices_m))
    map_light(batch.blocks, leaf, mesh.faces, shown, surfaces)
    return PreparedScene(batch, names, mesh.faces, len(scene.vertices_m))


def with_light(prepared: PreparedScene, light: Floats) -> PreparedScene:
    """The same scene under another light (v, 3); only the light channels are made anew."""
    batch = prepared.batch
    surfaces = aligned(len(batch.surfaces))
    surfaces[:] = batch.surfaces
    shown = _checked_light(light, prepared.vertex_count)
    map_light(batch.blocks, batch.leaf, prepared.faces, shown, surfaces)
    return replace(prepared, batch=replace(batch, surfaces=surfaces))


def _check(scene: Scene, leaf: int) -> None:
    if leaf < LANES or leaf % LANES:
        raise InvalidInput(
            f"leaf is {leaf!r}; clusters hold a multiple of {LANES} triangles, 24 is a good number."
        )
    if not len(scene.faces):
        raise InvalidInput(f"scene {scene.name!r} has no triangles; there is nothing to draw.")
    if not np.isfinite(scene.vertices_m).all():
        raise InvalidInput(f"scene {scene.name!r} has vertices that are NaN or infinite; mend or drop them.")


def _checked_light(light: Floats, vertices: int) -> Floats:
    if light.shape != (vertices, 3):
        raise InvalidInput(
            f"light of shape {light.shape}; the scene needs one RGB per vertex: {(vertices, 3)}."
        )
    return np.ascontiguousarray(light, np.float32)


def _category_of_instance(scene: Scene, names: tuple[str, ...]) -> Ints:
    number = {name: position + 1 for position, name in enumerate(names)}
    table = np.zeros(max((instance.id for instance in scene.instances), default=0) + 1, np.int32)
    for instance in scene.instances:
        table[instance.id] = number.get(instance.category, 0)
    return table
