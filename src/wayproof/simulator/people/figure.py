"""A Figure: one person's body as textured triangles on bones, ready to be posed."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from wayproof.seeding import generator_for
from wayproof.simulator.people.appearance import Look, draw_look
from wayproof.simulator.people.clothes import clothes_textures
from wayproof.simulator.people.faces import face_texture, hair_texture
from wayproof.simulator.people.hair import hair_parts
from wayproof.simulator.people.head import head_parts
from wayproof.simulator.people.limb_surfaces import Part
from wayproof.simulator.people.limbs import arm_parts, leg_parts
from wayproof.simulator.people.skeleton import (
    FOLLOWS,
    PARENT,
    Floats,
    Ints,
    Pose,
    bend_skin,
    bone_frames,
    rest_joints,
)
from wayproof.simulator.people.trunk import half_shoulder, neck_parts, seat_parts, skirt_parts, top_parts

ORIGIN = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Figure:
    """A person at rest: standing on the origin, looking along -Z. All arrays are read-only.

    vertices_m and normals (v, 3), uv (v, 2) in tiles, bones (v, 2) and the share (v,) of the second bone,
    shade (v,): how much light reaches a vertex, 1 in the open; faces (t, 3), face_texture (t,) into
    `textures`; joints_m (19, 3).
    """

    look: Look
    height_m: float
    joints_m: Floats
    vertices_m: Floats
    normals: Floats
    uv: NDArray[np.float32]
    bones: Ints
    share: Floats
    shade: Floats
    faces: NDArray[np.int32]
    face_texture: NDArray[np.int32]
    textures: tuple[NDArray[np.uint8], ...]

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                value.setflags(write=False)


def figure_for(seed: int) -> Figure:
    """The person of a seed: the same look, shape and paint wherever it is asked for."""
    look = draw_look(generator_for(seed, "people", "look"))
    return figure_of(look, generator_for(seed, "people", "paint"))


def figure_of(look: Look, rng: np.random.Generator) -> Figure:
    """A body with the given look; the generator decides small things such as folds in the cloth."""
    joints = rest_joints(1.0, half_shoulder(look))
    parts = _parts(look, joints)
    vertices = np.concatenate([part.vertices for part in parts])
    scale = look.height_m / float(vertices[:, 1].max())
    starts = np.cumsum([0] + [len(part.vertices) for part in parts[:-1]])
    paint = clothes_textures(look, rng) | {"face": face_texture(look, rng), "hair": hair_texture(look, rng)}
    names = sorted({part.texture for part in parts})
    return Figure(
        look=look,
        height_m=look.height_m,
        joints_m=joints * scale,
        vertices_m=vertices * scale,
        normals=np.concatenate([part.normals for part in parts]),
        uv=np.concatenate([part.uv for part in parts]).astype(np.float32),
        bones=np.concatenate([part.bones for part in parts]),
        share=np.concatenate([part.share for part in parts]),
        shade=np.concatenate([part.shade for part in parts]),
        faces=np.concatenate([part.faces + start for part, start in zip(parts, starts, strict=True)]).astype(
            np.int32
        ),
        face_texture=np.concatenate(
            [np.full(len(part.faces), names.index(part.texture)) for part in parts]
        ).astype(np.int32),
        textures=tuple(paint[name] for name in names),
    )


def posed(
    figure: Figure, pose: Pose, *, position_m: tuple[float, float, float] = ORIGIN, heading_rad: float = 0.0
) -> NDArray[np.float32]:
    """Vertices (v, 3) in the world of a person at a position who faces along a heading and holds a pose."""
    return posed_with_normals(figure, pose, position_m=position_m, heading_rad=heading_rad)[0]


def posed_with_normals(
    figure: Figure, pose: Pose, *, position_m: tuple[float, float, float] = ORIGIN, heading_rad: float = 0.0
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The same with the normals (v, 3), which are of about unit length."""
    turns, places = joint_frames(figure, pose, position_m=position_m, heading_rad=heading_rad)
    return bend_skin(
        figure.vertices_m, figure.normals, figure.bones, figure.share, figure.joints_m, turns, places
    )


def joint_frames(
    figure: Figure, pose: Pose, *, position_m: tuple[float, float, float] = ORIGIN, heading_rad: float = 0.0
) -> tuple[Floats, Floats]:
    """Rotations (19, 3, 3) of the bones and places (19, 3) of the joints in the world."""
    turns, places = bone_frames(figure.joints_m, PARENT, FOLLOWS, pose.angles_rad, pose.shift_m)
    cos, sin = float(np.cos(heading_rad)), float(np.sin(heading_rad))
    about_y = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
    return about_y @ turns, places @ about_y.T + np.asarray(position_m, float)


def _parts(look: Look, joints: Floats) -> list[Part]:
    lower = skirt_parts(look) if look.bottom == "skirt" else seat_parts(look)
    upper = [*top_parts(look), *arm_parts(look, joints), *neck_parts()]
    return [*lower, *leg_parts(look), *upper, *head_parts(look), *hair_parts(look)]
