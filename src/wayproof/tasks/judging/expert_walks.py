"""How the expert walks into a region of places: it aims well inside, so that whole steps end somewhere in it.

The nearest place lies on the region's edge, where a step of 0.25 m easily ends short or past it. So the
expert aims at the place for which the way is shortest once the free space around it, all inside the region,
is taken off, and is content with any point of that space.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wayproof.navigation.free_points import MAIN_ISLAND
from wayproof.navigation.paths import distances
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.judging.places import (
    EXPERT_SHARE,
    Guide,
    Places,
    planned_actions,
    point_from,
    position_of,
)
from wayproof.tasks.visibility.view_points import middles, squares_of
from wayproof.vocabulary import Pose, Protocol

Floats = NDArray[np.float64]

NEARER_M = 0.5  # the expert changes its mind for places that are nearer by so much (after a push, say)
AROUND_M = 0.8  # how far from the nearest place it looks for one to aim at
MOST_SPACE_M = 0.4  # more free space around the aim does not make it better
MOST_AIMS = 4  # around the nearest place, of which the one with the fewest steps is taken
MOST_PARTS = 4  # of the region, tried one after the other if whole steps lead to none of the aims
NO_WAY = (2**31, 2**31)  # more steps than any way has
AT_PLACE_M = 0.1  # how near a lone place it goes


class Walk:
    """The expert's way into a region; where it arrives and is not in range, it goes on to another part."""

    def __init__(self, places: NearestPlace, protocol: Protocol, least_m: float = AT_PLACE_M) -> None:
        """`least_m`: this near to a place it is in range for certain."""
        self.places, self.protocol, self.least_m = places, protocol, least_m
        self._left = places
        self._aim: Places | None = None
        self._guide: Guide | None = None
        self._stuck: Pose | None = None  # where whole steps led nowhere

    def next_action(self, pose: Pose) -> str:
        """A step or a turn towards the place aimed at; a turn where whole steps lead nowhere."""
        if self._is_stuck(pose):
            return "turn_left"
        if self._guide is None or self._aim is None or self._is_far(self._aim, pose):
            self._guide = self._guide_to_nearest(pose)
        name = self._guide.next_action(pose)
        if name == "stop":  # arrived, and yet not in range
            self._leave_out_around(position_of(pose))
            self._guide = self._guide_to_nearest(pose)
            name = self._guide.next_action(pose)
        return "turn_left" if name == "stop" else name

    def _is_stuck(self, pose: Pose) -> bool:
        """Whether planning again is useless: whole turns on the spot leave the same steps to choose from."""
        if self._stuck is None:
            return False
        turned = math.remainder(pose.heading_rad - self._stuck.heading_rad, self.protocol.turn_rad)
        same = (pose.x_m, pose.z_m) == (self._stuck.x_m, self._stuck.z_m) and abs(turned) < 1e-6
        self._stuck = self._stuck if same else None
        return same

    def _is_far(self, aim: Places, pose: Pose) -> bool:
        return aim.distance_m(pose) > self._left.distance_m(pose) + MOST_SPACE_M + NEARER_M

    def _guide_to_nearest(self, pose: Pose) -> Guide:
        """Into the nearest part of the region that whole steps lead to, by the fewest of them."""
        for _ in range(MOST_PARTS):
            nearest = np.array(self._left.nearest(pose))
            guides = [
                Guide(Places(self.places.paths, (point_from(aim),)), self.protocol, space_m)
                for aim, space_m in self._aims(pose, nearest)
            ]
            steps = [_steps(guide, pose) for guide in guides]
            best = min(range(len(guides)), key=steps.__getitem__)
            self._aim = guides[best].places
            if steps[best] < NO_WAY:
                return guides[best]
            self._leave_out_around(nearest)
        self._stuck = pose
        return guides[best]

    def _aims(self, pose: Pose, nearest: Floats) -> list[tuple[Floats, float]]:
        """A few places around the nearest with the free space around them, the best first."""
        places = self._left.places_m
        near = places[np.linalg.norm(places - nearest, axis=1) <= AROUND_M]
        space_m = np.maximum(space_around(self._left, near), self.least_m)
        ways_m = distances(self.places.paths, np.broadcast_to(position_of(pose), near.shape), near)
        order = np.argsort(ways_m - space_m, kind="stable")
        return [(near[k], float(space_m[k])) for k in order[:: max(1, len(order) // MOST_AIMS)]]

    def _leave_out_around(self, point_m: Floats) -> None:
        places = self._left.places_m
        away = places[np.linalg.norm(places - point_m, axis=1) > MOST_SPACE_M]
        self._left = NearestPlace(self.places.paths, away) if len(away) else self.places


def _steps(guide: Guide, pose: Pose) -> tuple[int, int]:
    """Steps forward and actions in all to where a guide aims; NO_WAY if whole steps do not lead there."""
    field, _ = guide.places.nearest(pose)
    actions = planned_actions(field, pose, guide.protocol, EXPERT_SHARE * guide.radius_m)
    return (actions.count("forward"), len(actions)) if actions else NO_WAY


def space_around(region: NearestPlace, places: Floats) -> Floats:
    """How far around each place (n, 3) all free space belongs to the region, MOST_SPACE_M at most."""
    surface = region.paths.free.surface
    cells = middles(surface, np.flatnonzero(surface.island == MAIN_ISLAND))
    low, high = places.min(axis=0) - MOST_SPACE_M, places.max(axis=0) + MOST_SPACE_M
    cells = cells[((cells >= low) & (cells <= high)).all(axis=1)]
    inside = {tuple(square) for square in squares_of(surface, region.places_m).tolist()}
    outside = cells[[tuple(square) not in inside for square in squares_of(surface, cells).tolist()]]
    if not len(outside):
        return np.full(len(places), MOST_SPACE_M)
    gaps_m = np.hypot(places[:, None, 0] - outside[None, :, 0], places[:, None, 2] - outside[None, :, 2])
    return np.asarray(np.minimum(gaps_m.min(axis=1), MOST_SPACE_M))
