"""The catalogue inside a pack: Java properties with one block of `key#N=value` lines per model."""

from __future__ import annotations

import math
import re
from collections import defaultdict

import msgspec

from wayproof.errors import BrokenFile
from wayproof.scenes.packs.archive import Archive, read

FILE_NAME = "PluginFurnitureCatalog.properties"
LARGEST_SIDE_M = 100.0
MOST_ITEMS = 20_000

_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
_NUMBERED = re.compile(r"(\w+)#(\d{1,6})")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}

Rotation = tuple[float, float, float, float, float, float, float, float, float]


class PackHeader(msgspec.Struct, frozen=True):
    name: str
    licence: str
    version: str = ""
    description: str = ""


class CatalogueItem(msgspec.Struct, frozen=True):
    """One model as the catalogue describes it; sizes are those of the box that holds the turned model."""

    number: int
    id: str
    name: str
    tags: tuple[str, ...]
    category: str
    creator: str
    model: str  # path of the OBJ file inside the pack
    width_m: float
    depth_m: float
    height_m: float
    elevation_m: float = 0.0
    rest_m: float | None = None  # height of the surface that things stand on; None where it is the top
    rotation: Rotation | None = None  # row by row
    is_opening: bool = False  # a door or window


def read_catalogue(archive: Archive) -> tuple[PackHeader, tuple[CatalogueItem, ...]]:
    """What the pack says of itself and of each of its models."""
    text = read(archive, FILE_NAME, "a furniture pack").decode("latin-1")
    own: dict[str, str] = {}
    blocks: dict[int, dict[str, str]] = defaultdict(dict)
    for key, value in parse_properties(text).items():
        numbered = _NUMBERED.fullmatch(key)
        if numbered:
            blocks[int(numbered[2])][numbered[1]] = value
        else:
            own[key] = value
    if not blocks or len(blocks) > MOST_ITEMS:
        raise BrokenFile(f"{archive.file}: {FILE_NAME} lists {len(blocks)} models, not 1 to {MOST_ITEMS}")
    header = PackHeader(
        name=own.get("name") or archive.file.stem,
        licence=" ".join(own.get("license", "not stated").split()),
        version=own.get("version", ""),
        description=own.get("description", ""),
    )
    return header, tuple(_item(archive, number, blocks[number]) for number in sorted(blocks))


def parse_properties(text: str) -> dict[str, str]:
    r"""Keys and values of a Java properties text.

    >>> parse_properties("# a comment\nname#1=Caf\\u00e9\\\n   chair\n")
    {'name#1': 'Caféchair'}
    """
    found: dict[str, str] = {}
    pending = ""
    for raw in text.splitlines():
        line = pending + raw.lstrip(" \t\f")
        pending = ""
        if not line or line[0] in "#!":
            continue
        if (len(line) - len(line.rstrip("\\"))) % 2:
            pending = line[:-1]
            continue
        key, value = _split(line)
        found[_unescaped(key)] = _unescaped(value)
    if pending:
        key, value = _split(pending)
        found[_unescaped(key)] = _unescaped(value)
    return found


def _split(line: str) -> tuple[str, str]:
    """At the first separator that no backslash hides."""
    at = 0
    while at < len(line) and line[at] not in "=: \t\f":
        at += 2 if line[at] == "\\" else 1
    rest = line[at:].lstrip(" \t\f")
    return line[:at], (rest[1:] if rest[:1] in ("=", ":") else rest).strip()


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(_plain, text)


def _plain(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _ESCAPES.get(found[2], found[2])


def _item(archive: Archive, number: int, block: dict[str, str]) -> CatalogueItem:
    for key in ("name", "category", "model", "width", "depth", "height"):
        if not block.get(key):
            raise BrokenFile(f"{archive.file}: {FILE_NAME}: the key {key}#{number} is missing")
    rest = _number(archive, number, block, "dropOnTopElevation", -math.inf) / 100
    return CatalogueItem(
        number=number,
        id=block.get("id", f"{archive.file.stem}#{number}"),
        name=block["name"],
        tags=tuple(tag.strip() for tag in block.get("tags", "").split(",") if tag.strip()),
        category=block["category"],
        creator=block.get("creator", "unknown"),
        model=block["model"],
        width_m=_side(archive, number, block, "width"),
        depth_m=_side(archive, number, block, "depth"),
        height_m=_side(archive, number, block, "height"),
        elevation_m=_number(archive, number, block, "elevation", 0.0) / 100,
        rest_m=rest if rest > 0 else None,
        rotation=_rotation(archive, number, block),
        is_opening=block.get("doorOrWindow", "false").lower() == "true",
    )


def _number(archive: Archive, number: int, block: dict[str, str], key: str, otherwise: float) -> float:
    text = block.get(key)
    if not text:
        return otherwise
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BrokenFile(f"{archive.file}: {FILE_NAME}: {key}#{number} is {text!r}, not a number")
    return value


def _side(archive: Archive, number: int, block: dict[str, str], key: str) -> float:
    side = _number(archive, number, block, key, math.nan) / 100
    if not 0.0 < side <= LARGEST_SIDE_M:
        raise BrokenFile(
            f"{archive.file}: {FILE_NAME}: {key}#{number} is {side:g} m; allowed are sizes above 0 and up to "
            f"{LARGEST_SIDE_M:g} m"
        )
    return side


def _rotation(archive: Archive, number: int, block: dict[str, str]) -> Rotation | None:
    text = block.get("modelRotation")
    if not text:
        return None
    try:
        a, b, c, d, e, f, g, h, i = (float(word) for word in text.split())
    except ValueError:
        raise BrokenFile(
            f"{archive.file}: {FILE_NAME}: modelRotation#{number} is {text!r}, not nine numbers"
        ) from None
    rotation = (a, b, c, d, e, f, g, h, i)
    if not all(math.isfinite(value) and abs(value) <= 1.001 for value in rotation):
        raise BrokenFile(f"{archive.file}: {FILE_NAME}: modelRotation#{number} is {text!r}, not a rotation")
    return rotation
