"""People as moving triangles, in the light of the place where they stand.

What falls on a person from six sides is read off the floor, walls and ceiling around: a wall that faces the
same way as a shoulder is lit as that shoulder is. Nearer surfaces count more, those that face away from the
person's place do not count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.rendering.moving_meshes import MovingMesh, prepare_moving
from wayproof.rendering.surface_maps import map_light
from wayproof.rendering.triangle_batch import Batch, batch_from
from wayproof.scenes.scene import NO_GLOW, Scene
from wayproof.simulator.people.figure import Figure, posed_with_normals
from wayproof.simulator.people.gait_cycle import pose_at
from wayproof.simulator.people.persons import PersonState, movement_of

Floats = NDArray[np.float32]

CATEGORY = "person"
_SURFACES = ("floor", "wall", "ceiling")
_CHEST_M = 1.2
_FACING = 0.8
_NEAR_M2 = 0.5  # closer than its root all surfaces count the same
_MODELLING = 0.14  # an even light makes bodies look flat; this much comes from one side
_FROM = (0.35, 0.70, 0.62)


@dataclass(frozen=True)
class LitSurroundings:
    """Light (n, 3) at places (n, 3) on surfaces that face one of six ways (n,): +x -x +y -y +z -z."""

    places_m: Floats
    facing: NDArray[np.int64]
    light: Floats


@dataclass(frozen=True)
class DrawnPerson:
    """A figure made ready for the renderer, with the ids that its pixels show."""

    figure: Figure
    moving: MovingMesh


def lit_surroundings(scene: Scene, light: Floats) -> LitSurroundings:
    """Samples from the light (v, 3) that the scene is drawn with, without lamps and window panes."""
    shell = [instance.id for instance in scene.instances if instance.category in _SURFACES]
    wanted = (scene.face_glow == NO_GLOW) & (np.isin(scene.face_instance, shell) if shell else True)
    vertices = np.unique(scene.faces[wanted])
    normals = scene.normals[vertices]
    axis = np.abs(normals).argmax(axis=1)
    along = np.take_along_axis(normals, axis[:, None], axis=1)[:, 0]
    clear = np.abs(along) > _FACING
    facing = 2 * axis + (along < 0)
    return LitSurroundings(
        np.ascontiguousarray(scene.vertices_m[vertices][clear]),
        facing[clear].astype(np.int64),
        np.ascontiguousarray(light[vertices][clear], np.float32),
    )


def light_around(surroundings: LitSurroundings, position_m: tuple[float, float, float]) -> Floats:
    """Light (6, 3) on surfaces at a person's place that face +x, -x, +y, -y, +z and -z."""
    x, y, z = position_m
    return _light_around(surroundings.places_m, surroundings.facing, surroundings.light, x, y + _CHEST_M, z)


def prepare_person(figure: Figure, *, instance: int, category: int = 0) -> DrawnPerson:
    """A figure for the renderer; ids as in `prepare_moving`."""
    vertices = figure.vertices_m.astype(np.float32)
    moving = prepare_moving(
        vertices,
        figure.faces,
        figure.uv,
        figure.face_texture,
        figure.textures,
        instance=instance,
        category=category,
    )
    return DrawnPerson(figure, moving)


def person_batch(person: DrawnPerson, state: PersonState, light: Floats) -> Batch:
    """The person as triangles for the renderer's `moving`, lit by `light` (6, 3) from `light_around`."""
    figure, rest = person.figure, person.moving.mesh
    pose = pose_at(figure.joints_m, movement_of(state))
    vertices, normals = posed_with_normals(
        figure, pose, position_m=state.position_m, heading_rad=state.heading_rad
    )
    mesh = replace(rest, vertices_m=vertices)
    moving = person.moving
    batch, surfaces = batch_from(mesh, moving.texels, leaf=moving.leaf, two_sided=moving.two_sided)
    map_light(batch.blocks, batch.leaf, rest.faces, _light_on(normals, figure.shade, light), surfaces)
    return batch


@kernel
def _light_around(
    places: Floats, facing: NDArray[np.int64], light: Floats, x: float, y: float, z: float
) -> Floats:
    total, weights = np.zeros((6, 3)), np.zeros(6)
    for k in range(len(places)):
        dx, dy, dz = x - places[k, 0], y - places[k, 1], z - places[k, 2]
        way = facing[k]
        ahead = dx if way < 2 else dy if way < 4 else dz
        if (ahead if way % 2 == 0 else -ahead) <= 0.0:
            continue
        weight = 1.0 / (dx * dx + dy * dy + dz * dz + _NEAR_M2) ** 2
        weights[way] += weight
        for channel in range(3):
            total[way, channel] += weight * light[k, channel]
    around = np.empty((6, 3), np.float32)
    everything = weights.sum()
    for way in range(6):
        for channel in range(3):
            if weights[way] > 0.0:
                around[way, channel] = total[way, channel] / weights[way]
            elif everything > 0.0:
                around[way, channel] = total[:, channel].sum() / everything
            else:
                around[way, channel] = 1.0
    return around


@kernel
def _light_on(normals: Floats, shade: NDArray[np.float64], light: Floats) -> Floats:
    """Light (v, 3) on vertices that face anywhere: the six sides weighted by the squares of the normal."""
    lit = np.empty(normals.shape, np.float32)
    for vertex in range(len(normals)):
        x, y, z = normals[vertex]
        size = max(np.sqrt(x * x + y * y + z * z), 1e-6)
        x, y, z = x / size, y / size, z / size
        relief = 1.0 + _MODELLING * (x * _FROM[0] + y * _FROM[1] + z * _FROM[2])
        for channel in range(3):
            level = (
                x * x * light[0 if x > 0 else 1, channel]
                + y * y * light[2 if y > 0 else 3, channel]
                + z * z * light[4 if z > 0 else 5, channel]
            )
            lit[vertex, channel] = shade[vertex] * relief * level
    return lit
