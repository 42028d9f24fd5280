"""A Gymnasium vector environment with corrupted observations: each sub-environment has its own draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv, VectorWrapper
from gymnasium.vector.utils import batch_space

from wayproof.corruptions.frame_layout import is_tensor
from wayproof.corruptions.observation_entries import widened
from wayproof.corruptions.observation_faults import ObservationFaults
from wayproof.corruptions.observation_wrapper import fault_order
from wayproof.corruptions.reset_names import ResetNames

FINAL = "final_obs"  # where Gymnasium puts the last observation of an episode that it has reset already


class CorruptedVectorObservations(VectorWrapper):
    """Any vector environment with the faults of `CorruptedObservations`, whose options it takes.

    Each sub-environment has episodes and draws of its own: the same as if each were wrapped by itself and
    reset with its own seed. It follows resets of all three of Gymnasium's autoreset modes.
    """

    def __init__(
        self,
        env: VectorEnv[Any, Any, Any],
        corruptions: Sequence[str],
        *,
        seed: int = 0,
        profile: str = "fixed",
        keys: Mapping[str, str] | None = None,
        layouts: Mapping[str, str] | None = None,
        depth_range_m: tuple[float, float] | None = None,
        language: str = "en-US",
    ) -> None:
        super().__init__(env)
        space = env.single_observation_space
        order = fault_order(space, corruptions, seed, profile, keys, layouts, depth_range_m, language)
        self.single_observation_space = widened(space, order.entries, order.corruptions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._keys = list(order.entries)
        self._faults = [ObservationFaults(order) for _ in range(self.num_envs)]
        self._names = [ResetNames(f"env {k}/") for k in range(self.num_envs)]
        self._last: list[Any] = [None] * self.num_envs  # what each was shown last
        self._over = np.zeros(self.num_envs, bool)
        self._mode = env.metadata.get("autoreset_mode", AutoresetMode.NEXT_STEP)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> Any:
        masked = (options or {}).get("reset_mask")
        begins = np.ones(self.num_envs, bool) if masked is None else np.array(masked, bool)
        seeds = [None if seed is None else seed + k for k in range(self.num_envs)]
        seeds = list(seed) if isinstance(seed, Sequence) else seeds
        observations, info = self.env.reset(seed=seed, options=options)
        for k in np.flatnonzero(begins):
            self._faults[k].begin(self._names[k].next(seeds[k]))
        self._over[begins] = False
        return self._corrupted(observations, begins), info

    def step(self, actions: Any) -> Any:
        observations, rewards, terminated, truncated, info = self.env.step(actions)
        over = np.asarray(terminated, bool) | np.asarray(truncated, bool)
        for faults in self._faults:
            faults.step += 1
        begins = self._over if self._mode is AutoresetMode.NEXT_STEP else over
        if self._mode is AutoresetMode.SAME_STEP:
            self._corrupt_final(info, over)
        if self._mode is not AutoresetMode.DISABLED:
            for k in np.flatnonzero(begins):
                self._faults[k].begin(self._names[k].next(None))
        self._over = over
        return (
            self._corrupted(observations, np.ones(self.num_envs, bool)),
            rewards,
            terminated,
            truncated,
            info,
        )

    def _corrupted(self, observations: Any, fresh: Any) -> Any:
        """The batch with every entry corrupted; those that are not fresh are shown as before."""
        for k in np.flatnonzero(fresh).tolist():
            self._last[k] = self._faults[k](_one(observations, k))
        if self._keys == [""]:
            return _batch(self._last, observations)
        changed = {
            key: _batch([one[key] for one in self._last], observations[key])
            for key in self._keys
            if key in observations
        }
        return {**observations, **changed}

    def _corrupt_final(self, info: dict[str, Any], over: Any) -> None:
        if FINAL in info:
            finals = (
                np.array(info[FINAL], dtype=object, copy=True) if self._keys == [""] else info[FINAL].copy()
            )
            for k in np.flatnonzero(over):
                finals[k] = self._faults[k](finals[k])
            info[FINAL] = finals


def _one(observations: Any, k: int) -> Any:
    if isinstance(observations, Mapping):
        return {key: value[k] for key, value in observations.items()}
    return observations[k]


def _batch(values: Sequence[Any], before: Any) -> Any:
    if is_tensor(before):
        import torch  # noqa: PLC0415  # it is there, since there is a tensor

        return torch.stack(list(values))
    return np.stack(values) if isinstance(before, np.ndarray) else tuple(values)
