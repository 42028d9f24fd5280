"""Faults as people write them: `spatter_robustnav:0.5`, `speckle_noise:level=3`, `motor_failure`.

Reading the text needs no corruption; whether there is one of that name, and whether it accepts that severity,
is checked in corruptions.written.
"""

from __future__ import annotations

from typing import NamedTuple

from wayproof.errors import InvalidInput
from wayproof.vocabulary import CLEAN

LEVELS = 5  # the papers' five levels are the severities 0.2, 0.4 ... 1.0
HOW = "write NAME:SEVERITY with a severity from 0 to 1, as speckle_noise:0.5, or NAME:level=3"


class WrittenFault(NamedTuple):
    """A name and the severities asked for, lowest and highest; `bare`: the text gives none, which means 1."""

    name: str
    lowest: float
    highest: float
    bare: bool


def parse_fault(text: str, *, ranges: bool = False) -> WrittenFault:
    """Read `name:severity`, `name:level=k` or the bare name; with `ranges` also `name:low..high`.

    >>> parse_fault("fog:level=3")
    WrittenFault(name='fog', lowest=0.6, highest=0.6, bare=False)
    """
    name, colon, severity = text.strip().partition(":")
    if not colon:
        return WrittenFault(name.strip(), 1.0, 1.0, True)
    parts = severity.split("..") if ranges else [severity]
    if len(parts) > 2:
        raise InvalidInput(f"corruption {text!r} has more than one range; write NAME:LOW..HIGH")
    lowest, highest = (_number(part, text) for part in (parts[0], parts[-1]))
    return WrittenFault(name.strip(), lowest, highest, False)


def name_of_faults(texts: tuple[str, ...]) -> str:
    """What a condition of these faults is called where it has no name of its own.

    >>> name_of_faults(("motor_failure", "fog:level=3"))
    'motor_failure:1 + fog:0.6'
    """
    faults = [parse_fault(text) for text in texts]
    return " + ".join(f"{fault.name}:{fault.highest:g}" for fault in faults) or CLEAN


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
            f"corruption {whole!r}: {text!r} is not a level; levels are level=0 to level={LEVELS}"
        )
    return value / LEVELS
