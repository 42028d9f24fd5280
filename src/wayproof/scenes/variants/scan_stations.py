"""Where the person who scans a house stands, and which of these stations sees each piece of surface first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.geometry.height_spans import height_spans
from wayproof.geometry.ray_tree import RayTree, any_hit, blocked
from wayproof.geometry.ray_tree_build import STACK
from wayproof.geometry.standing_room import standing_room
from wayproof.kernels import kernel
from wayproof.scenes.houses.reachable_rooms import WALKER_HEIGHT_M, WALKER_RADIUS_M, WALKER_STEP_M
from wayproof.scenes.scene import Scene

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

# Ours: a person who holds a phone before the chest and stops every other step.
EYE_M = 1.45
APART_M = 1.3
FARTHEST_M = np.float32(6.0)
TRIES = 5
LIFT_M = np.float32(0.004)
GRAZING = np.float32(0.03)  # a surface seen at less than two degrees is not seen
SHEET_M, JUST_BELOW_M = 0.008, np.float32(1e-4)
NOBODY = -1


def stations_in(scene: Scene) -> Floats:
    """Places (s, 3) of the lens, so many that all free floor has one within APART_M; none without floor."""
    spans = height_spans(scene.vertices_m, scene.faces, two_sided=scene.two_sided)
    places = standing_room(
        spans, radius_m=WALKER_RADIUS_M, height_m=WALKER_HEIGHT_M, step_height_m=WALKER_STEP_M
    )
    main = places.island == 0
    plan = (places.cell_of[main] + 0.5) * spans.cell_m + np.asarray(spans.origin_m)
    if not len(plan):
        return np.empty((0, 3), np.float32)
    chosen = [int(np.argmin(((plan - plan.mean(axis=0)) ** 2).sum(axis=1)))]
    nearest = ((plan - plan[chosen[0]]) ** 2).sum(axis=1)
    while nearest.max() > APART_M**2:
        chosen.append(int(nearest.argmax()))
        nearest = np.minimum(nearest, ((plan - plan[chosen[-1]]) ** 2).sum(axis=1))
    floor = places.floor_m[main][chosen]
    return np.column_stack([plan[chosen, 0], floor + EYE_M, plan[chosen, 1]]).astype(np.float32)


def seen_from(tree: RayTree, middles_m: Floats, normals: Floats, stations_m: Floats, two_sided: bool) -> Ints:
    """The nearest station (n,) that sees a piece of surface from its front; NOBODY if none does."""
    return _seen_from(tree.arrays, middles_m, normals, stations_m, two_sided)


def backs_of_sheets(tree: RayTree, middles_m: Floats, normals: Floats, number: Ints, station: Ints) -> Flags:
    """Which pieces (n,) are the back of something as thin as a curtain: a scan knows one side of it.

    Shown from both sides, front and back would fight for the same pixels. number (n, 3): vertices at the
    corners of the pieces; two pieces with the same ones are the two sides of cloth.
    """
    unseen = np.flatnonzero(station == NOBODY)
    backs = np.zeros(len(station), bool)
    inwards = -normals[unseen]
    backs[unseen] = any_hit(tree, middles_m[unseen] + JUST_BELOW_M * inwards, inwards, max_distance=SHEET_M)
    corners = np.sort(number, axis=1)
    order = np.lexsort((station == NOBODY, *corners.T))  # of two, the one that was seen comes first
    backs[order[1:]] |= (corners[order[1:]] == corners[order[:-1]]).all(axis=1)
    return backs


@kernel
def _seen_from(tree: Any, middles: Floats, normals: Floats, stations: Floats, two_sided: bool) -> Ints:
    found = np.full(len(middles), NOBODY, np.int64)
    stack, way, origin = np.empty(STACK, np.uint64), np.empty(3, np.float32), np.empty(3, np.float32)
    apart = np.empty(len(stations), np.float32)
    for row in range(len(middles)):
        for s in range(len(stations)):
            facing, square = np.float32(0.0), np.float32(0.0)
            for d in range(3):
                step = stations[s, d] - middles[row, d]
                facing += step * normals[row, d]
                square += step * step
            cosine = facing / max(np.sqrt(square), np.float32(1e-6))
            seen = abs(cosine) > GRAZING if two_sided else cosine > GRAZING
            # Something seen from far and from the side is left to a station that sees it better.
            apart[s] = (
                square / max(abs(cosine), np.float32(0.2)) if seen and square < FARTHEST_M**2 else np.inf
            )
        for _ in range(TRIES):
            nearest = -1
            for s in range(len(stations)):
                if apart[s] < np.inf and (nearest < 0 or apart[s] < apart[nearest]):
                    nearest = s
            if nearest < 0:
                break
            apart[nearest] = np.inf
            side = np.float32(0.0)
            for d in range(3):
                way[d] = stations[nearest, d] - middles[row, d]
                side += way[d] * normals[row, d]
            lift = LIFT_M if side > 0 else -LIFT_M
            for d in range(3):
                origin[d] = middles[row, d] + lift * normals[row, d]
                way[d] = stations[nearest, d] - origin[d]
            if not blocked(tree, origin, way, np.float32(1.0), stack):
                found[row] = nearest
                break
    return found
