"""Constraints: what a walk keeps, judged from its positions alone, and which constraints are made."""

from __future__ import annotations

import math
from functools import cache

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon

from wayproof.errors import UnknownName
from wayproof.language.parse import parse
from wayproof.language.path_instructions import instruct
from wayproof.navigation.paths import shortest_path
from wayproof.seeding import generator_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.constrained_ways import MIXES
from wayproof.tasks.drawing.constraints import SENTENCES, constraint_for, kept
from wayproof.tasks.drawing.instructed_ways import rehearse
from wayproof.tasks.instruction_following import CONSTRAINED, InstructionJudge
from wayproof.tasks.judging.places import position_of
from wayproof.vocabulary import Constraint, Episode

SQUARE = ((2.0, -1.0), (2.0, 1.0), (4.0, 1.0), (4.0, -1.0))
FAR_SQUARE = ((6.0, -1.0), (6.0, 1.0), (8.0, 1.0), (8.0, -1.0))
SHELF = Constraint("pass_by", positions_m=((3.0, 0.0, 2.0),), distance_m=1.0)
EPISODES = 2 * len(MIXES)


def _walk(*plan: tuple[float, float]) -> np.ndarray:
    """Poses (n, 4) as logs have them: x, y, z, heading."""
    return np.array([(x, 0.0, z, 0.3) for x, z in plan])


@pytest.mark.parametrize(
    ("walk", "expected"),
    [
        (((0, 0), (6, 0)), False),  # 2 m away
        (((0, 1.1), (6, 1.1)), True),  # 0.9 m away, between two poses far apart
        (((0, 1.0), (6, 1.0)), True),  # the border itself counts
        (((3, 2),), True),
        (((0, 0),), False),
    ],
)
def test_a_thing_is_passed_by_whoever_comes_near_it(
    walk: tuple[tuple[float, float], ...], expected: bool
) -> None:
    assert kept(SHELF, _walk(*walk)) is expected
    assert kept(msgspec.structs.replace(SHELF, kind="avoid"), _walk(*walk)) is not expected


def test_every_thing_that_is_to_be_passed_must_be_passed() -> None:
    both = msgspec.structs.replace(SHELF, positions_m=((3.0, 0.0, 2.0), (9.0, 0.0, 2.0)))
    assert kept(both, _walk((3, 2), (6, 2))) is False
    assert kept(both, _walk((3, 2), (9, 2))) is True


def test_a_room_is_avoided_by_whoever_stays_outside_its_outline() -> None:
    room = Constraint("avoid", outlines_m=(SQUARE,))
    assert kept(room, _walk((0, 0), (1.9, 0))) is True
    assert kept(room, _walk((0, 0), (6, 0))) is False  # through it in one stride
    assert kept(room, _walk((0, 1.5), (6, 1.5))) is True


def test_a_thing_behind_a_wall_is_not_passed() -> None:
    inside = msgspec.structs.replace(SHELF, outlines_m=(((2.0, 1.5), (2.0, 4.0), (4.0, 4.0), (4.0, 1.5)),))
    assert kept(inside, _walk((0, 1.2), (6, 1.2))) is False  # near, but in the room next door
    assert kept(inside, _walk((0, 1.2), (3, 1.2), (3, 1.6))) is True
    avoid = msgspec.structs.replace(inside, kind="avoid")
    assert kept(avoid, _walk((0, 1.2), (6, 1.2))) is True


def test_an_order_wants_all_targets_each_first_reached_after_the_one_before() -> None:
    rooms = Constraint("order", outlines_m=(SQUARE, FAR_SQUARE))
    assert kept(rooms, _walk((0, 0), (7, 0))) is True
    assert kept(rooms, _walk((9, 0), (0, 0))) is False
    assert kept(rooms, _walk((0, 0), (3, 0))) is False  # the second is never reached
    assert kept(rooms, _walk((9, 0), (7, 0), (3, 0), (7, 0))) is False  # too late


def test_in_an_order_things_come_before_rooms() -> None:
    shelf_then_room = Constraint(
        "order", positions_m=((3.0, 0.0, 0.0),), outlines_m=(FAR_SQUARE,), distance_m=0.5
    )
    assert kept(shelf_then_room, _walk((0, 0), (7, 0))) is True
    assert kept(shelf_then_room, _walk((7, 0), (3, 0))) is False


@pytest.mark.parametrize(
    ("constraint", "walk"),
    [
        (Constraint("keep_distance", distance_m=1.2), ((0, 0), (1, 0))),
        (Constraint("pass_by", instances=(3,)), ((0, 0), (1, 0))),
        (Constraint("pass_by", positions_m=((0.0, 0.0, 0.0),)), ((0, 0), (1, 0))),
        (Constraint("avoid", rooms=(2,)), ((0, 0), (1, 0))),
        (SHELF, ()),
        (SHELF, ((math.nan, 0.0),)),
    ],
)
def test_what_positions_cannot_tell_is_neither_kept_nor_broken(
    constraint: Constraint, walk: tuple[tuple[float, float], ...]
) -> None:
    assert kept(constraint, _walk(*walk) if walk else np.zeros((0, 4))) is None


