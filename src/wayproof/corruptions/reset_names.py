"""Names of the episodes that resets begin: the name decides their draws."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class ResetNames:
    """Always the same name for one seed; resets without a seed go on from the last one.

    So environments that were seeded differently never draw alike.

    >>> names = ResetNames()
    >>> names.next(None), names.next(7), names.next(None), names.next(None)
    ('reset 0', 'seed 7', 'seed 7/reset 1', 'seed 7/reset 2')
    """

    own: str = ""  # begins the names of an environment among others, as long as it was not seeded
    seed: int | None = None
    resets: int = 0

    def next(self, seed: int | None) -> str:
        """The name of the episode that a reset with this seed begins."""
        if seed is not None:
            self.seed, self.resets = seed, 1
            return f"seed {seed}"
        number, self.resets = self.resets, self.resets + 1
        return f"{self.own}reset {number}" if self.seed is None else f"seed {self.seed}/reset {number}"
