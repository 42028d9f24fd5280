"""One row for each episode under each condition, as CSV or Parquet: for notebooks and spreadsheets."""

from __future__ import annotations

import csv
import importlib
import io
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from wayproof.errors import missing_dependency
from wayproof.log import EpisodeLog
from wayproof.metrics.failure_mode import failure_mode
from wayproof.metrics.scores import score_all
from wayproof.report.run_data import LabelledPart
from wayproof.report.text import shown
from wayproof.storage import write_atomically

Row = dict[str, Any]
FORMULA = ("=", "+", "-", "@")  # what makes a spreadsheet take a text for a formula


def episode_rows(parts: Sequence[LabelledPart]) -> list[Row]:
    """Key, outcome and every metric of each log; None where a metric is undefined."""
    rows = [_row(part, log) for part in parts for logs in part.logs_by_condition.values() for log in logs]
    headlines = {name for part in parts for name in part.part.headlines.every}
    return _without_empty(rows, headlines)


def _row(part: LabelledPart, log: EpisodeLog) -> Row:
    task, episode = log.comparable.task, log.episode
    return {
        "run": part.run.folder.name,
        "agent": part.label,
        "protocol": log.protocol_hash,
        "task": task.task,
        "body": task.body,
        "scene": episode.scene,
        "episode": episode.id,
        "repeat": log.repeat,
        "condition": log.condition.name,
        "faults": " + ".join(f"{fault.name}:{fault.severity:g}" for fault in log.condition.faults),
        "language": episode.language,
        "labels": "; ".join(f"{kind}={label}" for kind, label in sorted(episode.labels.items())),
        "ended": log.outcome.reason,
        "failure_mode": failure_mode(log),
        **score_all(log),
    }


def _without_empty(rows: list[Row], wanted: Collection[str]) -> list[Row]:
    """Without the metrics that no episode defines, except those that are wanted."""
    every = list(rows[0]) if rows else []
    kept = [name for name in every if name in wanted or any(row[name] is not None for row in rows)]
    return [{name: row[name] for name in kept} for row in rows]


def as_csv(rows: Sequence[Row]) -> str:
    """Comma-separated with a heading; texts are made harmless for spreadsheets."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(rows[0] if rows else [])
    writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return stream.getvalue()


def _cell(value: Any) -> Any:
    if not isinstance(value, str):
        return "" if value is None else value
    plain = shown(value)
    return f"'{plain}" if plain.startswith(FORMULA) else plain


def parquet_library() -> Any:
    """What writes Parquet: the extra `parquet`, or a sentence about it."""
    try:
        importlib.import_module("pyarrow.parquet")
        return importlib.import_module("pyarrow")
    except ImportError:
        raise missing_dependency("pyarrow", "parquet", "writing Parquet") from None


def write_parquet(library: Any, rows: Sequence[Row], file: Path) -> None:
    """The same rows with their types, all or nothing."""
    stream = io.BytesIO()
    library.parquet.write_table(library.Table.from_pylist(list(rows)), stream)
    write_atomically(file, stream.getvalue())
