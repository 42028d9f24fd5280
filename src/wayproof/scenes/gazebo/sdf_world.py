"""An SDF world as a flat list of what can be seen: each visual with its place, its shape and its model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from wayproof.errors import BrokenFile
from wayproof.scenes.gazebo.model_folders import LARGEST_SDF_BYTES, located_uri, sdf_of_model
from wayproof.scenes.gazebo.sdf_poses import Floats, pose_matrix
from wayproof.scenes.gazebo.sdf_shapes import Paint, Shape, paint_of, shape_of
from wayproof.scenes.meshes.bounded_xml import text_of, xml_root

MOST_VISUALS = 50_000
DEEPEST_MODEL = 16
# Models that every Gazebo has and that need not lie anywhere: a light, and a level ground.
_SUN, _GROUND = "model://sun", "model://ground_plane"
_GROUND_SIZE_M = (100.0, 100.0)
_NOT_SHOWN = ("actor", "light", "road", "population")


@dataclass(frozen=True)
class Visual:
    """Something to see: a shape, its place (4, 4) in the world, its colour, and the number of its model."""

    model: int
    place: Floats
    shape: Shape
    paint: Paint


@dataclass
class SdfWorld:
    """What was read so far: names of models from 1 on, visuals, files, and what was left out how often."""

    folders: tuple[Path, ...]
    models: list[str] = field(default_factory=list)
    visuals: list[Visual] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


def read_sdf(file: Path, folders: Sequence[Path]) -> SdfWorld:
    """Everything visible in the world (or the single model) of an SDF file."""
    root = _root(file)
    world = SdfWorld(tuple(folders), files=[file])
    outer = root.find("world")
    _read_models(outer if outer is not None else root, np.eye(4), file, world)
    if not world.visuals:
        raise BrokenFile(f"{file} has no visuals; a scene needs a world with models that can be seen")
    return world


def _root(file: Path) -> Element:
    return xml_root(file, "sdf", largest_bytes=LARGEST_SDF_BYTES)


def _read_models(outer: Element, place: Floats, file: Path, world: SdfWorld) -> None:
    """The models of a world, each a thing of its own with everything nested in it."""
    for child in outer:
        if child.tag in ("model", "include"):
            at = place @ _relative(child, outer, file)
            world.models.append(_called(child))
            _read_child(child, at, file, world, 0)
        elif child.tag in _NOT_SHOWN:
            world.left_out[child.tag] += 1


def _called(child: Element) -> str:
    """The name of a model: for an include, that of the model which it takes in."""
    if child.tag == "include":
        return text_of(child, "uri").rstrip("/").rpartition("/")[2] or text_of(child, "name")
    return child.get("name", "")


def _read_child(child: Element, at: Floats, file: Path, world: SdfWorld, depth: int) -> None:
    if depth > DEEPEST_MODEL:
        raise BrokenFile(
            f"{file}: models lie more than {DEEPEST_MODEL} deep in one another, or within themselves"
        )
    if child.tag == "model":
        _read_model(child, at, file, world, depth)
        return
    uri = text_of(child, "uri")
    try:
        place = located_uri(uri, file, world.folders)
    except BrokenFile:
        if uri == _GROUND:
            _add(world, at, Shape("plane", _GROUND_SIZE_M), Paint())
        if uri in (_SUN, _GROUND):
            return
        raise
    inner = sdf_of_model(place)
    model = _root(inner).find("model")
    if model is None:
        raise BrokenFile(f"{inner} holds no <model>, and {file} includes it as one")
    world.files.append(inner)
    # The pose of an include stands in place of the model's own.
    own = np.eye(4) if child.find("pose") is not None else pose_matrix(model.find("pose"), f"{inner}: pose")
    _read_model(model, at @ own, inner, world, depth)


def _read_model(model: Element, at: Floats, file: Path, world: SdfWorld, depth: int) -> None:
    for child in model:
        if child.tag in ("model", "include"):
            _read_child(child, at @ _relative(child, model, file), file, world, depth + 1)
        elif child.tag == "link":
            link = at @ _relative(child, model, file)
            for visual in child.iterfind("visual"):
                _read_visual(visual, link, file, world)
        elif child.tag in _NOT_SHOWN:
            world.left_out[child.tag] += 1


def _read_visual(visual: Element, link: Floats, file: Path, world: SdfWorld) -> None:
    where = f"{file}: visual {visual.get('name', '')[:40]!r}"
    geometry = visual.find("geometry")
    if geometry is None or _is_invisible(visual):
        return
    shape = shape_of(geometry, where, file, world.folders)
    if shape is None:
        world.left_out[next((child.tag for child in geometry), "empty geometry")] += 1
        return
    place = link @ pose_matrix(visual.find("pose"), f"{where}: pose")
    _add(world, place, shape, paint_of(visual.find("material"), where, file, world.folders))


def _is_invisible(visual: Element) -> bool:
    return text_of(visual, "transparency", "0") in ("1", "1.0")


def _add(world: SdfWorld, place: Floats, shape: Shape, paint: Paint) -> None:
    if len(world.visuals) >= MOST_VISUALS:
        raise BrokenFile(f"{world.files[0]}: more than {MOST_VISUALS} visuals are not read")
    world.visuals.append(Visual(len(world.models), place, shape, paint))


def _relative(child: Element, parent: Element, file: Path) -> Floats:
    """The place of a child in its parent, through the frames that `relative_to` names."""
    place = np.eye(4)
    for step in _frames(child, parent, file):
        place = pose_matrix(step.find("pose"), f"{file}: pose of {step.get('name', '')[:40]!r}") @ place
    return place


def _frames(child: Element, parent: Element, file: Path) -> Iterator[Element]:
    """The child itself, then the frame that its pose is relative to, and so on outwards."""
    named = {other.get("name") or text_of(other, "name"): other for other in parent}
    seen: list[Element] = []
    step: Element | None = child
    while step is not None:
        yield step
        seen.append(step)
        pose = step.find("pose")
        frame = (pose.get("relative_to") if pose is not None else None) or step.get("attached_to") or ""
        if frame in ("", "world", "__model__"):
            return
        step = named.get(frame)
        if step is None or step in seen:
            raise BrokenFile(
                f"{file}: a pose is relative to {frame[:40]!r}, which is no frame beside it, or lies in "
                "itself"
            )
