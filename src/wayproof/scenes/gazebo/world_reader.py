"""Read a Gazebo world (.world, .sdf) as a scene: one thing for each model, named after it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from wayproof.errors import InvalidInput
from wayproof.scenes.gazebo.mesh_sources import mesh_sources
from wayproof.scenes.gazebo.model_folders import model_folders
from wayproof.scenes.gazebo.sdf_world import SdfWorld, read_sdf
from wayproof.scenes.gazebo.world_pieces import world_pieces
from wayproof.scenes.import_result import Imported
from wayproof.scenes.meshes.category_words import is_ours, our_word, snake
from wayproof.scenes.meshes.finished_scene import finished
from wayproof.scenes.meshes.merged_mesh import Labels, Merged, instances_of, merge
from wayproof.scenes.meshes.mesh_cache import keep_reading, kept_reading
from wayproof.scenes.meshes.mesh_files import Sources, digest_of
from wayproof.scenes.meshes.mesh_frame import check_size
from wayproof.scenes.meshes.mesh_light import check_light


def read_world(
    file: Path, *, models: Sequence[Path] = (), light: str = "auto", name: str | None = None
) -> Imported:
    """A Gazebo world as a scene, with notes on what was guessed or left out.

    models: folders to search for `model://` before those around the file and those of Gazebo's own variables.
    SDF is in metres with z up, so nothing needs to be said of its frame.
    """
    check_light(light)
    if not file.is_file():
        raise InvalidInput(f"there is no file {file}; give a Gazebo world (.world or .sdf)")
    world = read_sdf(file, model_folders(file, models))
    paths = sorted({visual.shape.file for visual in world.visuals if visual.shape.file is not None})
    sources = {path: mesh_sources(path) for path in paths}
    title = name or f"imported/{file.stem}"
    key = digest_of(_files(world, sources), "gazebo", light, title)
    kept = kept_reading(key)
    if kept is not None:
        return kept
    merged = merge(file, world_pieces(world, sources), "z", 1.0)
    check_size(merged.vertices_m, file, 1.0)
    made = finished(merged, _labels(merged, world), title, light=light)
    reading = Imported(made.scene, (*_notes(world, sources), *made.notes))
    keep_reading(key, reading)
    return reading


def _files(world: SdfWorld, sources: dict[Path, Sources]) -> list[Path]:
    pictures = [visual.paint.picture for visual in world.visuals if visual.paint.picture is not None]
    beside = [path for found in sources.values() for path in (found.file, *found.beside.values())]
    return list(dict.fromkeys([*world.files, *beside, *pictures]))


def _labels(merged: Merged, world: SdfWorld) -> Labels:
    """One instance for each model that is seen; floors and ceilings are sought where no word is known."""
    model_of_face = np.array([piece.instance for piece in merged.pieces], np.int64)[merged.face_piece]
    seen, face_instance = np.unique(model_of_face, return_inverse=True)
    categories = [category_of(world.models[number - 1]) for number in seen.tolist()]
    face_instance = face_instance.reshape(-1).astype(np.int64) + 1
    unknown = tuple(place for place, category in enumerate(categories, start=1) if not is_ours(category))
    instances = instances_of(merged, face_instance, categories, [None] * len(categories))
    return Labels(face_instance, instances, is_partial=True, unknown=unknown)


def category_of(model: str) -> str:
    """The category that the name of a model ends with; the name itself where none is known.

    >>> [category_of(name) for name in ("office_desk_3", "Dining Chair", "sofa_clone_0", "ground_plane")]
    ['desk', 'chair', 'couch', 'ground_plane']
    """
    words = re.sub(r"(_clone)?(_\d+)*$", "", snake(model)).split("_")
    for first in range(len(words)):
        word = our_word("_".join(words[first:]))
        if is_ours(word):
            return word
    return "_".join(words) or snake(model)


def _notes(world: SdfWorld, sources: dict[Path, Sources]) -> list[str]:
    notes = [f"{len(world.models)} models, {len(world.visuals)} visuals, {len(sources)} meshes"]
    if world.left_out:
        listed = ", ".join(f"{kind} ({count})" for kind, count in sorted(world.left_out.items()))
        notes.append(f"left out, as it is not read: {listed}")
    missing = sorted({f"{path.name}: {name}" for path, found in sources.items() for name in found.missing})
    if missing:
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        notes.append(
            f"pictures that are missing or damaged, shown as plain colour: {', '.join(missing[:5])}{more}"
        )
    return notes
