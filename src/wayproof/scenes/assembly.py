"""From placed things to one Scene: merge their triangles, textures, lamps and labels.

The order of the list is the order of instance ids (the first is id 1), and a support is named by that id.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.solids import ORIGIN, Floats, Ints, Point
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Glow, Part
from wayproof.scenes.scene import (
    NO_GLOW,
    SKY,
    Attributes,
    Door,
    Instance,
    Lamp,
    Material,
    Room,
    Scene,
    Window,
)

Texturing = Callable[[Finish], NDArray[np.uint8]]


@dataclass(frozen=True)
class Placed:
    """One thing in the world: its parts in its own frame, and where that frame stands."""

    category: str
    shape: str
    attributes: Attributes
    parts: tuple[Part, ...]
    position_m: Point = (0.0, 0.0, 0.0)
    heading_rad: float = 0.0
    room: int | None = None
    support: int | None = None
    relation: str | None = None
    glow: Glow | None = None


def assemble(
    name: str,
    placed: Sequence[Placed],
    texturing: Texturing,
    *,
    rooms: tuple[Room, ...] = (),
    doors: tuple[Door, ...] = (),
    windows: tuple[Window, ...] = (),
) -> Scene:
    """One frozen scene without baked light; equal finishes share one material and one texture."""
    pieces = [(number, thing, part) for number, thing in enumerate(placed, start=1) for part in thing.parts]
    finishes: dict[Finish, int] = {}
    for _, _, part in pieces:
        finishes.setdefault(part.finish, len(finishes))
    lamp_of = {number: index for index, number in enumerate(_luminous(placed))}
    triangles = [len(part.solid.faces) for _, _, part in pieces]
    corners = [len(part.solid.vertices_m) for _, _, part in pieces]
    points, normals = _in_the_world(pieces)
    return Scene(
        name=name,
        vertices_m=points.astype(np.float32),
        normals=normals.astype(np.float32),
        uv=np.concatenate([part.solid.uv_m / part.finish.tile_m for _, _, part in pieces]).astype(np.float32),
        faces=_renumbered([part.solid.faces for _, _, part in pieces], corners),
        face_instance=_spread([number for number, _, _ in pieces], triangles).astype(np.int32),
        face_material=_spread([finishes[part.finish] for _, _, part in pieces], triangles).astype(np.int32),
        face_glow=_spread([_glow(part, lamp_of.get(n)) for n, _, part in pieces], triangles).astype(np.int16),
        materials=tuple(_material(finish, texture) for finish, texture in finishes.items()),
        textures=tuple(texturing(finish) for finish in finishes),
        instances=_instances(placed, points, _spread([number for number, _, _ in pieces], corners), lamp_of),
        rooms=rooms,
        doors=doors,
        windows=windows,
        lamps=tuple(_lamp(placed[number - 1], number) for number in lamp_of),
    )


def _in_the_world(pieces: Sequence[tuple[int, Placed, Part]]) -> tuple[Floats, Floats]:
    """Vertices and normals of all parts, turned and moved to where their things stand."""
    points = [
        to_world(part.solid.vertices_m, thing.position_m, thing.heading_rad) for _, thing, part in pieces
    ]
    normals = [to_world(part.solid.normals, ORIGIN, thing.heading_rad) for _, thing, part in pieces]
    return np.concatenate(points), np.concatenate(normals)


def _renumbered(faces: Sequence[Ints], corners: Sequence[int]) -> NDArray[np.int32]:
    """Faces of all parts with indices into the one list of vertices."""
    starts = np.cumsum([0, *corners])
    return np.concatenate([own + start for own, start in zip(faces, starts, strict=False)]).astype(np.int32)


def _spread(values: Sequence[int], counts: Sequence[int]) -> Ints:
    """Each value repeated as often as its count says."""
    return np.repeat(np.asarray(values, np.int64), counts)


def _luminous(placed: Sequence[Placed]) -> list[int]:
    """Ids of the things that give light, in order; their places in this list are the lamp indices."""
    return [number for number, thing in enumerate(placed, start=1) if thing.glow]


def _glow(part: Part, lamp: int | None) -> int:
    if not part.glows:
        return NO_GLOW
    return SKY if lamp is None else lamp


def to_world(points: Floats, position_m: Point, heading_rad: float) -> Floats:
    """Turn points (n, 3) counter-clockwise about +Y by the heading, then move them."""
    cos, sin = np.cos(heading_rad), np.sin(heading_rad)
    x, y, z = points[:, 0], points[:, 1], points[:, 2]
    turned: Floats = np.stack([cos * x + sin * z, y, cos * z - sin * x], axis=1)
    turned += np.asarray(position_m, float)
    return turned


def _instances(
    placed: Sequence[Placed], points: Floats, owner: NDArray[np.int64], lamp_of: dict[int, int]
) -> tuple[Instance, ...]:
    borders = np.searchsorted(owner, np.arange(1, len(placed) + 2))
    instances = []
    for number, thing in enumerate(placed, start=1):
        own = points[borders[number - 1] : borders[number]]
        instances.append(
            Instance(
                id=number,
                category=thing.category,
                shape=thing.shape,
                attributes=thing.attributes,
                room=thing.room,
                support=thing.support,
                relation=thing.relation,
                low_m=_tuple(own.min(axis=0)),
                high_m=_tuple(own.max(axis=0)),
                position_m=_tuple(np.asarray(thing.position_m, float)),
                heading_rad=round(float(thing.heading_rad), 6),
                lamp=lamp_of.get(number),
            )
        )
    return tuple(instances)


def _lamp(thing: Placed, number: int) -> Lamp:
    glow = thing.glow
    assert glow is not None
    positions = to_world(
        np.asarray(glow.positions_m, float).reshape(-1, 3), thing.position_m, thing.heading_rad
    )
    return Lamp(
        name=f"{thing.category} {number}",
        instance=number,
        room=thing.room,
        positions_m=tuple(_tuple(position) for position in positions),
        colour=glow.colour,
        power=glow.power,
        on=thing.attributes.state in (None, "on", "lit", "open"),  # an open laptop is on,
    )


def _material(finish: Finish, texture: int) -> Material:
    name = f"{finish.colour} {finish.pattern} {finish.material}"
    return Material(
        name=name, texture=texture, tile_m=finish.tile_m, gloss=finish.gloss, material=finish.material
    )


def _tuple(values: Floats) -> Point:
    """Rounded to a hundredth of a millimetre, so that labels do not carry floating-point dust."""
    x, y, z = (round(float(value), 5) + 0.0 for value in values)
    return (x, y, z)
