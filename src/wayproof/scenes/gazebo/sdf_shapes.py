"""Shapes and colours of SDF visuals: primitives and meshes as data, and primitives as triangles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from wayproof.errors import BrokenFile
from wayproof.geometry.solids import Solid, box, cylinder, lathe, move, sphere
from wayproof.scenes.finishes import COLOURS
from wayproof.scenes.gazebo.model_folders import located_uri
from wayproof.scenes.gazebo.sdf_poses import numbers
from wayproof.scenes.meshes.bounded_xml import text_of

_SIDES = 24
_GREY = (0.7, 0.7, 0.7)
# Of each primitive: the elements that give its numbers, and how many each holds.
_PRIMITIVES = {
    "box": (("size", 3),),
    "sphere": (("radius", 1),),
    "cylinder": (("radius", 1), ("length", 1)),
    "capsule": (("radius", 1), ("length", 1)),
    "cone": (("radius", 1), ("length", 1)),
    "ellipsoid": (("radii", 3),),
    "plane": (("size", 2),),
}


@dataclass(frozen=True)
class Shape:
    """A primitive with its sizes in metres, or a mesh with its file and three scales."""

    kind: str
    sizes: tuple[float, ...]
    file: Path | None = None
    part: str = ""  # the one part of the mesh that is shown; empty for all
    is_centred: bool = False
    normal: tuple[float, float, float] = (0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Paint:
    """What a visual says of its own colour: as shown, or a picture; nothing where it says nothing."""

    colour: tuple[float, float, float] | None = None
    picture: Path | None = None


def shape_of(geometry: Element, where: str, file: Path, folders: Sequence[Path]) -> Shape | None:
    """The shape of a visual; None for kinds that are not read."""
    for kind, parts in _PRIMITIVES.items():
        found = geometry.find(kind)
        if found is not None:
            sizes = [
                value
                for name, count in parts
                for value in numbers(
                    text_of(found, name, "1 1" if kind == "plane" else ""), count, f"{where}: {name}"
                )
            ]
            if min(sizes) <= 0.0:
                raise BrokenFile(f"{where}: {kind} has sizes {sizes}; they should be above 0")
            x, y, z = numbers(text_of(found, "normal", "0 0 1"), 3, f"{where}: normal")
            return Shape(kind, tuple(sizes), normal=(x, y, z))
    mesh = geometry.find("mesh")
    if mesh is None:
        return None
    scale = numbers(text_of(mesh, "scale", "1 1 1"), 3, f"{where}: scale")
    path = located_uri(text_of(mesh, "uri"), file, folders)
    centred = text_of(mesh, "submesh/center", "false") in ("true", "1")
    return Shape("mesh", tuple(scale), path, text_of(mesh, "submesh/name"), centred)


def paint_of(material: Element | None, where: str, file: Path, folders: Sequence[Path]) -> Paint:
    """The colour of a visual: a picture, its diffuse or ambient colour, or that of a script's name."""
    if material is None:
        return Paint()
    picture = text_of(material, "pbr/metal/albedo_map") or text_of(material, "pbr/specular/albedo_map")
    if picture:
        return Paint(picture=located_uri(picture, file, folders))
    for name in ("diffuse", "ambient"):
        if material.find(name) is not None:
            words = text_of(material, name).split()
            red, green, blue = numbers(" ".join(words[:3]), 3, f"{where}: {name}")
            return Paint((_share(red), _share(green), _share(blue)))
    name = text_of(material, "script/name").rpartition("/")[2].lower()
    for colour, shades in COLOURS.items():
        if colour in name:
            red, green, blue = (value / 255.0 for value in shades[0])
            return Paint((red, green, blue))
    return Paint(_GREY) if name else Paint()


def _share(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def solid_of(shape: Shape) -> Solid:
    """A primitive around the origin with y up, as our solids are."""
    sizes = shape.sizes
    if shape.kind == "box":
        return move(box((sizes[0], sizes[2], sizes[1])), (0.0, -sizes[2] / 2, 0.0))
    if shape.kind == "sphere":
        return move(sphere(sizes[0], sides=_SIDES), (0.0, -sizes[0], 0.0))
    if shape.kind == "ellipsoid":
        stretch = (sizes[0], sizes[2], sizes[1])
        return move(sphere(1.0, stretch=stretch, sides=_SIDES), (0.0, -sizes[2], 0.0))
    if shape.kind == "cylinder":
        return move(cylinder(sizes[0], sizes[1], sides=_SIDES), (0.0, -sizes[1] / 2, 0.0))
    if shape.kind == "cone":
        return move(cylinder(sizes[0], sizes[1], top_radius_m=0.0, sides=_SIDES), (0.0, -sizes[1] / 2, 0.0))
    assert shape.kind == "capsule"
    latitude = np.linspace(-np.pi / 2, np.pi / 2, _SIDES // 2)
    rise = np.where(latitude > 0.0, sizes[1], 0.0) - sizes[1] / 2
    return lathe(
        np.stack([np.cos(latitude), np.sin(latitude)], axis=1) * sizes[0]
        + [[0.0, 0.0]]
        + np.stack([np.zeros_like(rise), rise], axis=1),
        sides=_SIDES,
    )
