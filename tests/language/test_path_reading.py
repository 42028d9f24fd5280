"""From a path to words: turns, doors, things passed and names, each checked against the geometry anew."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon, box

from wayproof.errors import InvalidInput, UnknownName
from wayproof.language.doorways import crossings_of, legs_of
from wayproof.language.landmarks import Landmarks, adjectives_of, heard_as, landmark_words, landmarks_of
from wayproof.language.meaning import canonical
from wayproof.language.parse import parse
from wayproof.language.path_instructions import CONCISE, DENSE, STYLES, Instruction, instruct
from wayproof.language.placed_steps import PlacedStep
from wayproof.language.track import bends, track_of, turned
from wayproof.navigation.free_points import sample_points
from wayproof.navigation.paths import shortest_path
from wayproof.scenes.furniture import home_categories
from wayproof.scenes.scene import Door, Room
from wayproof.seeding import generator_for
from wayproof.simulator.body import load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks.visibility.in_view import seen_now
from wayproof.vocabulary import Pose

HOUSES = (2, 34)
PER_HOUSE = 14
styles = pytest.mark.parametrize("style", STYLES)


@cache
def _world(house: int) -> World:
    return world_named(f"houses-v1/val/{house}", load_body("locobot"), lit=False)


def _told(style: str) -> list[Instruction]:
    return [told for told, _ in _drawn(style)]


@cache
def _drawn(style: str) -> tuple[tuple[Instruction, float], ...]:
    """Instructions for paths drawn without the task's own draws, and the headings at their starts."""
    found = []
    for house in HOUSES:
        world, rng = _world(house), generator_for(5, "paths", house)
        landmarks = landmarks_of(world)
        ends = [thing for thing in landmarks.things if thing.category in landmark_words().things]
        for start in sample_points(world.free, rng, 60):
            thing = ends[int(rng.integers(len(ends)))]
            end = _free_point_by(world, thing.low_m, thing.high_m, rng)
            if end is None:
                continue
            path = shortest_path(world.paths, start, end)
            heading = float(rng.uniform(-math.pi, math.pi))
            told = instruct(world, path, heading, thing.id, rng, style=style)
            found += [(told, heading)] if told is not None else []
            if len(found) >= PER_HOUSE * (HOUSES.index(house) + 1):
                break
    assert len(found) == PER_HOUSE * len(HOUSES)
    return tuple(found)


def _free_point_by(
    world: World, low: tuple[float, ...], high: tuple[float, ...], rng: np.random.Generator
) -> np.ndarray | None:
    for _ in range(12):
        x, z = rng.uniform(low[0] - 0.7, high[0] + 0.7), rng.uniform(low[2] - 0.7, high[2] + 0.7)
        if world.free.contains(np.array([x, 0.0, z])):
            return np.array([x, 0.0, z])
    return None


def _cross(a: np.ndarray, b: np.ndarray) -> float:
    """Positive where b, as (x, z), lies to the left of a."""
    return float(a[1] * b[0] - a[0] * b[1])


def _path(told: Instruction) -> LineString:
    return LineString(told.reading.track.corners_m)


def _direction(line: LineString, start_m: float, end_m: float) -> np.ndarray:
    a, b = line.interpolate(max(0.0, start_m)), line.interpolate(min(line.length, end_m))
    return np.array([b.x - a.x, b.y - a.y])


@pytest.mark.parametrize(("corner", "side"), [((-3.0, -3.0), "left"), ((3.0, -3.0), "right")])
def test_who_walks_along_minus_z_and_then_towards_minus_x_turns_left(
    corner: tuple[float, float], side: str
) -> None:
    (bend,) = bends(track_of(np.array([(0.0, 0.0), (0.0, -3.0), corner])))
    assert math.degrees(bend.angle_rad) == pytest.approx(90.0 if side == "left" else -90.0)
    assert (bend.start_m, bend.end_m) == (3.0, 3.0)


def test_corners_close_together_are_one_bend_and_a_wiggle_is_none() -> None:
    rounded = track_of(np.array([(0.0, 0.0), (0.0, -3.0), (-0.4, -3.4), (-4.0, -3.4)]))
    (bend,) = bends(rounded)
    assert math.degrees(bend.angle_rad) == pytest.approx(90.0)
    wiggle = track_of(np.array([(0.0, 0.0), (0.0, -3.0), (0.2, -3.4), (0.2, -7.0)]))
    assert bends(wiggle) == ()


