"""Instruction following: what the protocols say, which episodes are drawn, when a way counts as walked."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from functools import cache

import msgspec
import numpy as np
import pytest
from shapely.geometry import LineString, Point, Polygon

from acceptance import wanted
from wayproof.agents import AGENTS
from wayproof.episode.rollout import rollout
from wayproof.episode_set import Recipe
from wayproof.errors import InvalidInput, UnknownName
from wayproof.metrics.lengths import path_share
from wayproof.navigation.free_points import island_of, sample_points
from wayproof.navigation.paths import distance
from wayproof.seeding import generator_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.state import State
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS, Now
from wayproof.tasks.drawing.episode_sets import draw_set
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.instruction_following import (
    CONSTRAINED,
    DRAWINGS,
    PROTOCOLS,
    R2R,
    RXR,
    InstructionJudge,
    drawing_of,
)
from wayproof.tasks.judging.places import position_of
from wayproof.vocabulary import Episode, Goal, Pose, Protocol

TASK = TASKS["instruction_following"]
HOUSE = "houses-v1/val/34"
published = pytest.mark.parametrize("protocol", [R2R, RXR], ids=lambda protocol: protocol.name)
everyone = pytest.mark.parametrize("protocol", PROTOCOLS.values(), ids=lambda protocol: protocol.name)
LANGUAGES = ("en-US", "en-IN", "hi-IN", "te-IN")


@cache
def _world(protocol: str, scene: str = HOUSE) -> World:
    body = body_under(PROTOCOLS[protocol], load_body("locobot"))
    return world_named(scene, body, lit=False)


@cache
def _episodes(protocol: str, count: int = 8) -> tuple[Episode, ...]:
    world = _world(protocol)
    return tuple(TASK.draw(world, PROTOCOLS[protocol], 6, index).episode for index in range(count))


def test_the_protocols_have_the_published_numbers() -> None:
    for protocol in (R2R, RXR, CONSTRAINED):
        assert (protocol.forward_m, protocol.maximum_steps, protocol.success_distance_m) == (0.25, 500, 3.0)
        assert protocol.border_counts is False and protocol.actuation == "none"
        assert protocol.sensors == ("rgb", "depth")
    assert (R2R.turn_rad, R2R.sliding) == (math.radians(15), True)
    assert (RXR.turn_rad, RXR.sliding) == (math.radians(30), False)
    assert set(RXR.actions) - set(R2R.actions) == {"look_up", "look_down"}
    assert next(iter(TASK.protocols)) == "r2r"


@everyone
def test_every_number_of_a_protocol_has_a_source(protocol: Protocol) -> None:
    named = {field.strip() for fields in protocol.sources for field in fields.split(",")}
    assert named - {"constraints"} == set(protocol.__struct_fields__) - {"name", "task", "sources"}
    drawing = drawing_of(protocol)
    drawn = {field.strip() for fields in drawing.sources for field in fields.split(",")}
    assert drawn == set(drawing.__struct_fields__) - {"sources"}


@published
def test_episodes_keep_what_the_drawing_demands(protocol: Protocol) -> None:
    world = _world(protocol.name)
    for episode in _episodes(protocol.name):
        goal = np.array(episode.goals[0].position_m)
        start = position_of(episode.start)
        assert episode.shortest_length_m == pytest.approx(distance(world.paths, start, goal), abs=1e-6)
        assert 5.0 <= (episode.shortest_length_m or 0.0) <= 20.0
        assert island_of(world.free, start) == island_of(world.free, goal) == 0
        thing = world.scene.instances[episode.goals[0].instances[0] - 1]
        assert thing.category == episode.goals[0].category
        gap = Polygon(
            [(x, z) for x in (thing.low_m[0], thing.high_m[0]) for z in (thing.low_m[2], thing.high_m[2])]
        ).convex_hull.distance(Point(goal[0], goal[2]))
        assert gap < 1.0
        assert episode.instruction == episode.goals[0].text
        assert episode.maximum_steps == 500 and episode.seed == 6


@published
def test_the_reference_path_is_the_shortest_with_points_at_every_step(protocol: Protocol) -> None:
    for episode in _episodes(protocol.name):
        path = np.array(episode.reference_path_m)
        gaps = np.linalg.norm(np.diff(path, axis=0), axis=1)
        assert path[0] == pytest.approx(position_of(episode.start))
        assert path[-1] == pytest.approx(np.array(episode.goals[0].position_m))
        assert gaps.max() <= 0.2501 and gaps.min() > 0.0
        assert gaps.sum() == pytest.approx(episode.shortest_length_m, abs=1e-3)
        assert all(_world(protocol.name).free.contains(place) for place in path)


@published
def test_the_label_counts_the_rooms_that_the_path_is_in(protocol: Protocol) -> None:
    rooms = [Polygon(room.polygon_m) for room in _world(protocol.name).scene.rooms]
    crossed = []
    for episode in _episodes(protocol.name):
        line = LineString([(x, z) for x, _, z in episode.reference_path_m])
        assert int(episode.labels["rooms"]) == sum(line.intersection(room).length > 0.1 for room in rooms)
        crossed.append(int(episode.labels["rooms"]))
    assert sum(count > 1 for count in crossed) >= 6


def test_languages_come_in_turn_and_styles_belong_to_protocols() -> None:
    for index, episode in enumerate(_episodes("rxr")):
        assert episode.language == episode.labels["language"] == LANGUAGES[index % 4]
        assert episode.labels["style"] == "dense"
    assert {episode.language for episode in _episodes("r2r")} == {"en-US"}
    assert {episode.labels["style"] for episode in _episodes("r2r")} == {"concise"}
    for episode in _episodes("rxr"):
        text = episode.instruction or ""
        assert any("\u0900" <= one <= "\u097f" for one in text) == (episode.language == "hi-IN")
        assert any("\u0c00" <= one <= "\u0c7f" for one in text) == (episode.language == "te-IN")


@everyone
def test_the_expert_walks_every_episode_with_the_protocols_own_steps(protocol: Protocol) -> None:
    world = _world(protocol.name)
    efficiencies = []
    for episode in _episodes(protocol.name):
        poses = rehearse(world, protocol, episode, InstructionJudge(world, protocol, episode))
        assert poses is not None and len(poses) <= protocol.maximum_steps
        goal = episode.goals[0].position_m
        assert distance(world.paths, poses[-1, :3], np.array(goal)) < 0.5
        travelled_m = float(np.linalg.norm(np.diff(poses[:, :3], axis=0), axis=1).sum())
        efficiencies.append(path_share(episode.shortest_length_m, travelled_m) or 0.0)
    assert np.mean(efficiencies) > 0.95


def test_an_episode_depends_on_scene_seed_and_index_and_on_nothing_drawn_before() -> None:
    world = _world("r2r")
    first = TASK.draw(world, R2R, 6, 0)
    assert first.episode == _episodes("r2r")[0]
    others = [TASK.draw(world, R2R, 7, 0), TASK.draw(world, R2R, 6, 9)]
    assert all(other.episode.start != first.episode.start for other in others)


def _now(pose: Pose) -> Now:
    return Now(State(pose))


@pytest.mark.parametrize(("left_m", "close_enough"), [(2.999, True), (3.001, False)])
def test_a_way_is_walked_within_three_metres_along_the_floor(left_m: float, close_enough: bool) -> None:
    world, episode = _world("r2r"), _episodes("r2r")[0]
    path = np.array(episode.reference_path_m)[::-1]
    reached = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    x, z = (float(np.interp(left_m, reached, path[:, k])) for k in (0, 2))
    (measure,) = InstructionJudge(world, R2R, episode).measure(_now(Pose(x, 0.0, z)))
    assert measure.distance_m == pytest.approx(left_m, abs=1e-3)
    assert measure.in_range is close_enough


def test_the_judge_measures_from_anywhere_along_the_floor() -> None:
    world, episode = _world("r2r"), _episodes("r2r")[1]
    judge, goal = InstructionJudge(world, R2R, episode), np.array(episode.goals[0].position_m)
    for place in sample_points(world.free, generator_for(2), 20):
        (measure,) = judge.measure(_now(Pose(*place.tolist())))
        assert measure.distance_m == pytest.approx(distance(world.paths, place, goal))
        assert measure.in_range is (measure.distance_m < 3.0)


def test_an_episode_that_cannot_be_judged_is_refused() -> None:
    episode = _episodes("r2r")[0]
    with pytest.raises(InvalidInput, match="one goal with a position"):
        InstructionJudge(_world("r2r"), R2R, msgspec.structs.replace(episode, goals=(Goal("x"),)))


def test_a_house_without_room_says_what_the_draws_failed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    long = msgspec.structs.replace(DRAWINGS["r2r"], length_m=(60.0, 70.0))
    monkeypatch.setitem(DRAWINGS, "r2r", long)
    monkeypatch.setattr("wayproof.tasks.drawing.instructed_ways.MOST_GOALS", 3)
    with pytest.raises(
        InvalidInput, match=r"no instruction_following episode of 60 to 70 m .*'r2r'.*too near: [0-9]"
    ):
        TASK.draw(_world("r2r"), R2R, 0, 0)


def test_a_negative_index_or_an_unknown_protocol_is_refused() -> None:
    with pytest.raises(InvalidInput, match="counted from 0"):
        TASK.draw(_world("r2r"), R2R, 0, -1)
    with pytest.raises(UnknownName, match="Did you mean 'r2r'"):
        TASK.protocol("r2rr")
    with pytest.raises(UnknownName, match="way of drawing instructions"):
        drawing_of(msgspec.structs.replace(R2R, name="r3r"))


@published
def test_the_oracle_succeeds_and_chance_does_not(protocol: Protocol) -> None:
    world = _world(protocol.name)
    for name, expected in (("oracle", 4), ("random", 0)):
        right = 0
        for episode in _episodes(protocol.name)[:4]:
            log = rollout(world, protocol, episode, AGENTS[name]())
            right += bool(log.claims and log.claims[-1].in_range)
        assert right == expected if name == "oracle" else right <= 1


SEVERAL = """
from wayproof.tasks.drawing.episode_sets import draw_set
from wayproof.episode_set import Recipe
for protocol in ("r2r", "rxr", "constrained"):
    print(draw_set(Recipe("instruction_following", 20, protocol, episodes_per_house=10, seed=3)).hash)
