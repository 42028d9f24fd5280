"""A condition: the faults under which episodes are run, by name. Without faults it is "clean"."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wayproof.corruptions.written import profile_of, read_written

CLEAN = "clean"


class Fault(msgspec.Struct, frozen=True):
    """One corruption at one severity."""

    name: str
    severity: float
    profile: str = "fixed"


class Condition(msgspec.Struct, frozen=True):
    """Faults that act together, in order; the name is what tables show."""

    name: str = CLEAN
    faults: tuple[Fault, ...] = ()


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