plans = st.lists(st.tuples(st.floats(-6, 6), st.floats(-6, 6)), min_size=2, max_size=8)


@given(plans, st.floats(0.1, 3.0))
def test_nearness_is_that_of_the_line_walked(plan: list[tuple[float, float]], distance_m: float) -> None:
    gap = LineString(plan).distance(Point(1.0, -2.0))
    if abs(gap - distance_m) > 0.03:  # the walk is looked at every 5 cm
        constraint = Constraint("pass_by", positions_m=((1.0, 0.0, -2.0),), distance_m=distance_m)
        assert kept(constraint, _walk(*plan)) is (gap < distance_m)


@given(plans)
def test_a_room_is_entered_if_the_line_walked_reaches_well_into_it(plan: list[tuple[float, float]]) -> None:
    line, room = LineString(plan), Polygon(SQUARE)
    inside = kept(Constraint("pass_by", outlines_m=(SQUARE,)), _walk(*plan))
    if line.intersection(room.buffer(-0.05)).length > 0.1:
        assert inside is True
    elif not line.intersects(room.buffer(0.01)):
        assert inside is False


@given(plans)
def test_to_avoid_is_the_opposite_of_passing_one_target(plan: list[tuple[float, float]]) -> None:
    for targets in ({"outlines_m": (SQUARE,)}, {"positions_m": ((1.0, 0.0, 1.0),), "distance_m": 1.5}):
        one, other = Constraint("avoid", **targets), Constraint("pass_by", **targets)
        assert kept(one, _walk(*plan)) is not kept(other, _walk(*plan))


@cache
def _world() -> World:
    body = body_under(CONSTRAINED, load_body("locobot"))
    return world_named("houses-v1/val/34", body, lit=False)


@cache
def _episodes() -> tuple[Episode, ...]:
    draw = TASKS["instruction_following"].draw
    return tuple(draw(_world(), CONSTRAINED, 4, index).episode for index in range(EPISODES))


@pytest.mark.parametrize("index", range(EPISODES))
def test_reference_path_and_expert_keep_every_constraint(index: int) -> None:
    episode = _episodes()[index]
    assert tuple(constraint.kind for constraint in episode.constraints) == MIXES[index % len(MIXES)]
    assert episode.labels["constraints"] == "+".join(MIXES[index % len(MIXES)])
    path = np.array(episode.reference_path_m)
    poses = rehearse(_world(), CONSTRAINED, episode, InstructionJudge(_world(), CONSTRAINED, episode))
    assert poses is not None
    for constraint in episode.constraints:
        assert kept(constraint, path) is True and kept(constraint, poses) is True


def test_to_pass_by_is_asked_for_what_the_shortest_path_misses() -> None:
    asked = [episode for episode in _episodes() if episode.labels["constraints"] == "pass_by"]
    assert len(asked) == 2
    for episode in asked:
        goal = episode.goals[0].position_m
        assert goal is not None and episode.shortest_length_m is not None
        direct = shortest_path(_world().paths, position_of(episode.start), np.array(goal))
        assert kept(episode.constraints[0], direct) is False
        length_m = float(np.linalg.norm(np.diff(direct, axis=0), axis=1).sum())
        assert length_m < episode.shortest_length_m <= 1.5 * length_m + 1e-6


def test_the_sentences_stand_after_the_instruction_and_name_the_target() -> None:
    for episode in _episodes():
        assert episode.instruction is not None
        told = " ".join(constraint.text or "" for constraint in episode.constraints)
        assert episode.instruction.endswith(f". {told}")
        scene = _world().scene
        for constraint in episode.constraints:
            for number in constraint.instances:
                position = scene.instances[number - 1]
                assert constraint.positions_m[0][0] == pytest.approx(
                    (position.low_m[0] + position.high_m[0]) / 2
                )
            for number, outline in zip(constraint.rooms, constraint.outlines_m, strict=True):
                assert outline == next(room.polygon_m for room in scene.rooms if room.id == number)


@pytest.mark.parametrize(
    ("key", "names", "first"),
    [
        ("avoid room", ("kitchen",), ("not go", "kitchen")),
        ("pass_by thing", ("red couch",), ("go", "red couch")),
    ],
)
def test_the_reader_understands_what_the_sentences_ask_for(
    key: str, names: tuple[str, ...], first: tuple[str, str]
) -> None:
    understood = [parse(sentence.format(*names)).route for sentence in SENTENCES[key]]
    told = [(step.action, step.landmark) for route in understood for step in route]
    assert told.count(first) >= len(SENTENCES[key]) - 1, told


def test_a_kind_of_constraint_that_is_not_found_on_ways_is_refused() -> None:
    episode = _episodes()[1]
    path = np.array(episode.reference_path_m)
    told = instruct(
        _world(), path, episode.start.heading_rad, episode.goals[0].instances[0], generator_for(0)
    )
    assert told is not None
    with pytest.raises(UnknownName, match="Did you mean 'avoid'"):
        constraint_for(_world(), told, path, "avoids", generator_for(0))
