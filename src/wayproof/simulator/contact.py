"""People block a body: a step that would run into somebody ends where the two touch."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from wayproof.navigation.free_space import FreeSpace
from wayproof.navigation.surface import NOWHERE
from wayproof.simulator.motion import settled
from wayproof.simulator.state import State
from wayproof.vocabulary import Pose

Disc = tuple[float, float, float]  # x, z, radius, in metres


def blocked_by(people: Sequence[Disc], free: FreeSpace, before: State, after: State) -> State:
    """The state after a step, or where the body stands that was stopped on the way, which is a bump.

    The discs are what the centre of the body cannot enter: people with the body's own radius added. The way
    from one state to the other counts as straight.
    """
    start, end = before.pose, after.pose
    way = (end.x_m - start.x_m, end.z_m - start.z_m)
    share = min((_share_before(start, way, disc) for disc in people), default=1.0)
    if share >= 1.0:
        return after
    at = (start.x_m + share * way[0], start.y_m, start.z_m + share * way[1])
    node, x, y, z = settled(free.surface, *at)
    if node == NOWHERE:  # the way was bent by sliding along a corner
        share, x, y, z = 0.0, start.x_m, start.y_m, start.z_m
    return replace(
        after,
        pose=Pose(x, y, z, end.heading_rad),
        travelled_m=before.travelled_m + share * (after.travelled_m - before.travelled_m),
        speed_m_s=0.0,
        bumped=True,
        bumps=before.bumps + 1,
    )


def _share_before(start: Pose, way: tuple[float, float], disc: Disc) -> float:
    """The share of a straight way that stays out of a disc; who is inside may leave, but go no further in."""
    x, z, radius_m = disc
    to_x, to_z = x - start.x_m, z - start.z_m
    length_m = math.hypot(*way)
    ahead = way[0] * to_x + way[1] * to_z
    apart_m = math.hypot(to_x, to_z)
    if length_m == 0.0 or ahead <= 0.0:
        return 1.0
    if apart_m <= radius_m:
        return 0.0
    nearest_m = ahead / length_m
    aside_m2 = apart_m * apart_m - nearest_m * nearest_m
    if aside_m2 >= radius_m * radius_m:
        return 1.0
    return max(nearest_m - math.sqrt(radius_m * radius_m - aside_m2), 0.0) / length_m
