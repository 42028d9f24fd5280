"""A Gymnasium environment whose frames, depth maps and instructions reach the agent corrupted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.stream import Stream, in_sequence
from wayproof.corruptions.written import read_written, start_written
from wayproof.errors import InvalidInput, unknown_name
from wayproof.vocabulary import Context

READINGS = ("rgb", "depth", "instruction")
LONGEST_DEPTH_M = 10.0


class CorruptedObservations(gymnasium.ObservationWrapper[Any, Any, Any]):
    """An environment whose frames, depth maps and instructions are corrupted before the agent gets them.

    `keys` says which entry of a Dict observation is what ("rgb", "depth", "instruction"); without it uint8
    pictures are taken as rgb, float maps as depth and texts as instructions. All other entries stay as they
    are.
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        corruptions: Sequence[str],
        *,
        seed: int = 0,
        profile: str = "fixed",
        keys: Mapping[str, str] | None = None,
        depth_range_m: tuple[float, float] | None = None,
        language: str = "en-US",
    ) -> None:
        super().__init__(env)
        self._written, self._seed, self._profile = tuple(corruptions), seed, profile
        self._kinds = _kinds_of(env.observation_space, keys)
        self._depth_range_m, self._language = depth_range_m, language
        _refuse_scaled_depth(env.observation_space, self._kinds, depth_range_m)
        _refuse_idle(self._written, list(self._kinds.values()))
        self._streams: list[Stream] = []
        self._resets, self._step = 0, 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        episode = episode_name(self._resets, seed)
        self._streams = start_written(self._written, seed=self._seed, episode=episode, profile=self._profile)
        self._resets, self._step = self._resets + 1, 0
        return super().reset(seed=seed, options=options)

    def step(self, action: Any) -> Any:
        self._step += 1
        return super().step(action)

    def observation(self, observation: Any) -> Any:
        if "" in self._kinds:
            return self._corrupted(observation, self._kinds[""])
        corrupted = dict(observation)
        for key, kind in self._kinds.items():
            corrupted[key] = self._corrupted(observation[key], kind)
        return corrupted

    def _corrupted(self, reading: Any, kind: str) -> Any:
        scaled = self._depth_range_m if kind == "depth" else None
        acting = [stream for stream in in_sequence(self._streams, kind) if stream.corrupt is not None]
        if not acting:
            return reading
        longest_m = LONGEST_DEPTH_M if self._depth_range_m is None else self._depth_range_m[1]
        context = Context(step=self._step, longest_depth_m=longest_m, language=self._language)
        result = reading if scaled is None else metres_from(reading, scaled)
        for stream in acting:
            result = stream(result, step=self._step, context=context)
        return result if scaled is None else scaled_from(result, scaled).astype(reading.dtype)


def episode_name(resets: int, seed: int | None) -> str:
    """The episode that a reset begins: always the same for one seed, else the next in the row."""
    return f"reset {resets}" if seed is None else f"seed {seed}"


def metres_from(depth: Any, range_m: tuple[float, float]) -> Any:
    """A map scaled to [0, 1] between the two distances, in metres; 0 stays "no reading"."""
    near, far = range_m
    values = np.asarray(depth, np.float32)
    return np.where(values > 0, near + values * (far - near), 0.0).astype(np.float32)


def scaled_from(depth_m: Any, range_m: tuple[float, float]) -> Any:
    """Metres scaled to [0, 1] between the two distances, clipped there; 0 stays "no reading"."""
    near, far = range_m
    return np.where(depth_m > 0, np.clip((depth_m - near) / (far - near), 0.0, 1.0), 0.0)


def _kinds_of(space: spaces.Space[Any], keys: Mapping[str, str] | None) -> dict[str, str]:
    """What each entry of the observation is; a plain observation has the key ""."""
    entries = dict(space.spaces) if isinstance(space, spaces.Dict) else {"": space}
    for key, kind in (keys or {}).items():
        if key not in entries:
            raise unknown_name("entry of the observation", key, entries)
        if kind not in READINGS:
            raise unknown_name("kind of reading", kind, READINGS)
    if keys is not None:
        return dict(keys)
    kinds = {key: _kind_of(entry) for key, entry in entries.items()}
    return {key: kind for key, kind in kinds.items() if kind is not None}


def _kind_of(space: spaces.Space[Any]) -> str | None:
    if isinstance(space, spaces.Text):
        return "instruction"
    if not isinstance(space, spaces.Box):
        return None
    channels = space.shape[2] if len(space.shape) == 3 else 1
    if space.dtype == np.uint8 and len(space.shape) in (2, 3) and channels in (1, 3):
        return "rgb"
    picture = len(space.shape) in (2, 3) and channels == 1
    return "depth" if picture and np.issubdtype(space.dtype, np.floating) else None


def _refuse_scaled_depth(
    space: spaces.Space[Any], kinds: Mapping[str, str], range_m: tuple[float, float] | None
) -> None:
    if range_m is not None and not 0.0 <= range_m[0] < range_m[1]:
        raise InvalidInput(f"depth_range_m is {range_m}; give (near, far) in metres, near below far")
    for key, kind in kinds.items():
        entry = space[key] if isinstance(space, spaces.Dict) else space
        if kind == "depth" and range_m is None and isinstance(entry, spaces.Box) and entry.high.max() <= 1.0:
            raise InvalidInput(
                f"depth {key!r} ends at {entry.high.max():g}, so it is likely scaled to [0, 1]; say between "
                "which distances with depth_range_m=(near, far), or (0, 1) if it really is metres"
            )


def _refuse_idle(written: Sequence[str], present: Sequence[str]) -> None:
    """Refuse a corruption that would silently do nothing here."""
    for text in written:
        component = read_written(text).corruption
        if not set(component.modalities) & set(present):
            fitting = [other.name for other in CORRUPTIONS if other.modality in present]
            raise InvalidInput(
                f"{component.name} acts on {component.modality} and this observation has "
                f"{', '.join(present) or 'nothing to corrupt'}; take a fitting one "
                f"({', '.join(fitting[:3])}, ...) or name the entry with keys={{...}}"
            )
