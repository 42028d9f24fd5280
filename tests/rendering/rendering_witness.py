"""Worlds to look at and an independent witness of what should be seen there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.bench.embree import EmbreeRays, pixel_rays
from wayproof.geometry.solids import Solid, box, join
from wayproof.rendering.camera import Camera, View
from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Part
from wayproof.scenes.scene import Attributes, Scene

WHITE = Finish("wood", "plain", "white", (255, 255, 255), (255, 255, 255), tile_m=1.0)


@dataclass(frozen=True)
class Sight:
    """What Embree says each pixel sees."""

    depth_m: NDArray[np.float32]
    instance: NDArray[np.int32]


def look(rays: EmbreeRays, view: View, camera: Camera) -> Sight:
    """Embree's rays through the same pixels."""
    distance, triangle = rays.cast(view.eye_m, pixel_rays(view, camera).reshape(-1, 3))
    hit = triangle >= 0
    shape = (camera.height_px, camera.width_px)
    return Sight(
        np.where(hit, distance, np.float32(0.0)).reshape(shape),
        np.where(hit, rays.scene.face_instance[triangle], 0).reshape(shape),
    )


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
