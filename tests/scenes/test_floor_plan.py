"""Floor plans: sizes, neighbourhoods, doors and windows, checked with shapely over many draws."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from wayproof.errors import InvalidInput
from wayproof.scenes.houses import floor_plan
from wayproof.scenes.houses.floor_plan import FloorPlan, PlannedDoor, PlannedRoom, draw_floor_plan
from wayproof.scenes.houses.room_programme import HABITABLE, KINDS
from wayproof.scenes.houses.room_space import door_zones, leaf_zones, wall_runs
from wayproof.seeding import generator_for

COUNTS = range(2, 11)
PRIVATE = ("bedroom", "children_room", "bathroom")
TINY = 1e-6


@lru_cache(maxsize=4096)
def plan_of(seed: int, room_count: int) -> FloorPlan:
    return draw_floor_plan(generator_for(seed, "floor plan test"), room_count)


def any_plan() -> st.SearchStrategy[FloorPlan]:
    return st.builds(plan_of, st.integers(0, 50), st.sampled_from(COUNTS))


over_plans = settings(max_examples=50, deadline=None)


def polygon(room: PlannedRoom) -> shapely.Polygon:
    return shapely.Polygon(room.polygon_m)


def share_wide_enough(shape: shapely.Polygon, width_m: float) -> float:
    """The share of a rectilinear polygon that a square of that width can sweep."""
    half = width_m / 2
    swept = shape.buffer(-half, join_style="mitre").buffer(half, join_style="mitre")
    return float(swept.area / shape.area)


def stretch(door: PlannedDoor, across_m: float, *, margin_m: float = 0.0) -> shapely.LineString:
    """The door's opening as a line, moved through the wall, longer by a margin at both ends."""
    x, z = door.centre_m
    half = door.clear_width_m / 2 + margin_m
    if door.along_x:
        return shapely.LineString([(x - half, z + across_m), (x + half, z + across_m)])
    return shapely.LineString([(x + across_m, z - half), (x + across_m, z + half)])


def neighbours(plan: FloorPlan, start: int, *, through: set[int]) -> set[int]:
    """The rooms that can be reached from a room, walking only through the given ones."""
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for door in plan.doors:
            if here in door.rooms and None not in door.rooms and (here == start or here in through):
                there = door.rooms[0] if door.rooms[1] == here else door.rooms[1]
                assert there is not None
                if there not in reached:
                    reached.add(there)
                    waiting.append(there)
    return reached


@over_plans
@given(any_plan())
def test_rooms_are_simple_polygons_counter_clockwise_from_above(plan: FloorPlan) -> None:
    for room in plan.rooms:
        assert polygon(room).is_valid
        seen_from_above = shapely.LinearRing([(x, -z) for x, z in room.polygon_m])
        assert seen_from_above.is_ccw


@over_plans
@given(any_plan())
def test_cells_tile_the_house_and_rooms_keep_a_wall_apart(plan: FloorPlan) -> None:
    cells = [shapely.Polygon(room.cell_m) for room in plan.rooms]
    whole = shapely.Polygon(plan.outline_m)
    assert sum(cell.area for cell in cells) == pytest.approx(whole.area, abs=1e-6)
    assert shapely.union_all(cells).symmetric_difference(whole).area < 1e-6
    for k, one in enumerate(plan.rooms):
        for other in plan.rooms[k + 1 :]:
            assert polygon(one).distance(polygon(other)) >= plan.interior_wall_m - TINY


@over_plans
@given(any_plan())
def test_centre_lines_lie_on_the_grid(plan: FloorPlan) -> None:
    for room in plan.rooms:
        steps = np.array(room.cell_m) / 0.05
        assert np.allclose(steps, np.round(steps), atol=1e-4)


@over_plans
@given(any_plan())
def test_rooms_have_the_size_of_their_kind(plan: FloorPlan) -> None:
    for room in plan.rooms:
        kind = KINDS[room.type]
        assert kind.least_m2 - TINY <= polygon(room).area <= kind.most_m2 + TINY, room.type
        assert 2.5 <= room.height_m <= 2.8


