"""A camera and a view as the kernels want them, and the buffers that they draw into."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import uncounted
from wayproof.rendering.camera import Camera, View
from wayproof.rendering.lane_types import LANES, Lanes

# Nearer surfaces are cut away. Inverse depth in floating point loses nothing by a plane this near.
NEAR_M = np.float32(0.002)
# Farther than this from the middle of the image, coordinates in pixels get too coarse for exact edges.
GUARD_PX = np.float32(4096.0)
TILE_PX = LANES


class Lens(NamedTuple):
    """Eye in metres, the camera's right, up and forward axes, focal length and image size in pixels."""

    eye_x: np.float32
    eye_y: np.float32
    eye_z: np.float32
    right_x: np.float32
    right_y: np.float32
    right_z: np.float32
    up_x: np.float32
    up_y: np.float32
    up_z: np.float32
    ahead_x: np.float32
    ahead_y: np.float32
    ahead_z: np.float32
    focal: np.float32
    middle_x: np.float32
    middle_y: np.float32
    width: int
    height: int
    stride: int  # pixels from one row of the buffers to the next, a multiple of TILE_PX


class Canvas(NamedTuple):
    """What a frame is drawn into, flat, rows `stride` apart.

    inverse: 1 / depth of the nearest surface so far, 0 for none; ids: its triangle, -1 for none; farthest: a
    lower bound of `inverse` per tile of pixels; footprint: per triangle, texels of the full texture under one
    pixel, divided by the cube of depth, or empty if no colours are wanted.
    """

    inverse: NDArray[np.float32]
    ids: NDArray[np.int32]
    farthest: NDArray[np.float32]
    footprint: NDArray[np.float32]


def lens_for(camera: Camera, view: View) -> Lens:
    numbers = [
        *view.eye_m,
        *view.rotation.reshape(-1),
        camera.focal_px,
        camera.width_px / 2,
        camera.height_px / 2,
    ]
    stride = -(-camera.width_px // TILE_PX) * TILE_PX
    floats = [np.float32(number) for number in numbers]
    return Lens._make([*floats, camera.width_px, camera.height_px, stride])


def canvas_for(camera: Camera, triangles: int) -> Canvas:
    """Buffers for one camera and all triangles that it may see, with a row to spare for reading ahead."""
    across, down = -(-camera.width_px // TILE_PX), -(-camera.height_px // TILE_PX)
    size = (across * down * TILE_PX + across) * TILE_PX + LANES
    return Canvas(
        np.empty(size, np.float32),
        np.empty(size, np.int32),
        np.empty(across * down, np.float32),
        np.empty(triangles + LANES, np.float32),
    )


def clear(canvas: Canvas, camera: Camera) -> None:
    """Empty the buffers; what lies outside the image counts as covered, so that it keeps no tile open."""
    canvas.inverse.fill(0.0)
    canvas.ids.fill(-1)
    canvas.farthest.fill(0.0)
    stride = -(-camera.width_px // TILE_PX) * TILE_PX
    rows = canvas.inverse[:-LANES].reshape(-1, stride)
    if stride > camera.width_px:
        rows[:, camera.width_px :] = np.inf
    if len(rows) > camera.height_px:
        rows[camera.height_px :] = np.inf


@uncounted
def to_camera(lens: Lens, x: Lanes, y: Lanes, z: Lanes) -> tuple[Lanes, Lanes, Lanes]:
    """World -> (right, up, forward) of the camera, for numbers or lanes."""
    dx, dy, dz = x - lens.eye_x, y - lens.eye_y, z - lens.eye_z
    return (
        dx * lens.right_x + dy * lens.right_y + dz * lens.right_z,
        dx * lens.up_x + dy * lens.up_y + dz * lens.up_z,
        dx * lens.ahead_x + dy * lens.ahead_y + dz * lens.ahead_z,
    )
