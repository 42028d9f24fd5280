"""The faults of one episode at work: on what the sensors say, on what is asked, and on what the motors do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.dynamics.motor_stack import actuation_at
from wayproof.corruptions.fault_memory import Keeping, Kept
from wayproof.corruptions.instruction.stack import in_stack_order
from wayproof.corruptions.stream import Stream, in_sequence, start
from wayproof.simulator.actuation import Actuation
from wayproof.simulator.motion import Motion
from wayproof.vocabulary import Condition, Context, Readings, modality_of


class EpisodeFaults:
    """Begun once per episode; each camera has faults of its own, since some remember earlier frames."""

    def __init__(
        self, condition: Condition, readings: Sequence[str], seed: int, scene: str, episode: str
    ) -> None:
        self.condition = condition
        self._names = (seed, scene, episode)
        self._by_reading = {
            name: self._streams(kind, name) for name in readings if (kind := modality_of(name))
        }
        self._motor = self._streams("dynamics", "")
        self.modalities = {fault.name: CORRUPTIONS[fault.name].modalities for fault in condition.faults}
        self.needs_surfaces = any(
            stream.corruption.needs_surfaces for streams in self._by_reading.values() for stream in streams
        )

    def on_readings(self, readings: Mapping[str, Any], contexts: Mapping[str, Context]) -> Readings:
        """What reaches the agent; readings without a fault are passed on as they are."""
        seen = dict(readings)
        for name, streams in self._by_reading.items():
            context = contexts[name]
            for stream in streams:
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

    def actuation(self, step: int, nominal: Actuation) -> Watched:
        """What the motors make of the commands of one step."""
        return Watched(actuation_at(step, nominal, self._motor), nominal, bool(self._motor))

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
        # The first camera draws as the episode itself, so that one camera more changes nothing for it.
        own = episode if part in (modality, "") else f"{episode}/{part}"
        begun = [
            start(fault.name, fault.severity, seed=seed, scene=scene, episode=own, profile=fault.profile)
            for fault in self.condition.faults
            if modality in CORRUPTIONS[fault.name].modalities
        ]
        return [stream for stream in in_sequence(begun, modality) if stream.corrupt is not None]


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