@given(
    st.lists(st.tuples(st.floats(-5, 5), st.floats(-5, 5)), min_size=3, max_size=8).filter(
        lambda points: all(math.dist(a, b) > 0.5 for a, b in pairwise(points))
    )
)
def test_a_mirrored_path_bends_the_other_way(points: list[tuple[float, float]]) -> None:
    path = np.array(points)
    here, mirrored = bends(track_of(path)), bends(track_of(path * (-1.0, 1.0)))
    assert [bend.start_m for bend in here] == [bend.start_m for bend in mirrored]
    for one, other in zip(here, mirrored, strict=True):
        assert math.cos(one.angle_rad) == pytest.approx(math.cos(other.angle_rad))
        assert math.sin(one.angle_rad) == pytest.approx(-math.sin(other.angle_rad), abs=1e-9)


@given(st.floats(-20, 20), st.floats(-3.1, 3.1))
def test_a_turn_leads_from_the_first_heading_to_the_second(before: float, turn: float) -> None:
    assert turned(before, before + turn) == pytest.approx(turn, abs=1e-9)


@pytest.mark.parametrize("path", [np.zeros((1, 3)), np.zeros((4, 3)), np.zeros(6)])
def test_a_path_that_goes_nowhere_is_refused(path: np.ndarray) -> None:
    with pytest.raises(InvalidInput, match="path"):
        track_of(path)


TWO_ROOMS = (
    Room(1, "kitchen", ((-4.0, 0.06), (-4.0, 6.0), (4.0, 6.0), (4.0, 0.06)), 2.5),
    Room(2, "hallway", ((-4.0, -6.0), (-4.0, -0.06), (4.0, -0.06), (4.0, -6.0)), 2.5),
)
DOOR = Door(1, (1, 2), (0.0, 0.0), True, 1.6, 2.0)


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        (((0, 4), (0, -4)), 0, 0),  # straight through
        (((0, 4), (0, -0.2), (-3, -0.2)), 0, 90),  # left behind the door
        (((3, 0.3), (0, 0.3), (0, -4)), -90, 0),  # along the wall, then right into the door
        (((3, 0.4), (-0.3, -0.0), (-3, -0.4)), 0, 0),  # at a slant, hardly bending
        (((3, 0.3), (0, 0.3), (0, -0.3), (3, -0.3)), -90, -90),  # round the end of the wall
        (((3, 0.3), (0, 0.3), (0, -0.3), (-3, -0.3)), -90, 90),  # there and back
    ],
)
def test_turns_at_a_door_are_those_of_the_path(
    path: tuple[tuple[float, float], ...], before: float, after: float
) -> None:
    scene = replace(_world(2).scene, rooms=TWO_ROOMS, doors=(DOOR,))
    track = track_of(np.array(path, float))
    legs = legs_of(scene, track)
    assert [leg.room for leg in legs] == [1, 2]
    (crossing,) = crossings_of(scene, track, legs, 1.2)
    assert math.degrees(crossing.before_rad) == pytest.approx(before, abs=16)
    assert math.degrees(crossing.after_rad) == pytest.approx(after, abs=16)
    assert crossing.at_m == pytest.approx(LineString(path).project(Point(0.0, 0.0)), abs=0.5)


@styles
def test_every_turn_is_told_with_the_side_that_the_path_has(style: str) -> None:
    turns = [(told, one) for told in _told(style) for one in told.placed if one.step.action == "turn"]
    assert len(turns) > 30
    for told, one in turns:
        assert one.span_m is not None
        if one.span_m == (0.0, 0.0):
            continue  # setting out, see below
        line = _path(told)
        through = _direction(line, one.at_m - 0.1, one.at_m + 0.1)
        before = _direction(line, one.span_m[0] - 0.6, one.span_m[0])
        after = _direction(line, one.span_m[1], one.span_m[1] + 0.6)
        bend = _cross(before, through if one.step.relation == "into" else after)
        if one.step.direction.startswith("sharp"):  # half a circle has no side: ask where it leads over
            bend = _cross(before, _direction(line, *one.span_m))
        assert (bend > 0) == (one.step.direction.split()[-1] == "left"), (told.text, one)


