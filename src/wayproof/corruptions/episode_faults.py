"""The faults of one episode at work: on what the sensors say, on what is asked, and on what the motors do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from wayproof.camera_change import AS_MOUNTED, CameraChange, Retake
from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.dynamics.motor_stack import actuation_at
from wayproof.corruptions.fault_memory import Keeping, Kept
from wayproof.corruptions.instruction.stack import in_stack_order
from wayproof.corruptions.stream import Stream, in_sequence, start
from wayproof.simulator.actuation import Actuation
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Condition, Context, Fault, Readings, modality_of


class EpisodeFaults:
    """Begun once per episode; each camera has faults of its own, since some remember earlier frames.

    `own` are those of the episode, which act after those of the condition.
    """

    def __init__(
        self,
        condition: Condition,
        readings: Sequence[str],
        seed: int,
        scene: str,
        episode: str,
        own: Sequence[Fault] = (),
    ) -> None:
        self.condition, self.acting = condition, (*condition.faults, *own)
        self._names = (seed, scene, episode)
        self._by_reading = {
            name: self._streams(kind, name) for name in readings if (kind := modality_of(name))
        }
        self.on_any_reading = any(self._by_reading.values())
        self._motor = self._streams("dynamics", "")
        self.modalities = {fault.name: CORRUPTIONS[fault.name].modalities for fault in self.acting}
        self.languages = {
            fault.name: CORRUPTIONS[fault.name].languages
            for fault in self.acting
            if "instruction" in CORRUPTIONS[fault.name].modalities
        }
        self.needs_surfaces = any(
            stream.corruption.needs_surfaces for streams in self._by_reading.values() for stream in streams
        )
        self.needs_floor = any(stream.corruption.needs_floor for stream in self._motor)

    def on_readings(self, readings: Mapping[str, Any], contexts: Mapping[str, Context]) -> Readings:
        """What reaches the agent; readings without a fault are passed on as they are."""
        seen = dict(readings)
        for name, streams in self._by_reading.items():
            context = replace(contexts[name], reading=name)
            seen[name] = _retaken(seen[name], context, [one for one in streams if one.corruption.retakes])
            context = _after_shift(context, streams)
            for stream in streams:
                if not stream.corruption.retakes:
                    seen[name] = stream(seen[name], step=context.step, context=context)
        return seen

    def on_instruction(self, text: str, language: str, number: int) -> str:
        """The words of goal `number` as the agent reads them."""
        streams = {
            stream.corruption.name: stream for stream in self._streams("instruction", f"goal {number}")
        }
        for name in in_stack_order(tuple(streams)):
            text = streams[name](text, context=Context(language=language))
        return text

    def on_system_prompt(self, text: str | None) -> str | None:
        """The agent's system prompt as it gets it; None for an agent that has none."""
        for stream in self._streams("system_prompt", ""):
            text = stream(text)
        return text

    def actuation(self, step: int, nominal: Actuation, floor_material: str | None = None) -> Watched:
        """What the motors make of the commands of one step, on the floor on which it begins."""
        actual = actuation_at(step, nominal, self._motor, floor_material)
        return Watched(actual, nominal, bool(self._motor))

    def save(self) -> list[Kept]:
        """What the faults remember of earlier steps."""
        return [keeping.save() for keeping in self._keeping()]

    def restore(self, saved: Sequence[Kept]) -> None:
        """Let the faults remember what was saved, and nothing else."""
        for keeping, kept in zip(self._keeping(), saved, strict=True):
            keeping.restore(kept)

    def _keeping(self) -> list[Keeping]:
        streams = [stream for some in self._by_reading.values() for stream in some] + self._motor
        return [stream.corrupt for stream in streams if isinstance(stream.corrupt, Keeping)]

    def _streams(self, modality: str, part: str) -> list[Stream]:
        seed, scene, episode = self._names
        begun = []
        for fault in self.acting:
            if modality in CORRUPTIONS[fault.name].modalities:
                # A fault of several readings strikes the colours and the depth of one camera alike.
                whole = bool(CORRUPTIONS[fault.name].also_touches)
                own = _drawn_for(episode, _camera_of(part, modality) if whole else part, modality)
                begun.append(
                    start(
                        fault.name,
                        fault.severity,
                        seed=seed,
                        scene=scene,
                        episode=own,
                        profile=fault.profile,
                        onset_step=fault.begins_at,
                    )
                )
        return [stream for stream in in_sequence(begun, modality) if stream.corrupt is not None]


def _drawn_for(episode: str, part: str, modality: str) -> str:
    """The first camera draws as the episode itself, so that one camera more changes nothing for it."""
    return episode if part in (modality, "") else f"{episode}/{part}"


def _camera_of(reading: str, modality: str) -> str:
    """The camera behind a reading: "left" for both "rgb_left" and "depth_left", nothing for the first."""
    if reading.startswith("panorama"):
        return "panorama"
    return reading.removeprefix(modality).removeprefix("_")


def _retaken(reading: Any, context: Context, streams: Sequence[Stream]) -> Any:
    """A picture drawn anew by faults of the view, each of which sees the world through those before it."""

    def as_drawn(change: CameraChange) -> Any:
        if change == AS_MOUNTED or context.retake is None:
            return reading
        return context.retake(change)

    take: Retake = as_drawn
    for stream in streams:
        take = _through(stream, take, context)
    return take(AS_MOUNTED)


def _after_shift(context: Context, streams: Sequence[Stream]) -> Context:
    """What is known of a picture whose camera was knocked: the depth is that of what it now shows."""
    shifts = [one for one in streams if one.corruption.retakes and "depth" in one.corruption.also_touches]
    if not shifts or context.depth_m is None or context.retake_depth is None:
        return context
    of_depth = replace(context, reading="depth", retake=context.retake_depth)
    return replace(context, depth_m=_retaken(context.depth_m, of_depth, shifts))


def _through(stream: Stream, take: Retake, context: Context) -> Retake:
    """Pictures as one more fault of the view makes them."""

    def taken(change: CameraChange) -> Any:
        retake = None if context.retake is None else lambda further: take(change.then(further))
        return stream(take(change), step=context.step, context=replace(context, retake=retake))

    return taken


class Watched:
    """An actuation that remembers whether a fault has changed a motion."""

    def __init__(self, actual: Actuation, nominal: Actuation, faulty: bool) -> None:
        self._actual, self._nominal, self._faulty = actual, nominal, faulty
        self.changed = False

    def __call__(self, motion: Motion, rng: np.random.Generator, /) -> Motion:
        if not self._faulty:
            return self._nominal(motion, rng)
        before = rng.bit_generator.state
        healthy = self._nominal(motion, rng)
        rng.bit_generator.state = before
        done = self._actual(motion, rng)
        self.changed = self.changed or done != healthy
        return done
