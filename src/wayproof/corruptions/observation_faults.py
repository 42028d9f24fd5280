"""The faults of the observations of one environment: begun with each episode, called once per step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions.fault_memory import Keeping, Kept
from wayproof.corruptions.frame_layout import array_of, frames_of, joined, like
from wayproof.corruptions.frame_stacks import StackMemory
from wayproof.corruptions.observation_entries import PICTURES, Entry
from wayproof.corruptions.recorded_readings import with_own_holes
from wayproof.corruptions.stream import Stream, in_sequence
from wayproof.corruptions.written import start_written
from wayproof.vocabulary import Context

LONGEST_DEPTH_M = 10.0


@dataclass(frozen=True)
class FaultOrder:
    """Which faults act on which entries of an observation, and what is known of these."""

    corruptions: tuple[str, ...]
    entries: Mapping[str, Entry]
    seed: int = 0
    profile: str = "fixed"
    depth_range_m: tuple[float, float] | None = None  # of depth scaled to [0, 1]
    language: str = "en-US"


@dataclass
class ObservationFaults:
    """The faults in one episode. They can be pickled in the middle of it and go on from there."""

    order: FaultOrder
    episode: str = ""
    step: int = 0
    _streams: dict[str, list[Stream]] = field(default_factory=dict)
    _stacks: dict[str, StackMemory] = field(default_factory=dict)

    def begin(self, episode: str) -> None:
        """Begin the episode of this name."""
        self.episode, self.step = episode, 0
        self._stacks = {key: StackMemory() for key in self.order.entries}
        self._streams = {
            key: self._begun(entry) for key, entry in self.order.entries.items() if self._touches(entry.kind)
        }

    def __call__(self, observation: Any) -> Any:
        """The observation of the current step as the agent gets it."""
        if "" in self.order.entries:
            return self._corrupted("", observation, {})
        place = self._true_place(observation)
        corrupted = dict(observation)
        for key in self._streams:
            corrupted[key] = self._corrupted(key, observation[key], {"true_place": place})
        return corrupted

    def __getstate__(self) -> dict[str, Any]:
        kept = [one.save() for one in self._keeping()]
        return {"order": self.order, "at": (self.episode, self.step), "kept": kept, "stacks": self._stacks}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.order = state["order"]
        self._streams = {}
        if state["stacks"]:  # an episode was begun
            self.begin(state["at"][0])
        self.episode, self.step = state["at"]
        self._stacks = state["stacks"]
        saved: list[Kept] = state["kept"]
        for one, kept in zip(self._keeping(), saved, strict=True):
            one.restore(kept)

    def _keeping(self) -> list[Keeping]:
        streams = (stream for some in self._streams.values() for stream in some)
        return [stream.corrupt for stream in streams if isinstance(stream.corrupt, Keeping)]

    def _touches(self, kind: str) -> bool:
        return bool(in_sequence(start_written(self.order.corruptions), kind))

    def _begun(self, entry: Entry) -> list[Stream]:
        named = f"{self.episode}/{entry.drawn_as}" if entry.drawn_as else self.episode
        order = self.order
        begun = start_written(order.corruptions, seed=order.seed, episode=named, profile=order.profile)
        return [stream for stream in in_sequence(begun, entry.kind) if stream.corrupt is not None]

    def _corrupted(self, key: str, reading: Any, facts: Mapping[str, Any]) -> Any:
        entry, streams = self.order.entries[key], self._streams.get(key)
        if not streams:
            return reading
        if entry.kind == "instruction":
            return self._through(streams, reading, self.step, entry.kind, facts)
        values = array_of(reading)
        if entry.kind not in PICTURES:
            flat = np.atleast_1d(values)
            result = self._through(streams, flat, self.step, entry.kind, facts)
            return like(np.asarray(result).reshape(values.shape), reading)
        assert entry.layout is not None

        def corrupt(frame: NDArray[Any], number: int) -> NDArray[Any]:
            return self._picture(streams, frame, number, entry.kind, facts)

        frames = frames_of(values, entry.layout, entry.kind)
        stacked = "n" in entry.layout
        results = self._stacks[key](frames, corrupt) if stacked else [corrupt(frames[0], self.step)]
        return like(joined(results, entry.layout), reading)

    def _picture(
        self, streams: Sequence[Stream], frame: NDArray[Any], number: int, kind: str, facts: Mapping[str, Any]
    ) -> NDArray[Any]:
        scaled = self.order.depth_range_m if kind == "depth" else None
        clean = frame if scaled is None else metres_from(frame, scaled)
        result: NDArray[Any] = self._through(streams, clean, number, kind, facts)
        if scaled is not None:
            return np.asarray(scaled_from(result, scaled), frame.dtype)
        return with_own_holes(frame, result) if kind == "depth" else result

    def _through(
        self, streams: Sequence[Stream], reading: Any, step: int, kind: str, facts: Mapping[str, Any]
    ) -> Any:
        scaled = self.order.depth_range_m
        context = Context(
            step=step,
            reading=kind,
            longest_depth_m=LONGEST_DEPTH_M if scaled is None else scaled[1],
            language=self.order.language,
            **facts,
        )
        for stream in streams:
            reading = stream(reading, step=step, context=context)
        return reading

    def _true_place(self, observation: Mapping[str, Any]) -> tuple[float, float, float] | None:
        """Where the body is, if the observation tells both position and heading."""
        found = {entry.kind: key for key, entry in self.order.entries.items()}
        if "gps" not in found or "compass" not in found:
            return None
        gps, compass = (array_of(observation[found[kind]]).reshape(-1) for kind in ("gps", "compass"))
        return float(gps[0]), float(gps[1]), float(compass[0])


def metres_from(depth: NDArray[Any], range_m: tuple[float, float]) -> NDArray[np.float32]:
    """A map scaled to [0, 1] between the two distances, in metres; 0 stays "no reading"."""
    near, far = range_m
    values = np.asarray(depth, np.float32)
    return np.where(values > 0, near + values * (far - near), 0.0).astype(np.float32)


def scaled_from(depth_m: NDArray[Any], range_m: tuple[float, float]) -> NDArray[Any]:
    """Metres scaled to [0, 1] between the two distances, clipped there; 0 stays "no reading"."""
    near, far = range_m
    return np.where(depth_m > 0, np.clip((depth_m - near) / (far - near), 0.0, 1.0), 0.0)
