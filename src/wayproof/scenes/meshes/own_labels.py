"""Labels from our own sidecar: the JSON that `wayproof scenes export` writes beside a GLB, or one by hand.

By hand, an instance needs an id (1, 2, 3, ... in order) and a category; the node of the mesh that shows it is
named CATEGORY_ID or carries "instance" in its extras.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np

from wayproof.errors import BrokenFile
from wayproof.scenes.glb import SIDECAR_FORMAT
from wayproof.scenes.meshes.merged_mesh import Ints, Labels, Merged, boxes_of
from wayproof.scenes.scene import (
    NO_GLOW,
    SKY,
    Attributes,
    Door,
    Instance,
    Lamp,
    Material,
    Room,
    Vector,
    Window,
)


class _Instance(msgspec.Struct, frozen=True):
    id: int
    category: str
    shape: str = "scan"
    attributes: Attributes = Attributes()
    room: int | None = None
    support: int | None = None
    relation: str | None = None
    low_m: Vector | None = None
    high_m: Vector | None = None
    position_m: Vector | None = None
    heading_rad: float = 0.0
    lamp: int | None = None


class _Surface(msgspec.Struct, frozen=True):
    material: Material
    glow: int = NO_GLOW


class _Sidecar(msgspec.Struct, frozen=True):
    format: str
    version: int
    instances: tuple[_Instance, ...]
    rooms: tuple[Room, ...] = ()
    doors: tuple[Door, ...] = ()
    windows: tuple[Window, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    two_sided: bool = True
    surfaces: tuple[_Surface, ...] = ()
    light_in_colours: bool = False  # then the colours of the mesh are not its own


def own_labels(merged: Merged, sidecar: Path) -> Labels:
    """Labels by the ids that the nodes of the mesh carry."""
    plan = _decoded(sidecar)
    face_instance = _instance_of_pieces(merged, plan, sidecar)[merged.face_piece]
    surfaces = _surface_of_looks(merged, plan)
    labels = Labels(
        face_instance,
        _instances(merged, face_instance, plan),
        rooms=plan.rooms,
        doors=plan.doors,
        windows=plan.windows,
        lamps=plan.lamps,
        two_sided=plan.two_sided,
    )
    if surfaces is None:
        return labels
    glow = np.array([surface.glow for surface in surfaces], np.int64)
    return replace(
        labels,
        face_glow=glow[merged.face_look],
        materials=tuple(surface.material for surface in surfaces),
        is_lit=merged.colours is not None and not plan.light_in_colours,
    )


def _decoded(sidecar: Path) -> _Sidecar:
    try:
        plan = msgspec.json.decode(sidecar.read_bytes(), type=_Sidecar)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BrokenFile(f"{sidecar}: {error}") from None
    if plan.format != SIDECAR_FORMAT or plan.version != 1:
        raise BrokenFile(
            f"{sidecar}: format and version are {plan.format!r}, {plan.version}; not {SIDECAR_FORMAT!r}, 1"
        )
    for place, instance in enumerate(plan.instances, start=1):
        if instance.id != place:
            raise BrokenFile(
                f"{sidecar}: instances[{place - 1}].id is {instance.id}; ids count from 1 in order"
            )
    for number, surface in enumerate(plan.surfaces):
        if not SKY <= surface.glow < len(plan.lamps):
            raise BrokenFile(f"{sidecar}: surfaces[{number}].glow is {surface.glow}, which names no lamp")
    _check_references(plan, sidecar)
    return plan


def _check_references(plan: _Sidecar, sidecar: Path) -> None:
    rooms = {room.id for room in plan.rooms}
    for number, instance in enumerate(plan.instances):
        if instance.room is not None and instance.room not in rooms:
            raise BrokenFile(
                f"{sidecar}: instances[{number}].room is {instance.room}; rooms are {sorted(rooms)}"
            )
        if instance.support is not None and not 1 <= instance.support <= len(plan.instances):
            raise BrokenFile(
                f"{sidecar}: instances[{number}].support is {instance.support}; no such instance"
            )
        if instance.lamp is not None and not 0 <= instance.lamp < len(plan.lamps):
            raise BrokenFile(f"{sidecar}: instances[{number}].lamp is {instance.lamp}; no such lamp")


def _instance_of_pieces(merged: Merged, plan: _Sidecar, sidecar: Path) -> Ints:
    by_name = {f"{instance.category}_{instance.id}": instance.id for instance in plan.instances}
    ids = np.zeros(len(merged.pieces), np.int64)
    for number, piece in enumerate(merged.pieces):
        names = (piece.node, piece.node.rpartition("_")[0])
        found = piece.instance
        if found is None:
            found = next((by_name[name] for name in names if name in by_name), None)
        if found is None or not 1 <= found <= len(plan.instances):
            raise BrokenFile(
                f"{merged.file}: node {piece.node!r} has instance {found}, which {sidecar.name} does not "
                "list; name the node CATEGORY_ID or list the instance"
            )
        ids[number] = found
    return ids


def _surface_of_looks(merged: Merged, plan: _Sidecar) -> list[_Surface] | None:
    """The surface of each material, by the number at the end of its name; None if unknown."""
    surfaces = []
    for look in merged.looks:
        found = re.search(r"#(\d+)$", look.name)
        if found is None or int(found[1]) >= len(plan.surfaces):
            return None
        surfaces.append(plan.surfaces[int(found[1])])
    return surfaces


def _instances(merged: Merged, face_instance: Ints, plan: _Sidecar) -> tuple[Instance, ...]:
    """As listed; boxes that are not given are those of the triangles."""
    low, high = boxes_of(merged, face_instance, len(plan.instances))
    instances = []
    for entry in plan.instances:
        x0, y0, z0 = (round(float(value), 5) + 0.0 for value in low[entry.id])
        x1, y1, z1 = (round(float(value), 5) + 0.0 for value in high[entry.id])
        fields = {name: getattr(entry, name) for name in entry.__struct_fields__}
        fields["low_m"] = entry.low_m or (x0, y0, z0)
        fields["high_m"] = entry.high_m or (x1, y1, z1)
        fields["position_m"] = entry.position_m or (round((x0 + x1) / 2, 5), y0, round((z0 + z1) / 2, 5))
        instances.append(Instance(**fields))
    return tuple(instances)