@over_plans
@given(any_plan())
def test_rooms_are_nowhere_too_narrow_and_hallways_not_too_wide(plan: FloorPlan) -> None:
    for room in plan.rooms:
        least = {"hallway": 1.25, "bathroom": 1.8}.get(room.type, 1.5)
        assert share_wide_enough(polygon(room), least - 0.01) > 0.999, room.type
        if room.type == "hallway":
            assert share_wide_enough(polygon(room), 1.81) < 0.7


@over_plans
@given(any_plan())
def test_every_room_is_reached(plan: FloorPlan) -> None:
    everywhere = {room.id for room in plan.rooms}
    assert neighbours(plan, 1, through=everywhere) == everywhere


@over_plans
@given(any_plan())
def test_nobody_crosses_a_bedroom_or_bathroom_to_reach_a_bedroom(plan: FloorPlan) -> None:
    entry = next(door.rooms[0] for door in plan.doors if door.rooms[1] is None)
    common = {room.id for room in plan.rooms if room.type not in PRIVATE}
    reached = neighbours(plan, entry, through=common)
    for room in plan.rooms:
        if room.type in ("bedroom", "children_room"):
            assert room.id in reached


@over_plans
@given(any_plan())
def test_homes_of_four_rooms_and_more_have_a_bathroom_for_guests(plan: FloorPlan) -> None:
    if len(plan.rooms) < 4:
        return
    entry = next(door.rooms[0] for door in plan.doors if door.rooms[1] is None)
    common = {room.id for room in plan.rooms if room.type not in PRIVATE}
    reached = neighbours(plan, entry, through=common)
    assert any(room.id in reached for room in plan.rooms if room.type == "bathroom")


@over_plans
@given(any_plan())
def test_the_kitchen_is_beside_the_living_or_dining_room(plan: FloorPlan) -> None:
    eating = [room for room in plan.rooms if room.type in ("living_room", "dining_room")]
    for kitchen in (room for room in plan.rooms if room.type == "kitchen"):
        near = polygon(kitchen).buffer(plan.interior_wall_m + 0.01, cap_style="square", join_style="mitre")
        assert not eating or any(near.intersection(polygon(room)).area > 0.005 for room in eating)


@over_plans
@given(any_plan())
def test_each_door_pierces_one_wall_between_its_two_rooms_away_from_corners(plan: FloorPlan) -> None:
    for door in plan.doors:
        assert door.clear_width_m >= 0.9
        thickness = plan.outer_wall_m if door.rooms[1] is None else plan.interior_wall_m
        faces = [stretch(door, side * (thickness / 2 + 0.001), margin_m=0.149) for side in (-1, 1)]
        homes = [[room.id for room in plan.rooms if polygon(room).covers(face)] for face in faces]
        if door.rooms[1] is None:
            house = shapely.Polygon(plan.outline_m)
            assert sorted(homes, key=len) == [[], [door.rooms[0]]]
            outside = faces[homes.index([])]
            assert not house.intersects(outside)
        else:
            assert sorted(home[0] for home in homes) == sorted(door.rooms)


@over_plans
@given(any_plan())
def test_doors_in_one_wall_keep_their_distance(plan: FloorPlan) -> None:
    for k, one in enumerate(plan.doors):
        for other in plan.doors[k + 1 :]:
            across = 1 if one.along_x else 0
            if one.along_x == other.along_x and abs(one.centre_m[across] - other.centre_m[across]) < 0.2:
                assert stretch(one, 0.0).distance(stretch(other, 0.0)) >= 0.3 - 1e-4


@over_plans
@given(any_plan())
def test_one_enters_by_one_front_door(plan: FloorPlan) -> None:
    entries = [door for door in plan.doors if door.rooms[1] is None]
    assert len(entries) == 1
    suitable = {room.id for room in plan.rooms if room.type in ("hallway", "living_room", "kitchen")}
    assert not suitable or entries[0].rooms[0] in suitable


@over_plans
@given(any_plan())
def test_windows_open_to_the_outside(plan: FloorPlan) -> None:
    house = shapely.Polygon(plan.outline_m)
    for window in plan.windows:
        x, z = window.centre_m
        out_x, _, out_z = window.outward
        half = window.width_m / 2
        along = (half, 0.0) if window.along_x else (0.0, half)
        ends = [(x - along[0], z - along[1]), (x + along[0], z + along[1])]
        reach = plan.outer_wall_m / 2 + 0.01
        within = shapely.LineString([(a - out_x * reach, b - out_z * reach) for a, b in ends])
        beyond = shapely.LineString([(a + out_x * reach, b + out_z * reach) for a, b in ends])
        assert polygon(plan.room(window.room)).covers(within)
        assert not house.intersects(beyond)
        assert 0.05 <= window.sill_m < window.head_m <= 2.1


