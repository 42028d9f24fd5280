"""Counts what stands in which room of the training houses, for agents that explore by such knowledge.

Run: python -m wayproof.learning.room_statistics [HOUSES]        (300 houses: about three minutes)
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict

import msgspec

from wayproof.agents.mapping.room_priors import FILE
from wayproof.scenes.houses.house import make_house
from wayproof.scenes.scene import Scene, things
from wayproof.storage import write_atomically

HOUSES = 300


def counted(scenes: list[Scene]) -> dict[str, object]:
    """Rooms of each type, and how many of them hold each kind of thing."""
    rooms: Counter[str] = Counter()
    holding: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for scene in scenes:
        kinds: defaultdict[int | None, set[str]] = defaultdict(set)
        for thing in things(scene):
            kinds[thing.room].add(thing.category)
        for room in scene.rooms:
            rooms[room.type] += 1
            holding[room.type].update(kinds[room.id])
    return {
        "houses": len(scenes),
        "rooms": dict(sorted(rooms.items())),
        "holding": {room: dict(sorted(held.items())) for room, held in sorted(holding.items())},
    }


def main() -> None:
    houses = int(sys.argv[1]) if len(sys.argv) > 1 else HOUSES
    counts = counted([make_house(seed, split="train", light=False) for seed in range(houses)])
    write_atomically(FILE, msgspec.json.format(msgspec.json.encode(counts), indent=1) + b"\n")


if __name__ == "__main__":
    main()
