"""Houses whose furniture is in the way: rooms are drawn anew, then thinned out, never let go as they are."""

from __future__ import annotations

import numpy as np
import pytest

from wayproof.errors import InvalidInput
from wayproof.navigation.fitness.house_check import check_house
from wayproof.scenes.digest import content_hash
from wayproof.scenes.furniture import HOME
from wayproof.scenes.houses import furnish as furnishing
from wayproof.scenes.houses import rooms
from wayproof.scenes.houses.draft import Stand, Thing, obstacles_at
from wayproof.scenes.houses.fewer_things import thinned
from wayproof.scenes.houses.furnisher import Furnisher
from wayproof.scenes.houses.house import House, build_house

SEED, ROOMS = 11, 2  # a bedroom of 3.6 x 5.7 m and a bathroom
HEAD_M, STEP_M = 1.6, 0.03


def barricade(room: Furnisher) -> None:
    """A row of bookcases from wall to wall, put there without asking whether anybody can pass."""
    low, high = np.min(room.room.polygon_m, axis=0), np.max(room.room.polygon_m, axis=0)
    shelf = room.draft("bookshelf")
    half, middle_z = shelf.width_m / 2, float(low[1] + high[1]) / 2
    for x in np.append(np.arange(low[0] + half, high[0] - half, 2 * half), high[0] - half):
        room._keep(shelf, Stand(float(x), 0.0, middle_z, 0.0))


def barricaded(monkeypatch: pytest.MonkeyPatch, *, times: int) -> list[int]:
    """Let the bedroom's recipe end with a barricade the first few times; the list counts the calls."""
    calls: list[int] = []
    drawn = rooms.recipe_for(HOME, "bedroom")

    def recipe(room: Furnisher) -> None:
        drawn(room)
        calls.append(len(room.things))
        if len(calls) <= times:
            barricade(room)

    known = rooms.ROOM_RECIPES
    recipes = {name: known[name] for name in known.names()} | {f"{HOME}/bedroom": recipe}
    monkeypatch.setattr(rooms, "ROOM_RECIPES", recipes)
    return calls


def in_room(house: House, kind: str) -> list[Thing]:
    (wanted,) = [room.id for room in house.scene.rooms if room.type == kind]
    return [thing for thing in house.things if thing.room == wanted]


def stands_in_the_way(thing: Thing) -> bool:
    boxes = obstacles_at(thing.draft, thing.stand)
    return bool(((boxes[:, 0, 1] < HEAD_M) & (boxes[:, 1, 1] > STEP_M)).any())


def looks(things: list[Thing]) -> list[tuple[str, str, Stand]]:
    return [(thing.name, thing.draft.shape, thing.stand) for thing in things]


def test_a_room_that_is_cut_in_two_is_drawn_anew_and_the_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = build_house(SEED, rooms=ROOMS)
    calls = barricaded(monkeypatch, times=1)
    house = build_house(SEED, rooms=ROOMS)
    assert len(calls) == 2
    assert check_house(house) == []
    assert looks(in_room(house, "bathroom")) == looks(in_room(usual, "bathroom"))
    assert looks(in_room(house, "bedroom")) != looks(in_room(usual, "bedroom"))
    assert {"bed"} <= {thing.name for thing in in_room(house, "bedroom")}


def test_an_attempt_that_was_not_needed_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = content_hash(build_house(SEED, rooms=ROOMS).scene)
    assert len(barricaded(monkeypatch, times=0)) == 0
    assert content_hash(build_house(SEED, rooms=ROOMS).scene) == usual


def test_a_room_that_is_always_cut_in_two_loses_furniture_until_it_is_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = barricaded(monkeypatch, times=100)
    house = build_house(SEED, rooms=ROOMS)
    assert 1 + furnishing.REDRAWS < len(calls) <= 1 + furnishing.REDRAWS + furnishing.THINNINGS
    assert check_house(house) == []
    first = house.things[0].number
    assert [thing.number for thing in house.things] == list(range(first, first + len(house.things)))


def test_a_house_that_cannot_be_mended_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = barricaded(monkeypatch, times=100)
    monkeypatch.setattr(furnishing, "thinned", lambda things, share: things)
    with pytest.raises(InvalidInput, match="houses-v1/train/11/2-rooms has floor in room 1 .* another seed"):
        build_house(SEED, rooms=ROOMS)
    assert len(calls) == 1 + furnishing.REDRAWS + furnishing.THINNINGS


@pytest.mark.parametrize("share", [0.01, 0.25, 0.5, 0.75, 1.0])
def test_thinning_takes_what_came_last_and_what_stood_on_it(share: float) -> None:
    things = in_room(build_house(SEED, rooms=ROOMS), "bedroom")
    left = thinned(things, share)
    base = [thing for thing in things if thing.support is None and stands_in_the_way(thing)]
    base_left = [thing for thing in left if thing.support is None and stands_in_the_way(thing)]
    assert looks(base_left) == looks(base)[: int(len(base) * (1 - share))]
    free = [thing for thing in things if thing.support is None and not stands_in_the_way(thing)]
    assert looks([t for t in left if t.support is None and not stands_in_the_way(t)]) == looks(free)
    first = things[0].number
    assert [thing.number for thing in left] == list(range(first, first + len(left)))
    before = {(thing.name, thing.stand): thing.support for thing in things}
    for thing in left:
        old = before[thing.name, thing.stand]
        assert (thing.support is None) == (old is None)
        if old is not None and thing.support is not None:
            assert looks([left[thing.support - first]]) == looks([things[old - first]])
    gone = {t.number for t in things if (t.name, t.stand) not in {(k.name, k.stand) for k in left}}
    assert all(t.number in gone for t in things if t.support in gone)
