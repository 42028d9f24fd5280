"""Worlds to look at and an independent witness of what should be seen there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh
from numpy.typing import NDArray

from wayproof.geometry.solids import Solid, box, join
from wayproof.rendering.camera import Camera, View, view_from
from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Part
from wayproof.scenes.scene import Attributes, Scene
from wayproof.seeding import generator_for

WHITE = Finish("wood", "plain", "white", (255, 255, 255), (255, 255, 255), tile_m=1.0)


@dataclass(frozen=True)
class Sight:
    """What Embree says each pixel sees."""

    depth_m: NDArray[np.float64]
    instance: NDArray[np.int64]


class Witness:
    """Embree's rays through the same pixels."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._embree = rtcore_scene.EmbreeScene()
        self._mesh = TriangleMesh(self._embree, np.ascontiguousarray(scene.vertices_m[scene.faces]))

    def cast(self, eye_m: NDArray[np.float64], rays: NDArray[np.float64]) -> tuple[NDArray, NDArray]:
        """Distance in units of the ray's length, and the triangle hit, -1 for none."""
        origins = np.tile(eye_m.astype(np.float32), (len(rays), 1))
        hits = self._embree.run(origins, rays.astype(np.float32), query="INTERSECT", output=True)
        return hits["tfar"], hits["primID"]

    def look(self, view: View, camera: Camera) -> Sight:
        rays = pixel_rays(view, camera)
        distance, triangle = self.cast(view.eye_m, rays.reshape(-1, 3))
        hit = triangle >= 0
        shape = rays.shape[:2]
        return Sight(
            np.where(hit, distance, 0.0).reshape(shape),
            np.where(hit, self.scene.face_instance[triangle], 0).reshape(shape),
        )

    def free_views(self, count: int, *, seed: int) -> list[View]:
        """Views from places that are not inside of anything and not nearer than 10 cm to anything."""
        generator = generator_for(seed, "free views")
        around = generator.normal(size=(64, 3))
        around /= np.linalg.norm(around, axis=1, keepdims=True)
        views: list[View] = []
        while len(views) < count:
            room = self.scene.rooms[int(generator.integers(len(self.scene.rooms)))]
            low, high = np.min(room.polygon_m, axis=0) + 0.2, np.max(room.polygon_m, axis=0) - 0.2
            x, z = generator.uniform(low, high)
            eye = np.array([x, room.floor_m + generator.uniform(0.3, 1.7), z])
            distance, triangle = self.cast(eye, around)
            corners = self.scene.vertices_m[self.scene.faces[triangle]]
            normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
            outside = self.scene.two_sided or ((normal * around).sum(axis=1) < 0).all()
            if (triangle >= 0).all() and distance.min() > 0.1 and outside:
                heading, pitch, roll = generator.uniform([0, -0.6, -0.4], [2 * np.pi, 0.6, 0.4])
                views.append(view_from(eye, heading, pitch_rad=pitch, roll_rad=roll))
        return views


def pixel_rays(view: View, camera: Camera) -> NDArray[np.float64]:
    """Rays (h, w, 3) through the pixel centres, of length 1 along the optical axis."""
    row, column = np.mgrid[: camera.height_px, : camera.width_px]
    right = (column + 0.5 - camera.width_px / 2) / camera.focal_px
    up = (camera.height_px / 2 - row - 0.5) / camera.focal_px
    return np.stack([right, up, np.ones_like(right)], axis=-1) @ view.rotation


def scene_of(
    solids: Sequence[Solid], *, textures: Sequence[NDArray[np.uint8]] | None = None, finish: Finish = WHITE
) -> Scene:
    """Each solid as an instance of its own, all with one texture each (white by default)."""
    things = [
        Placed("thing", "plain", Attributes(), (Part(solid, Finish(**_fields(finish, number))),))
        for number, solid in enumerate(solids)
    ]
    plain = np.full((4, 4, 3), 255, np.uint8)
    return assemble("test", things, lambda made: textures[made.variant] if textures else plain)


def _fields(finish: Finish, number: int) -> dict[str, object]:
    return {name: getattr(finish, name) for name in finish.__struct_fields__} | {"variant": number}


def closed_room() -> Solid:
    """Four walls, a floor and a ceiling around (0, 0), 4 x 2.5 x 4 m inside, seen from within."""
    return join(
        [
            box((4.2, 0.1, 4.2), (0, -0.1, 0)),
            box((4.2, 0.1, 4.2), (0, 2.5, 0)),
            box((0.1, 2.5, 4.2), (-2.05, 0, 0)),
            box((0.1, 2.5, 4.2), (2.05, 0, 0)),
            box((4.2, 2.5, 0.1), (0, 0, -2.05)),
            box((4.2, 2.5, 0.1), (0, 0, 2.05)),
        ]
    )