@styles
def test_setting_out_turns_from_the_given_heading_to_the_path(style: str) -> None:
    turned_first = 0
    for told, heading in _drawn(style):
        first, line = told.placed[0], _path(told)
        if any(along < 1.5 for along in told.reading.track.reached_m[1:-1]):
            continue  # the path bends at once: which way it sets out is a matter of taste
        facing, way = np.array([-math.sin(heading), -math.cos(heading)]), _direction(line, 0.0, 1.0)
        angle = math.degrees(math.acos(np.clip(facing @ way / np.linalg.norm(way), -1, 1)))
        if first.span_m != (0.0, 0.0):
            assert angle < 51.0
        elif first.step.direction == "around":
            assert angle > 139.0
        else:
            assert angle > 49.0 and (_cross(facing, way) > 0) == (first.step.direction == "left")
            turned_first += 1
    assert turned_first > 3


@styles
def test_things_are_passed_close_by_on_the_side_that_is_told(style: str) -> None:
    passed = [
        (told, one)
        for told in _told(style)
        for one in told.placed
        if (one.step.action, one.step.direction) == ("go", "past")
    ]
    assert len(passed) > 20
    for told, one in passed:
        assert one.thing is not None
        thing = told.reading.landmarks.things[one.thing]
        shape = box(thing.low_m[0], thing.low_m[2], thing.high_m[0], thing.high_m[2])
        line = _path(told)
        assert line.distance(shape) <= 1.45
        here = line.interpolate(one.at_m)
        to_thing = np.array([shape.centroid.x - here.x, shape.centroid.y - here.y])
        on_left = _cross(_direction(line, one.at_m - 0.3, one.at_m + 0.3), to_thing) > 0
        assert one.step.side in ("", "left" if on_left else "right"), told.text


@styles
def test_rooms_are_left_and_entered_in_the_order_of_the_path(style: str) -> None:
    entered = 0
    for told in _told(style):
        scene = told.reading.landmarks.world.scene
        line = _path(told)
        outlines = {room.id: Polygon(room.polygon_m) for room in scene.rooms}
        names = {room.id: landmark_words().rooms[room.type] for room in scene.rooms}
        for one in told.placed:
            goes_in = one.step.direction == "into" or one.step.relation == "into"
            if not goes_in and one.step.direction != "out of":
                continue
            offset = 0.5 if goes_in else -0.6
            point = Point(line.interpolate(one.at_m + offset))
            inside = [room for room, outline in outlines.items() if outline.buffer(0.1).contains(point)]
            assert any(one.step.landmark in names[room] for room in inside), (told.text, one)
            entered += 1
    assert entered > 30


@styles
def test_the_last_step_stops_at_the_thing_that_was_asked_for(style: str) -> None:
    for told in _told(style):
        last = told.placed[-1]
        assert last.step.action == "stop" and last.thing is not None
        thing = told.reading.landmarks.things[last.thing]
        shape = box(thing.low_m[0], thing.low_m[2], thing.high_m[0], thing.high_m[2])
        end = _path(told).interpolate(1.0, normalized=True)
        assert end.distance(shape) < 1.0
        if last.step.direction == "in front of":
            front = np.array([math.sin(thing.heading_rad), math.cos(thing.heading_rad)])
            assert front @ (end.x - shape.centroid.x, end.y - shape.centroid.y) > 0


@styles
def test_adjectives_are_true_and_names_fit_the_thing(style: str) -> None:
    adorned = 0
    for told in _told(style):
        for one in told.placed:
            if one.thing is None:
                continue
            thing = told.reading.landmarks.things[one.thing]
            words = landmark_words().things[thing.category].words
            word = next(word for word in words if one.step.landmark.endswith(word))
            adjective = one.step.landmark.removesuffix(word).strip()
            assert adjective == "" or adjective in adjectives_of(thing)
            adorned += adjective != ""
    assert adorned > 5


def _rivals(landmarks: Landmarks, one: PlacedStep, seen: np.ndarray, place: np.ndarray) -> list[float]:
    """How far the things in sight are that answer to the whole name, the one meant left out."""
    assert one.thing is not None
    words = landmark_words().things[landmarks.things[one.thing].category].words
    word = next(word for word in words if one.step.landmark.endswith(word))
    adjective = one.step.landmark.removesuffix(word).strip()
    return [
        _gap(landmarks, other, place)
        for other, thing in enumerate(landmarks.things)
        if other != one.thing
        and seen[other]
        and word in heard_as(thing.category)
        and (adjective == "" or adjective in adjectives_of(thing))
    ]


def _gap(landmarks: Landmarks, number: int, place: np.ndarray) -> float:
    thing = landmarks.things[number]
    return float(box(thing.low_m[0], thing.low_m[2], thing.high_m[0], thing.high_m[2]).distance(Point(place)))


