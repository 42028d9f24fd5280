"""How a path goes from room to room: the legs in each room and the doors between them, with their turns."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from wayproof.geometry.polygons import points_in_polygon
from wayproof.language.track import Bend, Floats, Track, bends, heading_between, side_of, turned
from wayproof.scenes.scene import Door, Room, Scene

NO_ROOM = 0
SLANT_RAD, SLANT_M = math.radians(20.0), 0.25
SHORT_LEG_M = 2.4  # between two doors there is no room for turns of their own
CLEARLY_NEARER = 1.3  # how much further another door must be not to be taken for the one meant


@dataclass(frozen=True)
class Leg:
    """The part of a path that lies in one room."""

    room: int
    start_m: float
    end_m: float

    @property
    def length_m(self) -> float:
        return self.end_m - self.start_m


@dataclass(frozen=True)
class Crossing:
    """A path through a door: the turn towards it and the turn behind it, positive to the left.

    The first is made between before_m and at_m, the second between at_m and after_m.
    """

    at_m: float
    door: Door | None
    before_rad: float
    after_rad: float
    before_m: float
    after_m: float
    confusing: frozenset[str] = frozenset()  # sides with another door to such a room

    def takes(self, bend: Bend, reach_m: float) -> bool:
        """Whether a bend is part of going through this door."""
        return bend.end_m >= self.at_m - reach_m and bend.start_m <= self.at_m + reach_m


def legs_of(scene: Scene, track: Track) -> tuple[Leg, ...]:
    """The legs of a path, room by room; without rooms it is one leg in room 0."""
    along_m = track.steps_m()
    points = track.at(along_m)
    rooms = np.full(len(points), NO_ROOM)
    for room in scene.rooms:
        rooms[points_in_polygon(points, np.asarray(room.polygon_m, float))] = room.id
    known = np.flatnonzero(rooms != NO_ROOM)
    if not len(known):
        return (Leg(NO_ROOM, 0.0, track.length_m),)
    changes = np.flatnonzero(np.diff(rooms[known]))
    ends = [(along_m[known[k]] + along_m[known[k + 1]]) / 2 for k in changes]
    borders = [0.0, *map(float, ends), track.length_m]
    firsts = [0, *(int(k) + 1 for k in changes)]
    return tuple(Leg(int(rooms[known[first]]), borders[k], borders[k + 1]) for k, first in enumerate(firsts))


def room_with(scene: Scene, room_id: int) -> Room | None:
    return next((room for room in scene.rooms if room.id == room_id), None)


def room_at(scene: Scene, plan: Floats) -> Room | None:
    """The room that a plan point lies in; None in doorways and outside."""
    return next(
        (room for room in scene.rooms if points_in_polygon(plan[None], np.asarray(room.polygon_m, float))[0]),
        None,
    )


def doors_of(scene: Scene, room_id: int) -> list[Door]:
    """The doors of a room that lead to other rooms."""
    return [door for door in scene.doors if room_id in door.rooms and None not in door.rooms]


def crossings_of(scene: Scene, track: Track, legs: tuple[Leg, ...], reach_m: float) -> tuple[Crossing, ...]:
    """The doors between the legs of a path."""
    found = [_crossing(scene, track, legs, k, reach_m) for k in range(len(legs) - 1)]
    for k in range(1, len(found)):
        if legs[k].length_m < SHORT_LEG_M:
            found[k - 1], found[k] = _shared(track, found[k - 1], found[k])
    return tuple(found)


def _crossing(scene: Scene, track: Track, legs: tuple[Leg, ...], k: int, reach_m: float) -> Crossing:
    leg, onward = legs[k], legs[k + 1]
    at_m = leg.end_m
    here = track.at(at_m)
    doors = [door for door in scene.doors if set(door.rooms) == {leg.room, onward.room}]
    door = min(doors, key=lambda door: math.dist(door.centre_m, here), default=None)
    through = _straight_through(track, at_m, door)
    before_m = min(
        [bend.start_m for bend in bends(track) if _within(bend.start_m, at_m - reach_m, at_m)],
        default=at_m - 0.3,
    )
    after_m = max(
        [bend.end_m for bend in bends(track) if _within(bend.end_m, at_m, at_m + reach_m)], default=at_m + 0.3
    )
    before_m, after_m = max(before_m, leg.start_m), min(after_m, onward.end_m)
    arriving, leaving = track.heading_before(before_m), track.heading_after(after_m)
    slanting = track.heading(at_m - SLANT_M, at_m + SLANT_M)
    before, after = _split(arriving, through, slanting, leaving)
    confusing = _confusing_sides(scene, track, leg, onward, door, before_m)
    return Crossing(at_m, door, before, after, before_m, after_m, confusing)


def _split(arriving: float, through: float, slanting: float, leaving: float) -> tuple[float, float]:
    """How much of a turn at a door is made before it and how much behind it.

    A walker turns until the door lies straight ahead (`through`), and then on. But only turns that the path
    makes count: it may run through the door at a slant (`slanting`) and bend on one side of it alone.
    """
    before, after = turned(arriving, through), turned(through, leaving)
    at_door, behind = turned(arriving, slanting), turned(slanting, leaving)
    if before * after < 0.0 and min(abs(before), abs(after)) > SLANT_RAD:
        return at_door, behind
    if abs(at_door) < SLANT_RAD:
        return 0.0, at_door + behind
    if abs(behind) < SLANT_RAD:
        return at_door + behind, 0.0
    return before, after


def _within(value: float, low: float, high: float) -> bool:
    return low <= value <= high


def _straight_through(track: Track, at_m: float, door: Door | None) -> float:
    """The heading at right angles to the wall that a path goes through."""
    heading = track.heading(at_m - 0.2, at_m + 0.2)
    if door is None:
        return heading
    normals = (0.0, math.pi) if door.along_x else (math.pi / 2, -math.pi / 2)
    return min(normals, key=lambda normal: abs(turned(heading, normal)))


def _shared(track: Track, first: Crossing, second: Crossing) -> tuple[Crossing, Crossing]:
    """Two doors close together: one turn between them, or one and back again."""
    entry = _straight_through(track, first.at_m, first.door)
    leaving = _straight_through(track, second.at_m, second.door)
    between = track.heading(first.at_m, second.at_m)
    across = turned(entry, between)
    net = across + turned(between, leaving)  # not the remainder: out of one door and in at the next
    came, went = track.heading_before(first.at_m), track.heading_after(second.at_m)
    if abs(net) > math.radians(45.0) and abs(turned(came, went)) > SLANT_RAD:
        return replace(first, after_rad=0.0), replace(second, before_rad=net, before_m=first.at_m)
    there_and_back = across if abs(across) > math.radians(50.0) else 0.0
    middle_m = (first.at_m + second.at_m) / 2
    after = _if_made(there_and_back, turned(came, between))
    before = _if_made(-there_and_back, turned(between, went))
    return (
        replace(first, after_rad=after, after_m=middle_m),
        replace(second, before_rad=before, before_m=middle_m),
    )


def _if_made(angle: float, made: float) -> float:
    """A turn that two doors suggest, if the path makes one to that side."""
    return angle if angle * made > 0.0 and abs(made) > SLANT_RAD else 0.0


def _confusing_sides(
    scene: Scene, track: Track, leg: Leg, onward: Leg, door: Door | None, before_m: float
) -> frozenset[str]:
    """On which sides a hearer could take another door for the one meant: it leads to the same kind of room
    and was passed before, or is about as near where the path turns to the right one."""
    kind = room_with(scene, onward.room)
    if kind is None or door is None:
        return frozenset()
    here, heading = track.at(before_m), track.heading_before(before_m)
    near_m = CLEARLY_NEARER * math.dist(door.centre_m, here)
    sides = []
    for other in doors_of(scene, leg.room):
        beyond = room_with(scene, next(room for room in other.rooms if room != leg.room) or NO_ROOM)
        if other is door or beyond is None or beyond.type != kind.type:
            continue
        passed = _side_passed(track, leg, other, leg.end_m)
        if passed is not None:
            sides.append(passed)
        elif math.dist(other.centre_m, here) < near_m:
            sides.append(side_of(turned(heading, heading_between(here, np.array(other.centre_m)))))
    return frozenset(sides)


def _side_passed(track: Track, leg: Leg, door: Door, until_m: float) -> str | None:
    """The side on which a path leaves a door behind before a place, or None if it does not."""
    along_m = np.arange(leg.start_m, until_m, 0.1)
    centre = np.array(door.centre_m)
    nearest_m = float(along_m[int(np.linalg.norm(track.at(along_m) - centre, axis=1).argmin())])
    if nearest_m > until_m - 0.5:
        return None
    heading = track.heading(nearest_m - 0.2, nearest_m + 0.2)
    return side_of(turned(heading, heading_between(track.at(nearest_m), centre)))
