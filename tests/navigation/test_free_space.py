from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_scenes import block, room, scene_of, two_rooms

from wayproof.errors import InvalidInput
from wayproof.geometry.solids import lathe, move
from wayproof.navigation.free_points import island_of
from wayproof.navigation.free_space import SMALLEST_ISLAND_M2, free_space, free_space_of_plan
from wayproof.scenes.scene import Scene

BODY = {"radius_m": 0.2, "height_m": 1.2, "step_height_m": 0.1}


def at(x: float, z: float, y: float = 0.0) -> np.ndarray:
    return np.array([x, y, z])


def test_an_empty_room_is_free_up_to_the_radius_from_its_walls():
    free = free_space(scene_of(*room(4.0, 3.0)), **BODY)
    assert free.contains(at(0.21, 1.5)) and not free.contains(at(0.19, 1.5))
    assert free.contains(at(3.79, 1.5)) and not free.contains(at(3.81, 1.5))
    assert free.island_area_m2[0] == pytest.approx(3.6 * 2.6, rel=1e-9)


def test_a_floor_is_only_free_at_its_own_height():
    free = free_space(scene_of(*room(4.0, 3.0)), **BODY)
    assert free.contains(at(2.0, 1.5, 0.08))
    assert not free.contains(at(2.0, 1.5, 0.5))
    assert not free.contains(np.array([np.nan, 0.0, 1.0]))
    assert not free.contains(at(1e9, 0.0))


def test_rooms_are_joined_by_a_door_that_is_wide_enough():
    wide, narrow = (free_space(scene_of(*two_rooms(door_m=door)), **BODY) for door in (0.9, 0.35))
    assert island_of(wide, at(1.0, 1.0)) == island_of(wide, at(7.0, 1.0)) == 0
    assert island_of(narrow, at(1.0, 1.0)) != island_of(narrow, at(7.0, 1.0))


def test_a_low_lintel_stops_a_tall_body_only():
    scene = scene_of(*two_rooms())
    low, tall = (free_space(scene, radius_m=0.2, height_m=h, step_height_m=0.1) for h in (1.9, 2.1))
    assert low.contains(at(4.0, 1.5)) and not tall.contains(at(4.0, 1.5))
    assert tall.contains(at(2.0, 1.5))


def table(top_m: float = 0.72) -> list:
    legs = [(x, z) for x in (1.3, 2.7) for z in (0.8, 2.2)]
    return [
        block((1.2, top_m - 0.04, 0.7), (2.8, top_m, 2.3)),
        *[block((x - 0.03, 0.0, z - 0.03), (x + 0.03, top_m - 0.04, z + 0.03)) for x, z in legs],
    ]


def test_a_low_body_passes_under_a_table_and_a_tall_one_does_not():
    scene = scene_of(*room(4.0, 3.0), *table())
    low = free_space(scene, radius_m=0.2, height_m=0.5, step_height_m=0.05)
    tall = free_space(scene, radius_m=0.2, height_m=1.5, step_height_m=0.05)
    assert low.contains(at(2.0, 1.5)) and not low.contains(at(1.35, 0.85))  # under the top; at a leg
    assert not tall.contains(at(2.0, 1.5)) and not tall.contains(at(1.1, 1.5))


def test_rugs_and_thresholds_lower_than_a_step_are_walked_over():
    rug = block((1.0, 0.0, 0.5), (3.0, 0.01, 2.5))
    sill = block((1.5, 0.0, 0.0), (1.6, 0.04, 3.0))
    free = free_space(scene_of(*room(4.0, 3.0), rug, sill), **BODY)
    assert free.contains(at(2.0, 1.5, 0.01))
    assert island_of(free, at(0.4, 0.3)) == island_of(free, at(3.6, 0.3)) == 0
    crawler = free_space(scene_of(*room(4.0, 3.0), rug, sill), radius_m=0.2, height_m=1.2, step_height_m=0.02)
    assert island_of(crawler, at(1.0, 0.3)) != island_of(crawler, at(3.0, 0.3))


