"""Things added to a scene: by its name alone, in the room asked for, in nobody's way."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.errors import InvalidInput
from wayproof.scenes.by_name import check_scene, scene_named, world_name_of
from wayproof.scenes.digest import content_hash
from wayproof.scenes.houses.reachable_rooms import reach_in
from wayproof.scenes.variants.added_things import AddedThing, added_by, name_with, with_things

HOUSE = "houses-v1/val/200"
ADDED = (AddedThing("mug", 1, 4), AddedThing("bucket", 1, 0))


def test_a_name_says_all_that_is_needed() -> None:
    name = name_with(HOUSE, ADDED)
    assert name == "houses-v1/val/200@with-mug.1.4-bucket.1.0"
    assert added_by(name.partition("@")[2]) == ADDED and name_with(HOUSE, ()) == HOUSE
    assert world_name_of(name) == "houses-v1"
    check_scene(name)


@pytest.mark.slow
def test_the_same_scene_comes_of_the_same_name() -> None:
    plain = scene_named(HOUSE, light=False)
    first, again = (scene_named(name_with(HOUSE, ADDED), light=False) for _ in range(2))
    assert content_hash(first) == content_hash(again) != content_hash(plain)
    assert first.name == name_with(HOUSE, ADDED)
    assert first.instances[: len(plain.instances)] == plain.instances
    mug, bucket = first.instances[len(plain.instances) :]
    assert (mug.category, bucket.category, mug.room, bucket.room) == ("mug", "bucket", 1, 1)
    floor = next(room.floor_m for room in plain.rooms if room.id == 1)
    assert np.isclose([mug.low_m[1], bucket.low_m[1]], floor, atol=0.01).all()
    other = scene_named(name_with(HOUSE, [AddedThing("mug", 1, 5)]), light=False)
    assert other.instances[-1].position_m != mug.position_m


@pytest.mark.slow
def test_nobody_is_shut_in() -> None:
    scene = scene_named(HOUSE, light=False)
    rooms = [room.id for room in scene.rooms][:4]
    crowded = with_things(scene, [AddedThing("box", room, 1) for room in rooms])
    assert all(one.is_whole for one in reach_in(crowded))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("with-unicorn.1.0", "does not name things to add; write with-KIND.ROOM.NUMBER"),
        ("with-mug", "does not name things to add"),
        ("with-", "does not name things to add"),
    ],
)
def test_a_wrong_name_is_refused_with_the_right_form(name: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        check_scene(f"{HOUSE}@{name}")


@pytest.mark.slow
def test_what_cannot_be_added_is_refused() -> None:
    scene = scene_named(HOUSE, light=False)
    with pytest.raises(InvalidInput, match="has no room 99; its rooms are"):
        with_things(scene, [AddedThing("mug", 99)])
    with pytest.raises(InvalidInput, match="only what stands on floors can be added"):
        with_things(scene, [AddedThing("mirror", 1)])
