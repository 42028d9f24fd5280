"""Results as records for notebooks: one flat row per condition; a DataFrame where pandas is installed."""

from __future__ import annotations

import importlib
from typing import Any

from wayproof.results.metric_result import metric_result
from wayproof.results.part import Part

Record = dict[str, Any]


def records(part: Part, metric: str) -> list[Record]:
    """A metric under each condition of a part; `change` and what follows it are against the clean twins."""
    rows = []
    for one in metric_result(part, metric).conditions:
        change = one.change
        rows.append(
            {
                "agent": part.agent,
                "task": part.task,
                "condition": one.condition,
                "metric": metric,
                "n": one.mean.n,
                "mean": one.mean.value,
                "low": one.mean.low,
                "high": one.mean.high,
                "change": None if change is None else change.value,
                "change_low": None if change is None else change.low,
                "change_high": None if change is None else change.high,
                "p_holm": one.p_holm,
                "verdict": one.verdict,
            }
        )
    return rows


def as_frame(rows: list[Record]) -> Any:
    """The rows as a pandas DataFrame, or as they are where pandas is not installed."""
    try:
        pandas = importlib.import_module("pandas")
    except ImportError:
        return rows
    return pandas.DataFrame(rows)