def test_a_round_thing_cannot_be_climbed_by_its_slope():
    dome = move(
        lathe([(0.5 * np.cos(a), 0.5 * np.sin(a)) for a in np.linspace(0, np.pi / 2, 9)]), (2.0, 0.0, 1.5)
    )
    free = free_space(scene_of(*room(4.0, 3.0), dome), **BODY)
    assert not free.contains(at(2.0, 1.5, 0.5))
    assert not any(free.contains(at(1.55 + 0.1 * k, 1.5, 0.25)) for k in range(10))


def test_tops_of_furniture_and_roofs_are_islands_of_their_own_and_never_the_first():
    shelf = block((1.0, 0.0, 0.5), (2.5, 0.6, 2.5))
    free = free_space(scene_of(*room(4.0, 3.0, height=2.4), shelf), **BODY)
    assert island_of(free, at(0.3, 1.5)) == 0
    assert island_of(free, at(1.75, 1.5, 0.6)) != 0
    assert island_of(free, at(2.0, 1.5, 2.5)) == len(free.island_area_m2) - 1


def test_areas_are_sorted_within_rooms_and_within_roofs():
    free = free_space(scene_of(*two_rooms(door_m=0.3), block((5.0, 0.0, 1.0), (6.5, 0.8, 2.5))), **BODY)
    covered = [
        free.surface.island[k] for k in range(len(free.surface.island)) if free.surface.floor_m[k] < 2.0
    ]
    areas = free.island_area_m2[: max(covered) + 1]
    assert (np.diff(areas) <= 0).all()
    counts = np.bincount(free.surface.island) * free.cell_m**2
    assert counts == pytest.approx(free.island_area_m2)


def obstacle_points(scene: Scene, low_m: float, high_m: float) -> np.ndarray:
    """Points (x, z) all over the triangles, as far as they lie between two heights."""
    rng = np.random.default_rng(5)
    corners = scene.vertices_m[scene.faces].astype(float)
    weights = rng.dirichlet((0.7, 0.7, 0.7), (len(corners), 400))
    points = np.einsum("tnk,tkd->tnd", weights, corners).reshape(-1, 3)
    inside = (points[:, 1] > low_m) & (points[:, 1] < high_m)
    return points[inside][:, [0, 2]]


