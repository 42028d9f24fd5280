"""People out of packs: still figures that stand, sit or lie, with the arrays that the renderer asks for.

They have no bones, so they do not walk; the simulator's own people do (simulator/people).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput, unknown_name
from wayproof.scenes.packs.category_table import PERSON
from wayproof.scenes.packs.pack import credit
from wayproof.scenes.packs.pack_files import InstalledPack, installed_packs, load_shape, load_texture
from wayproof.seeding import generator_for

POSES = ("standing", "sitting", "lying")


@dataclass(frozen=True)
class StillPerson:
    """A person at rest on the origin, looking along -Z as the simulator's people do.

    vertices_m, normals (v, 3), uv (v, 2), faces (t, 3), face_texture (t,) into `textures`: what
    `rendering.moving.prepare_moving` takes.
    """

    name: str
    pose: str
    height_m: float
    credit: str
    vertices_m: NDArray[np.float32]
    normals: NDArray[np.float32]
    uv: NDArray[np.float32]
    faces: NDArray[np.int32]
    face_texture: NDArray[np.int32]
    textures: tuple[NDArray[np.uint8], ...]


def people_in_packs(pose: str = "standing") -> list[str]:
    """Paths ("Reallusion/female01") of the people in the installed packs, in one pose."""
    return sorted(_found(pose))


def still_person(path: str) -> StillPerson:
    """The person of a path from `people_in_packs`."""
    everyone = {path: entry for pose in POSES for path, entry in _found(pose).items()}
    if path not in everyone:
        raise unknown_name("person", path, everyone)
    return _person(*everyone[path])


def still_person_for(seed: int, pose: str = "standing") -> StillPerson:
    """One of the people in a pose, drawn from a seed."""
    known = people_in_packs(pose)
    if not known:
        raise InvalidInput(f"no installed furniture pack has a {pose} person; Debian's Reallusion.sh3f does")
    rng = generator_for(seed, "packs", "people", pose)
    return still_person(known[int(rng.integers(len(known)))])


def _found(pose: str) -> dict[str, tuple[InstalledPack, int]]:
    if pose not in POSES:
        raise unknown_name("pose", pose, POSES)
    return {
        f"{entry.pack.key}/{model.key}": (entry, index)
        for entry in installed_packs()
        for index, model in enumerate(entry.pack.models)
        if model.category == PERSON and _pose(model.name) == pose
    }


def _pose(name: str) -> str:
    words = name.lower()
    return "sitting" if "sitting" in words else "lying" if "lying" in words else "standing"


def _person(entry: InstalledPack, index: int) -> StillPerson:
    model, shape = entry.pack.models[index], load_shape(entry.file, index)
    behind = np.array([-1.0, 1.0, -1.0], np.float32)  # half a turn about +Y
    textures = tuple(
        np.full((4, 4, 3), part.rgb, np.uint8)
        if part.texture is None
        else load_texture(entry.file, part.texture)
        for part in model.parts
    )
    return StillPerson(
        name=model.name,
        pose=_pose(model.name),
        height_m=model.height_m,
        credit=credit(entry.pack, model),
        vertices_m=shape.vertices_m * behind,
        normals=shape.normals * behind,
        uv=shape.uv,
        faces=shape.faces,
        face_texture=shape.face_part.astype(np.int32),
        textures=textures,
    )
