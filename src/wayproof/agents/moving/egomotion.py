"""How the body moved between two depth images, from nothing but the images: what changed is the robot.

Points of the later image are put back into the earlier one by a guessed motion; the motion under which their
depths agree best is the answer. Floor and ceiling look alike from everywhere and are left out. Where too
little is seen twice, or a corridor without features says nothing of the way along it, there is no answer.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wayproof.agents.mapping.depth_projection import MountedCamera

Floats = NDArray[np.float64]

COLUMNS = 48  # about as many of an image are looked at
LOWEST_M, HIGHEST_M = 0.1, 2.2  # heights of points that count
FURTHEST_M = 6.0
EDGE_M = 0.15  # pixels beside such a step in depth belong to two things
CUT_M = 0.2  # errors count up to this: the rest was hidden in one of the images
ROBUST_M = 0.03
ROUNDS = 8
NUDGE = (0.01, 0.01, 0.005)  # of forward, left and turn, to see what the errors do
FEWEST_POINTS = 60
WORST_M = 0.05  # mean error, cut, of an answer that is believed
LEAST_SENSITIVITY = 0.02  # mean square of how far an error moves per metre forward
DAMPING = 1e-3


class Step(NamedTuple):
    """A motion in the frame of the body before it."""

    forward_m: float
    left_m: float
    turn_rad: float


class Matched(NamedTuple):
    """A motion that explains two images, and how much of the way forward it can tell (see above)."""

    step: Step
    sees_forward: bool


def step_between(
    before_m: NDArray[np.float32],
    after_m: NDArray[np.float32],
    camera: MountedCamera,
    guesses: tuple[Step, ...],
) -> Matched | None:
    """The motion between two depth images (h, w), near the best of some guesses; None if they do not tell."""
    if before_m.shape != after_m.shape:
        return None
    points = _points(after_m, camera)
    if len(points) < FEWEST_POINTS:
        return None
    scored = [(_score(_errors(points, before_m, camera, guess)), guess) for guess in guesses]
    step = np.array(min(scored)[1], np.float64)
    for _ in range(ROUNDS):
        errors = _errors(points, before_m, camera, step)
        slopes = _slopes(errors, points, before_m, camera, step)
        usable = np.isfinite(errors) & np.isfinite(slopes).all(axis=1) & (np.abs(errors) < CUT_M)
        if usable.sum() < FEWEST_POINTS:
            return None
        error, slope = errors[usable], slopes[usable]
        weight = 1.0 / (1.0 + (error / ROBUST_M) ** 2)
        normal = (slope * weight[:, None]).T @ slope / len(error) + DAMPING * np.eye(3)
        step = step - np.linalg.solve(normal, (slope * weight[:, None]).T @ error / len(error))
    errors = _errors(points, before_m, camera, step)
    if not _score(errors) < WORST_M:
        return None
    along = slopes[usable, 0]
    found = Step(float(step[0]), float(step[1]), float(step[2]))
    return Matched(found, float((along**2).mean()) > LEAST_SENSITIVITY)


def _points(depth_m: NDArray[np.float32], camera: MountedCamera) -> Floats:
    """Points (n, 3) of an image in the camera's place: ahead, left, height over the floor."""
    rows, columns = depth_m.shape
    stride = max(1, columns // COLUMNS)
    row, column = np.mgrid[stride // 2 : rows : stride, stride // 2 : columns : stride]
    d = depth_m[row, column].astype(np.float64)
    focal = columns / 2.0 / math.tan(camera.hfov_rad / 2.0)
    up, left = (rows / 2.0 - row - 0.5) / focal * d, (columns / 2.0 - column - 0.5) / focal * d
    sin, cos = math.sin(camera.pitch_rad), math.cos(camera.pitch_rad)
    height = camera.height_m + d * sin + up * cos
    kept = (d > 0.0) & (d <= FURTHEST_M) & (height > LOWEST_M) & (height < HIGHEST_M)
    points: Floats = np.stack([d * cos - up * sin, left, height], axis=-1)[kept]
    return points


def _errors(
    points: Floats, before_m: NDArray[np.float32], camera: MountedCamera, step: Step | Floats
) -> Floats:
    """By how much the earlier image is deeper than each point would be in it; NaN where it says nothing."""
    forward, left, turn = step
    sin, cos = math.sin(turn), math.cos(turn)
    x, y = points[:, 0] + camera.forward_m, points[:, 1] + camera.left_m
    ahead = forward + cos * x - sin * y - camera.forward_m
    aside = left + sin * x + cos * y - camera.left_m
    over = points[:, 2] - camera.height_m
    pitch_sin, pitch_cos = math.sin(camera.pitch_rad), math.cos(camera.pitch_rad)
    depth = ahead * pitch_cos + over * pitch_sin
    safe = np.maximum(depth, 1e-3)
    rows, columns = before_m.shape
    focal = columns / 2.0 / math.tan(camera.hfov_rad / 2.0)
    column = columns / 2.0 - 0.5 - focal * aside / safe
    row = rows / 2.0 - 0.5 - focal * (over * pitch_cos - ahead * pitch_sin) / safe
    inside = (depth > 0.1) & (column >= 0) & (column <= columns - 1.001) & (row >= 0) & (row <= rows - 1.001)
    seen = _between_pixels(before_m, np.where(inside, row, 0.0), np.where(inside, column, 0.0))
    return np.where(inside, seen - depth, np.nan)


def _between_pixels(depth_m: NDArray[np.float32], row: Floats, column: Floats) -> Floats:
    """Depth between four pixels; NaN at edges and where one of them has no reading."""
    i, j = row.astype(np.int64), column.astype(np.int64)
    corners = np.stack([depth_m[i, j], depth_m[i, j + 1], depth_m[i + 1, j], depth_m[i + 1, j + 1]])
    corners = corners.astype(np.float64)
    down, across = row - i, column - j
    upper = corners[0] * (1.0 - across) + corners[1] * across
    lower = corners[2] * (1.0 - across) + corners[3] * across
    whole = (corners.min(axis=0) > 0.0) & (corners.max(axis=0) - corners.min(axis=0) < EDGE_M)
    return np.where(whole, upper * (1.0 - down) + lower * down, np.nan)


def _slopes(
    errors: Floats, points: Floats, before_m: NDArray[np.float32], camera: MountedCamera, step: Floats
) -> Floats:
    """What a nudge of each part of the motion does to the errors (n, 3)."""
    columns = []
    for part, nudge in enumerate(NUDGE):
        nudged = step.copy()
        nudged[part] += nudge
        columns.append((_errors(points, before_m, camera, nudged) - errors) / nudge)
    return np.stack(columns, axis=1)


def _score(errors: Floats) -> float:
    """Mean error, cut; infinite where too few points are seen twice."""
    known = np.isfinite(errors)
    if known.sum() < FEWEST_POINTS:
        return math.inf
    return float(np.minimum(np.abs(errors[known]), CUT_M).mean())
