"""A depth image projected onto a map: which cells hold an obstacle, which show floor, which were seen.

The camera's height, pitch and field of view put each pixel back into space. Anything between the floor and
the top of the body is an obstacle. The height at which obstacles begin rises with the distance and with how
rough the floor looks in this very image, so that a noisy sensor does not wall the robot in.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.vocabulary import Brief

HIT, MISS = 2, -1  # what one image adds to a cell's score: something there, bare floor there
HIGHEST_SCORE, LOWEST_SCORE = 8, -4
NEVER_SEEN = 255
NO_CHANGE = (2**31, 2**31, -1, -1)

# The lowest obstacle on the map: robots climb about 3 cm (rugs, sills).
LOWEST_OBSTACLE_M = 0.04
SLOPE_OF_DOUBT = 0.01  # rise of that threshold per metre of distance
ROUGHNESS_FACTOR = 3.0  # and in multiples of the spread of the floor's height
FLOOR_BAND_M = 0.25  # heights that count as floor when its spread is measured
# Higher than this nothing is said about how far one sees: lamps and shelves do not show the floor behind.
HIGHEST_LOOK_M = 2.5
TALL_BAND_M = 0.15  # around the camera's height
FINEST_PX = 160  # wider images are thinned to about this; more pixels than cells add nothing
NEAR_UNIT_M = 0.1  # of the map of nearest looks, so that 25 m fit into a byte


class MountedCamera(NamedTuple):
    """The camera on its body: where it sits and points, how far it sees."""

    height_m: float
    pitch_rad: float
    hfov_rad: float
    furthest_m: float
    body_height_m: float
    forward_m: float = 0.0
    left_m: float = 0.0
    heading_rad: float = 0.0


class MapPose(NamedTuple):
    """A pose on the map: metres ahead and to the left of the start, heading counter-clockwise."""

    x_m: float
    y_m: float
    heading_rad: float


class MapLayers(NamedTuple):
    """The map's arrays [x, y]: score of an obstacle; nearest look in 0.1 m; the last image with an obstacle
    there, and with floor.

    tall: whether an obstacle reaches up to the camera, so that it hides what is behind it;
    changed: first and last cell (i, j, i, j) of the part where something came, went or was seen first.
    """

    score: NDArray[np.int8]
    nearest: NDArray[np.uint8]
    hit_in: NDArray[np.int32]
    floor_in: NDArray[np.int32]
    tall: NDArray[np.bool_]
    changed: NDArray[np.int64]


def camera_of(brief: Brief) -> MountedCamera:
    """The camera whose depth, or else whose colours, an agent maps with; a brief without a list has one."""
    listed = (one for name in ("depth", "rgb") for one in brief.cameras if name in one.readings)
    camera = next(listed, None)
    if camera is not None:
        return MountedCamera(
            camera.height_m,
            camera.pitch_rad,
            camera.hfov_rad,
            brief.furthest_depth_m,
            brief.body_height_m,
            camera.forward_m,
            camera.left_m,
            camera.heading_rad,
        )
    return MountedCamera(
        brief.camera_height_m,
        brief.camera_pitch_rad,
        brief.camera_hfov_rad,
        brief.furthest_depth_m,
        brief.body_height_m,
    )


def eye_of(camera: MountedCamera, pose: MapPose) -> MapPose:
    """Where a camera is on the map, and where it looks, when its body is at a pose."""
    sin, cos = math.sin(pose.heading_rad), math.cos(pose.heading_rad)
    return MapPose(
        pose.x_m + camera.forward_m * cos - camera.left_m * sin,
        pose.y_m + camera.forward_m * sin + camera.left_m * cos,
        pose.heading_rad + camera.heading_rad,
    )


def project_depth(
    layers: MapLayers,
    depth_m: NDArray[np.floating],
    camera: MountedCamera,
    pose: MapPose,
    cell_m: float,
    image: int,
    *,
    floor_filter: bool = True,
) -> None:
    """Put one depth image (height, width) on the map; 0, NaN and what is out of range say nothing.

    With `floor_filter` obstacles begin the higher, the rougher the floor looks in this image.

    `image` counts the images from 1, so that each cell is judged once per image. The map's middle is the
    start. `layers.changed` is that of this image.
    """
    layers.changed[:] = NO_CHANGE
    height_px, width_px = depth_m.shape
    if height_px == 0 or width_px == 0:
        return
    stride = max(1, width_px // FINEST_PX)
    depth = np.ascontiguousarray(depth_m, np.float32)
    rough_m = _roughness(depth, camera, stride) if floor_filter else 0.0
    reach_m = np.zeros(width_px, np.float32)
    _mark(layers, depth, camera, pose, cell_m, image, stride, rough_m, reach_m)
    _look(layers.nearest, layers.changed, reach_m, camera, pose, cell_m, stride)


@kernel
def _height_and_range(
    depth: float, row: int, rows: int, columns: int, camera: MountedCamera
) -> tuple[float, float]:
    """Height over the floor and distance ahead in the plan, of a pixel of the middle column."""
    focal = columns / 2.0 / math.tan(camera.hfov_rad / 2.0)
    up = (rows / 2.0 - row - 0.5) / focal * depth
    sin, cos = math.sin(camera.pitch_rad), math.cos(camera.pitch_rad)
    return camera.height_m + depth * sin + up * cos, depth * cos - up * sin


@kernel
def _roughness(depth: NDArray[np.float32], camera: MountedCamera, stride: int) -> float:
    """Spread of the heights near the floor, in metres; 0 where too little floor is seen."""
    rows, columns = depth.shape
    count, total = 0, 0.0
    for row in range(0, rows, stride):
        for column in range(0, columns, 4 * stride):
            d = depth[row, column]
            if not 0.0 < d <= camera.furthest_m:
                continue
            up, _ = _height_and_range(d, row, rows, columns, camera)
            # Only readings below the floor are noise alone; above it there are things.
            if -FLOOR_BAND_M < up < 0.0:
                count += 1
                total += up * up
    return math.sqrt(total / count) if count >= 8 else 0.0


@kernel
def _mark(
    layers: MapLayers,
    depth: NDArray[np.float32],
    camera: MountedCamera,
    pose: MapPose,
    cell_m: float,
    image: int,
    stride: int,
    rough_m: float,
    reach_m: NDArray[np.float32],
) -> None:
    rows, columns = depth.shape
    focal = columns / 2.0 / math.tan(camera.hfov_rad / 2.0)
    sin, cos = math.sin(pose.heading_rad), math.cos(pose.heading_rad)
    size_x, size_y = layers.score.shape
    for row in range(0, rows, stride):
        for column in range(0, columns, stride):
            d = depth[row, column]
            if not 0.0 < d <= camera.furthest_m:
                continue
            up, ahead = _height_and_range(d, row, rows, columns, camera)
            left = (columns / 2.0 - column - 0.5) / focal * d
            far = math.hypot(ahead, left)
            if up < HIGHEST_LOOK_M:
                reach_m[column] = max(reach_m[column], far)
            i = math.floor((pose.x_m + cos * ahead - sin * left) / cell_m) + size_x // 2
            j = math.floor((pose.y_m + sin * ahead + cos * left) / cell_m) + size_y // 2
            if not (0 <= i < size_x and 0 <= j < size_y):
                continue
            low = max(LOWEST_OBSTACLE_M + SLOPE_OF_DOUBT * far, ROUGHNESS_FACTOR * rough_m)
            if abs(up - camera.height_m) < TALL_BAND_M and up > low:
                layers.tall[i, j] = True
            if up > camera.body_height_m:
                continue
            if up > low:
                _hit(layers, i, j, image)
            elif layers.floor_in[i, j] != image and layers.hit_in[i, j] != image:
                layers.floor_in[i, j] = image
                _add(layers, i, j, MISS)


@kernel
def _hit(layers: MapLayers, i: int, j: int, image: int) -> None:
    """There is an obstacle in the cell; floor seen there in the same image is taken back."""
    if layers.hit_in[i, j] == image:
        return
    undo = -MISS if layers.floor_in[i, j] == image else 0
    layers.hit_in[i, j] = image
    _add(layers, i, j, undo + HIT)


@kernel
def _add(layers: MapLayers, i: int, j: int, points: int) -> None:
    old = layers.score[i, j]
    new = min(max(old + points, LOWEST_SCORE), HIGHEST_SCORE)
    layers.score[i, j] = new
    if (old > 0) != (new > 0):
        _extend(layers.changed, i, j)


@kernel
def _extend(changed: NDArray[np.int64], i: int, j: int) -> None:
    changed[0], changed[1] = min(changed[0], i), min(changed[1], j)
    changed[2], changed[3] = max(changed[2], i), max(changed[3], j)


@kernel
def _look(
    nearest: NDArray[np.uint8],
    changed: NDArray[np.int64],
    reach_m: NDArray[np.float32],
    camera: MountedCamera,
    pose: MapPose,
    cell_m: float,
    stride: int,
) -> None:
    """Note along each column's ray from how near its cells were looked at."""
    columns = len(reach_m)
    focal = columns / 2.0 / math.tan(camera.hfov_rad / 2.0)
    size_x, size_y = nearest.shape
    for column in range(0, columns, stride):
        if reach_m[column] == 0.0:
            continue
        bearing = pose.heading_rad + math.atan((columns / 2.0 - column - 0.5) / focal)
        sin, cos = math.sin(bearing), math.cos(bearing)
        for step in range(int(reach_m[column] / cell_m) + 1):
            along_m = step * cell_m
            i = math.floor((pose.x_m + cos * along_m) / cell_m) + size_x // 2
            j = math.floor((pose.y_m + sin * along_m) / cell_m) + size_y // 2
            if not (0 <= i < size_x and 0 <= j < size_y):
                break
            far = min(int(along_m / NEAR_UNIT_M), NEVER_SEEN - 1)
            if nearest[i, j] == NEVER_SEEN:
                _extend(changed, i, j)
            nearest[i, j] = min(nearest[i, j], far)
