"""Where people want to go and on which lines: way-points in free space, and walks between them without kinks.

Two to four way-points, 2 to 8 m apart along the floor, as in OmniNavBench. A shortest path grazes corners;
people keep a little off and round them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wayproof.kernels import kernel
from wayproof.navigation.free_points import sample_points
from wayproof.navigation.free_space import FreeSpace, free_space
from wayproof.navigation.line_of_sight import line_of_sight, straight
from wayproof.navigation.paths import Paths, distance, prepare_paths, shortest_path
from wayproof.navigation.surface import NOWHERE, Surface, fixed_in, node_at
from wayproof.scenes.scene import Scene

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PERSON_RADIUS_M = 0.25
PERSON_HEIGHT_M = 1.95
PERSON_STEP_M = 0.05  # people of the embedded world stay on one floor: carpets and thresholds, no stairs
NEAREST_M, FURTHEST_M = 2.0, 8.0
MOST_WAY_POINTS = 4

_TRIES = 40
_OFF_CORNERS_M = (0.20, 0.12, 0.06)
_SPACING_M = 0.02
_ROUNDING = 18  # in places to either side: bends are rounded over this length twice


def people_space(scene: Scene) -> Paths:
    """Where people can walk in a scene, prepared for shortest paths."""
    free = free_space(scene, radius_m=PERSON_RADIUS_M, height_m=PERSON_HEIGHT_M, step_height_m=PERSON_STEP_M)
    return prepare_paths(free)


def draw_way_points(paths: Paths, rng: np.random.Generator) -> Floats:
    """Way-points (n, 3) on the main island, neighbours 2 to 8 m apart; a single one where room is lacking."""
    count = int(rng.integers(2, MOST_WAY_POINTS + 1))
    points = list(sample_points(paths.free, rng, 1))
    for _ in range(count - 1):
        found = _next_point(paths, points[-1], rng)
        if found is None:
            break
        points.append(found)
    return np.array(points)


def is_near_enough(paths: Paths, one_m: Floats, other_m: Floats) -> bool:
    """Whether a person would walk from one point to the other in one go."""
    return NEAREST_M <= distance(paths, one_m, other_m) <= FURTHEST_M


def leg_between(paths: Paths, start_m: Floats, end_m: Floats) -> Floats:
    """A short way (k, 3) between two points that keeps off corners where there is room."""
    return _off_corners(paths.free, shortest_path(paths, start_m, end_m))


def walk_along(free: FreeSpace, legs: Sequence[Floats]) -> Floats:
    """Legs in a row as one walk (k, 3): a place every 2 cm or less, without kinks where space allows.

    Every place is free for a person; the first and the last place are those of the legs.
    """
    corners = np.concatenate([legs[0][:1], *(leg[1:] for leg in legs)])
    return _rounded(free, _resampled(corners))


def _next_point(paths: Paths, start_m: Floats, rng: np.random.Generator) -> Floats | None:
    for candidate in sample_points(paths.free, rng, _TRIES):
        if is_near_enough(paths, start_m, candidate):
            return np.asarray(candidate)
    return None


def _off_corners(free: FreeSpace, path_m: Floats) -> Floats:
    """Move each bend of a path outwards as far as space allows."""
    moved = path_m.copy()
    for k in range(1, len(path_m) - 1):
        before, after = moved[k] - moved[k - 1], moved[k + 1] - moved[k]
        # As long as the bend is sharp: a path that hardly bends is hardly moved.
        outward = before / max(np.hypot(before[0], before[2]), 1e-9) - after / max(
            np.hypot(after[0], after[2]), 1e-9
        )
        outward[1] = 0.0
        for off_m in _OFF_CORNERS_M:
            trial = moved[k] + outward * off_m
            if free.contains(trial) and _sees(free, moved[k - 1], trial, moved[k + 1]):
                moved[k] = trial
                break
    return moved


def _sees(free: FreeSpace, before: Floats, here: Floats, after: Floats) -> bool:
    return line_of_sight(free, before, here) and line_of_sight(free, here, after)


def _resampled(path_m: Floats) -> Floats:
    """The same line with places at most 2 cm apart; its corners stay, a chord might cut into a wall."""
    pieces = [path_m[:1]]
    for start, end in pairwise(path_m):
        count = max(int(np.ceil(np.linalg.norm(end - start) / _SPACING_M)), 1)
        pieces.append(start + (end - start) * (np.arange(1, count + 1) / count)[:, None])
    return np.concatenate(pieces)


def _rounded(free: FreeSpace, line: Floats) -> Floats:
    """The line with its bends rounded as much as free space allows, place by place; its ends stay."""
    count = len(line)
    reach = np.full(count, _ROUNDING, np.int64)
    reach[0] = reach[-1] = 0
    while True:
        _ramped(reach)
        smooth = _smoothed(_smoothed(line, reach), reach)
        blocked = _blocked(free.surface, smooth)
        if not blocked.any():
            return smooth
        if not reach[blocked].any():
            return line
        reach[blocked] //= 2


def _smoothed(line: Floats, reach: Ints) -> Floats:
    """Mean over as many places to both sides as `reach` (k,) says."""
    place = np.arange(len(line))
    total = np.concatenate([np.zeros((1, 3)), np.cumsum(line, axis=0)])
    mean: Floats = (total[place + reach + 1] - total[place - reach]) / (2 * reach + 1)[:, None]
    return mean


@kernel
def _ramped(reach: Ints) -> None:
    """Lower the windows so that neighbours differ by one at most: a sudden change would be a kink."""
    for k in range(1, len(reach)):
        reach[k] = min(reach[k], reach[k - 1] + 1)
    for k in range(len(reach) - 2, -1, -1):
        reach[k] = min(reach[k], reach[k + 1] + 1)


@kernel
def _blocked(surface: Surface, places: Floats) -> NDArray[np.bool_]:
    """Which places are not free or have no straight way to the next or from the one before."""
    blocked = np.zeros(len(places), np.bool_)
    before, before_x, before_z = NOWHERE, 0, 0
    for k in range(len(places)):
        node = node_at(surface, places[k, 0], places[k, 1], places[k, 2])
        if node == NOWHERE:
            blocked[k] = True
        else:
            x, z = fixed_in(surface, node, places[k, 0], places[k, 2])
            if before != NOWHERE and straight(surface.links, before, before_x, before_z, x, z) != node:
                blocked[k - 1], blocked[k] = True, True
            before_x, before_z = x, z
        before = node
    return blocked
