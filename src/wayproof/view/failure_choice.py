"""Which failures are filmed: first those that the clean twin did not have, taking conditions in turn."""

from __future__ import annotations

from itertools import zip_longest

from wayproof.view.index import Row, RunIndex
from wayproof.vocabulary import CLEAN


def failures(run: RunIndex, most: int) -> list[Row]:
    """At most so many failed episodes of a run, one condition after the other.

    Lost ones come first: failed where the clean twin succeeded. Then those that failed both times, then
    failures without any fault. Among equals short episodes come first, since they are quick to watch.
    """
    failed = [row for row in run.rows if not row.success and row.steps > 0]
    ranked = sorted(failed, key=lambda row: (_rank(run, row), row.steps, row.scene, row.episode))
    chosen: list[Row] = []
    for rank in range(3):
        by_condition: dict[str, list[Row]] = {}
        for row in ranked:
            if _rank(run, row) == rank:
                by_condition.setdefault(row.condition, []).append(row)
        turns = zip_longest(*(by_condition[name] for name in sorted(by_condition)))
        chosen += [row for turn in turns for row in turn if row is not None]
    return chosen[:most]


def _rank(run: RunIndex, row: Row) -> int:
    clean = run.clean_twin(row)
    if row.condition == CLEAN or clean is None:
        return 2
    return 0 if clean.success else 1
