"""How much survives (PRS), laid out so that a reader with a calculator gets the same number."""

from __future__ import annotations

import msgspec

from wayproof.metrics.spl import spl
from wayproof.metrics.success import success
from wayproof.report.run_data import Part
from wayproof.results.estimate import Measured, Score, by_episode
from wayproof.vocabulary import CLEAN


class Ratio(msgspec.Struct, frozen=True):
    """One condition: the mean over its episodes, the clean mean over the same ones, and their ratio."""

    condition: str
    n: int
    clean: float
    corrupted: float
    ratio: float | None  # None: the clean mean is 0


class Retained(msgspec.Struct, frozen=True):
    """PRS of one metric: the mean of the ratios, with the interval of `score`."""

    metric: str  # "success" or "SPL"
    score: Measured
    clipped: float | None  # each ratio cut at 1, so that no gain hides a loss
    rows: tuple[Ratio, ...]


def retained(part: Part) -> tuple[Retained, ...]:
    """For success and SPL; nothing where no clean or no corrupted episodes were run."""
    table = part.table
    numbers = (
        ("success", success, (table.prs_sr, table.prs_sr_low, table.prs_sr_high)),
        ("SPL", spl, (table.prs_spl, table.prs_spl_low, table.prs_spl_high)),
    )
    found = []
    for metric, score, (value, low, high) in numbers:
        rows = _rows(part, score)
        if rows:
            ratios = [min(1.0, row.ratio) for row in rows if row.ratio is not None]
            clipped = sum(ratios) / len(rows) if len(ratios) == len(rows) else None
            found.append(Retained(metric, Measured(value, low, high, table.episodes), clipped, rows))
    return tuple(found)


def _rows(part: Part, score: Score) -> tuple[Ratio, ...]:
    def total(condition: str) -> dict[tuple[str, str], float]:
        return by_episode(part.by_condition.get(condition, ()), lambda log: score(log) or 0.0)

    clean = total(CLEAN)
    rows = []
    for line in part.corrupted:
        own = {key: value for key, value in total(line.name).items() if key in clean}
        if own:
            before, after = (sum(side[key] for key in own) / len(own) for side in (clean, own))
            rows.append(Ratio(line.name, len(own), before, after, after / before if before > 0 else None))
    return tuple(rows)
