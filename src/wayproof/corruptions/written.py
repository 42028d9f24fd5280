"""A corruption as people write it: `spatter_robustnav:0.5`, `speckle_noise:level=3`, `motor_failure`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wayproof.corruptions import CORRUPTIONS, Corruption
from wayproof.corruptions.setting import LEVELS
from wayproof.corruptions.stream import Stream, check_severity, start
from wayproof.errors import InvalidInput
from wayproof.vocabulary import CLEAN, Condition, Fault

HOW = "write NAME:SEVERITY with a severity from 0 to 1, as speckle_noise:0.5, or NAME:level=3"


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
    name, colon, severity = text.strip().partition(":")
    component = CORRUPTIONS[name.strip()]
    if not colon and not component.switch:
        raise InvalidInput(f"corruption {text!r} comes without a severity; {HOW}")
    parts = severity.split("..") if ranges else [severity]
    if len(parts) > 2:
        raise InvalidInput(f"corruption {text!r} has more than one range; write NAME:LOW..HIGH")
    lowest, highest = (_number(part, text) if colon else 1.0 for part in (parts[0], parts[-1]))
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
    """The profile asked for, or the only one that there is."""
    return component.profiles[0] if len(component.profiles) == 1 and profile == "parity" else profile


def _number(text: str, whole: str) -> float:
    word, equals, number = text.strip().rpartition("=")
    try:
        value = float(number)
    except ValueError:
        raise InvalidInput(f"corruption {whole!r} has the severity {text!r}; {HOW}") from None
    if not equals:
        return value
    if word.strip() != "level" or value not in range(LEVELS + 1):
        raise InvalidInput(
            f"corruption {whole!r}: {text!r} is no level; levels are level=0 to level={LEVELS}"
        )
    return value / LEVELS


def condition_written(texts: Sequence[str], *, name: str | None = None, profile: str = "fixed") -> Condition:
    """A condition from corruptions as people write them: `speckle_noise:0.6`; all checked.

    >>> condition_written(["motor_failure", "fog:level=3"]).name
    'motor_failure:1 + fog:0.6'
    """
    faults = []
    for text in texts:
        one = read_written(text)
        faults.append(Fault(one.corruption.name, one.highest, profile_of(one.corruption, profile)))
    shown = " + ".join(f"{fault.name}:{fault.severity:g}" for fault in faults)
    return Condition(name or shown or CLEAN, tuple(faults))
