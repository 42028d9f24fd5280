"""Pictures from a prepared scene: `render` gives one Frame per view, with the layers that were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.rendering import shading
from wayproof.rendering.camera import Camera, View
from wayproof.rendering.prepared import PreparedScene
from wayproof.rendering.visibility import draw_clusters

LAYERS = ("rgb", "depth", "instance", "category")


@dataclass(frozen=True)
class Frame:
    """What one view shows; a layer that was not asked for is None.

    rgb uint8 (h, w, 3), depth_m float32 (h, w) along the optical axis, instance and category int32 (h, w);
    0 in depth, instance and category means that the pixel sees nothing.
    """

    rgb: NDArray[np.uint8] | None = None
    depth_m: NDArray[np.float32] | None = None
    instance: NDArray[np.int32] | None = None
    category: NDArray[np.int32] | None = None


def render(
    prepared: PreparedScene, views: Sequence[View], camera: Camera, *, want: Sequence[str] = LAYERS
) -> list[Frame]:
    """One frame per view, all through the same camera; only the layers in `want` are computed."""
    unknown = [layer for layer in want if layer not in LAYERS]
    if unknown or not want:
        raise InvalidInput(f"layers {list(want)}; ask for some of {', '.join(LAYERS)}.")
    size = camera.width_px * camera.height_px
    inverse, ids = np.empty(size, np.float32), np.empty(size, np.int32)
    return [_frame(prepared, view, camera, frozenset(want), inverse, ids) for view in views]


def _frame(
    prepared: PreparedScene,
    view: View,
    camera: Camera,
    want: frozenset[str],
    inverse: NDArray[np.float32],
    ids: NDArray[np.int32],
) -> Frame:
    width, height, focal = camera.width_px, camera.height_px, np.float32(camera.focal_px)
    eye, rotation = view.eye_m.astype(np.float32), view.rotation.astype(np.float32)
    inverse.fill(0.0)
    ids.fill(-1)
    draw_clusters(
        prepared.corners_m, prepared.plane, prepared.bounds_m, prepared.leaf, prepared.two_sided, 0,
        eye, rotation, focal, width, height, inverse, ids,
    )  # fmt: skip
    shape = (height, width)
    rgb = depth_m = instance = category = None
    if "rgb" in want:
        colours = np.empty(len(ids), np.uint32)
        shading.shade(
            inverse, ids, prepared.plane, prepared.uv_map, prepared.light_map, prepared.texture, prepared.texels,
            eye, rotation, focal, width, height, colours,
        )  # fmt: skip
        rgb = cv2.cvtColor(colours.view(np.uint8).reshape(height, width, 4), cv2.COLOR_RGBA2RGB)
    if "depth" in want:
        depth_m = np.empty(shape, np.float32)
        shading.depths(inverse, depth_m.reshape(-1))
    if "instance" in want:
        instance = np.empty(shape, np.int32)
        shading.labels(ids, prepared.instance, instance.reshape(-1))
    if "category" in want:
        category = np.empty(shape, np.int32)
        shading.labels(ids, prepared.category, category.reshape(-1))
    return Frame(rgb, depth_m, instance, category)
