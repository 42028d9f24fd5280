"""A path as one who walks it feels it: where it is after so many metres, which way it heads, how it bends."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayproof.errors import InvalidInput

Floats = NDArray[np.float64]

SPACING_M = 0.05
JOIN_M = 0.9  # bends closer than this are felt as one
CHORD_M = 0.8  # how much of the path decides which way it heads


@dataclass(frozen=True)
class Bend:
    """A stretch in which the path turns; positive angles turn left."""

    start_m: float
    end_m: float
    angle_rad: float

    @property
    def middle_m(self) -> float:
        return (self.start_m + self.end_m) / 2


@dataclass(frozen=True, eq=False)
class Track:
    """A path seen from above: corners (k, 2) as (x, z), and how far along it each lies."""

    corners_m: Floats
    reached_m: Floats

    @property
    def length_m(self) -> float:
        return float(self.reached_m[-1])

    def at(self, along_m: float | Floats) -> Floats:
        """The place (2,) or places (n, 2) after so many metres; ends stand for what lies beyond them."""
        x = np.interp(along_m, self.reached_m, self.corners_m[:, 0])
        z = np.interp(along_m, self.reached_m, self.corners_m[:, 1])
        return np.stack([x, z], axis=-1)

    def steps_m(self, spacing_m: float = SPACING_M) -> Floats:
        """Metres along the path at even spacing, both ends included."""
        return np.linspace(0.0, self.length_m, max(2, math.ceil(self.length_m / spacing_m) + 1))

    def heading(self, start_m: float, end_m: float) -> float:
        """The heading of the straight line between two places of the path; both are kept inside it."""
        start_m, end_m = max(0.0, start_m), min(self.length_m, end_m)
        return heading_between(self.at(start_m), self.at(end_m))

    def heading_before(self, along_m: float) -> float:
        """Which way the path heads where it arrives at a place."""
        end_m = max(along_m, 0.1)
        return self.heading(end_m - CHORD_M, end_m)

    def heading_after(self, along_m: float) -> float:
        """Which way the path heads where it leaves a place."""
        start_m = min(along_m, self.length_m - 0.1)
        return self.heading(start_m, start_m + CHORD_M)


def track_of(path_m: NDArray[np.floating]) -> Track:
    """A track from a path (k, 2) as (x, z) or (k, 3) as (x, y, z); points in one place count once."""
    points = np.asarray(path_m, np.float64)
    if points.ndim != 2 or points.shape[1] not in (2, 3) or len(points) < 2:
        raise InvalidInput(f"a path of shape {points.shape} was given; give at least two points (x, y, z)")
    plan = points[:, [0, -1]]
    lengths = np.linalg.norm(np.diff(plan, axis=0), axis=1)
    kept = np.concatenate([[True], lengths > 1e-9])
    plan = plan[kept]
    if len(plan) < 2:
        raise InvalidInput("a path that stays in one place was given; give a path with some length")
    reached = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(plan, axis=0), axis=1))])
    return Track(plan, reached)


def bends(track: Track) -> tuple[Bend, ...]:
    """Where the path turns, corners close together taken as one; a bend that comes to nothing stays out."""
    groups: list[list[float]] = []
    for along_m in track.reached_m[1:-1]:
        if groups and along_m - groups[-1][-1] < JOIN_M:
            groups[-1].append(float(along_m))
        else:
            groups.append([float(along_m)])
    found = []
    for group in groups:
        first, last = group[0], group[-1]
        angle = turned(track.heading_before(first), track.heading_after(last))
        if abs(angle) > math.radians(5.0):
            found.append(Bend(first, last, angle))
    return tuple(found)


def heading_between(start: Floats, end: Floats) -> float:
    """The heading of the way from one plan point to another: 0 looks along -Z, counter-clockwise."""
    return math.atan2(float(start[0] - end[0]), float(start[1] - end[1]))


def turned(before_rad: float, after_rad: float) -> float:
    """The turn from one heading to another, in (-pi, pi]; positive is to the left."""
    return math.remainder(after_rad - before_rad, math.tau)


def side_of(angle_rad: float) -> str:
    """Which hand a turn or a bearing is on."""
    return "left" if angle_rad > 0.0 else "right"
