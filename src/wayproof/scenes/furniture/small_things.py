"""What small things share beside curves: standing straight, shades and pictures, hollow pots, labels."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from wayproof.geometry.solids import ORIGIN, Floats, Point, Solid, join, lathe, move, with_boxes
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Model, Part, Surface, Variation

Profile = Sequence[tuple[float, float]]


def settled(vary: Variation, parts: Sequence[Part], *, surfaces: Sequence[Surface] = ()) -> Model:
    """A model of these parts, shifted to stand on y = 0 with the middle of its footprint on the origin."""
    corners = np.concatenate([part.solid.vertices_m for part in parts])
    low, high = corners.min(axis=0), corners.max(axis=0)
    shift = (-float(low[0] + high[0]) / 2, -float(low[1]), -float(low[2] + high[2]) / 2)
    carried = [
        Surface(_shifted(top.centre_m, shift), top.width_m, top.depth_m, top.clearance_m, top.relation)
        for top in surfaces
    ]
    moved = tuple(Part(move(part.solid, shift), part.finish, part.glows) for part in parts)
    return Model(parts=moved, attributes=vary.attributes(), surfaces=tuple(carried))


def _shifted(point: Point, shift: Point) -> Point:
    return (point[0] + shift[0], point[1] + shift[1], point[2] + shift[2])


def pictured(finish: Finish, pattern: str) -> Finish:
    """The same material and colour showing a picture recipe once over a `panel`."""
    return msgspec.structs.replace(finish, pattern=pattern, tile_m=1.0)


def tinted(finish: Finish, rgb: tuple[int, int, int]) -> Finish:
    """The same finish in another shade of the colour that it is called by."""
    return msgspec.structs.replace(finish, rgb=rgb)


def scaled(profile: Profile, factor: float) -> list[tuple[float, float]]:
    """A profile or outline that is drawn in convenient units, in metres."""
    return [(factor * first, factor * second) for first, second in profile]


def enlarged(solid: Solid, factor: float) -> Solid:
    """The same solid, larger or smaller about the origin."""
    boxes = solid.boxes_m * factor
    return Solid(solid.vertices_m * factor, solid.normals, solid.uv_m * factor, solid.faces, boxes)


def vessel(
    outside: Profile,
    *,
    wall_m: float,
    floor_m: float,
    at: Point = ORIGIN,
    sides: int = 12,
) -> Solid:
    """A lathed pot, open at the top: `outside` lists (radius, height) from the edge of the foot to the rim.

    Its inside keeps `wall_m` away from the outside and ends on a level floor at height `floor_m`.
    """
    inside = [(max(r - wall_m, 0.002), y) for r, y in outside if y > floor_m + wall_m]
    foot = max(min(inside[0][0], outside[0][0] - wall_m), 0.4 * inside[0][0])
    bottom = (0.0, outside[0][1])
    profile = [
        bottom,
        outside[0],
        *outside,
        *reversed(inside),
        (foot, floor_m),
        (foot, floor_m),
        (0.0, floor_m),
    ]
    return lathe(profile, at, sides=sides)


def hollow(solid: Solid, inner_width_m: float, inner_depth_m: float, floor_m: float) -> Solid:
    """The same surface, with boxes for a floor and four walls that leave the middle free."""
    low, high = solid.vertices_m.min(axis=0), solid.vertices_m.max(axis=0)
    middle = (low + high) / 2
    west, east = middle[0] - inner_width_m / 2, middle[0] + inner_width_m / 2
    north, south = middle[2] - inner_depth_m / 2, middle[2] + inner_depth_m / 2
    x0, y0, z0 = (float(value) for value in low)
    x1, y1, z1 = (float(value) for value in high)
    return with_boxes(
        solid,
        [
            ((x0, y0, z0), (x1, floor_m, z1)),
            ((x0, y0, z0), (west, y1, z1)),
            ((east, y0, z0), (x1, y1, z1)),
            ((x0, y0, z0), (x1, y1, north)),
            ((x0, y0, south), (x1, y1, z1)),
        ],
    )


def curved_label(radius_m: float, height_m: float, at: Point, *, sides: int, facets: int) -> Solid:
    """A picture round the front of a bottle of the same radius, over some facets of its `sides`.

    Facets must be an even number and sides a multiple of four. It shows its texture once (use a finish with
    tile_m=1), stands off by a thickness of 1.5 mm, and takes no room.
    """
    angle = 1.5 * np.pi + (np.arange(facets + 1) - facets / 2) * (2 * np.pi / sides)
    outward = np.stack([np.cos(angle), np.zeros(facets + 1), -np.sin(angle)], axis=1)
    up = np.array([0.0, height_m, 0.0])
    low, low_inside = (
        outward * reach + np.asarray(at, float) for reach in (radius_m + 0.0015, radius_m - 0.001)
    )
    across = np.linspace(0.0, 1.0, facets + 1)
    strips = [
        _strip(low, low + up, outward, across, (0.0, 1.0)),
        _strip(low + up, low_inside + up, np.tile([0.0, 1.0, 0.0], (facets + 1, 1)), across, (1.0, 1.0)),
        _strip(low_inside, low, np.tile([0.0, -1.0, 0.0], (facets + 1, 1)), across, (0.0, 0.0)),
    ]
    if facets < sides:
        for end, order, along in ((0, [1, 0], -1.0), (-1, [0, 1], 1.0)):
            edge = np.stack([low[end], low_inside[end]])[order]
            turned = np.cross([0.0, 1.0, 0.0], outward[end]) * along
            strips.append(_strip(edge, edge + up, np.tile(turned, (2, 1)), across[[end, end]], (0.0, 1.0)))
    return join(strips)


def _strip(low: Floats, high: Floats, normals: Floats, across: Floats, rows: tuple[float, float]) -> Solid:
    """A row of cells between two lines of points, with its picture coordinates."""
    count = len(low)
    corner = np.arange(count - 1)
    above = corner + count
    faces = np.stack([corner, corner + 1, above + 1, corner, above + 1, above], axis=1).reshape(-1, 3)
    uv = np.stack([np.tile(across, 2), np.repeat(rows, count)], axis=1)
    return Solid(np.concatenate([low, high]), np.tile(normals, (2, 1)), uv, faces, np.empty((0, 2, 3)))
