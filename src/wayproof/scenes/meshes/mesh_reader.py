"""Read a mesh file as a scene: triangles, looks, labels, rooms, and whether one can walk in it."""

from __future__ import annotations

from pathlib import Path

from wayproof.errors import InvalidInput
from wayproof.scenes.import_result import Imported
from wayproof.scenes.meshes.dae_file import dae_frame, dae_root
from wayproof.scenes.meshes.finished_scene import finished
from wayproof.scenes.meshes.gltf_pictures import check_pictures
from wayproof.scenes.meshes.hm3d_labels import hm3d_labels
from wayproof.scenes.meshes.merged_mesh import Labels, Merged, merge, unlabelled
from wayproof.scenes.meshes.mesh_cache import keep_reading, kept_reading
from wayproof.scenes.meshes.mesh_files import Sources, digest_of, sources_of
from wayproof.scenes.meshes.mesh_frame import check_frame, check_size, up_looks_wrong
from wayproof.scenes.meshes.mesh_light import check_light
from wayproof.scenes.meshes.mesh_pieces import read_pieces
from wayproof.scenes.meshes.own_labels import own_labels


def read_mesh(
    file: Path,
    *,
    labels: Path | None = None,
    up: str | None = None,
    unit_m: float | None = None,
    light: str = "auto",
    name: str | None = None,
) -> Imported:
    """A GLB, glTF, OBJ, PLY, DAE or STL file as a scene, with notes on what was guessed.

    labels: NAME.semantic.json (ours) or NAME.semantic.txt (HM3D's, with NAME.semantic.glb beside it);
    without, such a file beside the mesh is taken. up: "y" or "z"; without it what a DAE file says of itself,
    or y, and a building that then lies on its side is refused. unit_m: the length of one unit of the file;
    without it what a DAE file says, or 1. light: "bake", "none", or "auto": baked for textured meshes whose
    pictures hold none.
    Positions stay those of the file: a floor need not lie at y = 0.
    """
    check_frame(up or "y", 1.0 if unit_m is None else unit_m)
    check_light(light)
    sources = sources_of(file)
    own_up, own_unit_m = _own_frame(file)
    unit = own_unit_m if unit_m is None else unit_m
    sidecar = _sidecar(file, labels)
    painted = _painted(file, sidecar)
    title = name or f"imported/{file.name.split('.')[0]}"
    files = [] if sidecar is None else [sidecar]
    for each in (sources, painted):
        if each is not None:
            check_pictures(each)
            files += [each.file, *each.beside.values()]
    key = digest_of(dict.fromkeys(files), up, unit, light, title)
    kept = kept_reading(key)
    if kept is not None:
        return kept
    reading = _read(sources, sidecar, painted, up, own_up, unit, light, title)
    keep_reading(key, reading)
    return reading


def _read(
    sources: Sources,
    sidecar: Path | None,
    painted: Sources | None,
    given_up: str | None,
    own_up: str,
    unit_m: float,
    light: str,
    title: str,
) -> Imported:
    file, up = sources.file, given_up or own_up
    merged = merge(file, read_pieces(sources), up, unit_m)
    check_size(merged.vertices_m, file, unit_m)
    notes = _up_notes(merged, given_up, up)
    found = _labels(merged, sidecar, painted, up, unit_m)
    made = finished(merged, found, title, light=light, unit_m=unit_m, is_scan=painted is not None)
    return Imported(made.scene, (*notes, *made.notes))


def _own_frame(file: Path) -> tuple[str, float]:
    """Which axis is up and the length of a unit, by what the file or its format says."""
    if file.suffix.lower() != ".dae":
        return "y", 1.0
    frame = dae_frame(dae_root(file), file)
    return frame.up, frame.unit_m


def _up_notes(merged: Merged, given_up: str | None, up: str) -> list[str]:
    """Refuse a building that lies on its side, unless its user said which axis is up."""
    if not up_looks_wrong(merged.vertices_m, merged.faces):
        return []
    other = "z" if up == "y" else "y"
    lies = f"most level surfaces stand upright with {up} up"
    if given_up is None:
        raise InvalidInput(
            f"{merged.file}: {lies}: the scene lies on its side. Most likely {other} is up: --up {other} "
            f"(if {up} really is, say so: --up {up})"
        )
    return [f"{lies}: if the scene lies on its side, use --up {other}"]


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
