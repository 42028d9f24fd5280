"""A corruption at work: started for one episode by name, severity and seed, then called once per step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from wayproof.corruptions import CORRUPTIONS, Corrupt, Corruption, Setting
from wayproof.errors import InvalidInput
from wayproof.seeding import generator_for
from wayproof.vocabulary import Context


@dataclass(frozen=True)
class Stream:
    """One corruption in one episode. Draws depend on seed, scene, episode, name and step, on nothing else."""

    corruption: Corruption
    severity: float
    seed: int
    scene: str
    episode: str
    corrupt: Corrupt | None  # None at severity 0
    onset_step: int = 0  # before it nothing is wrong

    def __call__(self, reading: Any, *, step: int = 0, context: Context | None = None) -> Any:
        """The corrupted reading of one step; severity 0 gives back the reading itself."""
        if self.corrupt is None or step < self.onset_step:
            return reading
        return self.corrupt(reading, self.generator(step), context or Context(step=step))

    def generator(self, step: int) -> np.random.Generator:
        """The generator of one step; each call gives a new one that begins with the same draws."""
        return generator_for(self.seed, self.scene, self.episode, self.corruption.name, step)


def start(
    name: str,
    severity: float,
    *,
    seed: int = 0,
    scene: str = "",
    episode: str = "",
    profile: str = "fixed",
    onset_step: int = 0,
) -> Stream:
    """Begin a corruption for one episode, or for its steps from `onset_step` on."""
    component = CORRUPTIONS[name]
    check_severity(component, severity)
    if profile not in component.profiles:
        raise InvalidInput(f"{name} has no profile {profile!r}; allowed: {', '.join(component.profiles)}")
    corrupt = None
    if severity > 0:
        drawn_for = (scene,) if component.scope == "scene" else (scene, episode)
        rng = generator_for(seed, *drawn_for, name, "begin")
        corrupt = component.begin(Setting(float(severity), profile), rng)
    return Stream(component, float(severity), seed, scene, episode, corrupt, onset_step)


def check_severity(component: Corruption, severity: float) -> None:
    """Refuse what is not a number in [0, 1], or not 0 or 1 for an on/off corruption."""
    number = isinstance(severity, int | float) and not isinstance(severity, bool)
    if not number or not 0 <= severity <= 1:
        raise InvalidInput(f"severity of {component.name} is {severity!r}; it must be a number from 0 to 1")
    if component.switch and severity not in (0, 1):
        raise InvalidInput(f"{component.name} is on or off: severity 0 or 1, not {severity!r}")


def in_sequence(streams: Sequence[Stream], modality: str) -> list[Stream]:
    """Those of several streams that act on a modality, in the order given."""
    return [s for s in streams if modality in s.corruption.modalities]
