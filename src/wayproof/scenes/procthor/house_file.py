"""The JSON of a ProcTHOR house as typed data; whatever does not fit is named by file and field.

Both published layouts are read: schema 1.0.0 (holePolygon, materials as objects) and the older one
(boundingBox, materials as names).
"""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from wayproof.errors import BrokenFile, InvalidInput

LARGEST_BYTES = 64 * 2**20
FURTHEST_M = 1000.0
MOST_ROOMS, MOST_OBJECTS, DEEPEST = 100, 20_000, 6

Metres = Annotated[float, Meta(ge=-FURTHEST_M, le=FURTHEST_M)]
Degrees = Annotated[float, Meta(ge=-1e6, le=1e6)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Kind = TypeVar("Kind")


class Place(Struct, frozen=True):
    x: Metres
    y: Metres = 0.0
    z: Metres = 0.0


class Angles(Struct, frozen=True):
    x: Degrees = 0.0
    y: Degrees = 0.0
    z: Degrees = 0.0


class Colour(Struct, frozen=True):
    r: Share
    g: Share
    b: Share


class Material(Struct, frozen=True):
    name: str = ""
    color: Colour | None = None


class FileRoom(Struct, frozen=True, rename="camel"):
    id: str
    room_type: str
    floor_polygon: Annotated[list[Place], Meta(min_length=3, max_length=500)]
    floor_material: Material | str | None = None


class FileWall(Struct, frozen=True, rename="camel"):
    id: str
    polygon: Annotated[list[Place], Meta(min_length=4, max_length=4)]
    material: Material | str | None = None
    room_id: str = ""
    empty: bool = False  # an open wall: two rooms without anything between them
    color: Colour | None = None  # the older layout has it beside the material's name


class Corners(Struct, frozen=True):
    min: Place
    max: Place


class Opening(Struct, frozen=True, rename="camel"):
    """A door or a window; the hole is measured from the first lower corner of wall0."""

    id: str
    wall0: str
    asset_id: str = ""
    hole_polygon: Annotated[list[Place], Meta(min_length=2)] | None = None
    bounding_box: Corners | None = None
    openness: float | None = None

    def hole(self) -> tuple[float, float, float, float] | None:
        """Left, lower, right and upper edge; None where the file does not say."""
        box = self.bounding_box
        corners = self.hole_polygon or ([box.min, box.max] if box else None)
        if corners is None:
            return None
        xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
        return (min(xs), min(ys), max(xs), max(ys))


class FileObject(Struct, frozen=True, rename="camel"):
    asset_id: str
    position: Place
    id: str = ""
    rotation: Angles = Angles()
    children: list[Raw] | None = None
    openness: float | None = None
    is_on: bool | None = None


class FileLight(Struct, frozen=True):
    type: str = ""
    position: Place | None = None


class Parameters(Struct, frozen=True, rename="camel"):
    ceiling_material: Material | str | None = None
    ceiling_color: Colour | None = None
    lights: list[FileLight] | None = None


class _Document(Struct, frozen=True, rename="camel"):
    rooms: list[Raw]
    walls: list[Raw]
    objects: list[Raw]
    doors: list[Raw] = []
    windows: list[Raw] = []
    procedural_parameters: Parameters = Parameters()


class Listed(Struct, frozen=True):
    """An object with the place of its entry in the file, as "objects[3].children[0]"."""

    field: str
    object: FileObject
    parent: int | None  # index of the entry that carries it


class HouseFile(Struct, frozen=True):
    """All that is used of a house; `objects` has parents before their children."""

    file: str
    key: str  # of the content: draws depend on it, not on how the file is called
    rooms: list[FileRoom]
    walls: list[FileWall]
    doors: list[Opening]
    windows: list[Opening]
    objects: list[Listed]
    parameters: Parameters

    def broken(self, field: str, sentence: str) -> BrokenFile:
        return BrokenFile(f"{self.file}: {field}: {sentence}")


def read_house(file: Path) -> HouseFile:
    """A house file, checked field by field; what is drawn from it is checked by those who draw."""
    content = bounded_bytes(file)
    document = decoded(content, _Document, file.name, "")
    if not 1 <= len(document.rooms) <= MOST_ROOMS:
        raise BrokenFile(f"{file.name}: rooms: {len(document.rooms)} of them; 1 to {MOST_ROOMS} are read")
    return HouseFile(
        file=file.name,
        key=hashlib.sha256(content).hexdigest(),
        rooms=_each(document.rooms, FileRoom, file.name, "rooms"),
        walls=_each(document.walls, FileWall, file.name, "walls"),
        doors=_each(document.doors, Opening, file.name, "doors"),
        windows=_each(document.windows, Opening, file.name, "windows"),
        objects=_objects(document.objects, file.name),
        parameters=document.procedural_parameters,
    )


def bounded_bytes(file: Path) -> bytes:
    """The content of a file of reasonable size."""
    if not file.is_file():
        raise InvalidInput(f"there is no file {file}; give a ProcTHOR house as house_*.json")
    try:
        if file.stat().st_size > LARGEST_BYTES:
            raise BrokenFile(
                f"{file.name}: larger than {LARGEST_BYTES} bytes; no house is, give one house per file"
            )
        return file.read_bytes()
    except OSError as error:
        raise InvalidInput(f"cannot read {file}: {error.strerror or error}; check its permissions") from error


def decoded(content: bytes | Raw, kind: type[Kind], where: str, field: str) -> Kind:
    """JSON as a type, or the error that names the field."""
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        raise BrokenFile(f"{where}: {_named(field, str(error))}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        path = _no_number(bytes(content))
        reason = f"{path}: not a number (NaN or infinite)" if path else f"not JSON: {error}"
        raise BrokenFile(f"{where}: {reason}; mend it or make the house again") from None


def _each(raws: list[Raw], kind: type[Kind], where: str, field: str) -> list[Kind]:
    return [decoded(raw, kind, where, f"{field}[{k}]") for k, raw in enumerate(raws)]


def _objects(raws: list[Raw], where: str) -> list[Listed]:
    """The tree of objects as a list, parents first."""
    listed: list[Listed] = []
    waiting = [(f"objects[{k}]", raw, None, 1) for k, raw in enumerate(raws)]
    pending: list[tuple[str, Raw, int | None, int]] = list(reversed(waiting))
    while pending:
        field, raw, parent, depth = pending.pop()
        one = decoded(raw, FileObject, where, field)
        listed.append(Listed(field, one, parent))
        if len(listed) > MOST_OBJECTS or depth > DEEPEST:
            raise BrokenFile(
                f"{where}: {field}: more than {MOST_OBJECTS} objects, or {DEEPEST} on each other"
            )
        number = len(listed) - 1
        children = [
            (f"{field}.children[{k}]", child, number, depth + 1) for k, child in enumerate(one.children or ())
        ]
        pending += reversed(children)
    return listed


def _named(field: str, sentence: str) -> str:
    """msgspec's sentence with the path as people write it: "rooms[3].floorPolygon: Expected ..."."""
    reason, _, path = sentence.partition(" - at `$")
    full = (field + path.rstrip("`")).lstrip(".")
    return f"{full}: {reason}" if full else reason


def _no_number(content: bytes) -> str:
    """The path of the first NaN or infinity; empty if the text is broken in another way."""
    try:
        plain = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    pending: list[tuple[str, Any]] = [("", plain)]
    while pending:
        path, value = pending.pop()
        if isinstance(value, float) and not math.isfinite(value):
            return path.lstrip(".")
        if isinstance(value, dict):
            pending += [(f"{path}.{key}", inner) for key, inner in reversed(value.items())]
        elif isinstance(value, list):
            pending += [(f"{path}[{k}]", inner) for k, inner in reversed(list(enumerate(value)))]
    return ""
