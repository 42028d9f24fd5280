"""Pictures from a prepared scene: one Frame per view, with the layers that were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.rendering.camera import Camera, View
from wayproof.rendering.depth_and_labels import depths, labels
from wayproof.rendering.lane_types import LANES
from wayproof.rendering.lens import Canvas, Lens, canvas_for, clear, lens_for
from wayproof.rendering.prepared_scene import PreparedScene
from wayproof.rendering.rasteriser import draw
from wayproof.rendering.shading import shade
from wayproof.rendering.triangle_batch import Batch

LAYERS = ("rgb", "depth", "instance", "category")
_NO_FOOTPRINT = np.empty(0, np.float32)


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


class Renderer:
    """Draws one scene and keeps its buffers between calls. Not for use by several threads at once."""

    def __init__(self, prepared: PreparedScene) -> None:
        self.prepared = prepared
        self._canvas: Canvas | None = None
        self._camera: Camera | None = None

    def render(
        self,
        views: Sequence[View],
        camera: Camera,
        *,
        want: Sequence[str] = LAYERS,
        moving: Sequence[Batch] = (),
    ) -> list[Frame]:
        """One frame per view, all through the same camera; only the layers in `want` are computed.

        `moving`: things that stand where they are in this call only, from `moving.placed` or `moving.posed`.
        """
        wanted = _checked_layers(want)
        batches = (self.prepared.batch, *moving)
        canvas = self._buffers(camera, sum(batch.count for batch in batches))
        return [_frame(batches, lens_for(camera, view), camera, canvas, wanted) for view in views]

    def _buffers(self, camera: Camera, triangles: int) -> Canvas:
        canvas = self._canvas
        if canvas is None or self._camera != camera or len(canvas.footprint) < triangles + LANES:
            # Some room to spare, so that people who come and go do not mean new buffers each time.
            canvas = canvas_for(camera, triangles + triangles // 4)
            self._canvas, self._camera = canvas, camera
        return canvas


def render(
    prepared: PreparedScene,
    views: Sequence[View],
    camera: Camera,
    *,
    want: Sequence[str] = LAYERS,
    moving: Sequence[Batch] = (),
) -> list[Frame]:
    """Like Renderer.render, with buffers of its own: for a picture now and then."""
    return Renderer(prepared).render(views, camera, want=want, moving=moving)


def _checked_layers(want: Sequence[str]) -> frozenset[str]:
    unknown = [layer for layer in want if layer not in LAYERS]
    if unknown or not want:
        raise InvalidInput(f"layers asked for: {list(want)}; ask for one or more of {', '.join(LAYERS)}.")
    return frozenset(want)


def _frame(
    batches: Sequence[Batch], lens: Lens, camera: Camera, canvas: Canvas, want: frozenset[str]
) -> Frame:
    clear(canvas, camera)
    if "rgb" not in want:
        canvas = canvas._replace(footprint=_NO_FOOTPRINT)
    first_id = 0
    for batch in batches:
        draw(batch.blocks, batch.bounds_m, batch.leaf, batch.two_sided, first_id, lens, canvas)
        first_id += batch.count
    return layers_of(batches, lens, canvas, want)


def layers_of(batches: Sequence[Batch], lens: Lens, canvas: Canvas, want: frozenset[str]) -> Frame:
    """The frame that filled buffers show."""
    rgb = _colours(batches, lens, canvas) if "rgb" in want else None
    depth_m = _depth(lens, canvas) if "depth" in want else None
    instance = _labels(batches, "instance", lens, canvas) if "instance" in want else None
    category = _labels(batches, "category", lens, canvas) if "category" in want else None
    return Frame(rgb, depth_m, instance, category)


def _colours(batches: Sequence[Batch], lens: Lens, canvas: Canvas) -> NDArray[np.uint8]:
    colours = np.empty(lens.width * lens.height + LANES, np.uint32)
    first_id = 0
    for batch in batches:
        shade(lens, canvas, first_id, batch.count, batch.surfaces, batch.texels, colours)
        first_id += batch.count
    packed = colours[:-LANES].view(np.uint8).reshape(lens.height, lens.width, 4)
    rgb: NDArray[np.uint8] = cv2.cvtColor(packed, cv2.COLOR_RGBA2RGB)  # type: ignore[assignment]
    return rgb


def _depth(lens: Lens, canvas: Canvas) -> NDArray[np.float32]:
    depth_m = np.empty(lens.width * lens.height + LANES, np.float32)
    depths(lens, canvas, depth_m)
    return depth_m[:-LANES].reshape(lens.height, lens.width)


def _labels(batches: Sequence[Batch], name: str, lens: Lens, canvas: Canvas) -> NDArray[np.int32]:
    target = np.empty(lens.width * lens.height + LANES, np.int32)
    first_id = 0
    for batch in batches:
        labels(lens, canvas, first_id, batch.count, getattr(batch, name), target)
        first_id += batch.count
    return target[:-LANES].reshape(lens.height, lens.width)
