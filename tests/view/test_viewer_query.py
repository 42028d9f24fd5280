"""Filters, order and pages: the same rows as a plain loop would give."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_logs import made_log, straight
from shown_runs import made_run

from wayproof.errors import InvalidInput, UnknownName
from wayproof.view.index import RunIndex
from wayproof.view.query import (
    RESULTS,
    SORTABLE,
    Query,
    neighbours,
    page,
    query_from,
    selected,
    sorting_value,
)

queries = st.builds(
    Query,
    conditions=st.lists(st.sampled_from(["clean", "fog", "dust", "nothing"]), max_size=2).map(tuple),
    modes=st.sampled_from([(), ("none",), ("premature_stop", "drift")]),
    reasons=st.sampled_from([(), ("stop",)]),
    scenes=st.sampled_from([(), ("houses-v1/val/1",), ("houses-v1/val/9",)]),
    result=st.sampled_from(["", *RESULTS]),
    text=st.sampled_from(["", "e1", "chair", "zzz"]),
    sort=st.sampled_from([*SORTABLE, "spl", "hfs"]),
    descending=st.booleans(),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunIndex:
    logs = [
        made_log(
            straight(*(0.5 * k for k in range(2 + (3 * number + shift) % 7))),
            condition=condition,
            id=f"e{number}",
            scene=f"houses-v1/val/{number % 2}",
            shortest_length_m=None if number == 4 else 3.0,
            instructions=("find the chair",) if number % 3 == 0 else (),
        )
        for shift, condition in enumerate(["clean", "fog", "dust"])
        for number in range(12)
    ]
    index = RunIndex(made_run(tmp_path_factory.mktemp("query"), logs), "query")
    index.read_new()
    return index


@given(query=queries)
def test_the_rows_are_those_that_fit(run: RunIndex, query: Query) -> None:
    kept = {row.key for row in selected(run, query)}
    for row in run.rows:
        clean = next(r for r in run.rows if r.condition == "clean" and r.episode == row.episode)
        result = {"": True, "success": row.success, "failure": not row.success}.get(query.result)
        if result is None:
            result = row.success != clean.success and row.success == (query.result == "won")
        told = any(query.text in part for part in (row.scene, row.episode, row.condition, row.words))
        fits = (
            (not query.conditions or row.condition in query.conditions)
            and (not query.modes or row.mode in query.modes)
            and (not query.reasons or row.reason in query.reasons)
            and (not query.scenes or row.scene in query.scenes)
        )
        assert (row.key in kept) == (fits and result and told)


@given(query=queries)
def test_the_order_is_that_of_the_column_and_unknown_values_come_last(run: RunIndex, query: Query) -> None:
    values = [sorting_value(row, query.sort) for row in selected(run, query)]
    known = [value for value in values if value is not None]
    assert values[: len(known)] == known
    assert known == sorted(known, reverse=query.descending)


@given(query=queries, limit=st.integers(1, 50))
def test_pages_put_together_are_the_whole(run: RunIndex, query: Query, limit: int) -> None:
    rows = selected(run, query)
    pages = [page(run, query, offset, limit)["rows"] for offset in range(0, max(len(rows), 1), limit)]
    assert [row["key"] for part in pages for row in part] == [row.key for row in rows]


@given(query=queries)
def test_going_on_from_neighbour_to_neighbour_visits_every_row(run: RunIndex, query: Query) -> None:
    rows = selected(run, query)
    key, visited = rows[0].key if rows else None, []
    while key is not None:
        visited.append(key)
        key = neighbours(run, query, run.by_key[key])["next"]
    assert visited == [row.key for row in rows]
    if len(rows) > 1:
        assert neighbours(run, query, rows[1])["previous"] == rows[0].key
        assert neighbours(run, query, rows[0])["previous"] is None


def test_a_row_that_does_not_fit_has_no_place(run: RunIndex) -> None:
    clean = next(row for row in run.rows if row.condition == "clean")
    place = neighbours(run, Query(conditions=("fog",)), clean)
    assert (place["index"], place["previous"], place["next"]) == (None, None, None)


def test_rows_say_how_the_clean_twin_did(run: RunIndex) -> None:
    for row in page(run, Query(), 0, 100)["rows"]:
        clean = next(r for r in run.rows if r.condition == "clean" and r.episode == row["episode"])
        assert row["clean_success"] == (None if row["condition"] == "clean" else clean.success)


def test_a_query_is_read_from_repeated_values() -> None:
    given = {"condition": ["a", "b"], "order": ["descending"], "text": [" Red "], "sort": ["steps"]}
    query = query_from(lambda name: given.get(name, []))
    assert query == Query(conditions=("a", "b"), text="red", sort="steps", descending=True)


@pytest.mark.parametrize("given", [{"sort": ["__class__"]}, {"result": ["maybe"]}])
def test_what_a_query_cannot_mean_is_refused(given: dict[str, list[str]]) -> None:
    with pytest.raises(UnknownName, match="Known:"):
        query_from(lambda name: given.get(name, []))


@pytest.mark.parametrize(("offset", "limit"), [(-1, 10), (0, 0), (0, 501)])
def test_endless_pages_are_refused(run: RunIndex, offset: int, limit: int) -> None:
    with pytest.raises(InvalidInput, match="1 to 500 rows"):
        page(run, Query(), offset, limit)
