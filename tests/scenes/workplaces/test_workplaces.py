"""Offices and shops: valid, repeatable, recognisable, and of their own in each split."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from shapely import Point, Polygon, box

from wayproof.errors import InvalidInput, UnknownName
from wayproof.navigation.fitness.house_check import check_house
from wayproof.navigation.fitness.many_houses import BUILDERS, check_houses
from wayproof.navigation.free_space import free_space
from wayproof.scenes.digest import content_hash
from wayproof.scenes.furniture import FURNITURE, WORKPLACE, home_categories
from wayproof.scenes.houses.house import House, seed_of
from wayproof.scenes.houses.plan_data import ENTRY
from wayproof.scenes.houses.reachable_rooms import reach_of_rooms
from wayproof.scenes.houses.rooms import ROOM_RECIPES
from wayproof.scenes.scene import STRUCTURE, things
from wayproof.scenes.workplaces import (
    OFFICES,
    SHOPS,
    make_office,
    make_shop,
    office_layouts,
    shop_layouts,
)
from wayproof.scenes.workplaces.offices import plan_office
from wayproof.scenes.workplaces.shops import plan_shop, trade_of
from wayproof.simulator.body import body_names, load_body
from wayproof.simulator.world import category_names


@cache
def built(world: str, split: str, seed: int) -> House:
    """Each workplace is built once for all tests."""
    return BUILDERS[world](seed, split=split)


@pytest.fixture
def office() -> House:
    return built(OFFICES, "train", 1)


@pytest.fixture
def shop() -> House:
    return built(SHOPS, "train", 5)


@pytest.mark.parametrize("world", [OFFICES, SHOPS])
@pytest.mark.parametrize("split", ["train", "val", "test"])
def test_workplaces_of_each_split_are_valid(world: str, split: str) -> None:
    assert check_house(built(world, split, 1)) == []


def test_the_bulk_check_tells_what_is_wrong(monkeypatch: pytest.MonkeyPatch, shop: House) -> None:
    assert check_houses([4], split="val", workers=1, world=SHOPS).problems == {}
    counter = next(thing for thing in shop.things if thing.name == "counter")
    twice = replace(shop, things=(*shop.things, replace(counter, number=counter.number + 1)))
    monkeypatch.setitem(BUILDERS, SHOPS, lambda seed, split: twice)
    (problem, *_) = check_houses([0], split="val", workers=1, world=SHOPS).problems[0]
    assert problem.startswith("counter") and "overlap by" in problem


@pytest.mark.slow
@pytest.mark.parametrize("world", [OFFICES, SHOPS])
def test_a_hundred_workplaces_are_valid(world: str) -> None:
    found = check_houses(range(100), split="train", world=world)
    assert len(found.houses) == 100
    assert found.problems == {}


def test_an_office_has_what_makes_an_office(office: House) -> None:
    types = Counter(room.type for room in office.scene.rooms)
    assert {"open_office", "office", "meeting_room", "reception", "kitchen", "bathroom"} <= set(types)
    large = next(room.id for room in office.scene.rooms if room.type == "open_office")
    there = Counter(thing.category for thing in things(office.scene) if thing.room == large)
    assert there["desk"] >= 8
    assert there["office_chair"] >= 0.8 * there["desk"]
    assert there["monitor"] + there["laptop"] >= 0.6 * there["desk"]
    everywhere = {thing.category for thing in things(office.scene)}
    assert {
        "reception_desk",
        "meeting_table",
        "whiteboard",
        "toilet",
        "ceiling_lamp",
        "keyboard",
    } <= everywhere


def test_desks_of_the_open_office_stand_back_to_back(office: House) -> None:
    """Seen from its middle, the desk behind each desk of an island looks the other way."""
    large = next(room.id for room in office.scene.rooms if room.type == "open_office")
    desks = [thing for thing in things(office.scene) if thing.room == large and thing.category == "desk"]
    backed = 0
    for desk in desks:
        behind = np.array(desk.position_m) - 0.76 * np.array(
            [np.sin(desk.heading_rad), 0.0, np.cos(desk.heading_rad)]
        )
        near = [d for d in desks if d is not desk and np.linalg.norm(np.array(d.position_m) - behind) < 0.3]
        backed += any(np.cos(d.heading_rad - desk.heading_rad) < -0.99 for d in near)
    assert backed >= 0.8 * len(desks)


@pytest.mark.parametrize("trade", ["grocery", "household", "books", "clothes"])
def test_a_shop_has_shelves_a_counter_with_a_till_and_a_window(trade: str) -> None:
    seed = next(s for s in (1, 5, 16, 3) if trade_of(seed_of(SHOPS, "train", s)) == trade)
    scene = built(SHOPS, "train", seed).scene
    sales = next(room for room in scene.rooms if room.type == "sales_floor")
    there = Counter(thing.category for thing in things(scene) if thing.room == sales.id)
    assert there["counter"] == 1
    assert there["shop_shelf"] + there["clothes_rack"] + there["display_table"] >= 8
    till = next(thing for thing in things(scene) if thing.category == "cash_register")
    assert till.support is not None and scene.instances[till.support - 1].category == "counter"
    panes = [window for window in scene.windows if window.room == sales.id]
    assert sum(window.width_m for window in panes) > 2.5 and all(window.height_m > 1.8 for window in panes)
    assert {"storage", "office", "bathroom"} <= {room.type for room in scene.rooms}
    assert ("fitting_room" in {room.type for room in scene.rooms}) == (trade == "clothes")


def test_the_widest_body_walks_the_aisles_of_a_shop(shop: House) -> None:
    widest = max(map(load_body, body_names()), key=lambda body: body.radius_m)
    space = free_space(
        shop.scene,
        radius_m=widest.radius_m,
        height_m=widest.height_m,
        step_height_m=widest.step_height_m,
    ).surface
    origin = (space.origin_x, space.origin_z)
    reach = reach_of_rooms(shop.scene.rooms, space.cell_of, space.floor_m, space.island, origin, space.cell_m)
    assert all(entry.is_whole for entry in reach)


@pytest.mark.parametrize("seed", [1, 5, 16])
def test_rows_of_shelves_touch_or_leave_an_aisle(seed: int) -> None:
    """Seen from above, a shelf of the middle of the floor has its neighbour at its end or an aisle away."""
    scene = built(SHOPS, "train", seed).scene
    shelves = [
        thing for thing in things(scene) if thing.category in ("shop_shelf", "refrigerator", "counter")
    ]
    plans = [box(t.low_m[0], t.low_m[2], t.high_m[0], t.high_m[2]) for t in shelves]
    walls = [Polygon(room.polygon_m).exterior for room in scene.rooms if room.type == "sales_floor"]
    free = [k for k, plan in enumerate(plans) if plan.distance(walls[0]) > 0.6]
    double = [k for k in free if shelves[k].category == "shop_shelf"]
    assert double
    for k in double:
        for other in range(len(plans)):
            gap = plans[k].distance(plans[other])
            assert other == k or gap < 0.2 or gap > 0.95, (shelves[k].id, shelves[other].id, gap)


@pytest.mark.parametrize("world", [OFFICES, SHOPS])
def test_the_doors_of_a_plan_lead_everywhere_and_its_windows_look_outside(world: str) -> None:
    plan_of = {OFFICES: plan_office, SHOPS: plan_shop}[world]
    for seed in range(25):
        plan = plan_of(seed)
        rooms = [box(*np.min(r.polygon_m, axis=0), *np.max(r.polygon_m, axis=0)) for r in plan.rooms]
        assert all(Polygon(r.polygon_m).equals(shape) for r, shape in zip(plan.rooms, rooms, strict=True))
        for one, other in combinations(rooms, 2):
            assert one.distance(other) > 0.09
        for window in plan.windows:
            outside = Point(np.array(window.centre_m) + 0.4 * np.array(window.outward)[[0, 2]])
            assert not any(shape.contains(outside) for shape in rooms), (seed, window)
        reached, before = {plan.rooms[0].id}, set()
        while reached != before:
            before = set(reached)
            for door in plan.doors:
                if None not in door.rooms and reached & set(door.rooms):
                    reached |= set(door.rooms)
        assert reached == {room.id for room in plan.rooms}
        assert sum(door.kind == ENTRY for door in plan.doors) == 1


def test_names_ids_rooms_and_supports_of_workplaces_agree(office: House, shop: House) -> None:
    for house, name in ((office, "offices-v1/train/1"), (shop, "shops-v1/train/5")):
        scene = house.scene
        assert scene.name == name
        assert [instance.id for instance in scene.instances] == list(range(1, len(scene.instances) + 1))
        rooms = {room.id for room in scene.rooms}
        for thing in things(scene):
            assert thing.room in rooms
            if thing.support is not None:
                support = scene.instances[thing.support - 1]
                assert support.room == thing.room and support.category not in STRUCTURE
        assert any(None in door.rooms for door in scene.doors)
        assert any(lamp.on for lamp in scene.lamps)


def test_own_categories_come_after_those_of_houses(office: House) -> None:
    names = category_names(office.scene)
    own = {kind.category for kind in FURNITURE} - set(home_categories())
    assert {"whiteboard", "meeting_table"} <= set(names) & own
    first_own = min(names.index(name) for name in names if name in own)
    assert set(names[:first_own]) >= set(home_categories())


def test_held_out_shapes_of_workplaces_appear_in_the_test_split_only() -> None:
    held_out = {(k.category, shape) for k in FURNITURE for shape in k.held_out_shapes}
    open_shapes = {(k.category, shape) for k in FURNITURE for shape in k.shapes}
    secret = held_out - open_shapes

    def shown(split: str) -> set[tuple[str, str]]:
        scenes = [built(OFFICES, split, 1).scene, built(SHOPS, split, 1).scene]
        return {(thing.category, thing.shape) for scene in scenes for thing in things(scene)}

    assert not shown("train") & secret
    assert not shown("val") & secret
    assert len(shown("test") & secret) > 10


def test_the_workplaces_are_those_that_were_published() -> None:
    """A change here means new workplaces under old names: see CONTRIBUTING."""
    golden = json.loads((Path(__file__).parent / "golden_workplaces.json").read_text())
    found = {}
    for name in golden:
        world, split, seed = name.split("/")
        found[name] = content_hash(built(world, split, int(seed)).scene)
    assert found == golden


@pytest.mark.slow
def test_the_same_seed_gives_the_same_workplace_in_any_process(shop: House) -> None:
    program = (
        "from wayproof.scenes.workplaces import build_shop\n"
        "from wayproof.scenes.digest import content_hash\n"
        "print(content_hash(build_shop(5).scene))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == content_hash(shop.scene) + "\n"


def test_splits_and_seeds_give_different_workplaces() -> None:
    drawn = [built(SHOPS, "train", 1), built(SHOPS, "val", 1), built(SHOPS, "train", 5)]
    assert len({content_hash(house.scene) for house in drawn}) == 3


def test_a_wrong_split_seed_or_world_gets_a_sentence() -> None:
    with pytest.raises(UnknownName, match="no split named 'vall'. Did you mean 'val'"):
        make_office(1, split="vall")
    with pytest.raises(InvalidInput, match="whole number from 0 on, not -1"):
        make_shop(-1)
    with pytest.raises(UnknownName, match="shops-v1"):
        check_houses([1], split="val", world="shop-v1")


def test_every_room_type_that_is_laid_out_has_a_recipe(office: House) -> None:
    types = {*office_layouts.KINDS, *shop_layouts.KINDS, "hallway", "open_office"}
    assert {f"{WORKPLACE}/{name}" for name in types} <= set(ROOM_RECIPES.names())
    assert check_house(office) == []
