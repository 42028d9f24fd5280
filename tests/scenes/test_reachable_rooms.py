"""Whether a walker reaches every room, on plans drawn by hand and beside a plain reckoning with scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from wayproof.geometry.solids import Solid, box
from wayproof.geometry.standing_room import SMALLEST_ISLAND_M2
from wayproof.navigation.free_space import free_space
from wayproof.scenes.assembly import Placed, assemble
from wayproof.scenes.finishes import Finish
from wayproof.scenes.furniture import Part
from wayproof.scenes.houses.reachable_rooms import (
    WALKER_HEIGHT_M,
    WALKER_RADIUS_M,
    WALKER_STEP_M,
    RoomReach,
    reach_in,
    rooms_at_fault,
)
from wayproof.scenes.scene import Attributes, Door, Room, Scene

PAINT = Finish("paint", "plain", "white", (250, 250, 250), (250, 250, 250))
CELL_M = 0.05
Rectangle = tuple[float, float, float, float]  # x0, z0, x1, z1


def block(plan: Rectangle, low_m: float = 0.0, high_m: float = 2.5) -> Solid:
    x0, z0, x1, z1 = plan
    return box((x1 - x0, high_m - low_m, z1 - z0), ((x0 + x1) / 2, low_m, (z0 + z1) / 2))


def two_rooms(*solids: Solid, door_m: float = 0.9) -> Scene:
    """Rooms 1 and 2 of 4 x 4 m to the left and right of a wall of 10 cm at x = 0, with a door at z = 2."""
    low, high = 2.0 - door_m / 2, 2.0 + door_m / 2
    shell = [
        block((-4.15, -0.1, 4.15, 4.1), -0.1, 0.0),
        block((-4.15, -0.1, 4.15, 4.1), 2.5, 2.6),
        block((-4.15, -0.1, -4.05, 4.1)),
        block((4.05, -0.1, 4.15, 4.1)),
        block((-4.05, -0.1, 4.05, 0.0)),
        block((-4.05, 4.0, 4.05, 4.1)),
        block((-0.05, 0.0, 0.05, low)),
        block((-0.05, high, 0.05, 4.0)),
    ]
    placed = [Placed("thing", "plain", Attributes(), (Part(solid, PAINT),)) for solid in (*shell, *solids)]
    outlines = [(-4.05, -0.05), (0.05, 4.05)]
    rooms = tuple(
        Room(k, kind, ((x0, 0.0), (x0, 4.0), (x1, 4.0), (x1, 0.0)), 2.5)
        for k, kind, (x0, x1) in zip((1, 2), ("kitchen", "office"), outlines, strict=True)
    )
    doors = (Door(1, (1, 2), (0.0, 2.0), False, door_m, 2.5),)
    return assemble(
        "two rooms", placed, lambda _: np.full((4, 4, 3), 250, np.uint8), rooms=rooms, doors=doors
    )


def fault(scene: Scene) -> set[int]:
    return rooms_at_fault(reach_in(scene), scene.doors)


def test_rooms_joined_by_a_wide_door_are_whole() -> None:
    scene = two_rooms()
    assert all(entry.is_whole for entry in reach_in(scene))
    assert fault(scene) == set()


def test_behind_a_narrow_door_lies_a_room_out_of_reach_and_both_sides_are_at_fault() -> None:
    kitchen, office = reach_in(two_rooms(block((1.0, 1.0, 1.5, 1.5)), door_m=0.5))
    assert kitchen.is_whole
    assert not office.is_reached
    assert office.cut_off_m2 == pytest.approx(
        3.4 * 3.4 - (0.5 * 0.5 + 4 * 0.5 * 0.3 + np.pi * 0.3**2), rel=0.02
    )
    assert fault(two_rooms(door_m=0.5)) == {1, 2}


def test_a_room_split_by_its_furniture_is_alone_at_fault() -> None:
    bar = block((2.0, 0.0, 2.2, 4.0), 0.0, 0.8)
    kitchen, office = reach_in(two_rooms(bar))
    assert kitchen.is_whole
    assert office.is_reached and office.cut_off_m2 == pytest.approx((4.05 - 2.2 - 0.6) * 3.4, rel=0.01)
    assert fault(two_rooms(bar)) == {2}


def test_a_thing_before_a_door_cuts_off_the_room_behind_it() -> None:
    assert 1 in fault(two_rooms(block((-0.55, 1.0, -0.35, 3.0), 0.0, 0.8)))


@pytest.mark.parametrize(
    ("low_m", "high_m", "is_in_the_way"),
    [(0.0, 0.02, False), (0.0, 0.06, True), (1.3, 2.0, True), (1.45, 2.0, False)],
)
def test_mats_and_what_hangs_overhead_are_in_nobodys_way(
    low_m: float, high_m: float, is_in_the_way: bool
) -> None:
    bar = block((2.0, 0.0, 2.2, 4.0), low_m, high_m)
    assert fault(two_rooms(bar)) == ({2} if is_in_the_way else set())


def test_a_pocket_too_small_to_use_is_no_fault() -> None:
    corner = [block((2.0, 3.0, 4.05, 3.1)), block((2.0, 3.1, 2.1, 4.0))]  # 0.9 m deep: a strip of 0.4 m2
    hole = [block((3.0, 3.0, 4.05, 3.1)), block((3.0, 3.1, 3.1, 4.0))]  # 0.9 x 0.95 m: 0.1 m2 for the centre
    assert fault(two_rooms(*corner)) == {2}
    assert fault(two_rooms(*hole)) == set()


def test_split_rooms_are_mended_before_those_beyond_them() -> None:
    def reach(room: int, is_reached: bool, cut_off_m2: float) -> RoomReach:
        return RoomReach(Room(room, "office", (), 2.5), is_reached, cut_off_m2)

    doors = [
        Door(k, rooms, (0.0, 0.0), True, 0.9, 2.0) for k, rooms in enumerate([(1, 2), (2, 3), (1, None)])
    ]
    whole, split, lost = reach(1, True, 0.0), reach(2, True, 3.0), reach(3, False, 9.0)
    assert rooms_at_fault([whole, split, lost], doors) == {2}
    assert rooms_at_fault([whole, reach(2, True, 0.0), lost], doors) == {2, 3}
    assert rooms_at_fault([reach(1, False, 0.0), reach(2, True, 0.0), reach(3, True, 0.0)], doors) == {1, 2}


def cut_off_by_scipy(things: list[Rectangle]) -> list[tuple[bool, float]]:
    """Per room: reached, and square metres cut off; for things on the grid, with plain image operations."""
    blocked = np.zeros((162, 80), bool)  # x from -4.05 on
    for rectangle in ((-0.05, 0.0, 0.05, 1.55), (-0.05, 2.45, 0.05, 4.0), *things):
        x0, z0, x1, z1 = (round(v / CELL_M) for v in np.add(rectangle, (4.05, 0.0, 4.05, 0.0)))
        blocked[x0:x1, z0:z1] = True
    reach = round(WALKER_RADIUS_M / CELL_M) + 1
    offsets = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    apart = np.hypot(*np.maximum(np.abs(offsets) - 1, 0)) * CELL_M  # from square to square
    wide = np.pad(blocked, reach, constant_values=True)
    free = ~ndimage.binary_dilation(wide, apart < WALKER_RADIUS_M - 1e-3)[reach:-reach, reach:-reach]
    label, count = ndimage.label(free)
    sizes = np.bincount(label.reshape(-1), minlength=count + 1)
    sizes[0] = 0
    used = sizes * CELL_M**2 >= SMALLEST_ISLAND_M2 - 1e-9
    main = int(sizes.argmax())
    halves = (label[:80], label[82:])
    return [
        (bool((half == main).any()), float((used[half] & (half != main)).sum()) * CELL_M**2)
        for half in halves
    ]


def ticks(low_m: float, high_m: float) -> st.SearchStrategy[float]:
    return st.integers(round(low_m / CELL_M), round(high_m / CELL_M)).map(lambda k: k * CELL_M)


furniture = st.lists(
    st.builds(
        lambda x, z, width, depth: (x, z, min(x + width, 4.05), min(z + depth, 4.0)),
        ticks(-4.05, 3.5),
        ticks(0.0, 3.5),
        ticks(0.1, 3.0),
        ticks(0.1, 3.0),
    ),
    min_size=1,
    max_size=6,
)


@given(furniture)
@settings(max_examples=40)
def test_any_furniture_on_the_grid_gives_what_image_operations_give(things: list[Rectangle]) -> None:
    found = reach_in(two_rooms(*(block(thing, 0.0, 0.8) for thing in things)))
    expected = cut_off_by_scipy(things)
    assert [entry.is_reached for entry in found] == [reached for reached, _ in expected]
    assert [entry.cut_off_m2 for entry in found] == pytest.approx([area for _, area in expected])


@given(furniture, st.floats(0.0, 0.05), st.floats(0.0, 0.05))
@settings(max_examples=20)
def test_nothing_is_found_whole_that_navigation_finds_in_pieces(
    things: list[Rectangle], less_x_m: float, less_z_m: float
) -> None:
    scene = two_rooms(*(block((x0, z0, x1 - less_x_m, z1 - less_z_m), 0.0, 0.8) for x0, z0, x1, z1 in things))
    space = free_space(scene, radius_m=WALKER_RADIUS_M, height_m=WALKER_HEIGHT_M, step_height_m=WALKER_STEP_M)
    on_floor = set(space.surface.island[space.surface.floor_m < 0.1].tolist())
    assert on_floor == {0} or fault(scene)
