"""Hollow things: pots turned on a lathe, square tubs, and the boxes that leave their insides free."""

from __future__ import annotations

from collections.abc import Sequence

from wayproof.geometry.lofts import stack
from wayproof.geometry.outlines import rounded_rectangle
from wayproof.geometry.solid import ORIGIN, Floats, Point, Solid, as_point, with_boxes
from wayproof.geometry.solids import lathe

Profile = Sequence[tuple[float, float]]


def scaled(profile: Profile, factor: float) -> list[tuple[float, float]]:
    """A profile or outline that is drawn in convenient units, in metres."""
    return [(factor * first, factor * second) for first, second in profile]


def vessel(outside: Profile, *, wall_m: float, floor_m: float, at: Point = ORIGIN, sides: int = 12) -> Solid:
    """A lathed pot, open at the top: `outside` lists (radius, height) from the edge of the foot to the rim.

    Its inside keeps `wall_m` away from the outside and ends on a level floor at height `floor_m`.
    """
    inside = [(max(r - wall_m, 0.002), y) for r, y in outside if y > floor_m + wall_m]
    foot = max(min(inside[0][0], outside[0][0] - wall_m), 0.4 * inside[0][0])
    floor = [(foot, floor_m), (foot, floor_m), (0.0, floor_m)]
    return lathe([(0.0, outside[0][1]), outside[0], *outside, *reversed(inside), *floor], at, sides=sides)


def square_pot(width_m: float, height_m: float, *, wall_m: float, floor_m: float) -> Solid:
    """A square pot with cut corners, open at the top."""
    outer, inner = (
        rounded_rectangle(width, width, 0.12 * width_m) for width in (width_m, width_m - 2 * wall_m)
    )
    return stack([(0.0, outer), (height_m, outer), (height_m, inner), (floor_m, inner)])


def tub(outline: Floats, low_m: float, high_m: float, *, floor_m: float) -> Solid:
    """A tub with this outline about its rim, which narrows towards its floor; its inside is drawn too."""
    stages = [(low_m, 0.8), (high_m, 1.0), (high_m, 0.94), (floor_m, 0.76)]
    return stack([(height, outline * size) for height, size in stages])


def hollow(solid: Solid, inner_width_m: float, inner_depth_m: float, floor_m: float) -> Solid:
    """The same surface, with boxes for a floor and four walls that leave the middle free."""
    (x0, y0, z0), (x1, y1, z1) = (
        as_point(solid.vertices_m.min(axis=0)),
        as_point(solid.vertices_m.max(axis=0)),
    )
    west, east = (x0 + x1 - inner_width_m) / 2, (x0 + x1 + inner_width_m) / 2
    north, south = (z0 + z1 - inner_depth_m) / 2, (z0 + z1 + inner_depth_m) / 2
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
