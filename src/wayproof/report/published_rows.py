"""Published results under the same faults, from other worlds: they show shape and order, never a rank."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from wayproof.report.run_data import LabelledPart
from wayproof.results.published.paper_tables import Paper, Result, papers, results
from wayproof.vocabulary import CLEAN, Condition

TASKS = {"point_goal": "PointNav", "object_goal": "ObjectNav"}  # as the papers call them
QUIET = ("condition", "printed")
MOST_ROWS = 6  # of one condition; the tables have them all


class Reference(msgspec.Struct, frozen=True):
    """A row of a paper: what was run there, clean and under the fault, and what was left."""

    condition: str  # ours
    published_as: str  # the fault and severity in the paper's row
    source: str  # paper, table, page
    world: str
    who: str
    metric: str
    clean: float
    corrupted: float
    ratio: float | None


def references(part: LabelledPart) -> tuple[Reference, ...]:
    """Success under the same faults, at the same severity or the nearest that was published."""
    every = [one for one in results() if one.metric == "success" and "condition" in one.labels]
    task = TASKS.get(part.logs[0].comparable.task.task, "")
    every = [one for one in every if one.labels.get("task", task) == task]
    clean = {_place(one): one for one in every if one.labels["condition"] == CLEAN}
    best: dict[tuple[str, str, str], tuple[float, Reference]] = {}
    for line in part.corrupted:
        gap, nearest = _nearest(part.conditions[line.name], every)
        rows = [_reference(line.name, one, clean[_place(one)]) for one in nearest if _place(one) in clean]
        for row in [row for row in rows if row is not None][:MOST_ROWS]:
            # Of several severities of ours, the nearest takes the row.
            key = (row.source, row.who, row.published_as)
            if key not in best or gap < best[key][0]:
                best[key] = (gap, row)
    names = [line.name for line in part.corrupted]
    return tuple(sorted((row for _, row in best.values()), key=lambda row: names.index(row.condition)))


def sources(rows: Iterable[Reference]) -> list[Paper]:
    """The papers of these rows."""
    known = papers()
    return [known[name] for name in dict.fromkeys(row.source.split(",")[0] for row in rows)]


def _place(result: Result) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """What a row is about, without its condition."""
    kept = tuple(sorted((key, value) for key, value in result.labels.items() if key not in QUIET))
    return result.paper, result.table, kept


def _nearest(condition: Condition, every: list[Result]) -> tuple[float, list[Result]]:
    """Rows about the same faults at the nearest severity, and how far away that is."""
    wanted = [(fault.name, fault.severity) for fault in condition.faults]
    by_gap: dict[float, list[Result]] = {}
    for one in every:
        there = _faults(one.labels["condition"])
        if there is not None and [name for name, _ in there] == [name for name, _ in wanted]:
            gap = sum(abs(a - b) for (_, a), (_, b) in zip(there, wanted, strict=True))
            by_gap.setdefault(round(gap, 6), []).append(one)
    return min(by_gap.items(), default=(0.0, []))


def _faults(written: str) -> list[tuple[str, float]] | None:
    """`fog:0.6 + motion_drift:1` as names and severities; None for what is no condition of ours."""
    found = []
    for piece in written.split(" + "):
        name, _, severity = piece.partition(":")
        try:
            found.append((name, float(severity)))
        except ValueError:
            return None
    return found


def _reference(condition: str, row: Result, clean: Result) -> Reference | None:
    before, after = clean.share, row.share
    if before is None or after is None:
        return None
    page = "" if row.page is None else f", page {row.page}"
    who = ", ".join(value for key, value in row.labels.items() if key not in QUIET)
    return Reference(
        condition,
        row.labels["condition"],
        f"{row.paper}, {row.table}{page}",
        row.world,
        who,
        row.metric,
        before,
        after,
        after / before if before > 0 else None,
    )
