"""Panoramas: an equirectangular picture of everything around, resampled from the six sides of a cube.

Columns are equal steps of azimuth, the middle straight ahead and the left half to the left; rows are equal
steps of elevation, the top row straight up. Its depth is the distance along each ray, not along an axis.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput
from wayproof.rendering.camera import LARGEST_SIDE_PX, Camera, View
from wayproof.rendering.renderer import LAYERS, Frame, Renderer
from wayproof.rendering.triangle_batch import Batch

# Right, up and forward of each side's camera in the frame of the first: ahead, left, behind, right, up, down.
_SIDES = np.array(
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0, 0, 1], [0, 1, 0], [-1, 0, 0]],
        [[-1, 0, 0], [0, 1, 0], [0, 0, -1]],
        [[0, 0, -1], [0, 1, 0], [1, 0, 0]],
        [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
        [[1, 0, 0], [0, 0, 1], [0, -1, 0]],
    ],
    float,
)


_Element = TypeVar("_Element", bound=np.generic)


class _Lookup(NamedTuple):
    """For each pixel: where to read in the stack of sides, and how much longer its ray is than its depth."""

    edge_px: int
    nearest: NDArray[np.intp]
    column: NDArray[np.float32]
    row: NDArray[np.float32]
    stretch: NDArray[np.float32]


def render_panorama(
    renderer: Renderer,
    view: View,
    width_px: int,
    height_px: int,
    *,
    want: Sequence[str] = LAYERS,
    moving: Sequence[Batch] = (),
) -> Frame:
    """One frame that shows every direction around the view's eye."""
    for size in (width_px, height_px):
        if not 1 <= size <= LARGEST_SIDE_PX:
            raise InvalidInput(
                f"panorama of {width_px} x {height_px}; sides go from 1 to {LARGEST_SIDE_PX} pixels."
            )
    lookup = _lookup(width_px, height_px)
    camera = Camera(lookup.edge_px, lookup.edge_px, math.pi / 2)
    sides = [View(view.eye_m, side @ view.rotation) for side in _SIDES]
    frames = renderer.render(sides, camera, want=want, moving=moving)
    depth_m = _stacked([frame.depth_m for frame in frames], lookup)
    return Frame(
        rgb=_colours([frame.rgb for frame in frames], lookup),
        depth_m=None if depth_m is None else depth_m * lookup.stretch,
        instance=_stacked([frame.instance for frame in frames], lookup),
        category=_stacked([frame.category for frame in frames], lookup),
    )


@lru_cache(maxsize=4)
def _lookup(width_px: int, height_px: int) -> _Lookup:
    # Half the width gives the middle of each side 1.6 times as many pixels as the panorama has there.
    edge = min(max(width_px // 2, height_px, 1), LARGEST_SIDE_PX // 2)
    azimuth = (0.5 - (np.arange(width_px) + 0.5) / width_px) * 2 * math.pi
    elevation = ((0.5 - (np.arange(height_px) + 0.5) / height_px) * math.pi)[:, None]
    level = np.cos(elevation)
    ray = np.stack(
        np.broadcast_arrays(-np.sin(azimuth) * level, np.sin(elevation), np.cos(azimuth) * level), axis=-1
    )
    along = np.einsum("hwk,sk->hws", ray, _SIDES[:, 2])
    side = along.argmax(axis=2)
    depth = along.max(axis=2)
    right = np.einsum("hwk,hwk->hw", ray, _SIDES[side, 0]) / depth
    up = np.einsum("hwk,hwk->hw", ray, _SIDES[side, 1]) / depth
    column = np.clip((right + 1) * edge / 2 - 0.5, 0, edge - 1)
    row = np.clip((1 - up) * edge / 2 - 0.5, 0, edge - 1)
    nearest = (np.rint(row).astype(np.intp) + side * edge) * edge + np.rint(column).astype(np.intp)
    return _Lookup(
        edge,
        nearest,
        column.astype(np.float32),
        (row + side * edge).astype(np.float32),
        (1 / depth).astype(np.float32),
    )


def _stacked(layers: Sequence[NDArray[_Element] | None], lookup: _Lookup) -> NDArray[_Element] | None:
    present = [layer for layer in layers if layer is not None]
    return np.concatenate(present).reshape(-1)[lookup.nearest] if present else None


def _colours(layers: Sequence[NDArray[np.uint8] | None], lookup: _Lookup) -> NDArray[np.uint8] | None:
    present = [layer for layer in layers if layer is not None]
    if not present:
        return None
    stack = np.concatenate(present)
    # OpenCV's remap takes images of up to 32767 rows; the largest stack has 6 * 4096.
    rgb: NDArray[np.uint8] = cv2.remap(stack, lookup.column, lookup.row, cv2.INTER_LINEAR)  # type: ignore[assignment]
    return rgb