@over_plans
@given(any_plan())
def test_rooms_to_live_in_have_daylight(plan: FloorPlan) -> None:
    lit = {window.room for window in plan.windows}
    assert all(room.id in lit for room in plan.rooms if room.type in HABITABLE)


@over_plans
@given(any_plan())
def test_openings_and_open_leaves_do_not_overlap_along_a_wall(plan: FloorPlan) -> None:
    for room in plan.rooms:
        for run in wall_runs(plan, room):
            openings = sorted(run.openings_m)
            for (_, end, _), (start, _, _) in pairwise(openings):
                assert start >= end - TINY
            assert all(0 <= start < end <= run.length_m + TINY for start, end, _ in openings)


@over_plans
@given(any_plan())
def test_wall_runs_look_into_their_room(plan: FloorPlan) -> None:
    for room in plan.rooms:
        shape = polygon(room)
        for run in wall_runs(plan, room):
            middle = np.add(run.start_m, run.end_m) / 2
            inward = np.array([np.sin(run.heading_rad), np.cos(run.heading_rad)])
            assert shape.contains(shapely.Point(middle + 0.05 * inward))
            assert not shape.contains(shapely.Point(middle - 0.05 * inward))


@over_plans
@given(any_plan())
def test_the_floor_before_every_door_is_kept_free(plan: FloorPlan) -> None:
    for room in plan.rooms:
        zones = [shapely.box(*zone) for zone in [*door_zones(plan, room), *leaf_zones(plan, room)]]
        doors = [door for door in plan.doors if room.id in door.rooms]
        leaves = [door for door in doors if door.leaf and door.leaf.room == room.id]
        assert len(zones) == len(doors) + len(leaves)
        for door in doors:
            sides = [stretch(door, side * 0.5) for side in (-1, 1)]
            assert any(zone.covers(side) for zone in zones for side in sides)


@pytest.mark.parametrize("room_count", COUNTS)
def test_the_same_generator_gives_the_same_plan(room_count: int) -> None:
    first, again = (draw_floor_plan(generator_for(11, "twin"), room_count) for _ in range(2))
    assert first == again
    assert first != draw_floor_plan(generator_for(12, "twin"), room_count)
    assert len(first.rooms) == room_count


def test_all_kinds_of_rooms_and_shapes_occur_often() -> None:
    plans = [plan_of(seed, count) for seed in range(26) for count in COUNTS]
    kinds = Counter(kind for plan in plans for kind in {room.type for room in plan.rooms})
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) > 0.15 * len(plans)
    larger = [plan for plan in plans if len(plan.rooms) >= 4]
    bent = [any(len(r.polygon_m) == 6 and r.type != "hallway" for r in plan.rooms) for plan in larger]
    assert np.mean(bent) > 0.25
    assert {len(plan.outline_m) for plan in plans} == {4, 6}
    assert {len(r.polygon_m) for plan in plans for r in plan.rooms if r.type == "hallway"} == {4, 6}
    inner = [door for plan in plans for door in plan.doors if door.rooms[1] is not None]
    assert 0.35 < np.mean([door.leaf is not None for door in inner]) < 0.65
    assert any(door.clear_width_m >= 1.3 for door in inner)


@pytest.mark.parametrize("room_count", COUNTS)
def test_a_plan_comes_even_when_every_draw_fails(room_count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    draw, calls = floor_plan._try_to_draw, []

    def fail_first(rng: np.random.Generator, count: int) -> FloorPlan | None:
        calls.append(count)
        return None if len(calls) == 1 else draw(rng, count)

    monkeypatch.setattr(floor_plan, "_try_to_draw", fail_first)
    assert len(draw_floor_plan(generator_for(0), room_count).rooms) == room_count
    assert len(calls) == 2


@pytest.mark.parametrize("room_count", [0, 1, 11])
def test_an_impossible_number_of_rooms_is_refused_with_the_allowed_range(room_count: int) -> None:
    with pytest.raises(InvalidInput, match="2 to 10"):
        draw_floor_plan(generator_for(0), room_count)
