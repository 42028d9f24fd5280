"""Constraints of instructions: which are made, their sentences, and that path and expert keep them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from wayproof.errors import UnknownName
from wayproof.language.parse import parse
from wayproof.language.path_instructions import instruct
from wayproof.metrics.kept_constraints import kept
from wayproof.navigation.paths import shortest_path
from wayproof.seeding import generator_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.constrained_ways import MIXES
from wayproof.tasks.drawing.constraints import SENTENCES, constraint_for
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.instruction_following import CONSTRAINED, InstructionJudge
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
