"""Embree's rays, through the embreex package: a peer in speed and a witness of what there is to see."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import missing_dependency
from wayproof.rendering.camera import Camera, View, view_from
from wayproof.scenes.scene import Scene
from wayproof.seeding import generator_for

Floats = NDArray[np.float32]

# A place is free if rays in this many directions all end on the outside of something, not nearer than this.
_FEELERS = 64
_CLEARANCE_M = 0.1


class EmbreeRays:
    """A scene's triangles behind Embree's ray query; triangles keep the scene's numbers.

    robust: Embree's slower way, in which no ray along an edge or in the side of a box slips through.
    """

    def __init__(self, scene: Scene, *, robust: bool = False) -> None:
        try:
            from embreex import rtcore_scene  # noqa: PLC0415  # an optional library
            from embreex.mesh_construction import TriangleMesh  # noqa: PLC0415
        except ImportError as error:
            raise missing_dependency("embreex", "dev", "comparing with Embree") from error
        self.scene = scene
        self._embree: Any = rtcore_scene.EmbreeScene(robust=robust)
        self._mesh = TriangleMesh(self._embree, np.ascontiguousarray(scene.vertices_m[scene.faces]))

    def cast(self, eye_m: NDArray[np.float64], rays: Floats) -> tuple[Floats, NDArray[np.int32]]:
        """Distance in units of each ray's length, and the triangle hit, -1 for none; rays (n, 3)."""
        origins = np.empty(rays.shape, np.float32)
        origins[:] = eye_m
        hits = self._embree.run(origins, rays, query="INTERSECT", output=True)
        return hits["tfar"], hits["primID"]

    def free_views(self, count: int, *, seed: int, level: bool = False) -> list[View]:
        """Views from places in the rooms that are not inside of anything nor very near to it.

        With `level` the camera looks straight ahead from 1.25 m, else it tilts and rolls at random.
        """
        generator = generator_for(seed, "free views")
        feelers = generator.normal(size=(_FEELERS, 3)).astype(np.float32)
        feelers /= np.linalg.norm(feelers, axis=1, keepdims=True)
        views: list[View] = []
        while len(views) < count:
            room = self.scene.rooms[int(generator.integers(len(self.scene.rooms)))]
            low, high = np.min(room.polygon_m, axis=0), np.max(room.polygon_m, axis=0)
            x, z = generator.uniform(low, high)
            eye = np.array([x, room.floor_m + (1.25 if level else generator.uniform(0.3, 1.7)), z])
            heading, pitch, roll = generator.uniform([0, -0.6, -0.4], [2 * np.pi, 0.6, 0.4])
            if self._is_free(eye, feelers):
                tilt = (0.0, 0.0) if level else (pitch, roll)
                views.append(view_from(eye, heading, pitch_rad=tilt[0], roll_rad=tilt[1]))
        return views

    def _is_free(self, eye_m: NDArray[np.float64], feelers: Floats) -> bool:
        distance, triangle = self.cast(eye_m, feelers)
        if (triangle < 0).any() or distance.min() < _CLEARANCE_M:
            return False
        corners = self.scene.vertices_m[self.scene.faces[triangle]]
        normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        return self.scene.two_sided or bool(((normal * feelers).sum(axis=1) < 0).all())


def pixel_rays(view: View, camera: Camera) -> Floats:
    """Rays (h, w, 3) through the pixel centres, of length 1 along the optical axis."""
    row, column = np.mgrid[: camera.height_px, : camera.width_px]
    right = (column + 0.5 - camera.width_px / 2) / camera.focal_px
    up = (camera.height_px / 2 - row - 0.5) / camera.focal_px
    rays = np.stack([right, up, np.ones_like(right)], axis=-1) @ view.rotation
    return rays.astype(np.float32)
