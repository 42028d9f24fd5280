"""A Gymnasium environment whose motors are at fault: actions become motions, are corrupted, and go back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from msgspec.structs import replace

from wayproof.corruptions.fault_memory import Keeping
from wayproof.corruptions.reset_names import ResetNames
from wayproof.corruptions.stream import Stream
from wayproof.corruptions.written import read_written, start_written
from wayproof.errors import InvalidInput, unknown_name
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Context

TRIAL_STEPS = 100  # enough to see what a rare fault makes of the actions before the first episode


class CorruptedActions(gymnasium.ActionWrapper[Any, Any, Any]):
    """An environment whose motors are at fault: actions are taken as motions, corrupted, and written back.

    Discrete actions: `motions` gives the motion of each, None for what moves nothing (stop, done), which
    passes. The fault must end in one of these motions; `standing` is the action that does nothing for a step.
    Continuous actions: `axes` names their entries and what a 1 in them does in one step, as {"forward_m": (0,
    0.25), "turn_rad": (1, 0.5)}; "left_m" where the body can. A sideways fault of a body that cannot is
    refused, unless `ignore_sideways`.
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        corruptions: Sequence[str],
        *,
        seed: int = 0,
        profile: str = "fixed",
        motions: Sequence[Motion | None] | None = None,
        standing: int | None = None,
        axes: Mapping[str, tuple[int, float]] | None = None,
        ignore_sideways: bool = False,
    ) -> None:
        super().__init__(env)
        self._written, self._seed, self._profile = tuple(corruptions), seed, profile
        _refuse_sensor_faults(self._written)
        self._motions, self._standing = _checked_motions(env.action_space, motions, standing), standing
        self._axes = _checked_axes(env.action_space, axes)
        self._ignore_sideways = ignore_sideways
        self._streams: list[Stream] = []
        self._names, self._episode, self._step = ResetNames(), "", 0
        self._try_out()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self._begin(self._names.next(seed))
        self._step = 0
        return super().reset(seed=seed, options=options)

    def step(self, action: Any) -> Any:
        self._step += 1
        return super().step(action)

    def action(self, action: Any) -> Any:
        if self._motions is not None:
            motion = self._motions[int(action)]
            return action if motion is None else self._named(action, motion, self._executed(motion))
        return self._written_back(action, self._executed(self._motion_of(action)))

    def __getstate__(self) -> dict[str, Any]:
        kept = [one.save() for one in self._keeping()]
        return {**self.__dict__, "_streams": kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._begin(self._episode)
        for one, kept in zip(self._keeping(), state["_streams"], strict=True):
            one.restore(kept)

    def _keeping(self) -> list[Keeping]:
        return [stream.corrupt for stream in self._streams if isinstance(stream.corrupt, Keeping)]

    def _begin(self, episode: str) -> None:
        self._episode = episode
        self._streams = start_written(self._written, seed=self._seed, episode=episode, profile=self._profile)

    def _try_out(self) -> None:
        """Refuse now what these actions cannot express, not in the middle of an episode."""
        self._begin("trial")
        for step in range(1, TRIAL_STEPS + 1):
            self._step = step
            for action in range(len(self._motions)) if self._motions is not None else ():
                self.action(action)
            if self._motions is None:
                self.action(np.full(self.action_space.shape, 0.5, self.action_space.dtype))
        self._step = 0

    def _executed(self, motion: Motion) -> Motion:
        for stream in self._streams:
            motion = stream(motion, step=self._step - 1, context=Context(step=self._step - 1))
        return motion

    def _named(self, action: Any, commanded: Motion, executed: Motion) -> Any:
        """The discrete action that stands for the executed motion."""
        if _same(executed, commanded):
            return action
        assert self._motions is not None
        if _same(executed, Motion()) and self._standing is not None:
            return type(action)(self._standing)
        for index, motion in enumerate(self._motions):
            if motion is not None and not _same(motion, Motion()) and _same(executed, motion):
                return type(action)(index)
        if _same(executed, Motion()):
            raise InvalidInput(
                "the fault makes the body stand still and no action is known to do that; "
                "give standing=INDEX of an action that does nothing"
            )
        raise InvalidInput(
            f"the fault turns {commanded} into {executed}, which no discrete action does; use it with "
            "continuous actions, or choose motor_failure, action_delay or dropped_actions"
        )

    def _motion_of(self, action: Any) -> Motion:
        return Motion(**{name: float(action[at]) * unit for name, (at, unit) in self._axes.items()})

    def _written_back(self, action: Any, executed: Motion) -> Any:
        if executed.left_m != 0.0 and "left_m" not in self._axes and not self._ignore_sideways:
            raise InvalidInput(
                "the fault moves the body sideways and these actions cannot say that; add an axis 'left_m', "
                "or leave that part out with ignore_sideways=True"
            )
        turn = executed.turn_first_rad + executed.turn_rad + executed.turn_last_rad
        flat = replace(executed, turn_rad=turn)
        written = np.array(action, copy=True)
        for name, (at, unit) in self._axes.items():
            written[at] = getattr(flat, name) / unit
        assert isinstance(self.action_space, spaces.Box)
        return np.clip(written, self.action_space.low, self.action_space.high).astype(written.dtype)


def _refuse_sensor_faults(written: Sequence[str]) -> None:
    for text in written:
        component = read_written(text).corruption
        if component.modality != "dynamics":
            raise InvalidInput(
                f"{component.name} acts on {component.modality}, not on motors; use CorruptedObservations"
            )


def _same(one: Motion, other: Motion) -> bool:
    fields = ("forward_m", "left_m", "turn_rad", "turn_first_rad", "turn_last_rad")
    return all(abs(getattr(one, name) - getattr(other, name)) < 1e-9 for name in fields)


def _checked_motions(
    space: spaces.Space[Any], motions: Sequence[Motion | None] | None, standing: int | None
) -> tuple[Motion | None, ...] | None:
    if isinstance(space, spaces.Discrete):
        if motions is None or len(motions) != space.n:
            raise InvalidInput(
                f"there are {space.n} discrete actions; give motions=[...], one Motion or None for each"
            )
        if standing is not None and not 0 <= standing < space.n:
            raise InvalidInput(
                f"standing is {standing}; it is one of the {space.n} actions, 0 to {space.n - 1}"
            )
        return tuple(motions)
    if not isinstance(space, spaces.Box) or len(space.shape) != 1:
        raise InvalidInput(f"actions are {space}; only Discrete and Box of one axis can be read as motions")
    return None


def _checked_axes(
    space: spaces.Space[Any], axes: Mapping[str, tuple[int, float]] | None
) -> dict[str, tuple[int, float]]:
    if not isinstance(space, spaces.Box):
        return {}
    chosen = {"forward_m": (0, 1.0), "turn_rad": (1, 1.0)} if axes is None else dict(axes)
    for name, (at, unit) in chosen.items():
        if name not in ("forward_m", "left_m", "turn_rad"):
            raise unknown_name("axis of a motion", name, ("forward_m", "left_m", "turn_rad"))
        if not 0 <= at < space.shape[0] or unit == 0.0:
            raise InvalidInput(
                f"axis {name!r} is entry {at} with unit {unit}; actions have the entries 0 to "
                f"{space.shape[0] - 1} and a unit is not 0"
            )
    return chosen
