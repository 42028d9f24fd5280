"""Reads a path through a scene: the rooms it crosses, its doors, its turns, the things that it passes.

Only what a walker could notice is read: a turn is felt over a metre or so, a thing is passed if it is close
by and has come into view ahead before. All places are metres along the path.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from wayproof.language.doorways import Crossing, Leg, crossings_of, legs_of
from wayproof.language.landmarks import Landmarks, Outlook, landmark_words, landmarks_of
from wayproof.language.track import Bend, Floats, Track, bends, side_of, track_of, turned
from wayproof.simulator.world import World

EYES_M = 0.5  # how often the walker looks around
VIEW_RAD = math.radians(50.0)  # how far to a side something ahead can lie and still be noticed
PASSED_M = 1.4  # a thing further from the path is not passed
LEAD_M = 3.0  # how long before a thing is reached it may have come into view
DOOR_ROOM_M = 1.2  # a bend this close to a door belongs to going through it
SET_OUT_M = 0.5  # a bend this close to the start belongs to setting out
TURN_RAD = math.radians(35.0)  # less is not called a turn
STRAIGHT_RAD = math.radians(15.0)  # more is not called straight


@dataclass(frozen=True)
class Turn:
    """A bend inside a room, and the things close to it that were in view before."""

    bend: Bend
    near: tuple[int, ...]


@dataclass(frozen=True)
class Passing:
    """A thing that the path goes past, on which side ("": across it); `seen_m` is where it was in view."""

    at_m: float
    thing: int
    side: str
    gap_m: float
    seen_m: float


@dataclass(frozen=True, eq=False)
class PathReading:
    """All that can be told about a path.

    `first_turn_rad` is from the start's heading to the path's behind its first bend, `first_step_rad` to the
    way in which the path leads at once.
    """

    landmarks: Landmarks
    track: Track
    legs: tuple[Leg, ...]
    crossings: tuple[Crossing, ...]  # one between each two legs
    first_turn_rad: float
    first_step_rad: float

    @cached_property
    def eyes_m(self) -> Floats:
        """Where the walker looks around."""
        return self.track.steps_m(EYES_M)

    @cached_property
    def seen(self) -> NDArray[np.bool_]:
        """What is in sight from there, (eyes, things)."""
        return self.landmarks.seen_from(self.track.at(self.eyes_m))

    def eye_near(self, along_m: float) -> float:
        """The nearest place from which the walker looks around."""
        return float(self.eyes_m[int(np.abs(self.eyes_m - along_m).argmin())])

    def is_straight(self, start_m: float, end_m: float) -> bool:
        """Whether the path keeps its heading over a stretch of its own."""
        places = np.arange(max(start_m, 0.2), min(end_m, self.track.length_m - 0.2), 0.2)
        first = self.track.heading(start_m, end_m)
        ways = [turned(first, self.track.heading(at_m - 0.2, at_m + 0.2)) for at_m in places]
        return len(ways) > 0 and max(map(abs, ways)) <= STRAIGHT_RAD

    def outlook(self, along_m: float) -> Outlook:
        """The view ahead from about a place of the path."""
        eye = int(np.abs(self.eyes_m - along_m).argmin())
        at_m = float(self.eyes_m[eye])
        heading = self.track.heading(at_m - 0.2, at_m + 0.4)
        return Outlook(self.landmarks, self.track.at(at_m), heading, self.seen[eye])

    def seen_ahead(self, thing: int, start_m: float, end_m: float) -> float | None:
        """The last place in a stretch from which a thing is in view ahead."""
        within = (self.eyes_m >= start_m - 1e-9) & (self.eyes_m <= end_m + 1e-9) & self.seen[:, thing]
        for along_m in self.eyes_m[within][::-1]:
            if abs(self.outlook(float(along_m)).bearing(thing)) <= VIEW_RAD:
                return float(along_m)
        return None

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Bends that are turns and belong to no door, in order."""
        return tuple(
            Turn(bend, self._near(bend))
            for bend in bends(self.track)
            if abs(bend.angle_rad) >= TURN_RAD and not self._is_taken(bend)
        )

    def _near(self, bend: Bend) -> tuple[int, ...]:
        """Landmarks close to a bend that were in view before it, the nearest first."""
        gaps = self.landmarks.gap_m(self.track.at(bend.middle_m)[None])[:, 0]
        leg = self._leg_at(bend.middle_m)
        begin_m = max(leg.start_m, bend.start_m - LEAD_M)
        return tuple(
            int(thing)
            for thing in np.argsort(gaps, kind="stable")
            if gaps[thing] <= DOOR_ROOM_M
            and self._is_landmark(int(thing), leg)
            and not self._is_flat(int(thing))
            and self.seen_ahead(int(thing), begin_m, bend.start_m) is not None
        )

    @cached_property
    def passings(self) -> tuple[Passing, ...]:
        """Things beside the path, in the order in which it goes past them."""
        along_m = self.track.steps_m(0.1)
        gaps = self.landmarks.gap_m(self.track.at(along_m))
        found = []
        for leg in self.legs:
            inside = np.flatnonzero((along_m > leg.start_m + 0.5) & (along_m < leg.end_m - 0.3))
            for thing in range(len(gaps)):
                if len(inside) and self._is_landmark(thing, leg):
                    nearest = inside[int(gaps[thing, inside].argmin())]
                    passing = self._passing(leg, thing, float(along_m[nearest]), float(gaps[thing, nearest]))
                    found += [passing] if passing is not None else []
        return tuple(sorted(found, key=lambda passing: passing.at_m))

    def _passing(self, leg: Leg, thing: int, at_m: float, gap_m: float) -> Passing | None:
        if self._is_flat(thing):
            return self._across(leg, thing)
        if gap_m > PASSED_M or at_m < leg.start_m + 0.6 or at_m > leg.end_m - 0.5:
            return None
        bearings = [self._bearing(thing, at_m + offset) for offset in (-0.4, 0.0, 0.4)]
        beside = math.radians(50.0) <= abs(bearings[1]) <= math.radians(130.0)
        if not beside or len({side_of(bearing) for bearing in bearings}) > 1:
            return None
        seen_m = self.seen_ahead(thing, max(leg.start_m - 0.5, at_m - LEAD_M), at_m - 0.4)
        return None if seen_m is None else Passing(at_m, thing, side_of(bearings[0]), gap_m, seen_m)

    def _across(self, leg: Leg, thing: int) -> Passing | None:
        """Over a rug, if the path is on it for a metre."""
        along_m = np.arange(leg.start_m, leg.end_m, 0.1)
        on_it = along_m[self.landmarks.gap_m(self.track.at(along_m))[thing] == 0.0]
        if len(on_it) < 10 or on_it[0] < leg.start_m + 0.5:
            return None
        seen_m = self.seen_ahead(thing, max(leg.start_m - 0.5, float(on_it[0]) - LEAD_M), float(on_it[0]))
        return None if seen_m is None else Passing(float(on_it[len(on_it) // 2]), thing, "", 0.0, seen_m)

    def _bearing(self, thing: int, along_m: float) -> float:
        """Where the nearest point of a thing lies from the path."""
        here = self.track.at(along_m)
        box = self.landmarks.boxes_m[thing][:, [0, 2]]
        nearest = np.clip(here, box[0], box[1])
        target = nearest if np.linalg.norm(nearest - here) > 0.05 else box.mean(axis=0)
        to_thing = math.atan2(float(here[0] - target[0]), float(here[1] - target[1]))
        return turned(self.track.heading(along_m - 0.3, along_m + 0.3), to_thing)

    def _is_landmark(self, thing: int, leg: Leg) -> bool:
        instance = self.landmarks.things[thing]
        return instance.category in landmark_words().things and instance.room == leg.room

    def _is_flat(self, thing: int) -> bool:
        return landmark_words().things[self.landmarks.things[thing].category].flat

    def _is_taken(self, bend: Bend) -> bool:
        """Whether a bend belongs to setting out or to going through a door."""
        through_door = any(crossing.takes(bend, DOOR_ROOM_M) for crossing in self.crossings)
        return bend.start_m < SET_OUT_M or through_door

    def _leg_at(self, along_m: float) -> Leg:
        return next((leg for leg in self.legs if along_m <= leg.end_m), self.legs[-1])


def read_path(world: World, path_m: NDArray[np.floating], heading_rad: float) -> PathReading:
    """All that can be told about a path (k, 3) that is begun with a heading."""
    track = track_of(path_m)
    landmarks = landmarks_of(world)
    legs = legs_of(world.scene, track)
    crossings = crossings_of(world.scene, track, legs, DOOR_ROOM_M)
    set_out_m = max([bend.end_m for bend in bends(track) if bend.start_m < SET_OUT_M], default=0.0)
    first = turned(heading_rad, track.heading_after(set_out_m))
    at_once = turned(heading_rad, track.heading_after(0.0))
    return PathReading(landmarks, track, legs, crossings, first, at_once)
