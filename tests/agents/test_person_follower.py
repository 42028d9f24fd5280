"""person_follower behind a person who walks ahead in a plain room."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from plain_room import Block, PlainRoom, brief_of, walls

from wayproof.agents.person_follower import PersonFollower

ROOM = [*walls(-1.5, -3, 8, 3), Block(3.0, -3.0, 3.2, 0.5)]


def follow(
    way: list[tuple[float, float]], pace: float = 0.1, **start: float
) -> tuple[list[float], str, PlainRoom]:
    """Distances to the person along the walk, the last action, the room."""
    room = PlainRoom(ROOM, brief_of(maximum_steps=200), **start)
    agent = PersonFollower()
    agent.start(room.brief, 0)
    position, distances, name = np.array(way[0]), [], ""
    ahead = [np.array(point) for point in way[1:]]
    for _ in range(200):
        if ahead:
            leg = ahead[0] - position
            length = float(np.linalg.norm(leg))
            position = position + leg / max(length, 1e-9) * min(pace, length)
            if length <= pace:
                ahead.pop(0)
        dx, dy = position - (room.x, room.y)
        cos, sin = math.cos(room.heading), math.sin(room.heading)
        seen = np.array([[cos * dx + sin * dy, -sin * dx + cos * dy, 0.0]], np.float32)
        room.blocks = [*ROOM, Block(*(position - 0.2), *(position + 0.2), 1.7)]
        distances.append(float(np.hypot(dx, dy)))
        name = agent.act(replace(room.observe(), truth={"people": seen})).name
        if name == "stop":
            break
        room.step(name)
    return distances, name, room


def test_it_keeps_within_the_band_and_stops_when_the_person_has() -> None:
    distances, last, room = follow([(1.6, 0.0), (2.5, 1.8), (6.0, 1.8), (6.5, -1.5)])
    assert last == "stop" and room.x > 3.5
    assert np.mean([(1.0 < d <= 2.5) for d in distances]) > 0.85
    assert min(distances) > 0.9 and 1.0 < distances[-1] <= 2.5


def test_a_person_who_stands_is_faced_and_claimed_after_a_while() -> None:
    distances, last, room = follow([(0.5, 1.5)])
    assert last == "stop" and len(distances) >= 4
    bearing = math.atan2(1.5 - room.y, 0.5 - room.x)
    assert abs(math.remainder(bearing - room.heading, math.tau)) <= math.radians(31)


def test_it_makes_room_when_the_person_is_too_near() -> None:
    distances, last, _ = follow([(0.6, 0.0)])
    assert last == "stop" and distances[0] < 1.0 < distances[-1]


@pytest.mark.parametrize("people", [np.empty((0, 3), np.float32), np.full((1, 3), np.nan, np.float32)])
def test_with_nobody_to_see_it_does_not_stop(people: np.ndarray) -> None:
    room = PlainRoom(ROOM)
    agent = PersonFollower()
    agent.start(room.brief, 0)
    assert agent.act(replace(room.observe(), truth={"people": people})).name == "turn_left"
