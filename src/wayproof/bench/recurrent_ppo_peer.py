"""sb3-contrib's RecurrentPPO on our Gymnasium environment: the peer of our recurrent PPO.

Each environment is a process of its own (SubprocVecEnv) with a house of its own, as our groups have, and
gives the same pictures and goals as our trials see.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import RecurrentPPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import SubprocVecEnv

from wayproof.agents.learned.policy_inputs import InputForm, picture_of, point_features
from wayproof.bench.lstm_policy import WIDTH, Torso, make_stop_rare
from wayproof.bench.processor_time import Spent, spent_now
from wayproof.episode.environment import NavigationEnv
from wayproof.learning.policies.policy_recipe import PolicyRecipe
from wayproof.learning.policies.ppo import PpoRecipe
from wayproof.simulator.worlds import house_name


class PolicyInputs(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Readings as the small picture and the goal's features that our policies take."""

    def __init__(self, env: NavigationEnv, form: InputForm) -> None:
        super().__init__(env)
        self._form = form
        shape = (form.channels, form.height_px, form.width_px)
        self.observation_space = spaces.Dict(
            {
                "picture": spaces.Box(0, 255, shape, np.uint8),
                "goal": spaces.Box(-np.inf, np.inf, (form.goal_size,), np.float32),
            }
        )

    def observation(self, observation: Any) -> Any:
        return {
            "picture": picture_of(observation, self._form),
            "goal": point_features(observation["point_goal"]),
        }


class TorsoFeatures(BaseFeaturesExtractor):  # type: ignore[misc] # no types there
    """Our torso as sb3 asks for it."""

    def __init__(self, observation_space: Any, form: InputForm) -> None:
        super().__init__(observation_space, WIDTH)
        self.torso = Torso(form)

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        features: torch.Tensor = self.torso(observations["picture"], observations["goal"])
        return features


class _Clock(BaseCallback):  # type: ignore[misc] # no types there
    """Notes when a rollout begins and ends."""

    def __init__(self, pids: list[int]) -> None:
        super().__init__()
        self._pids = pids
        self.begun = self.ended = spent_now(pids)

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        self.begun = spent_now(self._pids)

    def _on_rollout_end(self) -> None:
        self.ended = spent_now(self._pids)


class RecurrentPpoPeer:
    """RecurrentPPO with the sizes and hyper-parameters of one of our recipes."""

    def __init__(self, recipe: PolicyRecipe) -> None:
        assert recipe.ppo is not None
        torch.set_num_threads(recipe.threads)
        self._frames = recipe.ppo.trials * recipe.ppo.steps
        self._envs = SubprocVecEnv(
            [partial(_environment, recipe, place) for place in range(recipe.ppo.trials)],
            start_method="spawn",
        )
        self._envs.seed(0)
        self._model = _model(self._envs, recipe.form, recipe.ppo)
        self.pids: list[int] = [process.pid for process in self._envs.processes]

    def round(self) -> tuple[Spent, Spent]:
        """One rollout and the learning from it: what collecting took, and what all of it took."""
        clock, before = _Clock(self.pids), spent_now(self.pids)
        self._model.learn(self._frames, callback=clock, reset_num_timesteps=False)
        return clock.ended.minus(clock.begun), spent_now(self.pids).minus(before)

    def close(self) -> None:
        self._envs.close()


def _environment(recipe: PolicyRecipe, place: int) -> gymnasium.Env[Any, Any]:
    torch.set_num_threads(1)
    supply = recipe.supply
    env = NavigationEnv(
        supply.task,
        protocol=supply.protocol,
        scenes=[house_name(supply.split, supply.first_house + place)],
        sensors=recipe.form.sensors,
        settings=recipe.settings,
    )
    return PolicyInputs(env, recipe.form)


def _model(envs: Any, form: InputForm, ppo: PpoRecipe) -> Any:
    falling: Callable[[float], float] = lambda left: ppo.rate * left  # noqa: E731
    model = RecurrentPPO(
        "MultiInputLstmPolicy",
        envs,
        learning_rate=falling,
        n_steps=ppo.steps,
        batch_size=ppo.trials * ppo.steps // ppo.parts,
        n_epochs=ppo.passes,
        gamma=ppo.gamma,
        gae_lambda=ppo.tau,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value,
        max_grad_norm=ppo.gradient,
        policy_kwargs={
            "features_extractor_class": TorsoFeatures,
            "features_extractor_kwargs": {"form": form},
            "normalize_images": False,  # the torso does it
            "ortho_init": False,  # it cannot fill weights that are laid out channels last
            "net_arch": [],
            "lstm_hidden_size": WIDTH,
            "shared_lstm": True,  # one for actor and critic, as ours
            "enable_critic_lstm": False,
        },
        device="cpu",
    )
    make_stop_rare(model.policy.action_net)
    return model
