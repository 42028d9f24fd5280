"""Out and back: two goals in sequence, and only who has been away can come back."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

import msgspec
import numpy as np
import pytest

from acceptance import wanted
from wayproof.agents import AGENTS
from wayproof.episode.rollout import rollout
from wayproof.episode_set import Recipe
from wayproof.errors import InvalidInput
from wayproof.metrics.lengths import path_share
from wayproof.navigation.paths import distance
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS, Now
from wayproof.tasks.drawing.episode_sets import draw_set
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.judging.places import position_of
from wayproof.tasks.return_to_start import DRAWING, OMNINAVBENCH, SENTENCES, ReturnJudge
from wayproof.vocabulary import Episode, Pose

TASK = TASKS["return_to_start"]


@cache
def _world(scene: str = "houses-v1/val/34") -> World:
    return world_named(scene, body_under(OMNINAVBENCH, load_body("locobot")), lit=False)


@cache
def _episodes() -> tuple[Episode, ...]:
    return tuple(TASK.draw(_world(), OMNINAVBENCH, 2, index).episode for index in range(6))


def _pose_on_path(episode: Episode, along_m: float) -> Pose:
    path = np.array(episode.reference_path_m)
    reached = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    x, z = (float(np.interp(along_m, reached, path[:, k])) for k in (0, 2))
    return Pose(x, 0.0, z)


def test_the_protocol_has_the_published_numbers() -> None:
    assert (OMNINAVBENCH.success_distance_m, OMNINAVBENCH.border_counts) == (2.0, True)
    assert OMNINAVBENCH.turn_rad == math.radians(15) and OMNINAVBENCH.actions[-1] == "found"
    named = {field.strip() for fields in OMNINAVBENCH.sources for field in fields.split(",")}
    assert named == set(OMNINAVBENCH.__struct_fields__) - {"name", "task", "sources"}


def test_the_second_goal_is_the_start_and_the_way_is_there_and_back() -> None:
    for episode in _episodes():
        there, back = episode.goals
        start = position_of(episode.start)
        assert back.position_m == pytest.approx(tuple(start))
        assert (there.radius_m, back.radius_m) == (3.0, 2.0)
        assert there.position_m is not None and episode.shortest_length_m is not None
        out_m = distance(_world().paths, start, np.array(there.position_m))
        assert DRAWING.length_m[0] <= out_m <= DRAWING.length_m[1]
        assert episode.shortest_length_m == pytest.approx(2 * out_m, abs=1e-6)
        path = np.array(episode.reference_path_m)
        assert path[0] == pytest.approx(start) and path[-1] == pytest.approx(start)
        assert path == pytest.approx(path[::-1])
        assert len({tuple(point) for point in path.tolist()}) == (len(path) + 1) // 2


def test_the_instruction_says_the_way_and_then_to_come_back() -> None:
    for episode in _episodes():
        assert episode.instruction is not None
        assert episode.goals[1].text in SENTENCES
        assert episode.instruction == f"{episode.goals[0].text} {episode.goals[1].text}"


def test_who_stays_at_the_start_has_not_come_back() -> None:
    episode = _episodes()[0]
    judge = ReturnJudge(_world(), OMNINAVBENCH, episode)
    for along_m in (0.0, 1.0, 1.95, 0.5):
        out, home = judge.measure(Now(State(_pose_on_path(episode, along_m)), goal=1))
        assert home.distance_m == pytest.approx(along_m, abs=1e-3) and not home.in_range
        assert not out.in_range


def test_who_was_further_than_two_metres_away_comes_back_within_two_metres() -> None:
    episode = _episodes()[0]
    judge = ReturnJudge(_world(), OMNINAVBENCH, episode)
    seen = [
        judge.measure(Now(State(_pose_on_path(episode, along_m)), goal=1))[1].in_range
        for along_m in (0.0, 1.9, 2.2, 2.02, 1.98, 0.5)
    ]
    assert seen == [False, False, False, False, True, True]


def test_the_landmark_counts_within_three_metres() -> None:
    episode = _episodes()[1]
    judge = ReturnJudge(_world(), OMNINAVBENCH, episode)
    out_m = (episode.shortest_length_m or 0.0) / 2
    for left_m, expected in ((3.05, False), (2.95, True), (0.0, True)):
        there, _ = judge.measure(Now(State(_pose_on_path(episode, out_m - left_m))))
        assert there.distance_m == pytest.approx(left_m, abs=1e-3) and there.in_range is expected


def test_the_expert_says_found_at_the_landmark_and_stop_at_the_start() -> None:
    for episode in _episodes()[:3]:
        log = rollout(_world(), OMNINAVBENCH, episode, AGENTS["oracle"]())
        assert [(claim.goal, claim.in_range) for claim in log.claims] == [(0, True), (1, True)]
        assert log.outcome.reason == "stop"
        travelled_m = float(log.steps.travelled_m[-1])
        assert (path_share(episode.shortest_length_m, travelled_m) or 0.0) > 0.95


def test_found_at_once_and_stop_at_once_gains_nothing() -> None:
    episode, judge = _episodes()[2], ReturnJudge(_world(), OMNINAVBENCH, _episodes()[2])
    measures = [judge.measure(Now(State(episode.start), goal=goal)) for goal in (0, 1)]
    assert not measures[0][0].in_range and not measures[1][1].in_range


def test_episodes_that_are_not_there_and_back_are_refused() -> None:
    episode = _episodes()[0]
    with pytest.raises(InvalidInput, match="two goals with positions"):
        ReturnJudge(_world(), OMNINAVBENCH, msgspec.structs.replace(episode, goals=episode.goals[:1]))
    with pytest.raises(InvalidInput, match="counted from 0"):
        TASK.draw(_world(), OMNINAVBENCH, 0, -1)


def test_the_protocols_former_name_finds_it_and_still_seeds_its_episodes() -> None:
    assert TASK.protocol("omninav") is TASK.protocol("omninavbench") is TASK.protocol() is OMNINAVBENCH
    assert list(TASK.protocols) == ["omninavbench"]
    assert [episode.id for episode in _episodes()[:2]] == [
        "return_to_start/omninav/2/0",
        "return_to_start/omninav/2/1",
    ]


def test_a_recipe_with_the_former_name_draws_the_same_episodes() -> None:
    old, new = (
        draw_set(Recipe("return_to_start", 2, name, episodes_per_house=2))
        for name in ("omninav", "omninavbench")
    )
    assert old.hash == new.hash and old.recipe != new.recipe


def test_an_episode_depends_on_seed_and_index_only() -> None:
    assert TASK.draw(_world(), OMNINAVBENCH, 2, 0).episode == _episodes()[0]
    assert TASK.draw(_world(), OMNINAVBENCH, 3, 0).episode.start != _episodes()[0].start


@pytest.mark.slow
def test_many_episodes_are_all_solved_by_the_expert() -> None:
    count = wanted(1000)
    drawn = draw_set(Recipe("return_to_start", count, episodes_per_house=20))
    efficiencies = []
    for episode in drawn.episodes:
        world = _world(episode.scene)
        poses = rehearse(world, OMNINAVBENCH, episode, ReturnJudge(world, OMNINAVBENCH, episode))
        assert poses is not None, episode.id
        travelled_m = float(np.linalg.norm(np.diff(poses[:, :3], axis=0), axis=1).sum())
        efficiencies.append(path_share(episode.shortest_length_m, travelled_m) or 0.0)
    assert np.mean(efficiencies) >= 0.97
    draws = count + Counter(drawn.rejected).total()
    assert drawn.rejected.get("no way by steps", 0) <= 0.02 * draws
