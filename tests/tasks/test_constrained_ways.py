"""Constraints of instructions: which are made, their sentences, and that path and expert keep them."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.language.parse import parse
from wayproof.metrics.kept_constraints import kept
from wayproof.navigation.paths import shortest_path
from wayproof.seeding import generator_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.constrained_ways import LONGEST_DETOUR, MIXES, REASONS, constrained
from wayproof.tasks.drawing.constraints import SENTENCES
from wayproof.tasks.drawing.instructed_ways import ways
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.instruction_following import CONSTRAINED, DRAWINGS, InstructionJudge
from wayproof.tasks.judging.places import position_of
from wayproof.vocabulary import Episode

EPISODES = 2 * len(MIXES)


@cache
def _world() -> World:
    body = body_under(CONSTRAINED, load_body("locobot"))
    return world_named("houses-v1/val/34", body, lit=False)


@cache
def _episodes() -> tuple[Episode, ...]:
    draw = TASKS["instruction_following"].draw
    return tuple(draw(_world(), CONSTRAINED, 11, index).episode for index in range(EPISODES))


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


@pytest.mark.parametrize("index", range(EPISODES))
def test_the_shortest_path_and_who_walks_it_break_every_constraint(index: int) -> None:
    episode = _episodes()[index]
    goal = episode.goals[0].position_m
    assert goal is not None and episode.shortest_length_m is not None
    direct = shortest_path(_world().paths, position_of(episode.start), np.array(goal))
    plain = replace(episode, constraints=(), reference_path_m=())
    walked = rehearse(_world(), CONSTRAINED, plain, InstructionJudge(_world(), CONSTRAINED, plain))
    assert walked is not None
    for constraint in episode.constraints:
        assert kept(constraint, direct) is False and kept(constraint, walked) is False
    length_m = float(np.linalg.norm(np.diff(direct, axis=0), axis=1).sum())
    assert length_m < episode.shortest_length_m <= LONGEST_DETOUR * length_m + 1e-6


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


def test_a_way_that_allows_no_constraint_says_why() -> None:
    """The reason is one of those that are counted, whichever mix is asked for."""
    protocol_drawing = DRAWINGS["constrained"]
    rng, rejected = generator_for(1, "reasons"), Counter[str]()
    found = [
        constrained(_world(), way, protocol_drawing, index, rng)
        for index, way in zip(
            range(12), ways(_world(), protocol_drawing, "en-US", rng, rejected), strict=False
        )
    ]
    reasons = [one for one in found if isinstance(one, str)]
    assert reasons and set(reasons) <= set(REASONS)


@pytest.mark.slow
def test_constraints_bind_in_many_houses() -> None:
    """Every constraint of some hundred episodes is kept by the expert and broken by the shortest path."""
    body = body_under(CONSTRAINED, load_body("locobot"))
    judged = []
    for house in range(25):
        world = world_named(f"houses-v1/val/{house}", body, lit=False)
        for index in range(len(MIXES)):
            try:
                episode = TASKS["instruction_following"].draw(world, CONSTRAINED, 11, index).episode
            except InvalidInput:  # a small house may have no room for one
                continue
            goal = np.array(episode.goals[0].position_m)
            direct = shortest_path(world.paths, position_of(episode.start), goal)
            poses = rehearse(world, CONSTRAINED, episode, InstructionJudge(world, CONSTRAINED, episode))
            assert poses is not None
            judged += [(kept(one, direct), kept(one, poses)) for one in episode.constraints]
    assert len(judged) >= 100, "too few houses have room"
    assert set(judged) == {(False, True)}
