"""The environments of the other tasks: what is asked for, several goals in a row, scenes without room."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import msgspec
import numpy as np
import pytest

from wayproof.episode import ENVIRONMENTS
from wayproof.episode.environment import NavigationEnv
from wayproof.episode.reward import STEP_REWARD, SUCCESS_REWARD
from wayproof.errors import InvalidInput
from wayproof.scenes.houses.house import build_house
from wayproof.scenes.imported_scenes import keep
from wayproof.scenes.scene import STRUCTURE
from wayproof.simulator.world import known_categories

SCENE = "houses-v1/train/1/4-rooms"


def _make(task: str, **more: Any) -> NavigationEnv:
    return NavigationEnv(task, **{"scenes": SCENE, "sensors": ("bump",), **more})


def test_object_nav_says_what_to_find() -> None:
    env = _make("object_goal")
    for index in range(4):
        seen, info = env.reset(seed=3, options={"index": index})
        assert known_categories()[int(seen["goal_category"][0]) - 1] == info["category"]
        assert info["category"] == env.trial.present.category
        assert info["category"].replace("_", " ") in info["instruction"]


def test_each_goal_found_earns_the_bonus_and_the_next_one_is_told() -> None:
    """The expert finds three things; progress is measured to the goal that was pursued."""
    env = _make("language_goals")
    _, info = env.reset(seed=11)
    texts, earned = {info["goal"]: info["instruction"]}, []
    while not info["ended"]:
        trial, goal = env.trial, env.trial.goal
        before_m, claims = trial.measures[goal].distance_m, len(trial.claims)
        action = trial.judge.advice(trial.now)
        _, reward, terminated, truncated, info = env.step(np.int64(env.protocol.actions.index(action.name)))
        progress_m = before_m - trial.measures[goal].distance_m
        bonus = SUCCESS_REWARD * (len(trial.claims) > claims)
        assert reward == pytest.approx(progress_m + STEP_REWARD + bonus)
        earned.append(bonus)
        texts.setdefault(info["goal"], info["instruction"])
    assert terminated and not truncated and info["ended"] == "goals_done"
    assert info["success"] and 0.5 < info["spl"] <= 1.0 and sum(earned) == 3 * SUCCESS_REWARD
    assert texts == {number: goal.text for number, goal in enumerate(env.trial.episode.goals)}


def test_a_wrong_claim_earns_nothing() -> None:
    env = _make("language_goals")
    env.reset(seed=11)
    found = np.int64(env.protocol.actions.index("found"))
    rewards = [env.step(found)[1] for _ in env.trial.episode.goals]
    assert rewards == pytest.approx([STEP_REWARD] * 3)
    assert env.trial.outcome is not None and env.trial.outcome.reason == "goals_missed"


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_every_environment_has_a_map_of_its_goal(name: str) -> None:
    env = gymnasium.make(
        f"wayproof.episode:{name}", scenes=SCENE, sensors=("bump",), render_mode="map"
    ).unwrapped
    env.reset(seed=11)
    picture = env.render()
    green = (picture[..., 1] > 130) & (picture[..., 0] < 80) & (picture[..., 2] < 120)
    assert green.sum() > 20


@pytest.fixture
def unnamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An imported flat in which nobody has said what the things are: there is nothing to look for."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    scene = build_house(1, rooms=2).scene
    things = [
        thing if thing.category in STRUCTURE else msgspec.structs.replace(thing, category="thing")
        for thing in scene.instances
    ]
    keep(replace(scene, instances=tuple(things)), "unnamed")
    return "imported/unnamed"


def test_a_scene_without_room_for_an_episode_is_passed_over(unnamed: str) -> None:
    env = _make("object_goal", scenes=[unnamed, SCENE])
    drawn = [next(env.scenes.in_order(seed, 0)) for seed in range(6)]
    played = [env.reset(seed=seed)[1]["scene"] for seed in range(6)]
    assert unnamed in drawn and played == [SCENE] * 6
    for scenes, options in ((unnamed, {}), ([unnamed, SCENE], {"scene": unnamed})):
        with pytest.raises(InvalidInput, match="no scene has room for episode 0 of object_goal: scene 'imp"):
            _make("object_goal", scenes=scenes).reset(seed=0, options=options)


def test_an_imported_scene_is_a_world_like_any_other(unnamed: str) -> None:
    env = _make("point_goal", scenes=unnamed)
    assert env.reset(seed=0)[1]["scene"] == unnamed
