"""Flips: the episodes that a fault (or a new version) lost and those that it gained."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wayproof.metrics.goals import succeeded
from wayproof.results.pairs import Key, Pair
from wayproof.results.same_protocol import trial_key


@dataclass(frozen=True)
class Flips:
    """Trials by what became of them: success kept, lost, gained, or failure on both sides."""

    kept: tuple[Key, ...]
    lost: tuple[Key, ...]
    gained: tuple[Key, ...]
    failed: tuple[Key, ...]

    @property
    def balance(self) -> int:
        """Successes gained less successes lost."""
        return len(self.gained) - len(self.lost)


def flips(pairs: Iterable[Pair]) -> Flips:
    """Sort twins by success before and after."""
    sorted_by: dict[tuple[bool, bool], list[Key]] = {}
    for pair in pairs:
        outcome = (succeeded(pair.before), succeeded(pair.after))
        sorted_by.setdefault(outcome, []).append(trial_key(pair.before))
    kept, lost, gained, failed = (
        tuple(sorted_by.get(outcome, ()))
        for outcome in ((True, True), (True, False), (False, True), (False, False))
    )
    return Flips(kept, lost, gained, failed)
