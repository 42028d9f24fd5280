"""What draws by rejection share: the expert's rehearsal, the numbers of episodes, the error at the end."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

import numpy as np
import pytest
from box_scenes import hall
from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.seeding import generator_for
from wayproof.simulator.body import load_body
from wayproof.simulator.world import World
from wayproof.tasks.drawing.rehearsal import rehearse
from wayproof.tasks.drawing.rejection import (
    accepted,
    check_index,
    episode_generator,
    episode_id,
    length_fault,
    no_episode,
)
from wayproof.tasks.language_goals import LANGNAV, LanguageGoalsJudge
from wayproof.tasks.point_goal import HABITAT, ROBUSTNAV, PointGoalJudge, expert_actions, field_to_goal
from wayproof.vocabulary import Episode, Goal, Pose, Protocol

START = Pose(1.0, 0.0, 1.0, 0.4)


@cache
def _world() -> World:
    return World(hall(), load_body("locobot"))


def _to_point(protocol: Protocol, maximum_steps: int = 500) -> Episode:
    goal = Goal("point_goal", position_m=(4.5, 0.0, 3.2), radius_m=protocol.success_distance_m)
    return Episode("made up", "boxes", "point_goal", START, (goal,), maximum_steps=maximum_steps)


def _rehearsed(protocol: Protocol, episode: Episode) -> np.ndarray | None:
    return rehearse(_world(), protocol, episode, PointGoalJudge(_world(), protocol, episode))


@pytest.mark.parametrize("protocol", [HABITAT, ROBUSTNAV], ids=lambda protocol: protocol.name)
def test_the_rehearsal_has_a_pose_for_each_action_of_the_protocols_own_size(protocol: Protocol) -> None:
    episode = _to_point(protocol)
    poses = _rehearsed(protocol, episode)
    assert poses is not None
    actions = expert_actions(field_to_goal(_world().paths, episode), START, protocol)
    assert len(poses) == len(actions) and poses[0] == pytest.approx([1.0, 0.0, 1.0, 0.4])
    steps_m = np.linalg.norm(np.diff(poses[:, :3], axis=0), axis=1)
    turns_rad = np.abs(np.diff(poses[:, 3]))
    for name, step_m, turn_rad in zip(actions, steps_m, turns_rad, strict=False):
        assert step_m == pytest.approx(protocol.forward_m if name == "forward" else 0.0, abs=1e-9)
        assert turn_rad == pytest.approx(protocol.turn_rad if name.startswith("turn") else 0.0, abs=1e-9)
    assert math.dist(poses[-1, [0, 2]], (4.5, 3.2)) < protocol.success_distance_m


def test_an_expert_that_runs_out_of_steps_fails() -> None:
    poses = _rehearsed(HABITAT, _to_point(HABITAT))
    assert poses is not None
    assert _rehearsed(HABITAT, _to_point(HABITAT, maximum_steps=len(poses))) is not None
    assert _rehearsed(HABITAT, _to_point(HABITAT, maximum_steps=len(poses) - 1)) is None


@pytest.mark.parametrize("most_turns_rad", [math.pi, math.inf])
def test_an_expert_whose_whole_steps_lead_nowhere_fails(most_turns_rad: float) -> None:
    to_and_fro = replace(HABITAT, turn_rad=math.pi)
    episode = _to_point(to_and_fro)
    judge = PointGoalJudge(_world(), to_and_fro, episode)
    assert rehearse(_world(), to_and_fro, episode, judge, most_turns_rad=most_turns_rad) is None


def test_each_goal_of_several_has_its_own_limit_of_steps() -> None:
    places = ((4.5, 0.0, 1.5), (1.5, 0.0, 4.5), (4.5, 0.0, 4.5))
    goals = tuple(Goal("language_goals", view_points_m=(place,), text="?") for place in places)
    episode = Episode("made up", "boxes", "language_goals", START, goals, maximum_steps=1500)

    def poses(goal_steps: int) -> np.ndarray | None:
        protocol = replace(LANGNAV, goal_steps=goal_steps)
        return rehearse(_world(), protocol, episode, LanguageGoalsJudge(_world(), protocol, episode))

    walked = poses(500)
    assert walked is not None and 40 < len(walked) < 90
    assert poses(30) is not None  # enough for each of them, and not for all together
    assert poses(12) is None  # not enough for the second


def test_a_claim_out_of_range_fails() -> None:
    episode = _to_point(HABITAT)
    judge = PointGoalJudge(_world(), HABITAT, episode)
    judge.guide.radius_m = 1.0  # the expert stops a metre short
    assert rehearse(_world(), HABITAT, episode, judge) is None


def test_episodes_are_numbered_from_0_and_named_by_their_numbers() -> None:
    assert episode_id("point_goal", "habitat", 7, 3) == "point_goal/habitat/7/3"
    drawn = episode_generator(7, "house", "point_goal", "habitat", 3).random()
    assert drawn == generator_for(7, "house", "point_goal", "habitat", 3).random()
    with pytest.raises(InvalidInput, match="episode index is -1; episodes are counted from 0"):
        episode_generator(7, "house", "point_goal", "habitat", -1)
    with pytest.raises(InvalidInput, match="pair index is -2; pairs are counted from 0"):
        check_index(-2, "pair")


def test_lengths_are_within_a_range_that_includes_its_ends() -> None:
    found = [length_fault(length_m, (1.0, 3.0)) for length_m in (0.99, 1.0, 3.0, 3.01, math.inf)]
    assert found == ["too near", None, None, "too far", "too far"]


def test_a_draw_says_why_candidates_were_rejected() -> None:
    rejected = Counter({"too near": 2, "no way by steps": 1})
    assert list(accepted(_to_point(HABITAT), rejected).rejected.items()) == [
        ("no way by steps", 1),
        ("too near", 2),
    ]
    error = no_episode("boxes", _world().free, HABITAT, rejected, lengths_m=(1.0, 30.0))
    assert str(error) == (
        "scene 'boxes' has no point_goal episode of 1 to 30 m under protocol 'habitat' for a body of radius "
        "0.175 m: 3 draws failed (no way by steps: 1, too near: 2); choose a larger scene, a smaller body or "
        "another protocol"
    )
