"""Training on the environments with other people's tools: vectors of processes, Stable-Baselines3."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv

from wayproof.episode.environment import NavigationEnv

ROOT = Path(__file__).resolve().parents[2]
POINT_NAV = "wayproof.episode:wayproof/PointNav-v0"
SETTINGS = {"width_px": 40, "height_px": 40}
SMALL: dict[str, Any] = {
    "scenes": "houses-v1/train/1/2-rooms",
    "settings": SETTINGS,
    "sensors": ("rgb", "point_goal"),
}


@pytest.fixture(autouse=True)
def _logs_of_training_go_with_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SB3_LOGDIR", str(tmp_path / "logs"))


def _after_four_turns(seed: int) -> np.ndarray:
    alone = NavigationEnv("point_goal", **SMALL)
    alone.reset(seed=seed)
    for _ in range(4):
        seen = alone.step(np.int64(2))[0]
    return np.asarray(seen["rgb"])


def _make() -> gymnasium.Env[Any, Any]:
    return gymnasium.make(POINT_NAV, **SMALL)


@pytest.mark.slow
def test_environments_in_processes_of_their_own_see_what_one_here_sees() -> None:
    """Spawned workers know nothing but the name, which brings its module along."""
    envs = AsyncVectorEnv([_make, _make], context="spawn")
    observation, _ = envs.reset(seed=20)
    for _ in range(4):
        observation, _, _, _, _ = envs.step(np.array([1, 2]))
    np.testing.assert_array_equal(observation["rgb"][1], _after_four_turns(seed=21))
    envs.close()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_stable_baselines_makes_them_by_name_in_spawned_processes() -> None:
    pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import SubprocVecEnv

    envs = make_vec_env(
        POINT_NAV,
        n_envs=2,
        seed=20,
        env_kwargs=SMALL,
        vec_env_cls=SubprocVecEnv,
        vec_env_kwargs={"start_method": "spawn"},
    )
    envs.reset()
    for _ in range(4):
        observation, _, _, _ = envs.step(np.array([1, 2]))
    np.testing.assert_array_equal(observation["rgb"][1], _after_four_turns(seed=21))
    envs.close()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    ("name", "options", "steps"),
    [
        ("PointNav", SMALL, 2048),
        (
            "ObjectNav",
            {
                "scenes": "houses-v1/train/1/4-rooms",
                "settings": SETTINGS,
                "sensors": ("rgb", "gps", "compass"),
                "condition": ["speckle_noise:0.3"],
            },
            512,
        ),
        ("PointNav", {**SMALL, "control": "velocity", "sensors": ("point_goal",)}, 512),
    ],
    ids=["PointNav", "ObjectNav", "PointNav by velocity"],
)
def test_ppo_of_stable_baselines_trains_for_some_steps(
    name: str, options: dict[str, Any], steps: int
) -> None:
    stable_baselines3 = pytest.importorskip("stable_baselines3")
    import torch
    from stable_baselines3.common.env_util import make_vec_env

    torch.set_num_threads(1)  # so small a network is slower with more
    envs = make_vec_env(f"wayproof.episode:wayproof/{name}-v0", n_envs=2, seed=0, env_kwargs=options)
    model = stable_baselines3.PPO(
        "MultiInputPolicy", envs, n_steps=128, batch_size=128, n_epochs=2, seed=0, device="cpu"
    )
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    model.learn(steps)
    after = list(model.policy.parameters())
    assert model.num_timesteps >= steps
    assert any(bool((old != new).any()) for old, new in zip(before, after, strict=True))
    assert all(bool(new.isfinite().all()) for new in after)
    action, _ = model.predict(envs.reset())
    assert envs.action_space.contains(action[0])


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", ["look_around.py", "gym_random_agent.py", "train_with_stable_baselines.py"])
def test_the_examples_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    argument = {"look_around.py": str(tmp_path), "train_with_stable_baselines.py": "512"}.get(name)
    monkeypatch.setattr(sys, "argv", [name, argument] if argument else [name])
    runpy.run_path(str(ROOT / "examples" / name), run_name="__main__")
    assert capsys.readouterr().out


@pytest.mark.slow
def test_the_lines_of_the_guide_run() -> None:
    guide = (ROOT / "docs" / "guides" / "gymnasium.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
    assert len(blocks) == 2 and names["env"].unwrapped.body.name == "aliengo"
    assert names["truncated"] is False and {"rgb", "depth", "point_goal"} == set(names["observation"])
