"""Which episodes of a run are shown, and in which order."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from wayproof.errors import InvalidInput, unknown_name
from wayproof.metrics import METRICS
from wayproof.view.index import Row, RunIndex

SORTABLE = (
    "number condition scene episode repeat task success mode reason steps path_m distance_m bumps".split()
)
RESULTS = ("success", "failure", "lost", "won")
MOST_ROWS = 500  # of one answer


class Query(msgspec.Struct, frozen=True):
    """What is asked for; an empty part asks for everything.

    result: "success", "failure", "lost" (failed where the clean twin succeeded), "won" (the other way).
    """

    conditions: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    scenes: tuple[str, ...] = ()
    result: str = ""
    text: str = ""
    sort: str = "number"
    descending: bool = False


def query_from(given: Callable[[str], list[str]]) -> Query:
    """A query from the values of a URL; what it cannot mean is an error that says what can be."""

    def one(name: str) -> str:
        return (given(name) or [""])[-1]

    sort, result = one("sort") or "number", one("result")
    if sort not in SORTABLE and sort not in METRICS:
        raise unknown_name("column to sort by", sort[:40], [*SORTABLE, *(known.name for known in METRICS)])
    if result and result not in RESULTS:
        raise unknown_name("result", result[:40], RESULTS)
    return Query(
        conditions=tuple(given("condition")),
        modes=tuple(given("mode")),
        reasons=tuple(given("reason")),
        scenes=tuple(given("scene")),
        result=result,
        text=one("text").strip().lower()[:200],
        sort=sort,
        descending=one("order") == "descending",
    )


def selected(run: RunIndex, query: Query) -> tuple[Row, ...]:
    """The rows that a query asks for, in its order."""
    return _selected(run, len(run.rows), query)


def page(run: RunIndex, query: Query, offset: int, limit: int) -> dict[str, Any]:
    """A part of the rows, and how many there are in all."""
    if offset < 0 or not 0 < limit <= MOST_ROWS:
        raise InvalidInput(f"rows {offset} to {offset + limit}; ask for 1 to {MOST_ROWS} rows from 0 on")
    rows = selected(run, query)
    return {
        "total": len(rows),
        "offset": offset,
        "done": len(run.rows),
        "rows": [_shown(run, row) for row in rows[offset : offset + limit]],
    }


def neighbours(run: RunIndex, query: Query, row: Row) -> dict[str, Any]:
    """What comes before and after a row; None where it is not among those asked for."""
    keys = _keys(run, len(run.rows), query)
    at = keys.get(row.key)
    rows = selected(run, query)
    return {
        "index": at,
        "total": len(rows),
        "previous": rows[at - 1].key if at else None,
        "next": rows[at + 1].key if at is not None and at + 1 < len(rows) else None,
    }


# A run only ever grows: its length says whether an answer is still right.
@lru_cache(maxsize=32)
def _selected(run: RunIndex, length: int, query: Query) -> tuple[Row, ...]:
    rows = [row for row in run.rows[:length] if _asked_for(run, row, query)]
    known = [row for row in rows if sorting_value(row, query.sort) is not None]
    unknown = [row for row in rows if sorting_value(row, query.sort) is None]
    known.sort(key=lambda row: sorting_value(row, query.sort), reverse=query.descending)
    return (*known, *unknown)


def sorting_value(row: Row, name: str) -> Any:
    """What a row has in a column, by the column's name or by that of a metric."""
    return getattr(row, name) if name in SORTABLE else row.metrics.get(name)


@lru_cache(maxsize=32)
def _keys(run: RunIndex, length: int, query: Query) -> dict[str, int]:
    return {row.key: at for at, row in enumerate(_selected(run, length, query))}


def _asked_for(run: RunIndex, row: Row, query: Query) -> bool:
    return (
        (not query.conditions or row.condition in query.conditions)
        and (not query.modes or row.mode in query.modes)
        and (not query.reasons or row.reason in query.reasons)
        and (not query.scenes or row.scene in query.scenes)
        and (not query.result or _has_result(run, row, query.result))
        and (not query.text or query.text in f"{row.scene} {row.episode} {row.condition} {row.words}".lower())
    )


def _has_result(run: RunIndex, row: Row, result: str) -> bool:
    if result in ("success", "failure"):
        return row.success == (result == "success")
    clean = run.clean_twin(row)
    return clean is not None and row.success != clean.success and row.success == (result == "won")


def _shown(run: RunIndex, row: Row) -> dict[str, Any]:
    clean = run.clean_twin(row)
    return {
        **msgspec.to_builtins(row),
        "clean_success": clean.success if clean and clean is not row else None,
    }
