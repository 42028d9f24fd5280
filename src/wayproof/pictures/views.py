"""Looking at a scene: into it from above with the ceilings off, and into each room from its best corner."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.polygons import points_in_polygon
from wayproof.rendering.camera import Camera, view_from
from wayproof.rendering.prepared_scene import prepare
from wayproof.rendering.renderer import render
from wayproof.scenes.light.lightings import light_at_vertices
from wayproof.scenes.plan.drawing import plan_bounds
from wayproof.scenes.scene import Room, Scene

Pixels = NDArray[np.uint8]

FAR_M = 60.0  # from that high up, walls lean by less than three degrees
EYE_HEIGHT_M = 1.5
CORNER_INSET_M = 0.45
BACKGROUND = (250, 249, 246)


def without_categories(scene: Scene, *categories: str) -> Scene:
    """The scene with some kinds of instances made invisible; all ids stay."""
    hidden = [instance.id for instance in scene.instances if instance.category in categories]
    shown = ~np.isin(scene.face_instance, hidden)
    return replace(
        scene,
        faces=scene.faces[shown],
        face_instance=scene.face_instance[shown],
        face_material=scene.face_material[shown],
        face_glow=scene.face_glow[shown],
    )


def from_above(scene: Scene, *, width_px: int = 900, lighting: str = "day") -> Pixels:
    """The whole storey from above, ceilings and ceiling lamps taken off, as (h, w, 3) RGB."""
    x0, z0, x1, z1 = plan_bounds(scene)
    camera = Camera(width_px, round(width_px * (z1 - z0) / (x1 - x0)), 2 * np.arctan((x1 - x0) / 2 / FAR_M))
    view = view_from(((x0 + x1) / 2, FAR_M, (z0 + z1) / 2), 0.0, pitch_rad=-np.pi / 2)
    prepared = prepare(
        without_categories(scene, "ceiling", "ceiling_lamp"),
        light=light_at_vertices(scene, lighting=lighting),
    )
    frame = render(prepared, [view], camera, want=("rgb", "instance"))[0]
    assert frame.rgb is not None and frame.instance is not None
    picture = frame.rgb.copy()
    picture[frame.instance == 0] = BACKGROUND
    return picture


def into_rooms(
    scene: Scene, *, width_px: int = 640, height_px: int = 480, lighting: str = "day", hfov_deg: float = 80.0
) -> list[tuple[Room, Pixels]]:
    """One picture per room at eye height, from the corner that sees the most things of the room."""
    prepared = prepare(scene, light=light_at_vertices(scene, lighting=lighting))
    camera = Camera(width_px, height_px, np.radians(hfov_deg))
    scout = Camera(width_px // 8, height_px // 8, np.radians(hfov_deg))
    pictures = []
    for room in scene.rooms:
        views = [view_from(eye, heading, pitch_rad=-0.2) for eye, heading in corner_eyes(room, EYE_HEIGHT_M)]
        frames = render(prepared, views, scout, want=("instance", "depth"))
        in_room = [instance.id for instance in scene.instances if instance.room == room.id]
        best = max(range(len(views)), key=lambda k: interest(frames[k].instance, frames[k].depth_m, in_room))
        frame = render(prepared, [views[best]], camera, want=("rgb",))[0]
        assert frame.rgb is not None
        pictures.append((room, frame.rgb))
    return pictures


def corner_eyes(room: Room, height_m: float) -> list[tuple[tuple[float, float, float], float]]:
    """Eyes a little inside each corner at a height, and the headings that look at the middle of the room."""
    outline = np.asarray(room.polygon_m, float)
    middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
    eyes = []
    for x, z in outline:
        for dx, dz in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            spot = np.array([x + dx * CORNER_INSET_M, z + dz * CORNER_INSET_M])
            if points_in_polygon(spot[None], outline)[0]:
                to_middle = middle - spot
                heading = float(np.arctan2(-to_middle[0], -to_middle[1]))
                eyes.append(((float(spot[0]), room.floor_m + height_m, float(spot[1])), heading))
    return eyes


def interest(
    instance: NDArray[np.int32] | None, depth_m: NDArray[np.float32] | None, in_room: list[int]
) -> float:
    """How many of the room's things are well in view; something right before the eye spoils the picture."""
    assert instance is not None and depth_m is not None
    ids, pixels = np.unique(instance, return_counts=True)
    seen = float((np.isin(ids, in_room) & (pixels > 12)).sum())
    return seen - 40.0 * float((depth_m < 0.5).mean())
