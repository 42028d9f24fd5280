"""The Gymnasium environments: their contract, their scores, and that every episode can be had again."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv
from msgspec.structs import replace

from wayproof.episode.environment import NavigationEnv
from wayproof.episode.reward import SUCCESS_REWARD
from wayproof.episode.scene_choice import SceneChoice
from wayproof.sensors import SENSORS
from wayproof.tasks import TASKS
from wayproof.tasks.point_goal import ACTIONS, HABITAT, ROBUSTNAV, expert_actions, field_to_goal

SCENE = "houses-v1/train/1/2-rooms"
LARGER = "houses-v1/train/1/4-rooms"
SMALL: dict[str, Any] = {"scenes": SCENE, "settings": {"width_px": 32, "height_px": 24}}
ON_LEGS = replace(ROBUSTNAV, body="h1")
STOP, FORWARD, LEFT, RIGHT = range(4)
WANDERING = (FORWARD, FORWARD, LEFT, FORWARD, RIGHT, FORWARD, FORWARD, LEFT)


def _make(task: str = "point_goal", **more: Any) -> NavigationEnv:
    return NavigationEnv(task, **{**SMALL, **more})


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


def _follow_expert(env: NavigationEnv) -> tuple[list[float], dict[str, Any]]:
    trial = env.trial
    rewards: list[float] = []
    info: dict[str, Any] = {}
    for name in expert_actions(
        field_to_goal(trial.world.paths, trial.episode), trial.episode.start, env.protocol
    ):
        _, reward, _, _, info = env.step(np.int64(ACTIONS.index(name)))
        rewards.append(reward)
    return rewards, info


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("PointNav", {}),
        ("PointNav", {"sensors": tuple(SENSORS.names()), "privileged": True, "people": 1}),
        (
            "PointNav",
            {"protocol": replace(ROBUSTNAV, body="h1"), "condition": ["fog:0.5", "missing_depth:1"]},
        ),
        ("PointNav", {"control": "velocity"}),
        ("PointNav", {"control": "waypoint", "condition": "motion_drift:1"}),
        ("PointNav", {"scenes": "offices-v1/val/3"}),
        ("ObjectNav", {"scenes": LARGER}),
        ("ObjectNav", {"scenes": LARGER, "control": "velocity"}),
        ("LanguageGoals", {"scenes": LARGER}),
        ("InstructionFollowing", {"scenes": LARGER, "protocol": "rxr"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "+".join(value) or "default",
)
def test_gymnasiums_own_check_passes_without_a_warning(name: str, options: dict[str, Any]) -> None:
    # Warnings are errors in this test run; the check also renders in every mode.
    check_env(gymnasium.make(f"wayproof.episode:wayproof/{name}-v0", **{**SMALL, **options}).unwrapped)


def test_a_seed_and_actions_give_the_same_episode_again() -> None:
    env, twin = (_make(protocol="robustnav", people=1) for _ in range(2))
    twin.reset(seed=99)
    twin.step(np.int64(FORWARD))
    first, info = env.reset(seed=7)
    second, twin_info = twin.reset(seed=7)
    assert _same(first, second) and info == twin_info
    for action in WANDERING:
        one, other = env.step(np.int64(action)), twin.step(np.int64(action))
        assert _same(one[0], other[0]) and one[1:] == other[1:]


def test_the_third_episode_can_be_had_without_the_first_two() -> None:
    env, twin = _make(), _make()
    env.reset(seed=5)
    env.step(np.int64(FORWARD))
    env.reset()
    third, info = env.reset()
    again, twin_info = twin.reset(seed=5, options={"index": 2})
    assert _same(third, again) and info == twin_info
    following, info = env.reset()
    again, twin_info = twin.reset()
    assert _same(following, again) and info == twin_info


def test_episodes_differ_from_each_other_and_between_seeds() -> None:
    env = _make()
    starts = [
        env.reset(seed=0)[0]["point_goal"],
        env.reset()[0]["point_goal"],
        env.reset(seed=1)[0]["point_goal"],
    ]
    assert len({tuple(start.tolist()) for start in starts}) == 3


def test_scenes_change_after_so_many_episodes_and_can_be_chosen() -> None:
    names = ("houses-v1/train/1/2-rooms", "houses-v1/train/2/2-rooms")
    env = _make(scenes=SceneChoice(names, episodes_in_a_row=2), sensors=("point_goal",))
    scenes = [env.reset(seed=3)[1]["scene"]] + [env.reset()[1]["scene"] for _ in range(9)]
    assert scenes[0::2] == scenes[1::2] and len(set(scenes)) == 2
    assert env.reset(options={"scene": names[1]})[1]["scene"] == names[1]
    assert _make(scenes=None).scenes.names == tuple(f"houses-v1/train/{seed}" for seed in range(10))
    assert _make(scenes=["offices-v1", SCENE]).scenes.names[9:] == ("offices-v1/train/9", SCENE)


@pytest.mark.parametrize("protocol", ["habitat", "robustnav"])
def test_the_expert_earns_success_and_a_good_spl(protocol: str) -> None:
    exact = replace(TASKS["point_goal"].protocol(protocol), actuation="none")
    env = _make(protocol=exact, sensors=("point_goal",))
    _, info = env.reset(seed=2)
    start_m = info["distance_to_goal"]
    rewards, info = _follow_expert(env)
    assert info["success"] and 0.85 < info["spl"] <= 1.0 and info["bumps"] == 0
    progress = start_m - info["distance_to_goal"]
    assert sum(rewards) == pytest.approx(progress - 0.01 * len(rewards) + SUCCESS_REWARD, abs=1e-6)


def test_stopping_far_from_the_goal_ends_in_failure() -> None:
    env = _make(sensors=("point_goal",))
    env.reset(seed=2)
    _, reward, terminated, truncated, info = env.step(np.int64(STOP))
    assert terminated and not truncated
    assert not info["success"] and info["spl"] == 0.0 and reward == pytest.approx(-0.01)


def test_standing_on_the_goal_without_stop_is_no_success() -> None:
    env = _make(sensors=("point_goal",))
    env.reset(seed=2)
    trial = env.trial
    for name in expert_actions(
        field_to_goal(trial.world.paths, trial.episode), trial.episode.start, env.protocol
    )[:-1]:
        _, _, terminated, _, info = env.step(np.int64(ACTIONS.index(name)))
    assert info["distance_to_goal"] < 0.2 and not info["success"] and not terminated


def test_the_limit_of_steps_truncates() -> None:
    env = _make(protocol="robustnav", sensors=("bump",))
    env.reset(seed=0)
    ends = [env.step(np.int64(LEFT))[2:4] for _ in range(300)]
    assert ends[:-1] == [(False, False)] * 299 and ends[-1] == (False, True)


def test_protocol_switches_change_what_a_blocked_body_does() -> None:
    ways = {}
    for sliding in (False, True):
        env = _make(protocol=replace(HABITAT, sliding=sliding), sensors=("bump",))
        env.reset(seed=4)
        for _ in range(60):
            env.step(np.int64(FORWARD))
        state = env.trial.state
        assert state.bumps > 0
        ways[sliding] = state.travelled_m
    assert ways[True] >= ways[False]
    assert _make().protocol.sliding and not _make(protocol="robustnav").protocol.sliding


def test_lightings_change_colours_and_nothing_else() -> None:
    seen = {name: _make(light=name).reset(seed=1)[0] for name in ("day", "lights_off")}
    assert seen["day"]["rgb"].mean() > 2 * seen["lights_off"]["rgb"].mean()
    np.testing.assert_array_equal(seen["day"]["depth"], seen["lights_off"]["depth"])


def test_the_first_person_picture_has_the_size_of_the_bodys_camera() -> None:
    env = _make(render_mode="rgb_array", sensors=("point_goal",))
    env.reset(seed=0)
    before = env.render()
    env.step(np.int64(LEFT))
    after = env.render()
    assert before is not None and after is not None
    assert before.shape == (300, 400, 3) and before.dtype == np.uint8
    assert (before != after).any(axis=2).mean() > 0.3


def test_the_map_shows_the_way_growing() -> None:
    env = _make(render_mode="map", sensors=("point_goal",))
    env.reset(seed=2)
    red = []
    first = env.render()
    assert first is not None and first.shape == (640, 640, 3)
    trial = env.trial
    for name in expert_actions(
        field_to_goal(trial.world.paths, trial.episode), trial.episode.start, env.protocol
    )[:-1]:
        env.step(np.int64(ACTIONS.index(name)))
        picture = env.render()
        assert picture is not None
        red.append(int(((picture[..., 0] > 190) & (picture[..., 1] < 90) & (picture[..., 2] < 80)).sum()))
    assert red[-1] > red[len(red) // 2] > red[0]


def test_environments_work_side_by_side_in_a_vector() -> None:
    envs = SyncVectorEnv([lambda: _make(sensors=("depth", "point_goal")) for _ in range(3)])
    observation, _ = envs.reset(seed=10)
    assert observation["depth"].shape == (3, 24, 32)
    for _ in range(5):
        observation, rewards, _, _, info = envs.step(np.array([FORWARD, LEFT, RIGHT]))
    assert rewards.shape == (3,) and info["distance_to_goal"].shape == (3,)
    alone = _make(sensors=("depth", "point_goal"))
    alone.reset(seed=11)
    for _ in range(5):
        single = alone.step(np.int64(LEFT))[0]
    np.testing.assert_array_equal(observation["depth"][1], single["depth"])
    envs.close()


def test_a_condition_changes_what_is_seen_and_not_the_episode() -> None:
    clean, faulty = _make(), _make(condition="speckle_noise:0.6")
    (seen, info), (hurt, told) = clean.reset(seed=4), faulty.reset(seed=4)
    assert info == told and (seen["rgb"] != hurt["rgb"]).any()
    assert _same({**seen, "rgb": hurt["rgb"]}, hurt)
    assert faulty.condition.name == "speckle_noise:0.6" and not clean.condition.faults


@pytest.mark.parametrize(
    ("control", "move"), [("velocity", [1.0, 0.0, 0.0]), ("waypoint", [0.5, 0.0, 0.0, 0.0])]
)
def test_continuous_control_moves_and_claims(control: str, move: list[float]) -> None:
    env = _make(control=control, sensors=("speed",))
    env.reset(seed=2)
    env.step(np.array(move, np.float32))
    assert env.trial.state.travelled_m > 0.0
    *_, terminated, truncated, info = env.step(np.array([*move[:-1], 1.0], np.float32))
    assert terminated and not truncated and info["ended"] == "stop"


PROGRAM = """
import hashlib, numpy as np
from wayproof.episode.environment import NavigationEnv
env = NavigationEnv(
    "point_goal",
    scenes="houses-v1/train/1/2-rooms",
    settings={"width_px": 32, "height_px": 24},
    protocol="robustnav",
    condition=["speckle_noise:0.5", "motion_drift:1"],
    people=1,
)
digest = hashlib.sha256()
seen, _ = env.reset(seed=7)
for action in (1, 1, 2, 1, 3, 1, 1, 2):
    for name in sorted(seen):
        digest.update(np.ascontiguousarray(seen[name]).tobytes())
    seen = env.step(np.int64(action))[0]
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_another_process_with_another_hash_seed_sees_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = set()
    for hash_seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", hash_seed)
        done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
        digests.add(done.stdout)
    assert len(digests) == 1
