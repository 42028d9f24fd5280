"""Training on the environment with other people's tools: vectors of processes, Stable-Baselines3."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv

from wayproof.episode.environment import PointNavEnv

ROOT = Path(__file__).resolve().parents[2]
SMALL = {"houses": (1,), "rooms": 2, "width_px": 40, "height_px": 40, "sensors": ("rgb", "point_goal")}


@pytest.fixture(autouse=True)
def _logs_of_training_go_with_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SB3_LOGDIR", str(tmp_path / "logs"))


def _make() -> PointNavEnv:
    return PointNavEnv(**SMALL)  # type: ignore[arg-type]


@pytest.mark.slow
def test_environments_in_processes_of_their_own_see_what_one_here_sees() -> None:
    envs = AsyncVectorEnv([_make, _make], context="spawn")
    observation, _ = envs.reset(seed=20)
    for _ in range(4):
        observation, _, _, _, _ = envs.step(np.array([1, 2]))
    alone = _make()
    alone.reset(seed=21)
    for _ in range(4):
        single = alone.step(np.int64(2))[0]
    np.testing.assert_array_equal(observation["rgb"][1], single["rgb"])
    envs.close()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_ppo_of_stable_baselines_trains_for_a_few_thousand_steps() -> None:
    stable_baselines3 = pytest.importorskip("stable_baselines3")
    import torch
    from stable_baselines3.common.env_util import make_vec_env

    torch.set_num_threads(1)  # so small a network is slower with more
    envs = make_vec_env(PointNavEnv, n_envs=2, seed=0, env_kwargs=SMALL)
    model = stable_baselines3.PPO(
        "MultiInputPolicy", envs, n_steps=256, batch_size=128, n_epochs=2, seed=0, device="cpu"
    )
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    model.learn(2048)
    after = list(model.policy.parameters())
    assert model.num_timesteps >= 2048
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
