"""Read a mesh file as a scene: triangles, looks, labels, rooms, and whether one can walk in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.scenes.import_result import Imported
from wayproof.scenes.light.light_cache import lit
from wayproof.scenes.meshes.floor_areas import rooms_of_floors, walkable_floors
from wayproof.scenes.meshes.gltf_pictures import check_pictures
from wayproof.scenes.meshes.guessed_labels import guessed_labels
from wayproof.scenes.meshes.hm3d_labels import hm3d_labels
from wayproof.scenes.meshes.merged_mesh import NOBODY, Labels, Merged, merge, no_glow, unlabelled
from wayproof.scenes.meshes.mesh_cache import keep_reading, kept_reading
from wayproof.scenes.meshes.mesh_files import Sources, digest_of, sources_of
from wayproof.scenes.meshes.mesh_frame import check_frame, check_size, up_looks_wrong
from wayproof.scenes.meshes.mesh_pieces import read_pieces
from wayproof.scenes.meshes.mesh_textures import textures_of
from wayproof.scenes.meshes.own_labels import own_labels
from wayproof.scenes.scene import Scene

_NOTHING_LABELLED = (
    f"nothing is labelled: floors and ceilings are told by where they lie, the rest is one {NOBODY!r}; tasks "
    "that ask for things, attributes or doors cannot be drawn here"
)
MOST_LIT_TRIANGLES = 300_000  # a larger mesh is not lit anew: that would take minutes


def read_mesh(
    file: Path,
    *,
    labels: Path | None = None,
    up: str = "y",
    unit_m: float = 1.0,
    name: str | None = None,
) -> Imported:
    """A GLB, glTF, OBJ or PLY file as a scene, with notes on what was guessed.

    labels: NAME.semantic.json (ours) or NAME.semantic.txt (HM3D's, with NAME.semantic.glb beside it);
    without, such a file beside the mesh is taken. up: "y" or "z"; unit_m: the length of one unit of the file.
    Positions stay those of the file: a floor need not lie at y = 0.
    """
    check_frame(up, unit_m)
    sources = sources_of(file)
    sidecar = _sidecar(file, labels)
    painted = _painted(file, sidecar)
    title = name or f"imported/{file.name.split('.')[0]}"
    files = [] if sidecar is None else [sidecar]
    for each in (sources, painted):
        if each is not None:
            check_pictures(each)
            files += [each.file, *each.beside.values()]
    key = digest_of(dict.fromkeys(files), up, unit_m, title)
    kept = kept_reading(key)
    if kept is not None:
        return kept
    reading = _read(sources, sidecar, painted, up, unit_m, title)
    keep_reading(key, reading)
    return reading


def _read(
    sources: Sources, sidecar: Path | None, painted: Sources | None, up: str, unit_m: float, title: str
) -> Imported:
    file = sources.file
    merged = merge(file, read_pieces(sources), up, unit_m)
    check_size(merged.vertices_m, file, unit_m)
    notes = []
    if up_looks_wrong(merged.vertices_m, merged.faces):
        other = "z" if up == "y" else "y"
        notes.append(
            f"most level surfaces stand upright with {up} up: if the scene lies on its side, use --up {other}"
        )
    found = _labels(merged, sidecar, painted, up, unit_m)
    scene = _scene(merged, found, title)
    floors = walkable_floors(scene, file)
    if not scene.rooms:
        scene = replace(scene, rooms=rooms_of_floors(floors, float(merged.vertices_m[:, 1].max())))
        notes.append(
            f"no rooms are labelled: rooms of unknown type were made of the floor ({len(scene.rooms)})"
        )
    if sidecar is None:
        guess = guessed_labels(merged, scene.rooms)
        scene = replace(scene, face_instance=guess.face_instance.astype(np.int32), instances=guess.instances)
        notes.append(_NOTHING_LABELLED)
    notes += [*found.notes, *_looks_notes(merged, found)]
    notes.append(f"floor to walk on: {floors[0].area_m2:.1f} m2 at y = {floors[0].floor_m:.2f} m")
    if not found.is_lit and (scene.windows or scene.lamps) and len(scene.faces) <= MOST_LIT_TRIANGLES:
        scene = lit(scene)
    return Imported(scene, tuple(notes))


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


def _labels(merged: Merged, sidecar: Path | None, painted: Sources | None, up: str, unit_m: float) -> Labels:
    if sidecar is None:
        return unlabelled(merged)
    if painted is not None:
        return hm3d_labels(merged, sidecar, painted, up, unit_m)
    if up != "y" or unit_m != 1.0:
        raise InvalidInput(f"{sidecar} speaks of metres with y up; leave --up and --unit as they are")
    return own_labels(merged, sidecar)


def _sidecar(file: Path, given: Path | None) -> Path | None:
    """The file of labels: the one given, or one beside the mesh by its usual name."""
    if given is not None:
        if not given.is_file():
            raise InvalidInput(f"there is no file of labels {given}")
        if given.suffix not in (".json", ".txt"):
            raise InvalidInput(
                f"labels come from NAME.semantic.json or NAME.semantic.txt, not from {given.name}"
            )
        return given
    stem = file.name.split(".")[0]
    for name in (file.with_suffix(".semantic.json").name, f"{stem}.semantic.json", f"{stem}.semantic.txt"):
        if (file.parent / name).is_file():
            return file.parent / name
    return None


def _painted(file: Path, sidecar: Path | None) -> Sources | None:
    """The mesh that is painted with the colours of an HM3D text: beside the text, or the mesh itself."""
    if sidecar is None or sidecar.suffix != ".txt":
        return None
    beside = sidecar.with_suffix(".glb")
    if beside.is_file():
        return sources_of(beside)
    if file.name.split(".")[-2:-1] == ["semantic"]:
        return sources_of(file)
    raise InvalidInput(f"{sidecar.name} speaks of colours, but {beside} with the painted mesh is not there")


def _looks_notes(merged: Merged, labels: Labels) -> list[str]:
    notes = []
    if any(look.is_transparent for look in merged.looks):
        notes.append("some materials are see-through in the file; they are shown solid")
    if labels.is_lit and _colours(merged) is None:
        notes.append("the mesh has neither pictures nor vertex colours; it is shown by shading alone")
    return notes
