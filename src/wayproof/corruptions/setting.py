"""How strong a corruption is: one severity in [0, 1], with the papers' five levels as anchors."""

from __future__ import annotations

from dataclasses import dataclass

from wayproof.written_faults import LEVELS


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
