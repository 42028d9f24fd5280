"""Faults around a vector environment: every sub-environment has its own draws, in every episode.

    python examples/vector_env.py

Four copies of one environment show the same picture. Each has its own noise and its own dirt on the lens.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import SyncVectorEnv

from wayproof.corruptions.wrappers import CorruptedVectorObservations

ENVIRONMENTS, STEPS = 4, 8


class Corridor(gymnasium.Env[Any, Any]):
    """Any environment with pictures; this one shows the same one always and ends after three steps."""

    def __init__(self) -> None:
        self.observation_space = spaces.Box(0, 255, (48, 64, 3), np.uint8)
        self.action_space = spaces.Discrete(4)
        self.steps = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self.steps = 0
        return np.full((48, 64, 3), 128, np.uint8), {}

    def step(self, action: Any) -> Any:
        self.steps += 1
        return np.full((48, 64, 3), 128, np.uint8), 0.0, self.steps == 3, False, {}


def main() -> None:
    envs = SyncVectorEnv([Corridor] * ENVIRONMENTS)
    envs = CorruptedVectorObservations(envs, ["spatter_robustnav:0.5", "gaussian_noise:0.3"])
    pictures, _ = envs.reset(seed=0)
    seen = {picture.tobytes() for picture in pictures}
    for _ in range(STEPS):
        pictures, *_ = envs.step(envs.action_space.sample())
        seen |= {picture.tobytes() for picture in pictures}
    print(f"{len(seen)} of {ENVIRONMENTS * (STEPS + 1)} pictures differ")


if __name__ == "__main__":
    main()
