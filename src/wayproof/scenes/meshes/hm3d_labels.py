"""Labels in HM3D's manner: a text of colours and a second mesh that is painted with them.

The text (NAME.semantic.txt) has a heading and then lines `id,hexcolour,"category",region`. The painted mesh
(NAME.semantic.glb) need not have the triangles of the one that is shown: each of ours takes the label of the
nearest painted surface.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import BrokenFile
from wayproof.scenes.meshes.category_words import our_word
from wayproof.scenes.meshes.floor_areas import USUAL_HEIGHT_M, outline_of
from wayproof.scenes.meshes.merged_mesh import NOBODY, Floats, Ints, Labels, Merged, instances_of, merge
from wayproof.scenes.meshes.mesh_files import Sources
from wayproof.scenes.meshes.mesh_pieces import read_pieces
from wayproof.scenes.meshes.nearest_labels import nearest_labels, same_places, spread_over
from wayproof.scenes.scene import Room

PAINT_TOLERANCE = 2  # of 255 per channel; pictures are stored without loss, colours pass through rounding
REACH_M = 0.15  # a triangle farther than that from anything painted is nobody's
SPACING_M = 0.05


@dataclass(frozen=True)
class Entry:
    """One line of the text."""

    number: int
    colour: int  # 0xRRGGBB
    category: str
    region: int


def hm3d_labels(merged: Merged, text: Path, painted: Sources, up: str, unit_m: float) -> Labels:
    """Instances by colour and rooms by region."""
    entries = read_entries(text)
    same = painted.file.resolve() == merged.file.resolve()
    paint = merged if same else merge(painted.file, read_pieces(painted), up, unit_m)
    row = _entry_of_faces(paint, entries)
    if not (row >= 0).any():
        raise BrokenFile(
            f"{painted.file}: none of its colours is listed in {text.name}; do the two belong together?"
        )
    return _labels(merged, entries, row if same else _carried_over(paint, row, merged), text)


def _carried_over(paint: Merged, row: Ints, merged: Merged) -> Ints:
    """The entries of our triangles: of the same triangle in the painted mesh, else of the nearest."""
    known = row >= 0
    asked = merged.middles_m.astype(np.float32)
    points, owner = spread_over(
        paint.vertices_m[paint.faces[known]].astype(np.float32), np.float32(SPACING_M)
    )
    near = nearest_labels(points, row[known].astype(np.int32)[owner], asked, REACH_M).astype(np.int64)
    twin = same_places(paint.middles_m.astype(np.float32), asked)
    return np.where((twin >= 0) & known[twin], row[twin], near)


def read_entries(text: Path) -> list[Entry]:
    """The lines of the text, the heading left out."""
    try:
        lines = text.read_text("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise BrokenFile(f"{text} is not a text in UTF-8: {error}") from None
    entries = []
    for number, row in enumerate(csv.reader(lines), start=1):
        if not row or (number == 1 and len(row) != 4):
            continue
        if len(row) != 4 or not re.fullmatch(r"\s*[0-9A-Fa-f]{6}\s*", row[1]):
            raise BrokenFile(
                f'{text}, line {number}: {",".join(row)!r} is not id,hexcolour,"category",region'
            )
        try:
            entries.append(Entry(int(row[0]), int(row[1], 16), row[2].strip(), int(row[3])))
        except ValueError:
            raise BrokenFile(
                f"{text}, line {number}: id {row[0]!r} or region {row[3]!r} is not a number"
            ) from None
    if not entries:
        raise BrokenFile(f'{text} lists no object; its lines read id,hexcolour,"category",region')
    return entries


def _labels(merged: Merged, entries: list[Entry], row: Ints, text: Path) -> Labels:
    regions = sorted({entry.region for entry in entries})
    room_of = {region: number for number, region in enumerate(regions, start=1)}
    rooms = [_room(merged, entries, row, region, room_of[region]) for region in regions]
    kept = {room.id for room in rooms if room is not None}
    categories = [our_word(entry.category) for entry in entries]
    places = [room_of[entry.region] if room_of[entry.region] in kept else None for entry in entries]
    instance = row + 1
    nobody = int((row < 0).sum())
    notes = [f"{text.name}: {len(entries)} objects in {len(kept)} regions; the types of rooms are not known"]
    if nobody:
        categories.append(NOBODY)
        places.append(None)
        instance = np.where(row < 0, len(entries) + 1, instance)
        notes.append(
            f"{nobody} of {len(row)} triangles have no label and belong to one thing named {NOBODY!r}"
        )
    shown = len(np.unique(row[row >= 0]))
    if shown < len(entries):
        notes.append(f"{len(entries) - shown} objects of {text.name} have no triangle of their own")
    if len(kept) < len(regions):
        notes.append(f"{len(regions) - len(kept)} regions have no floor large enough for a room")
    return Labels(
        instance,
        instances_of(merged, instance, categories, places),
        rooms=tuple(room for room in rooms if room is not None),
        notes=tuple(notes),
    )


def _room(merged: Merged, entries: list[Entry], row: Ints, region: int, number: int) -> Room | None:
    """From the floor of a region, or from all of it where no floor is labelled."""
    here = np.array([entry.region == region for entry in entries])
    is_floor = here & np.array([our_word(entry.category) in ("floor", "rug") for entry in entries])
    of_region = np.flatnonzero((row >= 0) & here[row])
    if not len(of_region):
        return None
    floor = of_region[is_floor[row[of_region]]]
    source = floor if len(floor) else of_region
    points, _ = spread_over(merged.vertices_m[merged.faces[source]].astype(np.float32), np.float32(SPACING_M))
    outline = outline_of(points[:, [0, 2]].astype(np.float64))
    if outline is None:
        return None
    heights = merged.middles_m[of_region, 1]
    level = float(np.median(points[:, 1])) if len(floor) else float(np.percentile(heights, 2))
    height = max(float(np.percentile(heights, 98)) - level, USUAL_HEIGHT_M)
    return Room(number, "room", outline, round(height, 3), round(level, 3))


def _entry_of_faces(paint: Merged, entries: list[Entry]) -> Ints:
    """The entry (t,) whose colour each triangle is painted with, -1 for none."""
    shown = _painted(paint).astype(np.int64)
    packed, place = np.unique(shown[:, 0] << 16 | shown[:, 1] << 8 | shown[:, 2], return_inverse=True)
    listed = np.array([entry.colour for entry in entries], np.int64)
    channels = np.stack([listed >> 16, listed >> 8 & 255, listed & 255], axis=1)
    entry_of = np.full(len(packed), -1, np.int64)
    for number, colour in enumerate(packed.tolist()):
        apart = np.abs(channels - (colour >> 16, colour >> 8 & 255, colour & 255)).max(axis=1)
        nearest = int(apart.argmin())
        if apart[nearest] <= PAINT_TOLERANCE:
            entry_of[number] = nearest
    found: Ints = entry_of[place.reshape(-1)]
    return found


def _painted(paint: Merged) -> NDArray[np.uint8]:
    """The colour (t, 3) of each triangle at its middle: of the picture, or of its first vertex."""
    shown = np.zeros((len(paint.faces), 3), np.uint8)
    if paint.colours is not None:
        shown[:] = paint.colours[paint.faces[:, 0]]
    middle: Floats = paint.uv[paint.faces].mean(axis=1)
    for number, look in enumerate(paint.looks):
        mine = paint.face_look == number
        if look.picture is not None:
            pixels = np.asarray(look.picture.convert("RGB"))
            height, width = pixels.shape[:2]
            across = np.floor(middle[mine, 0] % 1.0 * width).astype(int).clip(0, width - 1)
            down = np.floor((1.0 - middle[mine, 1]) % 1.0 * height).astype(int).clip(0, height - 1)
            shown[mine] = pixels[down, across]
        elif paint.colours is None:
            shown[mine] = np.rint(np.asarray(look.colour) * 255.0).astype(np.uint8)
    return shown
