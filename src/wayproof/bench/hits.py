"""Frames from ray hits by our own shading: what Embree needs besides its rays to do a renderer's work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.rendering.camera import Camera, View
from wayproof.rendering.lane_types import Scalar
from wayproof.rendering.lens import Canvas, canvas_for, clear, lens_for
from wayproof.rendering.prepared_scene import PreparedScene
from wayproof.rendering.renderer import LAYERS, Frame, layers_of
from wayproof.rendering.surface_maps import block_corners
from wayproof.rendering.triangles import BLOCK_ROWS, TEXEL_AREA
from wayproof.scenes.scene import Scene

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Hits:
    """Where hits are written down: our buffers, and the number in the batch of each triangle of the scene."""

    prepared: PreparedScene
    camera: Camera
    number: Ints
    canvas: Canvas = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "canvas", canvas_for(self.camera, self.prepared.batch.count))


def numbers_in_batch(prepared: PreparedScene, scene: Scene) -> Ints:
    """The place of each of the scene's triangles in the batch, found by their corners."""
    theirs = np.lexsort(scene.faces.T[::-1])
    ours = np.lexsort(prepared.faces.T[::-1])
    number = np.empty(len(scene.faces), np.int32)
    number[theirs] = ours
    return number


def frame_of_hits(
    hits: Hits, view: View, distance: Floats, triangle: Ints, *, want: Sequence[str] = LAYERS
) -> Frame:
    """Layers from distances along rays of length 1 along the axis, and triangles of the scene."""
    lens = lens_for(hits.camera, view)
    batch, canvas = hits.prepared.batch, hits.canvas
    clear(canvas, hits.camera)
    _write_down(
        distance, triangle, hits.number, batch.blocks, batch.leaf, view.eye_m, float(lens.focal),
        lens.width, lens.stride, canvas,
    )  # fmt: skip
    return layers_of((batch,), lens, canvas, frozenset(want))


def depth_of_hits(hits: Hits, distance: Floats, triangle: Ints) -> Floats:
    depth_m = np.where(triangle >= 0, distance, np.float32(0.0))
    return depth_m.reshape(hits.camera.height_px, hits.camera.width_px)


@kernel
def _write_down(
    distance: Floats, triangle: Ints, number: Ints, blocks: Floats, leaf: int, eye_m: NDArray[np.float64],
    focal: float, width: int, stride: int, canvas: Canvas,
) -> None:  # fmt: skip
    """Fill the buffers as the rasteriser would, with the footprint of each triangle that was hit."""
    corner = np.empty(9, np.float64)
    last = -1
    for ray in range(len(triangle)):
        if triangle[ray] < 0:
            continue
        face = number[triangle[ray]]
        pixel = ray // width * stride + ray % width
        canvas.inverse[pixel] = np.float32(1.0) / distance[ray]
        canvas.ids[pixel] = face
        if face != last:
            last = face
            block_corners(blocks, leaf, face, corner)
            at = (face // leaf * BLOCK_ROWS + TEXEL_AREA) * leaf + face % leaf
            canvas.footprint[face] = blocks[at] / max(_volume(corner, eye_m) * focal * focal, 1e-20)


@kernel
def _volume(corner: NDArray[np.float64], eye_m: NDArray[np.float64]) -> Scalar:
    """Six times the volume between a triangle and the eye."""
    ax, ay, az = corner[0] - eye_m[0], corner[1] - eye_m[1], corner[2] - eye_m[2]
    bx, by, bz = corner[3] - eye_m[0], corner[4] - eye_m[1], corner[5] - eye_m[2]
    cx, cy, cz = corner[6] - eye_m[0], corner[7] - eye_m[1], corner[8] - eye_m[2]
    return abs(ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx))
