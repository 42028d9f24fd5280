"""Stopping a condition early when its drop is clear: an e-process on scenes, in the order of the plan.

One scene is one bet: its pairs are alike, so taken one by one they would look like more evidence than they
are. Only the unbroken beginning of the plan counts, so the decision does not depend on how many workers there
are or in which order they finish. Pairs of later scenes that were already under way are stored, not counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from wayproof.manifest import StopRule
from wayproof.results.estimates.sequential import StoppingRule, look
from wayproof.work import Work

Pair = tuple[int, int]  # numbers of the clean and of the other piece of work


class Stopping:
    """Hears of finished work by its number and tells what need not be done any more."""

    def __init__(self, work: Sequence[Work], rule: StopRule) -> None:
        clean = {(item.set, item.episode, item.repeat): item.number for item in work if item.condition == 0}
        scenes: dict[int, dict[tuple[int, str], list[Pair]]] = {}
        for item in work:
            twin = (item.set, item.episode, item.repeat)
            if item.condition > 0 and twin in clean:
                scene = scenes.setdefault(item.condition, {}).setdefault((item.set, item.scene), [])
                scene.append((clean[twin], item.number))
        self._scenes = {condition: list(found.values()) for condition, found in scenes.items()}
        self._rule = StoppingRule(
            rule.margin, rule.alpha, conditions=max(1, len(self._scenes)), evidence=rule.evidence
        )
        self._fewest = rule.fewest_scenes
        self._success: dict[int, bool] = {}
        self._drops: dict[int, list[float]] = {condition: [] for condition in self._scenes}
        self.decided: dict[int, int] = {}  # condition -> scenes that the decision took

    def heard(self, number: int, success: bool) -> set[int]:
        """A piece of work is done; the numbers of those that have become needless."""
        self._success[number] = success
        needless: set[int] = set()
        for condition, scenes in self._scenes.items():
            if condition not in self.decided and self._decides(condition):
                self.decided[condition] = len(self._drops[condition])
                later = scenes[self.decided[condition] :]
                needless |= {other for pairs in later for _, other in pairs}
        return needless

    def counted(self, condition: int) -> set[int] | None:
        """The numbers that count for a stopped condition; None for one that runs to its end."""
        if condition not in self.decided:
            return None
        scenes = self._scenes[condition][: self.decided[condition]]
        return {other for pairs in scenes for _, other in pairs}

    def _decides(self, condition: int) -> bool:
        """Take up all scenes that continue the beginning, one by one; stops at the one that decides."""
        drops, scenes = self._drops[condition], self._scenes[condition]
        while len(drops) < len(scenes):
            pairs = scenes[len(drops)]
            if not all(number in self._success for pair in pairs for number in pair):
                return False
            lost = [float(self._success[clean]) - float(self._success[other]) for clean, other in pairs]
            drops.append(sum(lost) / len(lost))
            if len(drops) >= self._fewest and look(drops, self._rule).decision in ("pass", "fail"):
                return len(drops) < len(scenes)
        return False
