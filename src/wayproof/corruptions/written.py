"""Corruptions as people write them, checked: `spatter_robustnav:0.5`, `fog:level=3`, `motor_failure`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wayproof.corruptions import CORRUPTIONS, PROFILES, Corruption
from wayproof.corruptions.stream import Stream, check_severity, start
from wayproof.errors import InvalidInput
from wayproof.vocabulary import Condition, Fault
from wayproof.written_faults import HOW, name_of_faults, parse_fault


@dataclass(frozen=True)
class Written:
    """A known corruption and the severities allowed for it: one, or a range from lowest to highest."""

    corruption: Corruption
    lowest: float
    highest: float


def read_written(text: str, *, ranges: bool = False) -> Written:
    """Read `name:severity`, `name:level=k` or, of an on/off corruption, the bare name; all checked.

    With `ranges` also `name:low..high`, as for training.

    >>> read_written("motor_failure").highest
    1.0
    """
    asked = parse_fault(text, ranges=ranges)
    component, lowest, highest = CORRUPTIONS[asked.name], asked.lowest, asked.highest
    if asked.bare and not component.switch:
        raise InvalidInput(f"corruption {text!r} comes without a severity; {HOW}")
    for value in (lowest, highest):
        check_severity(component, value)
    if lowest > highest:
        raise InvalidInput(f"corruption {text!r} has its range upside down; write the lower severity first")
    return Written(component, lowest, highest)


def start_written(
    texts: Sequence[str], *, seed: int = 0, scene: str = "", episode: str = "", profile: str = "fixed"
) -> list[Stream]:
    """Begin corruptions for one episode, in the order written.

    The profile is that of the corruptions that have it; the others have only "fixed" and keep that.
    """
    streams = []
    for text in texts:
        one = read_written(text)
        streams.append(
            start(
                one.corruption.name,
                one.highest,
                seed=seed,
                scene=scene,
                episode=episode,
                profile=profile_of(one.corruption, profile),
            )
        )
    return streams


def profile_of(component: Corruption, profile: str) -> str:
    """The profile asked for; what does not have it keeps "fixed". An unknown profile stays, to be refused."""
    return "fixed" if profile in PROFILES and profile not in component.profiles else profile


def condition_written(texts: Sequence[str], *, name: str | None = None, profile: str = "fixed") -> Condition:
    """A condition from corruptions as people write them: `speckle_noise:0.6`; all checked.

    >>> condition_written(["motor_failure", "fog:level=3"]).name
    'motor_failure:1 + fog:0.6'
    """
    faults = []
    for text in texts:
        one = read_written(text)
        faults.append(Fault(one.corruption.name, one.highest, profile_of(one.corruption, profile)))
    return Condition(name or name_of_faults(tuple(texts)), tuple(faults))
