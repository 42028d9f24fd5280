"""Stopping a condition early when its drop is clear: an e-process on the pairs, in the order of the plan.

Only the unbroken beginning of the plan counts, so the decision does not depend on how many workers there are
or in which order they finish. Pairs beyond the decision that were already under way are stored, not counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from wayproof.estimates.sequential import StoppingRule, look
from wayproof.run.manifest import StopRule
from wayproof.run.plan import Work


class Stopping:
    """Hears of finished work by its number and tells what need not be done any more."""

    def __init__(self, work: Sequence[Work], rule: StopRule) -> None:
        clean = {(item.set, item.episode, item.repeat): item.number for item in work if item.condition == 0}
        self._pairs: dict[int, list[tuple[int, int]]] = {}
        for item in work:
            twin = (item.set, item.episode, item.repeat)
            if item.condition > 0 and twin in clean:
                self._pairs.setdefault(item.condition, []).append((clean[twin], item.number))
        self._rule = StoppingRule(rule.margin, rule.alpha, conditions=max(1, len(self._pairs)))
        self._fewest = rule.fewest_pairs
        self._success: dict[int, bool] = {}
        self._drops: dict[int, list[float]] = {condition: [] for condition in self._pairs}
        self.decided: dict[int, int] = {}  # condition -> pairs that the decision took

    def heard(self, number: int, success: bool) -> set[int]:
        """A piece of work is done; the numbers of those that have become needless."""
        self._success[number] = success
        needless: set[int] = set()
        for condition, pairs in self._pairs.items():
            if condition not in self.decided and self._decides(condition):
                self.decided[condition] = len(self._drops[condition])
                needless |= {other for _, other in pairs[self.decided[condition] :]}
        return needless

    def counted(self, condition: int) -> set[int] | None:
        """The numbers that count for a stopped condition; None for one that runs to its end."""
        if condition not in self.decided:
            return None
        return {other for _, other in self._pairs[condition][: self.decided[condition]]}

    def _decides(self, condition: int) -> bool:
        """Take up all pairs that continue the beginning, one by one; stops at the one that decides."""
        drops, pairs = self._drops[condition], self._pairs[condition]
        while len(drops) < len(pairs):
            clean, other = pairs[len(drops)]
            if clean not in self._success or other not in self._success:
                return False
            drops.append(float(self._success[clean]) - float(self._success[other]))
            if len(drops) >= self._fewest and look(drops, self._rule).decision in ("pass", "fail"):
                return len(drops) < len(pairs)
        return False
