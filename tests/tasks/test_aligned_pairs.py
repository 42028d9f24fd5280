"""Aligned episodes: one start and one end, as ObjectNav and as an instruction."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from wayproof.episode_set import Recipe
from wayproof.errors import InvalidInput, UnknownName
from wayproof.language.landmarks import landmark_words
from wayproof.navigation.paths import distance
from wayproof.simulator.body import load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS, Now
from wayproof.tasks.drawing.aligned_pairs import LENGTHS_M, aligned_pair
from wayproof.tasks.drawing.episode_sets import check_recipe, draw_set
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.instruction_following import R2R, InstructionJudge
from wayproof.tasks.judging.places import position_of
from wayproof.vocabulary import Episode, Pose

PAIRS = 4


@cache
def _world() -> World:
    return world_named("houses-v1/val/4", load_body("locobot"), lit=False)


@cache
def _pairs() -> tuple[tuple[Episode, Episode], ...]:
    return tuple(aligned_pair(_world(), 1, index) for index in range(PAIRS))


def test_both_start_at_the_same_pose_and_end_at_the_same_place() -> None:
    for search, told in _pairs():
        assert search.scene == told.scene and search.start == told.start
        assert (search.task, told.task) == ("object_goal", "instruction_following")
        assert told.goals[0].position_m == pytest.approx(search.reference_path_m[-1])
        assert search.shortest_length_m == pytest.approx(told.shortest_length_m, abs=0.05)
        assert LENGTHS_M[0] <= (told.shortest_length_m or 0.0) <= LENGTHS_M[1]


def test_the_instruction_ends_at_a_thing_of_the_kind_sought() -> None:
    for search, told in _pairs():
        (instance,) = told.goals[0].instances
        assert instance in search.goals[0].instances
        thing = _world().scene.instances[instance - 1]
        words = landmark_words().things[thing.category].words
        last = (told.instruction or "").split(". ")[-1]
        assert any(word in (told.instruction or "") for word in words) and last.endswith(".")


def test_the_end_is_a_place_from_which_the_thing_is_found() -> None:
    for search, told in _pairs():
        task = TASKS["object_goal"]
        judge = task.judge(_world(), task.protocol(), search)
        assert told.goals[0].position_m is not None
        (measure,) = judge.measure(Now(State(Pose(*told.goals[0].position_m))))
        assert measure.distance_m < 0.1
        start, goal = position_of(told.start), np.array(told.goals[0].position_m)
        assert distance(_world().paths, start, goal) == pytest.approx(told.shortest_length_m, abs=1e-6)


def test_the_expert_walks_the_instruction() -> None:
    for _, told in _pairs():
        assert rehearse(_world(), R2R, told, InstructionJudge(_world(), R2R, told)) is not None


def test_a_pair_has_one_label_and_two_ids() -> None:
    labels = [{search.labels["pair"], told.labels["pair"]} for search, told in _pairs()]
    assert all(len(one) == 1 for one in labels)
    assert len(set.union(*labels)) == PAIRS
    assert len({episode.id for pair in _pairs() for episode in pair}) == 2 * PAIRS


def test_a_pair_depends_on_seed_and_index_only() -> None:
    assert aligned_pair(_world(), 1, 0) == _pairs()[0]
    assert aligned_pair(_world(), 2, 0)[0].start != _pairs()[0][0].start
    with pytest.raises(InvalidInput, match="counted from 0"):
        aligned_pair(_world(), 1, -1)


def test_the_other_languages_are_to_be_had_as_well() -> None:
    pairs = [aligned_pair(_world(), 1, index, instruction_protocol="rxr") for index in range(4)]
    assert [told.language for _, told in pairs] == ["en-US", "en-IN", "hi-IN", "te-IN"]


def test_a_suite_can_ask_for_either_side_of_the_same_pairs() -> None:
    asked = {"count": 2, "split": "val", "seed": 1, "episodes_per_house": 1}
    things = draw_set(Recipe("object_goal", aligned_with="r2r", **asked))
    words = draw_set(Recipe("instruction_following", protocol="r2r", aligned_with="habitat", **asked))
    for search, told in zip(things.episodes, words.episodes, strict=True):
        assert search.start == told.start and search.labels["pair"] == told.labels["pair"]
        assert told.goals[0].position_m == pytest.approx(search.reference_path_m[-1])
    with pytest.raises(InvalidInput, match="point_goal has no aligned pairs"):
        check_recipe(Recipe("point_goal", 1, aligned_with="r2r"))
    with pytest.raises(UnknownName, match="no instruction_following protocol named 'r3r'"):
        check_recipe(Recipe("object_goal", 1, aligned_with="r3r"))