@styles
def test_a_thing_is_in_sight_where_it_is_named_and_the_nearest_of_that_name(style: str) -> None:
    for told in _told(style):
        landmarks, line = told.reading.landmarks, _path(told)
        for one in told.placed:
            for along in one.named_m[:1]:
                point = line.interpolate(along)
                place = np.array([point.x, point.y])
                seen = landmarks.seen_from(place[None])[0]
                assert one.thing is not None and seen[one.thing]
                if one.step.side:
                    continue  # the side tells it from the others
                nearest = min(_rivals(landmarks, one, seen, place), default=math.inf)
                assert _gap(landmarks, one.thing, place) <= max(nearest, 0.3), (told.text, one)


@styles
def test_a_camera_that_is_turned_to_a_thing_where_it_is_named_has_it_in_the_picture(style: str) -> None:
    looked, missed = 0, []
    for told in _told(style):
        world, line = told.reading.landmarks.world, _path(told)
        for one in told.placed:
            if one.thing is None:
                continue
            thing = told.reading.landmarks.things[one.thing]
            here = line.interpolate(one.named_m[0])
            middle = np.array([thing.low_m, thing.high_m]).mean(axis=0)
            heading = math.atan2(here.x - middle[0], here.y - middle[2])
            seen = seen_now(world, State(Pose(here.x, 0.0, here.y, heading)), [thing.id])
            looked += 1
            missed += [] if seen else [(told.text, thing.category)]
    assert looked > 50 and len(missed) <= 0.02 * looked, missed


def test_one_name_never_stands_for_two_things_in_a_route() -> None:
    for told in (*_told(CONCISE), *_told(DENSE)):
        owners: dict[str, set[int]] = {}
        for one in told.placed:
            if one.thing is not None:
                owners.setdefault(one.step.landmark, set()).add(one.thing)
        assert all(len(things) == 1 for things in owners.values()), told.text


@styles
def test_what_is_written_reads_back_as_the_route(style: str) -> None:
    for told in _told(style):
        assert parse(told.text).route == tuple(canonical(step) for step in told.steps)


def test_concise_instructions_have_two_to_five_sentences_and_dense_ones_say_what_is_seen() -> None:
    concise, dense = _told(CONCISE), _told(DENSE)
    assert all(2 <= told.text.count(".") <= 5 for told in concise)
    assert not any(step.action == "see" for told in concise for step in told.steps)
    assert sum(any(step.action == "see" for step in told.steps) for told in dense) > len(dense) / 2
    words = [np.mean([len(told.text.split()) for told in group]) for group in (concise, dense)]
    assert words[1] > 1.2 * words[0]


def test_instructions_hardly_repeat() -> None:
    texts = [told.text for told in _told(CONCISE)]
    assert len(set(texts)) == len(texts)
    assert len({text.split()[0] for text in texts}) >= 5


def test_the_same_seed_gives_the_same_words() -> None:
    told = _told(CONCISE)[0]
    world, path = told.reading.landmarks.world, told.reading.track.corners_m
    last = told.placed[-1].thing
    assert last is not None
    instance = told.reading.landmarks.things[last].id
    texts = [instruct(world, path, 0.3, instance, generator_for(seed)) for seed in (1, 1, 2)]
    assert all(text is not None for text in texts)
    assert len({text.text for text in texts if text is not None}) == 2


def test_an_unknown_style_or_language_is_refused_with_the_nearest_name() -> None:
    world, rng = _world(2), generator_for(0)
    path = np.array([(0.0, 0.0), (1.0, 0.0)])
    with pytest.raises(UnknownName, match="Did you mean 'dense'"):
        instruct(world, path, 0.0, 1, rng, style="dens")
    with pytest.raises(UnknownName, match="Did you mean 'hi-IN'"):
        instruct(world, path, 0.0, 1, rng, language="hi_IN")


def test_a_path_to_a_thing_without_a_name_gets_no_words() -> None:
    told = _told(CONCISE)[0]
    world, path = told.reading.landmarks.world, told.reading.track.corners_m
    wall = next(thing.id for thing in world.scene.instances if thing.category == "wall")
    assert instruct(world, path, 0.0, wall, generator_for(0)) is None


def test_landmark_words_are_about_kinds_of_things_that_exist() -> None:
    table = landmark_words()
    known = set(home_categories())
    assert set(table.things) <= known and set(table.mistaken) <= known
    for category, entry in table.things.items():
        for word in entry.words:
            assert parse(f"Stop near the {word}.").route[0].landmark == word, category
