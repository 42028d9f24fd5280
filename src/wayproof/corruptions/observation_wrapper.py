"""A Gymnasium environment whose observations reach the agent corrupted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from wayproof.corruptions.observation_entries import entries_of, refuse_idle, refuse_scaled_depth, widened
from wayproof.corruptions.observation_faults import FaultOrder, ObservationFaults
from wayproof.corruptions.reset_names import ResetNames


class CorruptedObservations(gymnasium.ObservationWrapper[Any, Any, Any]):
    """An environment whose frames, depth maps, instructions and places reach the agent corrupted.

    `keys` says which entry of a Dict observation is what ("rgb", "depth", "instruction", "gps", "compass",
    "point_goal", "imu"). Without it uint8 pictures and floats of three channels up to 1 are taken as rgb,
    other float maps as depth, texts as instructions, and the last four by their names. All other entries stay
    as they are. Channels may come first or last, and frames in stacks; `layouts` says how where the shape
    does not.
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
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
        space = env.observation_space
        order = fault_order(space, corruptions, seed, profile, keys, layouts, depth_range_m, language)
        self.observation_space = widened(space, order.entries, order.corruptions)
        self._faults, self._names = ObservationFaults(order), ResetNames()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self._faults.begin(self._names.next(seed))
        return super().reset(seed=seed, options=options)

    def step(self, action: Any) -> Any:
        self._faults.step += 1
        return super().step(action)

    def observation(self, observation: Any) -> Any:
        return self._faults(observation)


def fault_order(
    space: gymnasium.Space[Any],
    corruptions: Sequence[str],
    seed: int,
    profile: str,
    keys: Mapping[str, str] | None,
    layouts: Mapping[str, str] | None,
    depth_range_m: tuple[float, float] | None,
    language: str,
) -> FaultOrder:
    """What is to be done to observations of a space; refuses what would do nothing or cannot be told."""
    entries = entries_of(space, keys, layouts)
    refuse_scaled_depth(space, entries, depth_range_m)
    refuse_idle(corruptions, entries)
    return FaultOrder(tuple(corruptions), entries, seed, profile, depth_range_m, language)
