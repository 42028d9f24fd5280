"""From merged triangles and their labels to a scene: looks, rooms, floor to walk on, and light."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.scenes.import_result import Imported
from wayproof.scenes.light.light_cache import lit
from wayproof.scenes.meshes.floor_areas import (
    HEIGHT_M,
    RADIUS_M,
    check_headroom,
    rooms_of_floors,
    walkable_floors,
)
from wayproof.scenes.meshes.guessed_labels import guessed_labels
from wayproof.scenes.meshes.merged_mesh import NOBODY, Labels, Merged, no_glow
from wayproof.scenes.meshes.mesh_light import MOST_LIT_TRIANGLES, holds_light, lit_mesh
from wayproof.scenes.meshes.mesh_textures import textures_of
from wayproof.scenes.scene import Scene

_NOTHING_LABELLED = (
    f"nothing is labelled: floors and ceilings are told by where they lie, the rest is one {NOBODY!r}; tasks "
    "that ask for things, attributes or doors cannot be drawn here"
)


def finished(
    merged: Merged, found: Labels, title: str, *, light: str, unit_m: float = 1.0, is_scan: bool = False
) -> Imported:
    """The scene of a mesh, with notes; what nobody labelled is told by where it lies."""
    scene = _scene(merged, found, title)
    floors = walkable_floors(scene, merged.file)
    notes = check_headroom(floors[0], merged.file, unit_m)
    if not scene.rooms:
        scene = replace(scene, rooms=rooms_of_floors(floors, float(merged.vertices_m[:, 1].max())))
        notes.append(
            f"no rooms are labelled: rooms of unknown type were made of the floor ({len(scene.rooms)})"
        )
    if found.is_partial:
        guess = guessed_labels(merged, scene.rooms, found)
        scene = replace(scene, face_instance=guess.face_instance.astype(np.int32), instances=guess.instances)
        if all(instance.category == NOBODY for instance in found.instances):
            notes.append(_NOTHING_LABELLED)
    notes += [*found.notes, *_looks_notes(merged, found)]
    notes.append(
        f"floor to walk on for a body of {RADIUS_M} m radius and {HEIGHT_M} m height: "
        f"{floors[0].area_m2:.1f} m2 at y = {floors[0].floor_m:.2f} m"
    )
    scene, told = _under_light(scene, merged, found, light, is_scan=is_scan)
    return Imported(scene, (*notes, *told))


def _under_light(
    scene: Scene, merged: Merged, labels: Labels, light: str, *, is_scan: bool
) -> tuple[Scene, list[str]]:
    """The scene with baked light, where it is wanted or missing; and what its user should know of it."""
    if light == "none":
        return scene, []
    if not labels.is_lit:  # our own export: its windows and lamps are known
        known = bool(scene.windows or scene.lamps) and len(scene.faces) <= MOST_LIT_TRIANGLES
        return (lit(scene) if known or light == "bake" else scene), []
    textured = any(look.picture is not None for look in merged.looks)
    if light == "auto" and (not textured or is_scan or holds_light(merged, merged.file)):
        return scene, []
    if light == "auto" and len(scene.faces) > MOST_LIT_TRIANGLES:
        return scene, [
            f"its pictures hold no light; with {len(scene.faces)} triangles baking some takes minutes: "
            "ask for it with --light bake"
        ]
    made = lit_mesh(replace(scene, colours=merged.colours))
    lamps = sum(len(lamp.positions_m) for lamp in made.lamps)
    source = (
        f"{lamps} lamps below the ceiling"
        if not scene.windows and not scene.lamps
        else "its windows and lamps"
    )
    return made, [
        f"light from {source} was baked, as its pictures hold none; --light none shows them as they are"
    ]


def _scene(merged: Merged, labels: Labels, title: str) -> Scene:
    materials, textures = textures_of(list(merged.looks), merged.file)
    if labels.materials is not None:
        materials = tuple(
            msgspec.structs.replace(known, texture=own.texture)
            for known, own in zip(labels.materials, materials, strict=True)
        )
    glow = no_glow(merged) if labels.face_glow is None else labels.face_glow
    return Scene(
        name=title,
        vertices_m=merged.vertices_m.astype(np.float32),
        normals=merged.normals.astype(np.float32),
        uv=merged.uv.astype(np.float32),
        faces=merged.faces.astype(np.int32),
        face_instance=labels.face_instance.astype(np.int32),
        face_material=merged.face_look.astype(np.int32),
        face_glow=glow.astype(np.int16),
        materials=materials,
        textures=textures,
        instances=labels.instances,
        rooms=labels.rooms,
        doors=labels.doors,
        windows=labels.windows,
        lamps=labels.lamps,
        two_sided=labels.two_sided,
        colours=_colours(merged) if labels.is_lit else None,
    )


def _colours(merged: Merged) -> NDArray[np.uint8] | None:
    """White where pictures say it all; None for bare geometry, which plain shading makes visible."""
    if merged.colours is not None:
        return merged.colours
    if any(look.picture is not None for look in merged.looks):
        return np.full((len(merged.vertices_m), 3), 255, np.uint8)
    return None


def _looks_notes(merged: Merged, labels: Labels) -> list[str]:
    notes = []
    if any(look.is_transparent for look in merged.looks):
        notes.append("some materials are see-through in the file; they are shown solid")
    if labels.is_lit and _colours(merged) is None:
        notes.append(
            "the mesh has neither pictures nor vertex colours; it is shown by shading alone; "
            "--light bake lights it"
        )
    return notes
