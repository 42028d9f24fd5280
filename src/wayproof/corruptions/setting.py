"""How strong a corruption is: one severity in [0, 1], with the papers' five levels as anchors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wayproof.written_faults import LEVELS


def listed(values: Iterable[float], *, percent: bool = False, last: str = "") -> str:
    """Numbers as the documentation shows them, so that a constant is written once; `last` as in "or".

    >>> listed((0.05, 0.10, 1.0)), listed((0.0024, 0.012), percent=True), listed((5, 10, 15), last="or")
    ('0.05, 0.1, 1', '0.24, 1.2 %', '5, 10 or 15')
    """
    words = [f"{100 * value if percent else value:g}" for value in values]
    text = f"{', '.join(words[:-1])} {last} {words[-1]}" if last else ", ".join(words)
    return f"{text} %" if percent else text


def grey_levels(colour: Iterable[float]) -> str:
    """A colour of channels from 0 to 1 in grey levels from 0 to 255.

    >>> grey_levels((1.0, 0.96, 0.86))
    '255, 245, 219'
    """
    return listed(round(255 * channel) for channel in colour)


@dataclass(frozen=True)
class Setting:
    """Severity above 0 up to 1, and the profile: "fixed" (flaws of the references mended) or "parity"."""

    severity: float
    profile: str = "fixed"

    @property
    def parity(self) -> bool:
        return self.profile == "parity"

    @property
    def level(self) -> int:
        """The papers' level from 1 to 5: the anchor at or above the severity, for what has no in-between."""
        return min(LEVELS, max(1, -int(-self.severity * LEVELS // 1)))

    def between(self, *anchors: float, zero: float | None = None) -> float:
        """A parameter given at the five levels 0.2, 0.4 ... 1.0, interpolated in between.

        Below level 1 it runs to `zero`, the value that changes nothing, or keeps level 1 if there is none.

        >>> Setting(0.5).between(1, 2, 3, 4, 5)
        2.5
        >>> Setting(0.1).between(1, 2, 3, 4, 5, zero=0)
        0.5
        """
        values = (anchors[0] if zero is None else zero, *anchors)
        position = self.severity * LEVELS
        low = min(int(position), LEVELS - 1)
        return float(values[low] + (position - low) * (values[low + 1] - values[low]))
