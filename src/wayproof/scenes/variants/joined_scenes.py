"""Putting scenes together: more things after those that were there, and vertices shared again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.scene import NO_GLOW, Scene
from wayproof.scenes.textures import texture_for

Ints = NDArray[np.int64]

_MIX = np.uint64(0x9E3779B97F4A7C15)


def shared_rows(*columns: NDArray[Any]) -> tuple[Ints, Ints]:
    """Equal rows of arrays (n, ...) taken together: one of each (m,), and the number of each row (n,)."""
    mixed = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        bits = np.ascontiguousarray(column if column.dtype != np.float32 else column + np.float32(0.0))
        words = bits.view(np.uint8 if bits.dtype.itemsize == 1 else np.uint32).astype(np.uint64)
        for k in range(words.shape[1]):
            mixed = (mixed ^ words[:, k]) * _MIX
            mixed ^= mixed >> np.uint64(29)
    _, first, number = np.unique(mixed, return_index=True, return_inverse=True)
    number = number.reshape(-1)
    if any(not np.array_equal(column[first][number], column) for column in columns):
        first = number = np.arange(len(mixed))  # two rows fell together by chance: share nothing
    return first, number


def joined_scene(scene: Scene, placed: Sequence[Placed]) -> Scene:
    """The scene and the things, whose ids follow its own; baked light is left out, for it changed.

    The things give no light and carry nothing.
    """
    if not placed:
        return replace(scene, light=None)
    more = assemble("more", [replace(thing, glow=None) for thing in placed], texture_for)
    first = len(scene.instances)
    instances = tuple(
        msgspec.structs.replace(instance, id=instance.id + first, lamp=None) for instance in more.instances
    )
    materials = tuple(
        msgspec.structs.replace(material, texture=material.texture + len(scene.textures))
        for material in more.materials
    )
    colours = scene.colours
    if colours is not None:
        colours = np.concatenate([colours, np.full((len(more.vertices_m), 3), 255, np.uint8)])
    return replace(
        scene,
        vertices_m=np.concatenate([scene.vertices_m, more.vertices_m]),
        normals=np.concatenate([scene.normals, more.normals]),
        uv=np.concatenate([scene.uv, more.uv]),
        faces=np.concatenate([scene.faces, more.faces + np.int32(len(scene.vertices_m))]),
        face_instance=np.concatenate([scene.face_instance, more.face_instance + np.int32(first)]),
        face_material=np.concatenate(
            [scene.face_material, more.face_material + np.int32(len(scene.materials))]
        ),
        face_glow=np.concatenate([scene.face_glow, np.full(len(more.faces), NO_GLOW, np.int16)]),
        materials=(*scene.materials, *materials),
        textures=(*scene.textures, *more.textures),
        instances=(*scene.instances, *instances),
        light=None,
        colours=colours,
    )
