"""A Scene: everything that can be seen, touched or named in one world, frozen.

Frame: right-handed, metres, +Y up, floor of the ground storey at y = 0. Plans (polygons, positions on the
floor) are pairs (x, z). Instance ids count from 1; id 0 means "nothing".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.kinds import ROOM_SURFACES

PlanPoint = tuple[float, float]
Vector = tuple[float, float, float]

NO_GLOW = -1
SKY = -2


class Attributes(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person could say about a thing by looking at it; None where the word does not apply."""

    colour: str | None = None
    size: str | None = None  # "small", "medium" or "large", relative to its category
    pattern: str | None = None  # "plain", "striped", "checked", ...
    material: str | None = None
    state: str | None = None  # "open" / "closed", "on" / "off", "lit" / "unlit"
    number: dict[str, int] = {}  # countable parts, as {"door": 2}
    modifier: str | None = None  # the kind within the category: "pillar" candle, "wing" chair


class Instance(msgspec.Struct, frozen=True):
    """One thing: a chair, a wall, the floor of a room."""

    id: int
    category: str
    shape: str
    attributes: Attributes
    room: int | None  # id of the room it is in; None for what belongs to no single room
    support: int | None  # id of the instance that carries it
    relation: str | None  # "on" or "in", with respect to the support
    low_m: Vector
    high_m: Vector
    position_m: Vector  # its own origin: centre of the footprint, at the height of its underside
    heading_rad: float  # counter-clockwise about +Y; 0 means its front looks along +Z
    lamp: int | None = None  # index of the lamp group that it feeds, if it gives light


class Room(msgspec.Struct, frozen=True):
    id: int
    type: str  # "living_room", "kitchen", ...
    polygon_m: tuple[PlanPoint, ...]  # inner outline, counter-clockwise seen from above, walls excluded
    height_m: float
    floor_m: float = 0.0


class Door(msgspec.Struct, frozen=True):
    """A way through a wall; room ids on both sides, None for outside."""

    instance: int
    rooms: tuple[int, int | None]
    centre_m: PlanPoint
    along_x: bool  # whether the wall that it pierces runs along x
    clear_width_m: float
    height_m: float


class Window(msgspec.Struct, frozen=True):
    instance: int
    room: int
    centre_m: Vector
    along_x: bool
    width_m: float
    height_m: float
    outward: Vector  # unit vector from the room to the outside


class Lamp(msgspec.Struct, frozen=True):
    """One group of light sources that are switched together."""

    name: str  # "ceiling lamp of bedroom 3"
    instance: int
    room: int | None
    positions_m: tuple[Vector, ...]
    colour: Vector  # linear RGB, 1 = white
    power: float  # irradiance at 1 m, in units of the sky's
    on: bool  # as the scene was made; a renderer may switch it


class Material(msgspec.Struct, frozen=True):
    name: str
    texture: int
    tile_m: float  # edge of the square on the surface that one texture tile covers
    gloss: float  # 0 matt to 1 mirror-like; depth cameras fail on glossy and dark surfaces
    material: str  # what it is made of: "wood", "glass", ...


@dataclass(frozen=True)
class LightLayers:
    """Light that reached each vertex, kept apart by source, so that a renderer sums what is switched on.

    ambient (v,): openness in [0, 1]; sky (v, 3), lamps (n, v): irradiance; colours are in Scene.lamps.
    """

    ambient: NDArray[np.float16]
    sky: NDArray[np.float16]
    lamps: NDArray[np.float16]


@dataclass(frozen=True)
class Scene:
    """One world. All arrays are read-only.

    vertices_m (v, 3), normals (v, 3), uv (v, 2) in texture tiles, faces (t, 3) counter-clockwise from
    outside, face_instance (t,) ids, face_material (t,) indices, face_glow (t,): index of the lamp whose light
    the face itself shows (a lamp shade, a screen), SKY for window panes, NO_GLOW for the rest.
    Textures are square uint8 (s, s, 3) with s a power of two; v grows upwards and row 0 is the top.
    colours (v, 3): what a scan saw at each vertex, light included, by which its texture is multiplied; None
    where surfaces show their textures under the light that falls on them.
    """

    name: str
    vertices_m: NDArray[np.float32]
    normals: NDArray[np.float32]
    uv: NDArray[np.float32]
    faces: NDArray[np.int32]
    face_instance: NDArray[np.int32]
    face_material: NDArray[np.int32]
    face_glow: NDArray[np.int16]
    materials: tuple[Material, ...]
    textures: tuple[NDArray[np.uint8], ...]
    instances: tuple[Instance, ...]
    rooms: tuple[Room, ...] = ()
    doors: tuple[Door, ...] = ()
    windows: tuple[Window, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    two_sided: bool = False
    light: LightLayers | None = None
    colours: NDArray[np.uint8] | None = None

    def __post_init__(self) -> None:
        geometry = (self.vertices_m, self.normals, self.uv, self.faces)
        for array in (*geometry, self.face_instance, self.face_material, self.face_glow):
            array.setflags(write=False)
        for texture in self.textures:
            texture.setflags(write=False)
        if self.colours is not None:
            self.colours.setflags(write=False)

    def with_light(self, light: LightLayers) -> Scene:
        return replace(self, light=light)


# Categories of the building itself, as opposed to the things in it.
STRUCTURE = (*ROOM_SURFACES, "door", "window")


def things(scene: Scene) -> list[Instance]:
    """The instances that furnish the scene, without walls, floors, ceilings, doors and windows."""
    return [instance for instance in scene.instances if instance.category not in STRUCTURE]