furniture = st.lists(
    st.tuples(
        st.floats(0.3, 3.7),
        st.floats(0.3, 2.7),
        st.floats(0.05, 0.9),
        st.floats(0.05, 0.9),
        st.floats(0.0, 3.2),
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=15)
@given(furniture, st.floats(0.05, 0.4))
def test_a_disc_anywhere_in_free_space_touches_no_obstacle(pieces, radius):
    blocks = [
        block((x - w / 2, 0.0, z - d / 2), (x + w / 2, 0.9, z + d / 2), heading)
        for x, z, w, d, heading in pieces
    ]
    scene = scene_of(*room(4.0, 3.0), *blocks)
    free = free_space(scene, radius_m=radius, height_m=1.2, step_height_m=0.1)
    surface = free.surface
    cells = surface.cell_of[surface.floor_m < 0.05]
    if len(cells) == 0:
        return
    low = cells * surface.cell_m + (surface.origin_x, surface.origin_z)
    points = obstacle_points(scene, 0.1 + 1e-6, 1.2 - 1e-6)
    for k in range(0, len(low), 7):
        nearest = np.clip(points, low[k], low[k] + surface.cell_m)
        assert np.hypot(*(points - nearest).T).min() >= radius - 1e-3


@settings(max_examples=15)
@given(furniture)
def test_free_space_loses_at_most_two_cells_to_the_grid(pieces):
    blocks = [
        block((x - w / 2, 0.0, z - d / 2), (x + w / 2, 0.9, z + d / 2), heading)
        for x, z, w, d, heading in pieces
    ]
    free = free_space(scene_of(*room(4.0, 3.0), *blocks), **BODY)
    reach = BODY["radius_m"] + 2 * np.sqrt(2) * free.cell_m
    outlines = [shapely.convex_hull(shapely.MultiPoint(solid.vertices_m[:, [0, 2]])) for solid in blocks]
    certain = shapely.box(reach, reach, 4.0 - reach, 3.0 - reach)
    certain = certain.difference(shapely.union_all(outlines).buffer(reach))
    for part in shapely.get_parts(certain):
        if part.area > SMALLEST_ISLAND_M2:
            x, z = np.random.default_rng(3).uniform((0.0, 0.0), (4.0, 3.0), (200, 2)).T
            inside = shapely.contains_xy(part, x, z)
            assert all(free.contains(at(*point)) for point in np.stack([x, z], axis=1)[inside])


def test_a_hole_in_the_floor_is_not_walked_over():
    floor = [block((0.0, -0.1, 0.0), (1.9, 0.0, 3.0)), block((2.1, -0.1, 0.0), (4.0, 0.0, 3.0))]
    free = free_space(scene_of(*floor), **BODY)
    assert len(free.island_area_m2) == 2
    assert not free.contains(at(1.8, 1.5)) and free.contains(at(1.6, 1.5))


def test_two_sided_scans_have_floors_whichever_way_they_face():
    scene = scene_of(block((0.0, -0.1, 0.0), (3.0, 0.0, 3.0)))
    flipped = type(scene)(**{**scene.__dict__, "faces": scene.faces[:, ::-1].copy(), "two_sided": True})
    assert free_space(flipped, **BODY).contains(at(1.5, 1.5))


def test_a_plan_given_cell_by_cell_is_free_where_it_says():
    plan = np.zeros((6, 5), bool)
    plan[1:4, 2] = True
    free = free_space_of_plan(plan, cell_m=0.1, origin_m=(2.0, -1.0))
    assert free.contains(at(2.15, -0.75)) and not free.contains(at(2.15, -0.85))
    assert free.area_m2 == pytest.approx(0.03)


def test_the_area_is_what_can_be_stood_on_indoors_and_all_of_it_where_nothing_has_a_roof():
    floor = block((0.0, -0.1, 0.0), (3.0, 0.0, 3.0))
    roof = block((0.0, 2.5, 0.0), (3.0, 2.6, 3.0))
    open_air, room = free_space(scene_of(floor), **BODY), free_space(scene_of(floor, roof), **BODY)
    assert room.islands_indoors == 1 and len(room.island_area_m2) == 2
    assert room.area_m2 == pytest.approx(room.island_area_m2[0])
    assert open_air.islands_indoors == 0 and open_air.area_m2 == pytest.approx(room.area_m2)


def test_nothing_free_is_an_answer_not_an_error():
    free = free_space(scene_of(block((0.0, 0.0, 0.0), (0.3, 0.3, 0.3))), **BODY)
    assert free.area_m2 == 0.0 and not free.contains(at(0.1, 0.1, 0.3))


@pytest.mark.parametrize(
    "wrong", [{"radius_m": 0.0}, {"height_m": -1.0}, {"step_height_m": np.nan}, {"step_height_m": 2.0}]
)
def test_impossible_bodies_are_refused(wrong):
    with pytest.raises(InvalidInput, match=next(iter(wrong))):
        free_space(scene_of(*room(2.0, 2.0)), **{**BODY, **wrong})


def test_the_same_scene_gives_the_same_free_space_and_it_is_read_only():
    first, second = (free_space(scene_of(*two_rooms()), **BODY) for _ in range(2))
    assert (first.surface.links == second.surface.links).all()
    assert (first.surface.floor_m == second.surface.floor_m).all()
    with pytest.raises(ValueError, match="read-only"):
        first.surface.floor_m[0] = 1.0
