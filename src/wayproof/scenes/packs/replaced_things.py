"""A scene with some of its things drawn by models of packs: same ids, rooms, supports and headings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.solids import ORIGIN
from wayproof.scenes.assembly import to_world
from wayproof.scenes.packs.credits import material_name
from wayproof.scenes.packs.model_choice import SCREENS, Candidate, Choice, placed_points
from wayproof.scenes.packs.model_fit import Fit
from wayproof.scenes.packs.pack import PackPart
from wayproof.scenes.packs.pack_files import load_shape, load_texture
from wayproof.scenes.scene import NO_GLOW, Attributes, Instance, Lamp, Material, Scene, Vector

SAME_SIZE = 0.93  # of the old height, width and depth on average: below it the old word for size may be false
PLAIN_SIDE = 4
LIT_STATES = ("on", "off", "lit", "unlit")
SCREEN = "screen"


@dataclass
class _Surfaces:
    """Materials and textures of the scene to be, each kept once."""

    materials: list[Material]
    textures: list[NDArray[np.uint8]]
    known: dict[tuple[object, ...], int] = field(default_factory=dict)
    known_textures: dict[tuple[object, ...], int] = field(default_factory=dict)

    def material(self, candidate: Candidate, part: PackPart, *, screen: bool) -> int:
        word = SCREEN if screen and part.glows else part.material or "surface"
        name = material_name(candidate.pack.pack, candidate.model, part)
        texture = self._texture(candidate, part)
        key = (name, texture, part.gloss, word)
        if key not in self.known:
            self.known[key] = len(self.materials)
            self.materials.append(Material(name, texture, 1.0, part.gloss, word))
        return self.known[key]

    def _texture(self, candidate: Candidate, part: PackPart) -> int:
        key: tuple[object, ...] = (
            (candidate.pack.file, part.texture) if part.texture is not None else part.rgb
        )
        if key not in self.known_textures:
            self.known_textures[key] = len(self.textures)
            if part.texture is None:
                self.textures.append(np.full((PLAIN_SIDE, PLAIN_SIDE, 3), part.rgb, np.uint8))
            else:
                self.textures.append(load_texture(candidate.pack.file, part.texture))
        return self.known_textures[key]


def rebuilt(scene: Scene, choices: Mapping[int, Choice], name: str) -> Scene:
    """The scene with the chosen models in place; without light."""
    arrays, surfaces = _without(scene, list(choices))
    instances, lamps = list(scene.instances), list(scene.lamps)
    pieces: list[dict[str, NDArray[Any]]] = [arrays]
    count = len(arrays["vertices_m"])
    for number, choice in sorted(choices.items()):
        thing = scene.instances[number - 1]
        piece = _piece(thing, choice, surfaces)
        piece["faces"] = piece["faces"] + count
        count += len(piece["vertices_m"])
        pieces.append(piece)
        instances[number - 1] = _instance(thing, choice, piece["vertices_m"])
        if thing.lamp is not None:
            lamps[thing.lamp] = _lamp(lamps[thing.lamp], piece)
    joined = _joined(pieces)
    return replace(
        scene,
        name=name,
        vertices_m=joined["vertices_m"],
        normals=joined["normals"],
        uv=joined["uv"],
        faces=joined["faces"],
        face_instance=joined["face_instance"],
        face_material=joined["face_material"],
        face_glow=joined["face_glow"],
        materials=tuple(surfaces.materials),
        textures=tuple(surfaces.textures),
        instances=tuple(instances),
        lamps=tuple(lamps),
        light=None,
    )


def _joined(pieces: list[dict[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    """All pieces in one, triangles in the order of their instances."""
    joined = {key: np.concatenate([piece[key] for piece in pieces]) for key in pieces[0]}
    order = np.argsort(joined["face_instance"], kind="stable")
    for key in ("faces", "face_instance", "face_material", "face_glow"):
        joined[key] = np.ascontiguousarray(joined[key][order])
    return joined


def _without(scene: Scene, gone: list[int]) -> tuple[dict[str, NDArray[Any]], _Surfaces]:
    """What is left of a scene without the triangles of some instances, and without what they alone used."""
    kept = ~np.isin(scene.face_instance, gone)
    vertices, faces = np.unique(scene.faces[kept], return_inverse=True)
    used, material = np.unique(scene.face_material[kept], return_inverse=True)
    pictures = sorted({scene.materials[index].texture for index in used.tolist()})
    place = {texture: index for index, texture in enumerate(pictures)}
    materials = [scene.materials[index] for index in used.tolist()]
    arrays: dict[str, NDArray[Any]] = {
        "vertices_m": scene.vertices_m[vertices],
        "normals": scene.normals[vertices],
        "uv": scene.uv[vertices],
        "faces": faces.reshape(-1, 3).astype(np.int32),
        "face_instance": scene.face_instance[kept],
        "face_material": material.astype(np.int32),
        "face_glow": scene.face_glow[kept],
    }
    replaced = [msgspec.structs.replace(entry, texture=place[entry.texture]) for entry in materials]
    return arrays, _Surfaces(replaced, [scene.textures[index] for index in pictures])


def _piece(thing: Instance, choice: Choice, surfaces: _Surfaces) -> dict[str, NDArray[Any]]:
    """The arrays of one model where it stands."""
    candidate = choice.candidate
    shape = load_shape(candidate.pack.file, candidate.index)
    parts = candidate.model.parts
    is_screen = thing.category in SCREENS
    own = [surfaces.material(candidate, part, screen=is_screen) for part in parts]
    glow = [thing.lamp if part.glows and thing.lamp is not None else NO_GLOW for part in parts]
    normals = shape.normals.astype(np.float64) / choice.fit.scale
    normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-12)[:, None]
    return {
        "vertices_m": placed_points(shape.vertices_m.astype(np.float64), thing, choice.fit).astype(
            np.float32
        ),
        "normals": to_world(normals, ORIGIN, thing.heading_rad).astype(np.float32),
        "uv": shape.uv,
        "faces": shape.faces,
        "face_instance": np.full(len(shape.faces), thing.id, np.int32),
        "face_material": np.array(own, np.int32)[shape.face_part],
        "face_glow": np.array(glow, np.int16)[shape.face_part],
    }


def _instance(thing: Instance, choice: Choice, vertices_m: NDArray[np.float32]) -> Instance:
    low, high = vertices_m.min(axis=0), vertices_m.max(axis=0)
    return msgspec.structs.replace(
        thing,
        shape=choice.candidate.path,
        attributes=_attributes(thing, choice.candidate, choice.fit),
        low_m=_rounded(low),
        high_m=_rounded(high),
    )


def _attributes(thing: Instance, candidate: Candidate, fit: Fit) -> Attributes:
    """Colour and material are the model's; a lamp stays on or off; the size holds if the box was filled."""
    model, old = candidate.model, thing.attributes
    return Attributes(
        colour=model.attributes.colour,
        size=old.size if fit.filled >= SAME_SIZE else None,
        material=model.attributes.material,
        state=old.state if thing.lamp is not None and old.state in LIT_STATES else None,
    )


def _lamp(lamp: Lamp, piece: dict[str, NDArray[Any]]) -> Lamp:
    """A lamp with a single source shines from the middle of what glows."""
    glowing = piece["faces"][piece["face_glow"] != NO_GLOW]
    if len(lamp.positions_m) != 1 or not len(glowing):
        return lamp
    first = int(piece["faces"].min())
    points = piece["vertices_m"][glowing - first].reshape(-1, 3)
    return msgspec.structs.replace(
        lamp, positions_m=(_rounded((points.min(axis=0) + points.max(axis=0)) / 2),)
    )


def _rounded(values: NDArray[np.float32]) -> Vector:
    x, y, z = (round(float(value), 5) + 0.0 for value in values)
    return (x, y, z)
