"""What an object search remembers, as a list that can be read and replaced: things, its target, failed steps.

The entries of the kind that is wanted are the target on the map, which the agent goes to: without them it
searches on, and an entry that is put in leads it there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayproof.agents.contract.capabilities import Remembered
from wayproof.agents.mapping.target_map import HIGHEST_COUNT, TargetMap
from wayproof.agents.mapping.thing_memory import ThingMemory
from wayproof.agents.moving.navigator import FAILED_STEP, Navigator
from wayproof.kinds import answering


class SearchMemory:
    """The memory of one search for one goal; things and failed steps outlive it."""

    def __init__(self, navigator: Navigator, things: ThingMemory, target: TargetMap, wanted: str) -> None:
        self._navigator, self._things, self._target, self._wanted = navigator, things, target, wanted
        # Where goals follow one another it does not go back to what it saw before it was asked for.
        things.forget([entry.plain() for entry in things.entries if self._is_wanted(entry.what)])

    def entries(self) -> list[Remembered]:
        """All that is remembered, in the order of time."""
        others = [entry for entry in self._things.entries if not self._is_wanted(entry.what)]
        target = [Remembered(step, self._wanted, place_m) for step, place_m in self._target.things()]
        return sorted([*self._navigator.failures(), *others, *target], key=lambda entry: entry.step)

    def replace(self, entries: Sequence[Remembered]) -> None:
        """Forget what is not among the entries and believe what is new; the rest stays as it is."""
        own, given = self.entries(), [entry.plain() for entry in entries]
        gone = [entry for entry in own if entry.plain() not in given]
        known = [entry.plain() for entry in own]
        for entry in gone:
            if entry.what == FAILED_STEP:
                self._navigator.forget_failure(entry)
            elif self._is_wanted(entry.what) and entry.where_m is not None:
                self._target.forget_thing(entry.where_m)
        self._things.forget([entry.plain() for entry in gone])
        for entry in entries:
            if entry.plain() not in known:
                self._believe(entry)

    def _believe(self, entry: Remembered) -> None:
        if entry.what == FAILED_STEP:
            self._navigator.believe_failure(entry)
        elif not self._is_wanted(entry.what):
            self._things.note(entry)
        elif entry.where_m is not None:
            self._target.add(np.array([entry.where_m]), HIGHEST_COUNT)

    def _is_wanted(self, what: str) -> bool:
        return bool(self._wanted) and what in (self._wanted, *answering(self._wanted))
