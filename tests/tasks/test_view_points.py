"""View points and visibility: by hand in halls of boxes, and beside drawn pictures in real houses."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
import shapely
from box_scenes import hall, thing
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.navigation.free_points import island_of, sample_points
from wayproof.navigation.paths import distances, prepare_paths
from wayproof.rendering.renderer import Renderer
from wayproof.scenes.houses.house import build_house
from wayproof.scenes.scene import things
from wayproof.seeding import generator_for
from wayproof.sensors.mounted_rig import camera_of
from wayproof.sensors.rig import view_of
from wayproof.simulator.body import load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.tasks.judging.nearest_place import NearestPlace
from wayproof.tasks.judging.places import point_from
from wayproof.tasks.object_goal import HABITAT, ROBUSTNAV
from wayproof.tasks.visibility.in_view import in_view, looks_to, seen_now, things_near
from wayproof.tasks.visibility.view_points import (
    SPACING_M,
    on_grid,
    plan_gap_m,
    sights_of,
    spread_out,
    tilts_rad,
    view_points,
)
from wayproof.vocabulary import Action, Pose

metres = st.floats(-5.0, 5.0)


@cache
def _house() -> World:
    return World(build_house(1, rooms=3).scene, load_body("locobot"))


def _world(*placed: object) -> World:
    return World(hall(*placed), load_body("locobot"))  # type: ignore[arg-type]


@cache
def _crate() -> World:
    """A crate in the middle of a hall."""
    return _world(thing("box", (2.8, 0.0, 2.8), (3.2, 0.4, 3.2)))


def _standing(x_m: float, z_m: float, heading_deg: float = 0.0, pitch_deg: float = 0.0) -> State:
    return State(Pose(x_m, 0.0, z_m, math.radians(heading_deg)), math.radians(pitch_deg))


def test_a_free_standing_crate_is_seen_from_all_around_within_the_radius() -> None:
    places = sights_of(_crate()).places(3, 1.0)
    gaps = [plan_gap_m(_crate().scene.instances[2], x, z) for x, _, z in places]
    around = np.arctan2(places[:, 0] - 3.0, places[:, 2] - 3.0)
    assert min(gaps) >= 0.17 and 0.85 < max(gaps) <= 1.0
    assert len(np.unique(np.floor((around + math.pi) / math.tau * 12))) == 12
    # All squares of 0.1 m between the body's radius and the far edge, the corners of the crate rounded off.
    near_m2, far_m2 = (0.4**2 + 4 * 0.4 * r + math.pi * r**2 for r in (0.175, 0.93))
    assert len(places) == pytest.approx((far_m2 - near_m2) / 0.01, rel=0.1)


def test_a_wall_hides_what_is_behind_it() -> None:
    world = _world(
        thing("box", (2.8, 0.0, 2.8), (3.2, 0.4, 3.2)), thing("wall", (1.0, 0.0, 3.3), (5.0, 3.0, 3.4))
    )
    places = sights_of(world).places(3)
    assert len(places) and places[:, 2].max() < 3.3


def test_a_table_does_not_hide_what_stands_on_it_but_what_is_under_it() -> None:
    top, leg = thing("desk", (2.5, 0.7, 2.5), (3.5, 0.75, 3.5)), (0.05, 0.05)
    on, under = (
        thing("mug", (2.95, 0.75, 2.95), (3.05, 0.85, 3.05)),
        thing("box", (2.9, 0.0, 2.9), (3.1, 0.1, 3.1)),
    )
    skirt = [thing("wall", (2.5, 0.0, z), (3.5, 0.7, z + leg[0])) for z in (2.5, 3.45)] + [
        thing("wall", (x, 0.0, 2.5), (x + leg[1], 0.7, 3.5)) for x in (2.5, 3.45)
    ]
    world = _world(top, on, under, *skirt)
    assert view_points(world, 4) and view_points(world, 5) == ()


def test_a_thing_too_high_for_the_camera_has_no_view_points() -> None:
    # From 1 m away the camera at 0.87 m sees up to 30 + 31.7 degrees, about 2.7 m.
    seen = _world(thing("clock", (2.9, 2.0, 2.9), (3.1, 2.2, 3.1)))
    too_high = _world(thing("clock", (2.9, 2.9, 2.9), (3.1, 3.0, 3.1)))
    assert view_points(seen, 3) and not view_points(too_high, 3, radius_m=0.8)


def test_a_thing_without_a_surface_has_no_view_points() -> None:
    scene = _crate().scene
    ghost = replace(scene.instances[2], id=4)
    bare = World(type(scene)(**{**scene.__dict__, "instances": (*scene.instances, ghost)}), _crate().body)
    assert view_points(bare, 4) == ()


def test_view_points_in_a_house_are_free_near_few_and_reachable() -> None:
    world, found = _house(), 0
    for instance in things(world.scene):
        points = view_points(world, instance.id, radius_m=1.5, most=9)
        assert len(points) <= 9 and len(set(points)) == len(points)
        for x, y, z in points:
            assert island_of(world.free, np.array([x, y, z])) == 0
            assert plan_gap_m(instance, x, z) <= 1.5
        found += bool(points)
    assert found > 0.9 * len(things(world.scene))


def test_from_each_view_point_some_drawn_picture_shows_the_thing() -> None:
    world, renderer = _house(), Renderer(_house().prepared)
    for instance in things(world.scene)[::6]:
        for x, y, z in view_points(world, instance.id, most=3):
            aim = math.atan2(x - instance.position_m[0], z - instance.position_m[2])
            shown = 0
            for aside in (-30, 0, 30):
                for tilt in tilts_rad(world.body):
                    state = State(Pose(x, y, z, aim + math.radians(aside)), tilt)
                    shown = max(shown, _pixels(renderer, world, state).get(instance.id, 0))
            assert shown > 0, (instance.category, instance.id)


def _pixels(renderer: Renderer, world: World, state: State) -> dict[int, int]:
    """How many pixels each instance has in the drawn picture."""
    mount = world.body.cameras[0]
    frame = renderer.render([view_of(world.body, state, mount)], camera_of(mount), want=("instance",))[0]
    assert frame.instance is not None
    return dict(zip(*(part.tolist() for part in np.unique(frame.instance, return_counts=True)), strict=True))


def test_rays_agree_with_drawn_pictures() -> None:
    world, renderer = _house(), Renderer(_house().prepared)
    rng = generator_for(4, "poses")
    ids = [instance.id for instance in things(world.scene)]
    agreed = missed = unseen = 0
    for x, y, z in sample_points(world.free, rng, 25):
        state = State(Pose(x, y, z, rng.uniform(-3, 3)), float(rng.choice([-0.5, 0.0, 0.5])))
        pixels = _pixels(renderer, world, state)
        seen = set(seen_now(world, state, ids))
        for number in ids:
            # A ray may meet a sliver between two pixels; a picture may show a rim between two rays.
            if number in seen:
                agreed += pixels.get(number, 0) > 0
                missed += pixels.get(number, 0) == 0
            else:
                assert pixels.get(number, 0) < 1200, (state, number)
                unseen += pixels.get(number, 0) > 100
    assert agreed > 80 and missed <= 0.02 * agreed and unseen <= 0.05 * agreed


def test_seen_means_in_the_picture_near_and_not_hidden() -> None:
    world = _crate()
    ahead = _standing(3.0, 4.1)
    assert in_view(world, ahead, (3,), within_m=1.0)
    assert not in_view(world, ahead, (3,), within_m=0.89)
    assert in_view(world, _standing(3.0, 4.2), (3,), within_m=1.0 + 1e-6)
    assert not in_view(world, _standing(3.0, 4.1, 180), (3,))
    assert not in_view(world, _standing(3.0, 4.1, 90), (3,))
    assert in_view(world, _standing(3.0, 4.1, 30), (3,)) and in_view(world, _standing(3.0, 4.1, -30), (3,))


def test_a_distance_on_the_border_counts_where_the_protocol_says_so() -> None:
    world = _world(thing("box", (2.5, 0.0, 2.5), (3.0, 0.5, 3.0)))
    state = _standing(2.75, 4.0)
    assert in_view(world, state, (3,), within_m=1.0, border_counts=True)
    assert not in_view(world, state, (3,), within_m=1.0, border_counts=False)


def test_more_points_are_seen_of_a_thing_in_the_middle_than_of_one_at_the_edge() -> None:
    world = _crate()
    assert seen_now(world, _standing(3.0, 5.2), (3,), least=128) == (3,)
    assert seen_now(world, _standing(3.0, 5.2, 42), (3,), least=1) == (3,)
    assert seen_now(world, _standing(3.0, 5.2, 42), (3,), least=128) == ()


def test_a_thing_near_the_feet_is_seen_by_looking_down() -> None:
    world, near = _crate(), _standing(3.0, 3.4)
    assert not in_view(world, near, (3,))
    assert looks_to(world, near, (3,), ROBUSTNAV, within_m=1.0) == ["look_down"]
    assert looks_to(world, near, (3,), replace(ROBUSTNAV, actions=("turn_left",)), within_m=1.0) is None
    assert looks_to(world, near, (3,), ROBUSTNAV, within_m=0.1) is None


@pytest.mark.parametrize("heading_deg", [0, 50, 100, 179, -179, -100, -50])
@pytest.mark.parametrize("protocol", [ROBUSTNAV, replace(ROBUSTNAV, turn_rad=math.radians(15))])
def test_the_looks_bring_the_thing_into_view_and_none_shorter_do(heading_deg: int, protocol: object) -> None:
    assert isinstance(protocol, type(ROBUSTNAV))
    world = World(_crate().scene, replace(_crate().body, turn_rad=protocol.turn_rad))
    simulator, rng = world.simulator(), generator_for(0, "none")
    state = simulator.start(_standing(3.0, 4.1, heading_deg).pose)
    looks = looks_to(world, state, (3,), protocol, within_m=1.0)
    assert looks is not None
    for number in range(len(looks)):
        assert not in_view(world, state, (3,), within_m=1.0)
        for way in ("turn_left", "turn_right"):
            turned = state
            for _ in range(len(looks) - number - 1):
                turned = simulator.step(turned, Action(way), rng)
            assert not in_view(world, turned, (3,), within_m=1.0)
        state = simulator.step(state, Action(looks[number]), rng)
    assert in_view(world, state, (3,), within_m=1.0)


@given(
    low=st.tuples(metres, metres),
    size=st.tuples(st.floats(0, 3), st.floats(0, 3)),
    at=st.tuples(metres, metres),
)
def test_the_gap_to_a_box_is_that_of_shapely(
    low: tuple[float, float], size: tuple[float, float], at: tuple[float, float]
) -> None:
    high = (low[0] + size[0], low[1] + size[1])
    instance = replace(
        _crate().scene.instances[2], low_m=(low[0], 0.0, low[1]), high_m=(high[0], 1.0, high[1])
    )
    expected = shapely.box(*low, *high).distance(shapely.Point(at))
    assert plan_gap_m(instance, *at) == pytest.approx(expected, abs=1e-9)


@given(
    places=st.lists(st.tuples(metres, st.just(0.0), metres), min_size=1, max_size=30), most=st.integers(1, 12)
)
def test_spread_out_places_leave_no_gap_wider_than_their_own_spacing(
    places: list[tuple[float, float, float]], most: int
) -> None:
    chosen = spread_out(np.array(places), most)
    assert len(chosen) == min(most, len(places))
    assert {point_from(place) for place in chosen} <= set(places)
    between = np.linalg.norm(chosen[:, None] - chosen[None], axis=2)
    closest = between[np.triu_indices(len(chosen), 1)].min(initial=np.inf)
    left_out = np.linalg.norm(np.array(places)[:, None] - chosen[None], axis=2).min(axis=1).max()
    assert left_out <= closest + 1e-9


def test_places_on_a_grid_are_a_part_of_all_places_and_never_none() -> None:
    world = _crate()
    places = sights_of(world).places(3)
    coarse = on_grid(world.paths, places, 0.25)
    assert 0 < len(coarse) < len(places) / 3
    assert {point_from(place) for place in coarse} <= {point_from(place) for place in places}
    lone = places[:1]
    assert len(on_grid(world.paths, lone, 0.25)) == 1 and not len(on_grid(world.paths, lone[:0], 0.25))


@pytest.mark.parametrize("most_corners", [4096, 0])
def test_the_nearest_place_is_that_of_brute_force(most_corners: int) -> None:
    world = _house()
    paths = prepare_paths(world.free, most_corners=most_corners)
    ids = [
        instance.id for instance in things(world.scene) if instance.category in ("picture", "chair", "bed")
    ]
    places = np.concatenate([sights_of(world).places(number) for number in ids])
    if most_corners == 0:
        places = spread_out(places, 16)  # as many as are asked without a table
    region = NearestPlace(paths, places)
    points = sample_points(world.free, generator_for(1, "starts"), 40)
    expected = [
        distances(world.paths, np.broadcast_to(point, places.shape), places).min() for point in points
    ]
    assert region.distances_m(points) == pytest.approx(expected, abs=2e-3)
    for point in points[:5]:
        pose = Pose(*point_from(point))
        nearest = np.array(region.nearest(pose))
        assert region.distance_m(pose) == pytest.approx(
            float(distances(world.paths, point, nearest)[0]), abs=2e-3
        )


def test_places_every_tenth_of_a_metre_leave_no_gap_for_habitats_radius() -> None:
    assert SPACING_M * math.sqrt(0.5) < HABITAT.success_distance_m


def test_a_wrong_id_radius_or_number_is_refused_with_a_sentence() -> None:
    world = _crate()
    with pytest.raises(InvalidInput, match=r"'boxes' has no instance 99; its ids go from 1 to 3"):
        view_points(world, 99)
    with pytest.raises(InvalidInput, match="no instance 0"):
        in_view(world, _standing(3.0, 4.1), (0,))
    with pytest.raises(InvalidInput, match="no instance -1"):
        things_near(world, Pose(0, 0, 0), (-1,), within_m=1.0)
    for radius in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(InvalidInput, match="radius"):
            view_points(world, 3, radius_m=radius)
    with pytest.raises(InvalidInput, match="1 or more"):
        view_points(world, 3, most=0)
    with pytest.raises(InvalidInput, match="no place"):
        NearestPlace(world.paths, np.empty((0, 3)))
    with pytest.raises(InvalidInput, match="not in the free space"):
        NearestPlace(world.paths, np.array([[3.0, 0.0, 3.0]]))
    region = NearestPlace(world.paths, np.array([[1.0, 0.0, 1.0]]))
    with pytest.raises(InvalidInput, match="not in the free space"):
        region.distance_m(Pose(3.0, 0.0, 3.0))
