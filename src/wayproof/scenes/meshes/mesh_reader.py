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
from wayproof.scenes.meshes.floor_areas import HEIGHT_M, RADIUS_M, rooms_of_floors, walkable_floors
from wayproof.scenes.meshes.gltf_pictures import check_pictures
from wayproof.scenes.meshes.guessed_labels import guessed_labels
from wayproof.scenes.meshes.hm3d_labels import hm3d_labels
from wayproof.scenes.meshes.merged_mesh import NOBODY, Labels, Merged, merge, no_glow, unlabelled
from wayproof.scenes.meshes.mesh_cache import keep_reading, kept_reading
from wayproof.scenes.meshes.mesh_files import Sources, digest_of, sources_of
from wayproof.scenes.meshes.mesh_frame import check_frame, check_size, up_looks_wrong
from wayproof.scenes.meshes.mesh_light import MOST_LIT_TRIANGLES, check_light, holds_light, lit_mesh
from wayproof.scenes.meshes.mesh_pieces import read_pieces
from wayproof.scenes.meshes.mesh_textures import textures_of
from wayproof.scenes.meshes.own_labels import own_labels
from wayproof.scenes.scene import Scene

_NOTHING_LABELLED = (
    f"nothing is labelled: floors and ceilings are told by where they lie, the rest is one {NOBODY!r}; tasks "
    "that ask for things, attributes or doors cannot be drawn here"
)


def read_mesh(
    file: Path,
    *,
    labels: Path | None = None,
    up: str | None = None,
    unit_m: float = 1.0,
    light: str = "auto",
    name: str | None = None,
) -> Imported:
    """A GLB, glTF, OBJ or PLY file as a scene, with notes on what was guessed.

    labels: NAME.semantic.json (ours) or NAME.semantic.txt (HM3D's, with NAME.semantic.glb beside it);
    without, such a file beside the mesh is taken. up: "y" or "z"; without it y, and a building that then lies
    on its side is refused. unit_m: the length of one unit of the file. light: "bake", "none", or "auto":
    baked for textured meshes whose pictures hold none.
    Positions stay those of the file: a floor need not lie at y = 0.
    """
    check_frame(up or "y", unit_m)
    check_light(light)
    sources = sources_of(file)
    sidecar = _sidecar(file, labels)
    painted = _painted(file, sidecar)
    title = name or f"imported/{file.name.split('.')[0]}"
    files = [] if sidecar is None else [sidecar]
    for each in (sources, painted):
        if each is not None:
            check_pictures(each)
            files += [each.file, *each.beside.values()]
    key = digest_of(dict.fromkeys(files), up, unit_m, light, title)
    kept = kept_reading(key)
    if kept is not None:
        return kept
    reading = _read(sources, sidecar, painted, up, unit_m, light, title)
    keep_reading(key, reading)
    return reading


def _read(
    sources: Sources,
    sidecar: Path | None,
    painted: Sources | None,
    given_up: str | None,
    unit_m: float,
    light: str,
    title: str,
) -> Imported:
    file, up = sources.file, given_up or "y"
    merged = merge(file, read_pieces(sources), up, unit_m)
    check_size(merged.vertices_m, file, unit_m)
    notes = _up_notes(merged, given_up)
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
    notes.append(
        f"floor to walk on for a body of {RADIUS_M} m radius and {HEIGHT_M} m height: "
        f"{floors[0].area_m2:.1f} m2 at y = {floors[0].floor_m:.2f} m"
    )
    scene, told = _under_light(scene, merged, found, light, is_scan=painted is not None)
    return Imported(scene, (*notes, *told))


def _up_notes(merged: Merged, given_up: str | None) -> list[str]:
    """Refuse a building that lies on its side, unless its user said which axis is up."""
    if not up_looks_wrong(merged.vertices_m, merged.faces):
        return []
    up = given_up or "y"
    other = "z" if up == "y" else "y"
    lies = f"most level surfaces stand upright with {up} up"
    if given_up is None:
        raise InvalidInput(
            f"{merged.file}: {lies}: the scene lies on its side. Most likely {other} is up: --up {other} "
            f"(if {up} really is, say so: --up {up})"
        )
    return [f"{lies}: if the scene lies on its side, use --up {other}"]


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
        notes.append(
            "the mesh has neither pictures nor vertex colours; it is shown by shading alone; "
            "--light bake lights it"
        )
    return notes
