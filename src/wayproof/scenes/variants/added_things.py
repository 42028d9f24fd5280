"""The same scene with more things standing about, as its name says: NAME@with-mug.4.7-chair.2.0.

Each thing is a kind, the id of a room and a number that draws shape and place; so a name is all that is
needed to make the scene again. Things are put on free floor by the rules of clutter, one after the other, and
whoever got everywhere before still does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from wayproof.errors import InvalidInput
from wayproof.scenes.furniture import FURNITURE
from wayproof.scenes.houses.reachable_rooms import reach_in, rooms_at_fault
from wayproof.scenes.scene import Room, Scene
from wayproof.scenes.variants.joined_scenes import joined_scene
from wayproof.scenes.variants.scan_clutter import drafted, free_floor, left_in
from wayproof.seeding import generator_for

PREFIX = "with-"
ON_FLOOR = ("floor", "surface")  # where kinds stand that can be left on the floor
_THING = re.compile(r"([a-z_]+)\.(\d+)\.(\d+)")


class AddedThing(msgspec.Struct, frozen=True):
    """A kind of thing in a room; `number` draws its shape and place."""

    kind: str
    room: int
    number: int = 0


def name_with(scene: str, added: Sequence[AddedThing]) -> str:
    """The name of a scene with things added.

    >>> name_with("houses-v1/val/7", [AddedThing("mug", 4, 7)])
    'houses-v1/val/7@with-mug.4.7'
    """
    return (
        f"{scene}@{PREFIX}{'-'.join(f'{one.kind}.{one.room}.{one.number}' for one in added)}"
        if added
        else scene
    )


def added_by(variant: str) -> tuple[AddedThing, ...]:
    """The things that a variant's name adds; an error that says how such names are written."""
    found = [_THING.fullmatch(part) for part in variant.removeprefix(PREFIX).split("-")]
    if not all(one is not None and one[1] in FURNITURE for one in found):
        raise InvalidInput(
            f"{variant!r} does not name things to add; write with-KIND.ROOM.NUMBER, as with-mug.4.7 for a "
            "mug in room 4 (kinds: wayproof ls objects)"
        )
    return tuple(AddedThing(one[1], int(one[2]), int(one[3])) for one in found if one is not None)


def with_things(scene: Scene, added: Sequence[AddedThing]) -> Scene:
    """The scene with more things, without light; ids of what was there stay."""
    made, name = scene, name_with(scene.name, added)
    for one in added:
        made = _with_thing(made, one)
    cut_off = rooms_at_fault(reach_in(made), made.doors) - rooms_at_fault(reach_in(scene), scene.doors)
    if cut_off:
        rooms = ", ".join(map(str, sorted(cut_off)))
        raise InvalidInput(f"{name} would cut off floor of room {rooms}; choose others")
    return replace(made, name=name)


def _with_thing(scene: Scene, one: AddedThing) -> Scene:
    kind = FURNITURE[one.kind]
    if kind.stands not in ON_FLOOR:
        raise InvalidInput(f"a {one.kind} stands on a {kind.stands}; only what stands on floors can be added")
    room = _room(scene, one.room)
    rng = generator_for(one.number, scene.name, "added thing", one.kind, one.room)
    placed = left_in(scene, room, free_floor(scene), drafted(kind, rng), rng)
    if placed is None:
        raise InvalidInput(
            f"room {one.room} of {scene.name} has no free floor for a {one.kind}; choose another"
        )
    return joined_scene(scene, [placed])


def _room(scene: Scene, number: int) -> Room:
    for room in scene.rooms:
        if room.id == number:
            return room
    numbers = ", ".join(str(room.id) for room in scene.rooms)
    raise InvalidInput(f"{scene.name} has no room {number}; its rooms are {numbers}")