"""


@pytest.mark.slow
def test_another_process_draws_the_same_episodes() -> None:
    done = [
        subprocess.run([sys.executable, "-c", SEVERAL], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert done[0] == done[1] and len(set(done[0].split())) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "full", "least_spl"), [("r2r", 600, 0.97), ("rxr", 300, 0.95), ("constrained", 100, 0.95)]
)
def test_every_episode_is_solved_by_the_expert(name: str, full: int, least_spl: float) -> None:
    protocol, count = PROTOCOLS[name], wanted(full)
    drawn = draw_set(Recipe("instruction_following", count, name, episodes_per_house=20))
    efficiencies, texts = [], []
    for episode in drawn.episodes:
        world = _world(name, episode.scene)
        poses = rehearse(world, protocol, episode, InstructionJudge(world, protocol, episode))
        assert poses is not None, episode.id
        travelled_m = float(np.linalg.norm(np.diff(poses[:, :3], axis=0), axis=1).sum())
        efficiencies.append(path_share(episode.shortest_length_m, travelled_m) or 0.0)
        texts.append(episode.instruction)
    assert np.mean(efficiencies) >= least_spl
    draws = count + Counter(drawn.rejected).total()
    assert drawn.rejected.get("no way by steps", 0) <= 0.02 * draws
    assert len(set(texts)) >= 0.95 * count and not drawn.passed_over


def test_wordings_of_one_path_follow_one_another() -> None:
    first, second, third, other = _episodes("r2r-houses-v1", 4)
    assert first.reference_path_m == second.reference_path_m == third.reference_path_m
    assert len({first.instruction, second.instruction, third.instruction}) == 3
    assert other.reference_path_m != first.reference_path_m


def test_each_path_of_rxr_houses_comes_in_every_language() -> None:
    episodes = _episodes("rxr-houses-v1", 4)
    assert tuple(episode.language for episode in episodes) == LANGUAGES
    assert len({episode.reference_path_m for episode in episodes}) == 1
