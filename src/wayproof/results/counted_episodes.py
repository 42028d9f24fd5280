"""Which of the stored episodes the tables count: all, or up to the decision that stopped a condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wayproof.manifest import Manifest
from wayproof.results.early_stopping import Stopping
from wayproof.suite import condition_names
from wayproof.work import Work, shard_of


class Counted(NamedTuple):
    """Numbers of the work that counts, done or not, and the names of conditions that were stopped early."""

    work: set[int]
    stopped: tuple[str, ...]


def counted_work(manifest: Manifest, work: Sequence[Work], successes: Mapping[int, bool]) -> Counted:
    """`successes` says of each piece of work that is done whether it was a success."""
    mine = shard_of(work, manifest.shard)
    counted = {item.number for item in mine} | successes.keys()
    stopped = []
    if manifest.stop is not None:
        stopping = Stopping(mine, manifest.stop)
        for number, success in sorted(successes.items()):
            stopping.heard(number, success)
        for index, condition in enumerate(condition_names(manifest.suite)):
            decisive = stopping.counted(index)
            if decisive is not None:
                stopped.append(condition)
                counted -= {item.number for item in work if item.condition == index} - decisive
    return Counted(counted, tuple(stopped))
